package intake

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
)

// A reviewer who has to fill a field for the new text may say there what to do instead.
var (
	// deletion matches an order to take the old text out, and nothing else.
	deletion = pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike(?: out)?|take out|get rid of|eliminate|erase|scrap|leave out)` +
		`(?: (?:it|this|that|the|these|those|them)(?: (?:\pL+ )?(?:words?|terms?|phrases?|sentences?|paragraph|lines?|text|items?|row|` +
		`section|bullet|quote|heading|entry))?)?(?: (?:entirely|completely|altogether))?$`)
	// partDeletion matches an order to take out a part of the old text.
	partDeletion = pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike(?: out)?|take out|get rid of|` +
		`eliminate|erase|scrap|leave out) ` +
		`(?:(?:the|these|those|an?|one|extra) (?:\pL+ )?(?:spaces?|links?|prefix|suffix|duplicates?|duplication|` +
		`repetitions?|capitals?)|` +
		`(?:(?:this|that|the|these|those|an?|one|extra) )?(?:\pL+ )?(?:commas?|articles?|adverbs?|adjectives?|` +
		`hyphens?|dash(?:es)?|` +
		`apostrophes?|colons?|semicolons?|periods?|full stops?|brackets|parenthes[ei]s|quotation marks|bold|` +
		`italics|emphasis|plural))$`)
	// deletionVerb matches a verb of such an order alone.
	deletionVerb = pattern(`^\pL+$`)
	// deletedMark matches the same in brackets, also as something that is done.
	deletedMark = pattern(`(?i)^[(\[<{](?:(?:please )?(?:delete|remove|omit|cut)d?|deletion|removal|removed|` +
		`deleted|omitted)(?: (?:it|this|that|these|those|entirely)\b)?` +
		`(?: (?:(?:this|that|the) )?(?:words?|terms?|phrases?|sentences?|paragraph|lines?|text|items?|row|` +
		`section|bullet|quote|heading|entry))?[)\]>}]$`)
	// order matches the start of an order that names its text: Change to delta.
	order = pattern(`(?i)^(?:please )?(?:change|replace|switch|rename|convert|correct|reword|rephrase|rewrite|update|set|turn)(?: (?:it|this|that|the \pL+|this \pL+))?(?: back)? (?:to|with|by|into|as)\b`)
	// deictic matches what points at the old text or asks for a better one.
	deictic = pattern(`(?i)\b(?:here|this (?:word|term|phrase|sentence|paragraph|section|line|quote|passage|text|heading|list|table|link)|(?:a|an) (?:more|less|better|clearer|different|shorter|simpler|stronger|proper|correct|suitable|appropriate) |more clearly|more precise(?:ly)?|instead)\b`)
	// openTask matches a task that somebody still has to do.
	openTask = pattern(`(?i)^\W*(?:todo|fixme|tbd|tba|tbc|xxx)\b`)
	// inBrackets matches a text that stands in brackets as a whole.
	inBrackets = pattern(`^(?:\[[^\[\]]*\]|\([^()]*\)|<[^<>]*>|\{[^{}]*\})$`)
	// emptyMark matches words for no text, with or without brackets.
	emptyMark = pattern(`(?i)^(?:[\[(<{]\s*(?:empty|blank|none|null|nil|nothing|n/?a|no change|unchanged|not applicable)\s*[\])>}]|none|n/a|n\.a\.|not applicable|null|nil|undefined)\.?$`)
	// filler matches words that fill a field and hardly ever stand for another word.
	filler = pattern(`(?i)^\W*(?:ditto|tb[acd]|todo|fixme|none|null|nil|undefined|n/?a|removed|deleted)\W*$`)
	// truth matches words that answer a question that was not asked.
	truth = pattern(`(?i)^(?:true|false|yes|no|na|\?+)\.?$`)
	// introduced matches an order, a colon and a text in quotation marks.
	introduced = pattern(`(?is)^[^":“«\n]{3,80}:\s*(["“«].+["”»])\.?$`)
	// addition matches a description that asks for a text to be put beside the quote.
	addition = pattern(`(?i)^(?:please )?(?:add|insert|append|put|place)\b.{0,80}?\b(after|before|behind|following|preceding|below|above|in front of)\b (?:the|this|that|it)\b`)
)

