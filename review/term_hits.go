package review

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rendered"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A textHit is a hit and the stretch that it stands in: lines of one paragraph with nothing
// between them that is no text.
type textHit struct {
	term.Hit
	stretch source.Span
}

// hits is what the table finds in the text of the document, headings and all. A name such
// as node.js is text for a term that spells all of it.
func hits(d *zone.Document, table *term.Table, starts *rendered.Starts) iter.Seq2[source.Span, term.Hit] {
	return func(yield func(source.Span, term.Hit) bool) {
		if starts.None() {
			return
		}
		left := *starts
		var found []textHit
		var hits []term.Hit
		zones := d.Zones()
		for i, done := 0, 0; i < len(zones); i++ {
			next := len(d.Text())
			if i+1 < len(zones) {
				next = zones[i+1].Start
			}
			if !zones[i].Zone.IsText() || !left.InOrder(zones[i].Start, next) {
				continue
			}
			first := i
			for first > done && joined(d, zones[first-1], zones[first]) {
				first--
			}
			for i+1 < len(zones) && joined(d, zones[i], zones[i+1]) {
				i++
			}
			done = i + 1
			stretch := zones[first:done]
			found, hits = wordHits(d, table, stretch, found[:0], hits)
			if table.MayHoldSigns() && slices.ContainsFunc(stretch, isName) {
				found = nameHits(d, table, stretch, found)
			}
			for _, hit := range found {
				if rightAsWritten(d, table, hit.stretch, hit.Hit) {
					continue
				}
				if !yield(hit.stretch, hit.Hit) {
					return
				}
			}
		}
	}
}

func isName(z zone.Span) bool { return z.Zone == zone.Identifier }

// joined reports whether text goes on from one zone to the next.
func joined(d *zone.Document, a, b zone.Span) bool {
	return a.Zone.IsText() && b.Zone.IsText() && (a.End == b.Start || wrapped(d, a.End, b.Start))
}

// wordHits appends what the table finds in zones of text. Names part stretches.
func wordHits(d *zone.Document, table *term.Table, zones []zone.Span, out []textHit,
	hits []term.Hit) ([]textHit, []term.Hit) {
	for i := 0; i < len(zones); i++ {
		z := zones[i]
		if z.Zone == zone.Identifier {
			continue
		}
		for i+1 < len(zones) && zones[i+1].Zone == z.Zone && zones[i+1].Start > z.End {
			i++
			z.End = zones[i].End
		}
		hits = table.AppendHits(hits[:0], d.Text(), z.Start, z.End)
		for _, hit := range hits {
			out = append(out, textHit{hit, z.Span})
		}
	}
	return out, hits
}

// nameHits adds the hits that spell whole names to those of the words around them, which
// they take the place of.
func nameHits(d *zone.Document, table *term.Table, zones []zone.Span, words []textHit) []textHit {
	stretch := source.Span{Start: zones[0].Start, End: zones[len(zones)-1].End}
	var names []textHit
	for _, hit := range table.AppendHits(nil, d.Text(), stretch.Start, stretch.End) {
		span := source.Span{Start: hit.Start, End: hit.WordEnd}
		named, whole := false, true
		for _, z := range d.ZonesWithin(span) {
			if z.Zone == zone.Identifier {
				named, whole = true, whole && span.Contains(z.Span)
			}
		}
		if named && whole {
			names = append(names, textHit{hit, stretch})
		}
	}
	if len(names) == 0 {
		return words
	}
	words = slices.DeleteFunc(words, func(w textHit) bool {
		return slices.ContainsFunc(names, func(n textHit) bool { return w.Start < n.WordEnd && n.Start < w.WordEnd })
	})
	words = append(words, names...)
	slices.SortStableFunc(words, func(a, b textHit) int { return a.Start - b.Start })
	return words
}

// wrapped reports whether nothing but a soft line break stands between two places of
// text: not one that readers see, nor the end of a table's row.
func wrapped(d *zone.Document, from, to int) bool {
	gap := d.Text()[from:to]
	if n := bytes.IndexByte(gap, '\n'); n < 0 || n > 2 || !source.OnlySpace(gap) || bytes.HasPrefix(gap, []byte("  ")) {
		return false
	}
	return d.Block(from-1) == d.Block(to)
}

// rightAsWritten reports whether a hit is a part of what is written as it should be once
// the markup within that is looked through, as the code of **source** code may be.
func rightAsWritten(d *zone.Document, table *term.Table, stretch source.Span, hit term.Hit) bool {
	if hit.Start-stretch.Start > phraseDistance && stretch.End-hit.End > phraseDistance {
		return false
	}
	text, at := seenAround(d, source.Span{Start: hit.Start, End: hit.End})
	hit.End += at - hit.Start
	hit.WordEnd += at - hit.Start
	hit.Start = at
	return table.Protects(text, hit)
}

// phraseDistance is how far from a word the phrase may begin or end that it is a part of,
// in bytes.
const phraseDistance = 128

