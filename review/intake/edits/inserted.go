package edits

import "strings"

// InsertedBelow returns old with a text behind it or in the lines below it.
func InsertedBelow(old, inserted string) string {
	inserted = strings.ReplaceAll(inserted, "\r\n", "\n")
	switch {
	case ruleLine().MatchString(inserted):
		return old + "\n\n" + inserted
	case standsAlone(old, inserted) && !strings.HasPrefix(inserted, "\n"):
		return old + "\n" + inserted
	}
	return Apart(old, inserted)
}

// InsertedAbove returns old with a text before it or in the lines above it.
func InsertedAbove(old, inserted string) string {
	inserted = strings.ReplaceAll(inserted, "\r\n", "\n")
	switch {
	case ruleLine().MatchString(inserted):
		return inserted + "\n\n" + old
	case standsAlone(old, inserted) && !strings.HasSuffix(inserted, "\n"):
		return inserted + "\n" + old
	}
	return Apart(inserted, old)
}

// standsAlone reports whether a text that is inserted next to old has lines of its own: it is a block, or several, or
// old is all of a heading or of a row.
func standsAlone(old, inserted string) bool {
	row := strings.TrimSpace(old)
	return ownLine().MatchString(inserted) || strings.Contains(strings.TrimSpace(inserted), "\n\n") ||
		strings.HasPrefix(row, "#") && ownLine().MatchString(row) ||
		strings.HasPrefix(row, "|") && ownLine().MatchString(row)
}

// Apart joins two texts, with a space between them where none has one.
func Apart(a, b string) string {
	if strings.HasSuffix(a, "\n") || strings.HasPrefix(b, "\n") || strings.HasSuffix(a, " ") || strings.HasPrefix(b, " ") {
		return a + b
	}
	if b != "" && strings.ContainsAny(b[:1], ",.;:!?)") {
		return a + b
	}
	return a + " " + b
}

// ownLine matches the start of a text that Markdown takes for a block of its own: a heading, an item, a quote, a fence,
// a row, an admonition, HTML, indented code.
var ownLine = pattern(`^(?:[ \t>]*<(?:!--|/?(?:details|summary|div|p|table|section|pre|script|style|center|iframe)\b)| {4}|[ \t]*(?:` +
	`#{1,6}[ \t]|[-*+][ \t]+\S|\d{1,3}[.)][ \t]+\S|>[ \t]*[\pL\[*]|` + "```|~~~" + `|:::|[!?]{3}[ \t]|\|.*\|[ \t]*(?:\n|$)))`)

// ruleLine matches a thematic break, which makes a heading of a paragraph right above it.
var ruleLine = pattern(`^[ \t>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)
