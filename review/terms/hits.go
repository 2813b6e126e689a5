package terms

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// MayHold reports whether a reader may see in a text what the table looks for. It is true where Hits or RenderedHits of
// a document with this text yield a hit, and takes a fraction of their time.
func MayHold(text []byte, table *term.Table) bool {
	if table.MayHold(text) {
		return true
	}
	for { // a reference may stand for the first letter of a word
		at := bytes.IndexByte(text, '&')
		if at < 0 {
			return false
		}
		if n, seen := reference(text[at:]); n > 1 && table.MayStart(seen) {
			return true
		}
		text = text[at+1:]
	}
}

// A stretchHit is a hit and the stretch around it: lines of one paragraph with only text between them.
type stretchHit struct {
	term.Hit
	stretch source.Span
}

// Hits yields the hits of the table in the text of the document, each with the stretch of text around it. A name such
// as node.js counts as text if a term spells all of it.
func Hits(d *zone.Document, table *term.Table) iter.Seq2[source.Span, term.Hit] {
	return func(yield func(source.Span, term.Hit) bool) {
		var found []stretchHit
		zones := d.Zones()
		for first := 0; first < len(zones); first++ {
			if !zones[first].Zone.IsText() {
				continue
			}
			end := first + 1
			for end < len(zones) && joined(d, zones[end-1], zones[end]) {
				end++
			}
			stretch := zones[first:end]
			first = end - 1
			found = appendWordHits(found[:0], d, table, stretch)
			if table.MayHoldSigns() && slices.ContainsFunc(stretch, isName) {
				found = appendNameHits(found, d, table, stretch)
			}
			for _, hit := range found {
				right := inReference(d, hit.Hit) || rightAsWritten(d, table, hit)
				if !right && !yield(hit.stretch, hit.Hit) {
					return
				}
			}
		}
	}
}

func isName(z zone.Span) bool { return z.Zone == zone.Identifier }

// joined reports whether text goes on from one zone to the next.
func joined(d *zone.Document, a, b zone.Span) bool {
	return a.Zone.IsText() && b.Zone.IsText() && (a.End == b.Start || Wrapped(d, a.End, b.Start))
}

// appendWordHits appends what the table finds in zones of text, without those of names.
func appendWordHits(out []stretchHit, d *zone.Document, table *term.Table, zones []zone.Span) []stretchHit {
	var hits []term.Hit
	for i := 0; i < len(zones); i++ {
		z := zones[i]
		if isName(z) {
			continue
		}
		for i+1 < len(zones) && zones[i+1].Zone == z.Zone && zones[i+1].Start > z.End {
			i++
			z.End = zones[i].End
		}
		hits = table.AppendHits(hits[:0], d.Text(), z.Start, z.End)
		for _, hit := range hits {
			out = append(out, stretchHit{hit, z.Span})
		}
	}
	return out
}

// appendNameHits adds the hits that spell whole names, and those of terms that look into names. They replace the hits
// of words that they overlap.
func appendNameHits(words []stretchHit, d *zone.Document, table *term.Table, zones []zone.Span) []stretchHit {
	stretch := source.Span{Start: zones[0].Start, End: zones[len(zones)-1].End}
	var names []stretchHit
	for _, hit := range table.AppendHits(nil, d.Text(), stretch.Start, stretch.End) {
		span := source.Span{Start: hit.Start, End: hit.WordEnd}
		named, whole := false, true
		for _, z := range d.ZonesWithin(span) {
			if isName(z) {
				named, whole = true, whole && span.Contains(z.Span)
			}
		}
		if named && (whole || table.InNames(hit.Term)) {
			names = append(names, stretchHit{hit, stretch})
		}
	}
	words = slices.DeleteFunc(words, func(w stretchHit) bool {
		return slices.ContainsFunc(names, func(n stretchHit) bool { return w.Start < n.WordEnd && n.Start < w.WordEnd })
	})
	words = append(words, names...)
	slices.SortStableFunc(words, func(a, b stretchHit) int { return a.Start - b.Start })
	return words
}