// seenAround returns the text that a reader sees around a word, as far as phraseDistance, and
// where the word stands in it.
func seenAround(d *zone.Document, word source.Span) (text []byte, at int) {
	nearby := source.Span{Start: word.Start - phraseDistance, End: word.End + phraseDistance}
	near := func(s source.Span) source.Span {
		start := min(max(s.Start, nearby.Start), s.End)
		return source.Span{Start: start, End: max(start, min(s.End, nearby.End))}
	}
	i := d.InnermostAt(word.Start)
	first := i
	for first > 0 && d.Nodes()[first-1].Kind.Inline() && d.Nodes()[first].Span.Start > nearby.Start {
		first-- // the last one may begin before what is in reach
	}
	for n := first; n < len(d.Nodes()) && d.Nodes()[n].Kind.Inline() && d.Nodes()[n].Span.Start < nearby.End; n++ {
		switch node := &d.Nodes()[n]; node.Kind {
		case markdown.Text:
			s := near(node.Span)
			if n == i {
				at = len(text) + word.Start - s.Start
			}
			text = appendSeen(text, d.Bytes(s))
		case markdown.SoftBreak:
			text = append(text, ' ')
		case markdown.CodeSpan:
			text = appendApart(d, text, node.Span, d.Bytes(near(node.Content)))
		case markdown.InlineHTML:
			text = appendApart(d, text, node.Span, nil)
		case markdown.Emphasis, markdown.Strong, markdown.Strikethrough, markdown.Link:
		default:
			text = append(text, 0)
		}
	}
	return text, at
}

// appendSeen appends text with no-break spaces that are written as references as so
// many spaces.
func appendSeen(out, text []byte) []byte {
	const reference = "&nbsp;"
	start := len(out)
	out = append(out, text...)
	for text = out[start:]; ; {
		n := bytes.Index(text, []byte(reference))
		if n < 0 {
			return out
		}
		copy(text[n:], strings.Repeat(" ", len(reference)))
		text = text[n+len(reference):]
	}
}

// appendApart appends what is seen of markup, and keeps it and what it parts from the
// words that it touches.
func appendApart(d *zone.Document, out []byte, markup source.Span, seen []byte) []byte {
	before, _ := utf8.DecodeLastRune(d.Text()[:markup.Start])
	after, _ := utf8.DecodeRune(d.Text()[markup.End:])
	if source.WordRune(before) && (len(seen) > 0 || source.WordRune(after)) {
		out = append(out, 0)
	}
	out = append(out, seen...)
	if source.WordRune(after) && len(seen) > 0 {
		out = append(out, 0)
	}
	return out
}

// continues reports whether the word of a hit at the edge of its zone goes on
// behind markup, as the list of **white**list does.
func continues(d *zone.Document, zone source.Span, hit term.Hit) bool {
	if hit.Start == zone.Start && source.WordRune(d.RuneBefore(hit.Start)) {
		return true
	}
	if hit.WordEnd != zone.End {
		return false
	}
	after := d.TextBehind(hit.WordEnd)
	r, size := utf8.DecodeRune(after)
	if !source.WordRune(r) {
		return false
	}
	next, _ := utf8.DecodeRune(after[size:])
	return r != 's' || source.WordRune(next) // [term](destination)s
}

// unwrapped returns a phrase on one line.
func unwrapped(phrase string) string {
	if strings.IndexByte(phrase, '\n') < 0 {
		return phrase
	}
	lines := strings.Split(phrase, "\n")
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t\r")
	}
	return strings.Join(lines, " ")
}

// wordEdits puts a phrase in place of another. Line ends stay where they are: as many
// words as before stand before each. It is nil where that can't be.
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

// stopped is a phrase with the full stop at its end that it has to bring where it takes the
// place of another. Where a sentence ends with the full stop of "etc.", or has one too, as in
// "and so on.", just one is left. It is false where a sentence may end there or not.
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

// withStop is the span of an abbreviation with the full stop behind it that is its own: that
// of "etc" within a sentence.
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

// sentenceEnd says whether a sentence ends with the abbreviation before a full stop. next is
// the offset behind the stop.
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

// sentenceStarters is words that a capital shows to begin a sentence.
var sentenceStarters = lazy.WordSet("a after all also an and another any as at before both but by each either every for from " +
	"he here how however if in it its like many more most no not on once only or other our see she since so some such that the " +
	"their then there these they this those though thus to until use we what when where which while who why with without yet you your")

// wordLines is the parts of a phrase on each of its lines.
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

// fewerWords puts one word in place of a phrase on two lines: on the second one where
// text stands before the phrase, or on the first one where text stands behind it.
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

// spaceInText reports whether a space of prose stands at an offset, and none beside it
// but the one that ends the word there.
func spaceInText(d *zone.Document, at int) bool {
	if at < 1 || at+1 >= len(d.Text()) || d.Text()[at] != ' ' || source.IsSpace(d.Text()[at-1]) ||
		source.IsSpace(d.Text()[at+1]) {
		return false
	}
	area := d.ZoneAt(at)
	return area == zone.Prose || area == zone.HeadingText
}