// worded says what a reviewer means who wrote words about a text in place of a new text
// for old: nothing, advice, a doubtful text within them, or that old be deleted.
// Otherwise it is replacement, and nothing is known.
func worded(s, old string) (kind meaning, of string) {
	bare, was := strings.TrimSpace(s), strings.TrimSpace(old)
	if was == "" || len(bare) > maxCompared {
		return replacement, s
	}
	a, b := terms(bare), terms(was)
	if len(a) == 1 && len(b) == 1 && likeness(bare, was) == 1 && !inBrackets().MatchString(bare) {
		return replacement, s // a letter is wrong
	}
	several := len(b) > 1
	deletes := deletion().MatchString(strings.Trim(bare, ".! *_()[]<>{}"))
	said := deletes || emptyMark().MatchString(bare)
	fills := bare != "" && len(b) > 0 && isNothing(bare) && !isNothing(was) && likeness(bare, was) < alike
	switch {
	case said && several && slices.Equal(slices.Compact(b), a):
		return replacement, s // a word that stood twice
	case said && several && likeness(bare, was) >= alike && inOrder(a, b) == len(a):
		return doubtful, s // the word is one of those that are replaced
	case deletedMark().MatchString(bare) && !inBrackets().MatchString(was):
		return removal, ""
	case partDeletion().MatchString(strings.Trim(bare, ".! *_()[]<>{}")) && !partDeletion().MatchString(was):
		if len(b) == 0 {
			return removal, "" // the comma itself
		}
		return advice, s
	case deletes && several && deletionVerb().MatchString(bare) && capital(bare) == capital(was) && !ends(was):
		return doubtful, s // remove may stand for take away
	case deletes && (several || strings.Contains(bare, " ")) && !deletion().MatchString(was):
		return removal, ""
	case emptyMark().MatchString(bare) && !emptyMark().MatchString(was), fills && len(a) != 1:
		return nothing, s
	case fills && !several && filler().MatchString(bare),
		len(b) > 0 && truth().MatchString(bare) && !truth().MatchString(was):
		return doubtful, s
	}
	if m := introduced().FindStringSubmatch(bare); m != nil && instructs(bare, was) && !introduced().MatchString(was) {
		if inner, ok := unwrap(m[1], was); ok {
			return doubtful, inner
		}
	}
	if likeness(bare, was) >= alike {
		return replacement, s
	}
	inner := bare
	if bracketed := inBrackets().MatchString(bare); bracketed && !inBrackets().MatchString(was) {
		inner = strings.TrimSpace(bare[1 : len(bare)-1])
		if words := terms(inner); len(words) > 1 && (instructs(inner, was) || allOf(words, speechWords())) {
			return advice, s
		}
	}
	switch {
	case openTask().MatchString(bare) && !isNothing(bare) && !openTask().MatchString(was):
		return advice, s
	case instructs(inner, was) && (lacks(order(), inner, was) || lacks(deictic(), inner, was)):
		return advice, s
	}
	if speech(bare, was) == advice {
		return advice, s
	}
	return replacement, s
}

// deletes matches the start of a description that asks to take its text out, and nothing else of
// the sentence; behind it a quoted text may stand.
var deletes = pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike)` +
	`(?: (?:it|this|that|the)(?: (?:filler |redundant |whole |entire |superfluous |unnecessary )?` +
	`(?:word|term|phrase|sentence|paragraph|line|text|item|row|quote|entry|comma|article|adverb))?)?` +
	`(?:\s*["“'‘«` + "`" + `](.+?)["”'’»` + "`" + `])?(?: (?:entirely|completely|altogether))?(?:[.!;:,]|\s+(?:because|as|since|–|—|-)\s|$)`)

// asksDeletion reports whether the words of a finding ask to delete the old text, all of it.
func asksDeletion(message, old string) bool {
	m := deletes().FindStringSubmatch(strings.TrimSpace(message))
	words := terms(old)
	doubled := len(slices.Compact(slices.Clone(words))) < len(words)
	return m != nil && old != "" && !doubled && (m[1] == "" || strings.TrimSpace(m[1]) == strings.TrimSpace(old)) &&
		!asksPart(message, old)
}

// onePart matches the start of a description that asks to take a part of its text out.
var onePart = pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike) (?:(?:this|that|the|an?|` +
	`extra) )?(?:\pL+ )?` +
	`(commas?|hyphens?|dash(?:es)?|apostrophes?|colons?|semicolons?|periods?|full stops?|spaces?|article|adverb|` +
	`adjective|word)\b`)