// Wrapped reports whether only a soft line break stands between two places of text. A hard line break and the end of a
// table's row are not soft.
func Wrapped(d *zone.Document, from, to int) bool {
	gap := d.Text()[from:to]
	if n := bytes.IndexByte(gap, '\n'); n < 0 || n > 2 || !source.OnlySpace(gap) || bytes.HasPrefix(gap, []byte("  ")) {
		return false
	}
	return d.Block(from-1) == d.Block(to)
}

// inReference reports whether a hit ends within a character reference or with it: a reader sees something else.
func inReference(d *zone.Document, hit term.Hit) bool {
	from := max(0, hit.WordEnd-longestReference)
	at := bytes.LastIndexByte(d.Text()[from:hit.WordEnd], '&')
	if at < 0 {
		return false
	}
	n, _ := reference(d.Text()[from+at:])
	return n > 1 && from+at+n >= hit.WordEnd
}

// rightAsWritten reports whether a hit is a part of a right spelling when markup is ignored: the code of **source**
// code is.
func rightAsWritten(d *zone.Document, table *term.Table, hit stretchHit) bool {
	if hit.Start-hit.stretch.Start > phraseDistance && hit.stretch.End-hit.End > phraseDistance {
		return false
	}
	text, at := Around(d, source.Span{Start: hit.Start, End: hit.End})
	hit.End += at - hit.Start
	hit.WordEnd += at - hit.Start
	hit.Start = at
	return table.Protects(text, hit.Hit)
}

// phraseDistance is the largest distance between a word and the start or the end of a phrase around it, in bytes.
const phraseDistance = 128

// Around returns the text that a reader sees around a word, at most phraseDistance on each side, and where the word
// stands in it.
func Around(d *zone.Document, word source.Span) (text []byte, at int) {
	nearby := source.Span{Start: word.Start - phraseDistance, End: word.End + phraseDistance}
	near := func(s source.Span) source.Span {
		start := min(max(s.Start, nearby.Start), s.End)
		return source.Span{Start: start, End: max(start, min(s.End, nearby.End))}
	}
	i := d.InnermostAt(word.Start)
	first := i
	for first > 0 && d.Nodes()[first-1].Kind.Inline() && d.Nodes()[first].Span.Start > nearby.Start {
		first-- // the last one may start farther away
	}
	for n := first; n < len(d.Nodes()) && d.Nodes()[n].Kind.Inline() && d.Nodes()[n].Span.Start < nearby.End; n++ {
		switch node := &d.Nodes()[n]; node.Kind {
		case markdown.Text:
			s := near(node.Span)
			if n == i {
				at = len(text) + word.Start - s.Start
			}
			text = appendText(text, d.Bytes(s))
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

// appendText appends text in which spaces replace each &nbsp;, one for each byte.
func appendText(out, text []byte) []byte {
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

// appendApart appends what a reader sees of markup. A NUL keeps words apart that the markup touches.
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

// Continues reports whether the word of a hit at the edge of its stretch goes on behind markup: the white of
// **white**list does.
func Continues(d *zone.Document, stretch source.Span, hit term.Hit) bool {
	first, _ := utf8.DecodeRune(d.Text()[hit.Start:])
	last, _ := utf8.DecodeLastRune(d.Text()[:hit.WordEnd])
	if hit.Start == stretch.Start && source.WordRune(first) && source.WordRune(d.RuneBefore(hit.Start)) {
		return true
	}
	if hit.WordEnd != stretch.End || !source.WordRune(last) {
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

// Unwrapped returns a phrase on one line.
func Unwrapped(phrase string) string {
	if strings.IndexByte(phrase, '\n') < 0 {
		return phrase
	}
	lines := strings.Split(phrase, "\n")
	for i := range lines {
		lines[i] = strings.Trim(lines[i], " \t\r")
	}
	return strings.Join(lines, " ")
}
