package rule

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// wordEdits replaces a phrase. Each line of it gets as many words as it had, so that line ends stay where they are. It
// returns nil if that is not possible.
func wordEdits(d *zone.Document, span source.Span, want string) []source.Edit {
	lines := wordLines(d, span)
	words := strings.Split(want, " ")
	if len(words) < len(lines) {
		return fewerWords(d, lines, want)
	}
	var edits []source.Edit
	for i, line := range lines {
		old := string(d.Bytes(line))
		n := len(words)
		if left := len(lines) - 1 - i; left > 0 {
			n = min(len(strings.Fields(old)), len(words)-left)
		}
		if piece := strings.Join(words[:n], " "); piece != old {
			edits = append(edits, source.Edit{Span: line, New: piece})
		}
		words = words[n:]
	}
	return edits
}

// stopped returns want with the full stop that it needs in place of span. If the full stop of "etc." ends a sentence,
// want gets it. If want has one and another follows, one is left. It returns false if it is not certain whether a
// sentence ends there.
func stopped(d *zone.Document, span source.Span, want string) (string, bool) {
	rest := d.Text()[span.End:min(span.End+2, len(d.Text()))]
	switch {
	case len(want) > 1 && bytes.HasPrefix(rest, []byte(".")) && string(rest) != "..":
		return strings.TrimSuffix(want, "."), true
	case d.Text()[span.End-1] != '.' || strings.HasSuffix(want, "."):
		return want, true
	}
	switch sentenceEnd(d, span.End-1, span.End) {
	case endsSentence:
		return want + ".", true
	case mayEndSentence:
		return "", false
	}
	return want, true
}

// withStop returns the span of an abbreviation with the full stop that belongs to it: that of "etc" inside a sentence.
func withStop(d *zone.Document, span source.Span, want string) source.Span {
	text := d.Text()
	at := span.End
	if at >= len(text) || text[at] != '.' || strings.HasSuffix(want, ".") || bytes.HasPrefix(text[at:], []byte("..")) {
		return span
	}
	etc := strings.EqualFold(string(d.Bytes(span)), "etc")
	if (etc || usage.Abbreviation(text, at)) && sentenceEnd(d, at, at+1) == withinSentence {
		span.End++
	}
	return span
}

type sentenceEnding uint8

const (
	withinSentence sentenceEnding = iota
	mayEndSentence
	endsSentence
)

// sentenceEnd says whether a sentence ends at the full stop of an abbreviation. next is the offset after the stop.
func sentenceEnd(d *zone.Document, stop, next int) sentenceEnding {
	text := d.Text()
	block := d.Block(stop)
	rest := bytes.TrimLeft(text[next:max(next, min(d.Nodes()[block].Span.End, len(text)))], "*_~\"")
	after := bytes.TrimLeft(rest, " \t\r\n>*_~\"'([")
	switch {
	case len(bytes.TrimSpace(rest)) == 0:
		if d.Nodes()[block].Kind == markdown.Paragraph {
			return endsSentence
		}
		return withinSentence // a heading or a cell
	case !source.IsSpace(rest[0]), usage.Abbreviation(text, stop):
		return withinSentence
	}
	r, _ := utf8.DecodeRune(after)
	if !unicode.IsUpper(r) {
		return withinSentence
	}
	word, _, _ := strings.Cut(string(after[:min(len(after), 16)]), " ")
	if bytes.HasSuffix(bytes.ToLower(text[:stop]), []byte("etc")) ||
		sentenceStarters()[strings.ToLower(strings.TrimRight(word, ",'"))] {
		return endsSentence
	}
	return mayEndSentence
}

// sentenceStarters are words that have a capital only at the start of a sentence.
var sentenceStarters = wording.Set("a after all also an and another any as at before both but by each either every " +
	"for from he here how however if in it its like many more most no not on once only or other our see she since so " +
	"some such that the their then there these they this those though thus to until use we what when where which while " +
	"who why with without yet you your")

// wordLines returns the part of a phrase on each of its lines.
func wordLines(d *zone.Document, span source.Span) []source.Span {
	var out []source.Span
	for at := span.Start; ; {
		n := bytes.IndexByte(d.Text()[at:span.End], '\n')
		if n < 0 {
			return append(out, source.Span{Start: at, End: span.End})
		}
		out = append(out, source.Span{Start: at, End: at + len(bytes.TrimRight(d.Text()[at:at+n], " \t\r"))})
		at += n + 1
		at += len(d.Text()[at:span.End]) - len(bytes.TrimLeft(d.Text()[at:span.End], " \t"))
	}
}

// fewerWords replaces a phrase on two lines by one word. The word goes to the second line if text stands before the
// phrase, or to the first line if text stands after it.
func fewerWords(d *zone.Document, lines []source.Span, want string) []source.Edit {
	if len(lines) != 2 {
		return nil
	}
	a, b := lines[0], lines[1]
	if spaceInText(d, a.Start-1) {
		return []source.Edit{{Span: source.Span{Start: a.Start - 1, End: a.End}}, {Span: b, New: want}}
	}
	if spaceInText(d, b.End) {
		return []source.Edit{{Span: a, New: want}, {Span: source.Span{Start: b.Start, End: b.End + 1}}}
	}
	return nil
}

// spaceInText reports whether a single space of prose stands at an offset.
func spaceInText(d *zone.Document, at int) bool {
	if at < 1 || at+1 >= len(d.Text()) || d.Text()[at] != ' ' || source.IsSpace(d.Text()[at-1]) ||
		source.IsSpace(d.Text()[at+1]) {
		return false
	}
	area := d.ZoneAt(at)
	return area == zone.Prose || area == zone.HeadingText
}
