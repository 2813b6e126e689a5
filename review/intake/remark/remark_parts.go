package remark

import (
	"strings"
)

// The parts of a remark that say no more than what it is about.
var (
	// about matches a place in words at the start, as in In the warning, .
	about = Pattern("(?i)^in (?:the|this|step|paragraph|table|list|note) ?[^,:.\"“”„‘’'«»`]{0,40}[,:]\\s+")
	// kindOfText matches what a quoted text is, as in The heading "Set up" .
	kindOfText = Pattern("(?i)^(?:(?:the|this) )?(?:words?|phrase|heading|title|sentence|term|text|label|caption)\\s+" +
		"([\"“„«‘「`'])")
	// arrow matches a change without marks, as in teh → the.
	arrow = Pattern(`^([\pL\pN]\S*)\s+(?:→|⇒|➔|➜|-+>|=+>)\s+([\pL\pN]\S*?)[.;]?$`)
	// topic matches a word or a heading in bold or italics at the start.
	topic = Pattern(`^(?:\*\*[^*]{1,60}\*\*|\*[^*]{1,60}\*|__[^_]{1,60}__):?\s*`)
	// another matches what stands between two changes of one remark.
	another = Pattern(`(?i)^\s*(?:[,;]\s*(?:and\s+)?|and\s+)`)
)

// bareRemark takes off the start of a remark what only says what it is about, and puts marks around texts without.
func bareRemark(s string) string {
	s = polite().ReplaceAllString(about().ReplaceAllString(s, ""), "")
	s = kindOfText().ReplaceAllString(s, "$1")
	if m := arrow().FindStringSubmatch(s); m != nil && !strings.ContainsAny(s, "\"`") {
		return `"` + m[1] + `" → "` + m[2] + `"`
	}
	return s
}

// ChangesIn returns the changes that a remark lists, as in "a" -> "b", "c" -> "d"; nil where it is no such list.
func ChangesIn(s string) []string {
	var out []string
	for rest := bareRemark(topic().ReplaceAllString(s, "")); rest != ""; {
		old, ok := nextQuotation(rest)
		if !ok {
			return nil
		}
		sign := shouldBe().FindStringIndex(rest[old.end:])
		if sign == nil {
			return nil
		}
		to := old.end + sign[1]
		want, ok := nextQuotation(rest[to:])
		if !ok {
			return nil
		}
		out = append(out, rest[:to+want.end])
		rest = rest[to+want.end:]
		if strings.Trim(rest, ". ") == "" {
			break
		}
		next := another().FindStringIndex(rest)
		if next == nil {
			return nil
		}
		rest = rest[next[1]:]
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// nextQuotation returns the shortest quotation that s begins with.
func nextQuotation(s string) (quotation, bool) {
	all := quotations(s)
	if len(all) == 0 {
		return quotation{}, false
	}
	return all[0], true
}

// FirstQuotation returns the first text in marks in s, or "" for none.
func FirstQuotation(s string) string {
	for i, r := range s {
		if !strings.ContainsRune("\"“„«‘「`'", r) || i > 0 && s[i-1] != ' ' && s[i-1] != '(' {
			continue
		}
		for _, q := range quotations(s[i:]) {
			if q.balanced && endsHere(s[i+q.end:]) {
				return q.text
			}
		}
	}
	return ""
}
