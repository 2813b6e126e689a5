package rule

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// DoubledWord is the rule doubled-word.
var DoubledWord = review.Reviewer{
	Rule: rules.Rule{
		ID:       "doubled-word",
		Category: rules.CategoryStyle,
		Title:    "Word that stands twice",
		Doc: rules.Doc{
			What: "A word such as the, and, of or be stands twice in a row, with nothing but space or a line end " +
				"between. Words that English may need twice are not found: what it is is open, log in in Chrome.",
			Why:     "It is left over from an edit, and readers trip over it.",
			Example: "    Open the the file.    Open the file.",
			Fix: "Takes the second word out, and leaves line ends where they are. A plain fix does not: " +
				"`--unsafe-fixes` or `fix -i` asks for it.",
			Leaves: "Code, names, words that begin with a capital twice, words that stand three times, text in other " +
				"languages, and the words that `accept` lists.",
		},
	},
	Find: findDoubledWords,
}

func findDoubledWords(p *review.Pass) {
	d, config := p.Doc, p.Set.Style.DoubledWord
	if config == nil {
		return
	}
	zones := d.Zones()
	for i := 0; i < len(zones); {
		z := zones[i]
		if i++; z.Zone != zone.Prose && z.Zone != zone.HeadingText {
			continue
		}
		stretch := z.Span
		for ; i < len(zones) && zones[i].Zone == z.Zone &&
			(zones[i].Start == zones[i-1].End || terms.Wrapped(d, zones[i-1].End, zones[i].Start)); i++ {
			stretch.End = zones[i].End
		}
		text := d.Text()[:stretch.End]
		for at := nextDoubled(text, stretch.Start); at < stretch.End; at = nextDoubled(text, at+1) {
			if f, ok := doubled(p, stretch, at); ok {
				p.Report(f)
			}
		}
	}
}

// doubled judges a word at an offset that stands there twice.
func doubled(p *review.Pass, stretch source.Span, at int) (review.Finding, bool) {
	d, config := p.Doc, p.Set.Style.DoubledWord
	text := d.Text()[:stretch.End]
	first := wordAt(text, at)
	second := wordAt(text, first.End+spaces(text[first.End:]))
	old, again := string(d.Bytes(first)), string(d.Bytes(second))
	both := source.Span{Start: first.Start, End: second.End}
	switch {
	case again != strings.ToLower(again), old[1:] != again[1:]: // a name
		return review.Finding{}, false
	case !onceOnly()[again], slices.Contains(config.Accept, again):
		return review.Finding{}, false
	case !aloneInText(d, both), quoted(text, both), thrice(text, stretch.Start, both, again):
		return review.Finding{}, false
	case meantTwice(text, both, again), !inEnglish(d, p.Set.Terms(), both, again):
		return review.Finding{}, false
	}
	f := review.Finding{
		Severity: config.Severity, Span: both, Old: string(d.Bytes(both)), Message: fmt.Sprintf("Write %q once.", again),
	}
	switch {
	case old != again && !articles()[again]:
		f.AutoFix, f.Reason = review.AutoFixNo, review.Because("sentence-start",
			"At the start of a sentence another word may be meant.")
		return f, true
	case bytes.IndexByte(text[first.End:second.Start], '\n') < 0:
		f.Edits = []source.Edit{{Span: source.Span{Start: first.End, End: second.End}}}
	default:
		if f.Edits = fewerWords(d, wordLines(d, both), old); f.Edits == nil {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because("line-end", "Each of them is a line of its own.")
			return f, true
		}
	}
	f.Edits = slices.DeleteFunc(f.Edits, func(e source.Edit) bool { return e.New == string(d.Bytes(e.Span)) })
	f.Want = old
	return f, true
}

// thrice reports whether a word that stands twice stands there once more.
func thrice(text []byte, start int, both source.Span, word string) bool {
	return strings.EqualFold(wordBefore(text[start:both.Start]), word) ||
		strings.EqualFold(wordBehind(text[both.End:]), word)
}