// asksPart reports whether the words of a finding ask to delete a part of the old text alone: its comma, one of its
// words, or what they quote of it.
func asksPart(message, old string) bool {
	message, old = strings.TrimSpace(message), strings.TrimSpace(old)
	if m := deletes().FindStringSubmatch(message); m != nil && m[1] != "" {
		part := strings.TrimSpace(m[1])
		return part != old && strings.Contains(old, part)
	}
	m := onePart().FindStringSubmatch(message)
	if m == nil {
		return false
	}
	words := len(strings.Fields(old))
	switch strings.ToLower(m[1]) {
	case "article", "adverb", "adjective", "word":
		return words > 1
	}
	return len(terms(old)) > 0
}

// lacks reports whether s matches what old does not.
func lacks(p *regexp.Regexp, s, old string) bool { return p.MatchString(s) && !p.MatchString(old) }

// An action is what a review wants done with the quoted text.
type action uint8

const (
	replaceText action = iota
	insertBefore
	insertAfter
	deleteText
	// insertText does not say where; the words of the finding may.
	insertText
)

// actions holds what reviews call the actions.
var actions = sync.OnceValue(func() map[string]action {
	return words(map[action]string{
		replaceText:  "replace replacement substitute change edit rewrite update modify fix correct reword rephrase",
		insertBefore: "insert_before prepend add_before", insertAfter: "insert_after append add_after",
		insertText: "insert insertion add", deleteText: "delete deletion remove removal cut drop omit strike",
	})
})

// act turns the replacement of an issue into what the review wants done: an insertion
// keeps the old text, a deletion leaves nothing.
func (r *reader) act(f fields, issue *review.Issue) {
	done, _ := oneOf(f, "action", actions(), "replace, insert_before, insert_after or delete")
	old := replaced(issue)
	if done == deleteText && asksPart(issue.Message, old) {
		r.repair("left it to a person what to delete, because the description names a part of the old text")
		issue.Remedy, issue.Want, issue.Choices = review.NoRemedy, "", nil
		return
	}
	if done == deleteText {
		issue.Remedy, issue.Want, issue.Choices = review.Replace, "", nil
		if old == "" && issue.Place.Form == review.NoRange {
			f.fail("action", "has nothing to delete; give location.quote")
		}
		return
	}
	unsaid := done == insertText
	if unsaid {
		done = replaceText
	}
	if done == replaceText && issue.Remedy == review.Replace && likeness(issue.Want, old) < alike {
		if m := addition().FindStringSubmatch(issue.Message); m != nil && !strings.Contains(issue.Want, old) {
			done = insertAfter
			switch strings.ToLower(m[1]) {
			case "before", "preceding", "above", "in front of":
				done = insertBefore
			}
			r.repair("took the replacement for a text to insert, as the description asks")
		}
	}
	for i, text := range issue.Choices {
		switch done {
		case insertBefore:
			issue.Choices[i] = insertedAbove(old, text)
		case insertAfter:
			issue.Choices[i] = insertedBelow(old, text)
		}
	}
	if done == replaceText && !unsaid || issue.Remedy != review.Replace {
		return
	}
	if old == "" {
		r.advise(issue, "new_value", issue.Want)
		issue.Remedy, issue.Want = review.NoRemedy, ""
		return
	}
	if unsaid {
		if !strings.Contains(issue.Want, old) { // otherwise it is the whole new text
			f.fail("action", "does not say where; want insert_before or insert_after")
		}
		return
	}
	r.insert(issue, old, done == insertBefore)
}

