package locate

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// pairs are the marks on both sides of a text, the longer ones first. stops are those at the end of a sentence or a
// part of one.
var (
	pairs = [][2]string{
		{"**", "**"}, {"__", "__"}, {"~~", "~~"}, {"*", "*"}, {"_", "_"}, {"`", "`"}, {`"`, `"`}, {"'", "'"},
		{"(", ")"}, {"[", "]"}, {"“", "”"}, {"‘", "’"}, {"«", "»"},
	}
	stops = []string{".", ",", ";", ":", "!", "?"}
)

const (
	// maxRepeated is how many bytes of a replacement are compared with the text beside it.
	maxRepeated = 400
	// few is how many words hardly stand behind a line break by chance.
	few = 4
)

// withoutRepeats returns want, the new text for s, without the marks and words that stand around s already and that s
// does not have. A reviewer may quote a text without its marks, its article or its full stop, and write the new one
// with them. target is the whole of what is replaced: words are compared at its ends alone.
func (l *locator) withoutRepeats(s, target source.Span, want string) string {
	src := l.d.Text()
	old, before, after := src[s.Start:s.End], src[:s.Start], src[s.End:]
	if len(old) > 0 {
		want = unpaired(want, old, before, after)
	}
	if s.End == target.End {
		i := slices.IndexFunc(stops, func(stop string) bool {
			return strings.HasSuffix(want, stop) &&
				bytes.HasPrefix(after, []byte(stop)) && !bytes.HasSuffix(old, []byte(stop))
		})
		if i >= 0 {
			want = strings.TrimSuffix(want, stops[i])
		}
	}
	if len(old) == 0 {
		return want
	}
	if s.End == target.End {
		want = want[:len(want)-repeatedBehind(want, string(old), after)]
	}
	if s.Start == target.Start {
		want = want[repeatedBefore(want, string(old), before):]
	}
	return want
}

// distinctChoices returns the choices for s without what stands around it already, and without those that then are
// equal to another one or change nothing.
func (l *locator) distinctChoices(s source.Span, choices []string) []string {
	old := string(l.d.Bytes(s))
	var out []string
	for _, choice := range choices {
		lacking := l.withoutRepeats(s, s, choice)
		if lacking == choice || lacking != old && !slices.Contains(choices, lacking) && !slices.Contains(out, lacking) {
			out = append(out, lacking)
		}
	}
	return out
}

// repeatedBefore returns the length of the words that want begins with and before ends with. It is 0 if old begins with
// the same word as want: then the words are meant.
func repeatedBefore(want, old string, before []byte) int {
	first, _, more := strings.Cut(want, " ")
	if begun, _, _ := strings.Cut(old, " "); !more || strings.EqualFold(first, begun) {
		return 0
	}
	i := strings.LastIndexByte(want[:min(maxRepeated, len(want))], ' ')
	for ; i > 0; i = strings.LastIndexByte(want[:i], ' ') {
		n := len(before) - i - 1
		if n >= 0 && strings.EqualFold(string(before[n:]), want[:i+1]) && !endsInWord(before[:n]) && hasWord(want[:i]) {
			return i + 1
		}
	}
	return 0
}

// repeatedBehind is repeatedBefore for the end of want and what follows.
func repeatedBehind(want, old string, after []byte) int {
	last := want[strings.LastIndexByte(want, ' ')+1:]
	if last == want || strings.EqualFold(last, old[strings.LastIndexByte(old, ' ')+1:]) {
		return 0
	}
	spaces := len(old) - len(strings.TrimRight(old, " ")) // old has the space that stands before the words
	for i := max(1, len(want)-maxRepeated); i+spaces < len(want); i++ {
		if strings.IndexByte(" ,;:", want[i]) < 0 || want[i] != ' ' && spaces > 0 || !hasWord(want[i:]) {
			continue
		}
		n := beginsAs(after, want[i+spaces:])
		// A few words of the next line move to this one.
		moved := bytes.ContainsRune(after[:n], '\n') && len(strings.Fields(want[i:])) < few
		if n > 0 && !moved && !beginsInWord(after[n:]) {
			return len(want) - i - spaces
		}
	}
	return 0
}

// beginsAs returns how much of b is s, in any letter case and however the lines of b are broken; 0 where it begins with
// something else.
func beginsAs(b []byte, s string) int {
	n := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		other, width := utf8.DecodeRune(b[n:])
		if r != other && unicode.ToLower(r) != unicode.ToLower(other) && !(r == ' ' && other == '\n') || width == 0 {
			return 0
		}
		i, n = i+size, n+width
	}
	return n
}

func endsInWord(b []byte) bool {
	r, _ := utf8.DecodeLastRune(b)
	return reading.IsWord(r)
}

func beginsInWord(b []byte) bool {
	r, _ := utf8.DecodeRune(b)
	return reading.IsWord(r)
}

func hasWord(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

// unpaired returns want without the marks around it, if the same stand around old.
func unpaired(want string, old, before, after []byte) string {
	for _, p := range pairs {
		first, last := []byte(p[0]), []byte(p[1])
		if len(want) > len(p[0])+len(p[1]) && strings.HasPrefix(want, p[0]) && strings.HasSuffix(want, p[1]) &&
			bytes.HasSuffix(before, first) && bytes.HasPrefix(after, last) &&
			!bytes.HasPrefix(old, first) && !bytes.HasSuffix(old, last) {
			return want[len(p[0]) : len(want)-len(p[1])]
		}
	}
	return want
}
