package remark

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoteMarks holds the marks in which people put what they quote: an opening one and its closing ones.
var quoteMarks = [...][2]string{
	{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"„", `"`}, {"”", "”"}, {"«", "»"}, {"»", "«"}, {"‘", "’"}, {"‚", "‘"}, {"「", "」"},
	{"『", "』"}, {"‹", "›"}, {"《", "》"}, {"`", "`"}, {"'", "'"},
}

// marksOpen are the marks that open a quoted text.
const marksOpen = "\"“„«»‘‚「『‹《`'"

// A quotation is a text in marks, and where what stands behind it begins. A bare one is a word without marks.
type quotation struct {
	text     string
	end      int
	close    string
	balanced bool
	marks    int
	bare     bool
}

// maxQuotations bounds the readings of one text: one with more is read as none.
const maxQuotations = 40

// firstQuote returns where the first mark in s stands that opens a quotation, and is no apostrophe; -1 for none.
func firstQuote(s string) int {
	before := ' '
	for i, r := range s {
		if strings.ContainsRune(marksOpen, r) &&
			(!isSpaced(before) || r == '"' || r == '“' || r == '„' || r == '«' || r == '»') {
			return i
		}
		before = r
	}
	return -1
}

// quotations returns the texts that a quotation at the start of s may be: marks may stand in it, too.
func quotations(s string) []quotation {
	var out []quotation
	for _, m := range quoteMarks {
		rest, ok := strings.CutPrefix(s, m[0])
		if !ok {
			continue
		}
		opens, closes := 0, 0
		for i := 0; i < len(rest) && len(out) <= maxQuotations; {
			r, size := utf8.DecodeRuneInString(rest[i:])
			inWord := i > 0 && isSpaced(lastRune(rest[:i])) && isSpaced(firstRune(rest[i+size:]))
			switch {
			case strings.HasPrefix(rest[i:], m[1]):
				if i > 0 && !isSpaced(firstRune(rest[i+size:])) {
					balanced := m[0] == m[1] && closes%2 == 0 || m[0] != m[1] && opens == closes
					text := rest[:i]
					if m[0] == "«" {
						text = strings.Trim(text, " \u00a0\u202f")
					}
					out = append(out, quotation{text: text, end: len(m[0]) + i + size, close: m[1],
						balanced: balanced, marks: opens + closes})
				}
				if m[0] == "`" && i > 0 && rest[i-1] != ' ' && firstRune(rest) != '`' &&
					!strings.Contains(rest[:i], " `") {
					i = len(rest) // code has no such mark in it
					continue
				}
				if !inWord {
					closes++
				}
			case m[0] != m[1] && strings.HasPrefix(rest[i:], m[0]):
				opens++
			case r == '\n' && strings.HasPrefix(rest[i:], "\n\n"):
				i = len(rest)
				continue
			}
			i += size
		}
	}
	return out
}

func firstRune(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastRune(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// withoutApostrophes returns s without the apostrophes within its words.
func withoutApostrophes(s string) string {
	var b strings.Builder
	before := ' '
	for i, r := range s {
		if (r == '\'' || r == '’') && unicode.IsLetter(before) && unicode.IsLetter(firstRune(s[i+len(string(r)):])) {
			continue
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// bareCode takes off the backticks of a code span with several.
func bareCode(s string) string {
	inner := strings.Trim(s, "`")
	n := (len(s) - len(inner)) / 2
	if i := strings.Index(inner, "`"); n == 1 && i > 0 && inner[i-1] != ' ' {
		return s // several code spans
	}
	if inner != "" && n > 0 && strings.HasPrefix(s, strings.Repeat("`", n)) && strings.HasSuffix(s, strings.Repeat("`", n)) {
		return strings.TrimSpace(inner)
	}
	return s
}

// onlyQuotation returns the quotation in s, if there is one.
func onlyQuotation(s string) (quotation, bool) {
	var found quotation
	for i, r := range s {
		opens := strings.ContainsRune(marksOpen, r)
		if i > 0 && !unicode.IsSpace(lastRune(s[:i])) && lastRune(s[:i]) != '(' && isSpaced(lastRune(s[:i])) ||
			!opens || i < found.end {
			continue
		}
		for _, q := range quotations(s[i:]) {
			if q.balanced && endsHere(s[i+q.end:]) {
				if found.end > 0 {
					return quotation{}, false
				}
				q.end += i
				found = q
				break
			}
		}
	}
	return found, found.end > 0
}

// Unwrap takes the quotation marks, backticks or fence off a text that stands in them as a whole, where old does not.
// It is not known whether they are part of the replacement, unless they set exactly the old text as code.
func Unwrap(s, old string) (string, bool) {
	fencedOld := strings.Contains(old, "```") || strings.Contains(old, "~~~")
	if m := fencedText().FindStringSubmatch(s); m != nil && !fencedOld {
		return strings.TrimSuffix(m[1], "\n"), true
	}
	for _, m := range quoteMarks {
		inner, opened := strings.CutPrefix(s, m[0])
		inner, closed := strings.CutSuffix(inner, m[1])
		if !opened || !closed || strings.ContainsAny(withoutApostrophes(inner), m[0]+m[1]) ||
			strings.HasPrefix(old, m[0]) {
			continue
		}
		if m[0] == "`" && strings.TrimSpace(inner) == old {
			return "", false
		}
		return inner, inner != ""
	}
	return "", false
}

// fencedText matches a text that is a fenced block as a whole.
var fencedText = Pattern("(?s)^(?:```+|~~~+)[A-Za-z0-9_-]*[ \t]*\n(.*?)\n?(?:```+|~~~+)$")