// insert turns a text to insert into a replacement of old, unless it is that already and has old where it stays. Where
// it has old elsewhere, a person says which of the two it is.
func (r *reader) insert(issue *review.Issue, old string, before bool) {
	want, kept := strings.TrimSpace(issue.Want), strings.TrimSpace(old)
	places, stays, inserted := placesOf(want, kept), 0, insertedBelow
	if before {
		stays, inserted = len(want)-len(kept), insertedAbove
	}
	if slices.Contains(places, stays) {
		return
	}
	issue.Old = old
	if len(places) == 0 {
		issue.Want, issue.Adds = inserted(old, issue.Want), true
		return
	}
	r.repair("'new_value' has the old text in it, so that it may be what to insert or the whole new text")
	issue.Remedy, issue.Choices = review.Choose, []string{inserted(old, issue.Want), issue.Want}
	issue.Want = ""
}

// placesOf returns the offsets in text at which words stand, not within longer ones.
func placesOf(text, words string) []int {
	letterAt := func(i int) bool { // from which on one is written
		r, _ := utf8.DecodeRuneInString(text[i:])
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	letterTo := func(i int) bool {
		r, _ := utf8.DecodeLastRuneInString(text[:i])
		return unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	var out []int
	for at := 0; at <= len(text); at++ {
		i := strings.Index(text[at:], words)
		if i < 0 {
			break
		}
		at += i
		if end := at + len(words); !(letterTo(at) && letterAt(at)) && !(letterTo(end) && letterAt(end)) {
			out = append(out, at)
		}
	}
	return out
}

// ownLine matches the start of a text that Markdown takes for a block of its own: a heading, an item, a quote, a fence,
// a row, an admonition, HTML, indented code.
var ownLine = pattern(`^(?:[ \t>]*<(?:!--|/?(?:details|summary|div|p|table|section|pre|script|style|center|iframe)\b)| {4}|[ \t]*(?:` +
	`#{1,6}[ \t]|[-*+][ \t]+\S|\d{1,3}[.)][ \t]+\S|>[ \t]*[\pL\[*]|` + "```|~~~" + `|:::|[!?]{3}[ \t]|\|.*\|[ \t]*(?:\n|$)))`)

// ruleLine matches a thematic break, which makes a heading of a paragraph right above it.
var ruleLine = pattern(`^[ \t>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)

// standsAlone reports whether a text that is inserted beside old has lines of its own: it is a block, or several, or
// old is all of a heading or of a row.
func standsAlone(old, inserted string) bool {
	row := strings.TrimSpace(old)
	return ownLine().MatchString(inserted) || strings.Contains(strings.TrimSpace(inserted), "\n\n") ||
		strings.HasPrefix(row, "#") && ownLine().MatchString(row) ||
		strings.HasPrefix(row, "|") && ownLine().MatchString(row)
}

// insertedBelow returns old with a text behind it or in the lines below it.
func insertedBelow(old, inserted string) string {
	inserted = strings.ReplaceAll(inserted, "\r\n", "\n")
	switch {
	case ruleLine().MatchString(inserted):
		return old + "\n\n" + inserted
	case standsAlone(old, inserted) && !strings.HasPrefix(inserted, "\n"):
		return old + "\n" + inserted
	}
	return apart(old, inserted)
}

// insertedAbove returns old with a text before it or in the lines above it.
func insertedAbove(old, inserted string) string {
	inserted = strings.ReplaceAll(inserted, "\r\n", "\n")
	switch {
	case ruleLine().MatchString(inserted):
		return inserted + "\n\n" + old
	case standsAlone(old, inserted) && !strings.HasSuffix(inserted, "\n"):
		return inserted + "\n" + old
	}
	return apart(inserted, old)
}

// apart joins two texts, with a space between them where none has one.
func apart(a, b string) string {
	if strings.HasSuffix(a, "\n") || strings.HasPrefix(b, "\n") || strings.HasSuffix(a, " ") || strings.HasPrefix(b, " ") {
		return a + b
	}
	if b != "" && strings.ContainsAny(b[:1], ",.;:!?)") {
		return a + b
	}
	return a + " " + b
}
