package replacement

import (
	"slices"
	"strings"
	"unicode"
)

// label returns the text without a label before a version of the old text, "" for none. What has words of the old text
// is its beginning and no label.
func (t *trial) label() string {
	m := compiled().labelled.FindStringIndex(strings.TrimLeft(t.want, "*_"))
	if m == nil || strings.ContainsRune(t.old, ':') {
		return ""
	}
	named, rest := strings.TrimLeft(t.want, "*_")[:m[1]], strings.TrimLeft(t.want, "*_")[m[1]:]
	if said := words(named); shares(t.was, said) || hasAll(t.was, said) {
		return ""
	}
	if now := words(rest); like(rest, t.old) || shares(t.was, now) || hasAll(now, t.was) {
		return rest
	}
	return ""
}

// versions says that the text has the old one twice, as before and after do, or has the beginning of a sentence within
// its own, or breaks off.
func (t *trial) versions() string {
	const few, long = 3, 4
	once, twice := 0, 0
	texts := words(compiled().destination.ReplaceAllString(t.want, "]")) // a link may lead where its text says
	for _, w := range t.was {
		switch {
		case len(w) < long:
		case count(texts, w) > count(t.was, w):
			twice++
		default:
			once++
		}
	}
	if t.text && len(t.was) >= few && twice > once && t.old[0] != '`' { // a name in code may stand in another one
		return "The new text has the old one twice."
	}
	first, rest, _ := strings.Cut(t.old, " ")
	before, _, found := strings.Cut(t.want, " "+first+" ")
	strange := !slices.ContainsFunc(words(before), func(w string) bool { return slices.Contains(t.was, w) })
	if found && rest != "" && len(words(before)) > 1 && !ends(before) && strange &&
		unicode.IsUpper(firstLetter(first)) {
		return "The new text speaks of the old one."
	}
	if ends(t.old) && unicode.IsUpper(firstLetter(t.old)) && !ends(t.want) &&
		unicode.IsLower(firstLetter(t.want)) && t.text {
		return "The new text is a part of a sentence."
	}
	return ""
}

// asks says that the text is a question that begins as the old text, which is no question.
func (t *trial) asks() string {
	const few = 4
	question := compiled().question.MatchString(t.want) && !strings.ContainsAny(t.old, "?？") &&
		!strings.Contains(t.want, "://")
	goesOn := unicode.IsLower(firstRune(strings.TrimSpace(t.behind)))
	ended := t.want == t.old+"?" && !goesOn // the sentence is a question
	if question && !ended && len(t.was) > 0 && len(t.now) > 0 && (len(t.now) < few || t.now[0] == t.was[0]) {
		return "The new text asks."
	}
	return ""
}

// additions says that what the text has more than the old one is a remark: words before it or behind it, a sentence of
// other words, or words in brackets.
func (t *trial) additions() string {
	var parts []string
	if strings.Count(strings.TrimSpace(t.want), "\n") > strings.Count(t.old, "\n") ||
		strings.Count(t.want, "](") > strings.Count(t.old, "](") {
		return "" // a remark has one line and no link
	}
	p := compiled()
	now := words(p.attribute.ReplaceAllString(p.destination.ReplaceAllString(t.want, "]"), ""))
	if at := runOf(now, t.was); at >= 0 && len(t.was) > 0 {
		parts = append(parts, strings.Join(now[:at], " "))
		if !listed("open", t.was[len(t.was)-1]) { // a sentence goes on behind it
			parts = append(parts, strings.Join(now[at+len(t.was):], " "))
		}
	}
	if !strings.ContainsAny(t.old, "([") {
		for _, m := range p.aside.FindAllStringSubmatch(t.want, -1) {
			parts = append(parts, m[1]+m[2])
		}
	}
	if clauses := p.clauseEnd.Split(t.want, -1); len(clauses) > len(p.clauseEnd.Split(t.old, -1)) {
		for _, c := range clauses {
			if !shares(t.was, words(c)) {
				parts = append(parts, c)
			}
		}
	}
	for _, part := range parts {
		one := *t
		one.want, one.now = part, words(part)
		if len(one.now) < len(t.now) && !strings.HasSuffix(t.want, ",") && one.remark() != "" {
			return ReadsLikeRemark
		}
	}
	return ""
}

// runOf returns where a text has the words of another one in a row, -1 where it has not.
func runOf(all, part []string) int {
	for i := range len(all) - len(part) + 1 {
		if slices.Equal(all[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}

func count(all []string, word string) int {
	n := 0
	for _, w := range all {
		if w == word {
			n++
		}
	}
	return n
}