// quoted reports whether nothing else stands between two quotation marks.
func quoted(text []byte, words source.Span) bool {
	return words.Start > 0 && words.End < len(text) && strings.IndexByte("\"'\x9c\x98", text[words.Start-1]) >= 0 &&
		strings.IndexByte("\"'\xe2", text[words.End]) >= 0
}

// wordBefore and wordBehind return the next word in lower case, "" if more than white space stands between.
func wordBefore(text []byte) string {
	text = bytes.TrimRight(text, " \t\r\n")
	start := len(text)
	for start > 0 && source.IsLetter(text[start-1]) {
		start--
	}
	return strings.ToLower(string(text[start:]))
}

func wordBehind(text []byte) string {
	text = text[spaces(text):]
	return strings.ToLower(string(text[:wordAt(text, 0).End]))
}

// repeated returns the word next to s that want would put there a second time, or "" for none.
func repeated(d *zone.Document, s source.Span, want string) string {
	block := d.Nodes()[d.Block(s.Start)].Span
	text, old := d.Text()[:max(block.End, s.End)], d.Bytes(s)
	first, last := wordBehind([]byte(want)), wordBefore([]byte(want))
	switch {
	case first != "" && first == wordBefore(text[min(block.Start, s.Start):s.Start]) && first != wordBehind(old):
		return first
	case last != "" && last == wordBehind(text[s.End:]) && last != wordBefore(old):
		return last
	}
	return ""
}

// meantTwice reports whether the words around say that a word is meant twice: consists of of course, and and or
// operators.
func meantTwice(text []byte, both source.Span, word string) bool {
	switch behind := strings.TrimSuffix(wordBehind(text[both.End:]), "s"); word {
	case "of":
		return behind == "course"
	case "and", "or", "if":
		return syntaxWords()[behind]
	}
	return false
}

// nextDoubled returns the offset of the first word from an offset on that stands once more behind it, or the length of
// the text for none.
func nextDoubled(text []byte, from int) int {
	for from > 0 && from < len(text) && source.IsLetter(text[from-1]) && source.IsLetter(text[from]) {
		from++
	}
	last := -1 // the start of the last word
	for at := from; at < len(text); {
		if !source.IsLetter(text[at]) {
			at++
			continue
		}
		if last >= 0 && text[last]|0x20 == text[at]|0x20 && standsTwice(text, last, at) {
			return last
		}
		last, at = at, wordAt(text, at).End
	}
	return len(text)
}

// standsTwice reports whether the words that begin at two offsets are one, with nothing but white space between them.
func standsTwice(text []byte, first, second int) bool {
	word := wordAt(text, first)
	again := source.Span{Start: second, End: second + word.Len()}
	return again.End <= len(text) && word.End+spaces(text[word.End:second]) == second &&
		(again.End == len(text) || !source.IsLetter(text[again.End])) &&
		bytes.EqualFold(text[word.Start:word.End], text[again.Start:again.End]) &&
		bytes.Count(text[word.End:second], []byte("\n")) < 2
}

func wordAt(text []byte, at int) source.Span {
	s := source.Span{Start: at, End: at}
	for s.End < len(text) && source.IsLetter(text[s.End]) {
		s.End++
	}
	return s
}

// spaces counts the bytes of white space that a text begins with. A form feed does not count: it ends a page.
func spaces(text []byte) int {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t' || text[n] == '\r' || text[n] == '\n') {
		n++
	}
	return n
}

var (
	// onceOnly are words of which English has never two in a row: something has to stand between them.
	onceOnly = wording.Set("a an the and or of my your our their its every if than into be been because we they also " +
		"should would could")
	articles = wording.Set("a an the")
	// syntaxWords follow a keyword of a programming language that is not marked as code.
	syntaxWords = wording.Set("loop statement expression block clause keyword operator gate condition and or not else")
)
