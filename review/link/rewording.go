package link

import (
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Rewording has the headings of a document that edits change, by their indices, and those that they add before the
// first heading, by -1.
type Rewording map[int]rewordedHeading

// A rewordedHeading is the result of edits for one heading.
type rewordedHeading struct {
	gone  bool
	text  slugText
	added []slugText // of the headings that stand behind it then
}

// And returns the changes of both. If both change one heading, that of other holds.
func (w Rewording) And(other Rewording) Rewording {
	out := maps.Clone(w)
	maps.Copy(out, other)
	return out
}

// Meets reports whether both change the same heading, or add one behind the same heading.
func (w Rewording) Meets(other Rewording) bool {
	for i := range other {
		if _, ok := w[i]; ok {
			return true
		}
	}
	return false
}

// ChangesHeadings reports whether edits may change, add or remove a heading of doc. Others change no slug.
func ChangesHeadings(doc *zone.Document, edits []source.Edit) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool {
		return addsHeading(e) || len(HeadingsIn(doc, e)) > 0
	})
}

// HeadingsIn returns the headings that an edit changes, their marks included.
func HeadingsIn(doc *zone.Document, e source.Edit) (indices []int) {
	headings := doc.Headings()
	for i := max(0, doc.HeadingAt(e.Start)); i < len(headings) && headings[i].Section.Start <= e.End; i++ {
		if e.Overlaps(block(doc, headings[i])) || headings[i].Span.Contains(e.Span) {
			indices = append(indices, i)
		}
	}
	return indices
}

// block returns where a heading stands with its marks.
func block(doc *zone.Document, h markdown.Heading) source.Span { return doc.Nodes()[h.Node].Span }

// addsHeading reports whether a line that an edit writes may be a heading, or make one of the line before.
func addsHeading(e source.Edit) bool {
	if len(e.New) == 1 { // such as a bullet
		return false
	}
	for line := range strings.Lines(e.New) {
		line = strings.TrimRight(strings.TrimLeft(line, "> \t"), " \t\r\n")
		if line != "" && strings.Trim(line, "=") == "" || line != "" && strings.Trim(line, "-") == "" ||
			strings.HasPrefix(strings.TrimLeft(line, " \t>*+-.)0123456789"), "#") {
			return true
		}
	}
	return false
}

// Reworded returns the changes that edits make to the headings. It reports false if they change a heading that they
// don't touch.
func (r *Renaming) Reworded(edits []source.Edit) (Rewording, bool) {
	if slices.ContainsFunc(edits, addsHeading) {
		return r.reparsed(edits)
	}
	out := Rewording{}
	for _, e := range edits {
		for _, i := range HeadingsIn(r.doc, e) {
			if _, known := out[i]; known {
				continue
			}
			after, ok := r.rewritten(i, edits)
			if !ok {
				return r.reparsed(edits)
			}
			out[i] = after
		}
	}
	return out, true
}

// rewritten returns the edited heading i. It reads the heading alone, and reports false if that may give another result
// than in the document: an edit reaches beyond the heading, or already the heading without edits reads differently
// alone, because it has several lines, or a link with its definition elsewhere.
func (r *Renaming) rewritten(i int, edits []source.Edit) (rewordedHeading, bool) {
	const mark = "# "
	h := r.doc.Headings()[i]
	all := block(r.doc, h)
	read, prefix := h.Span, mark
	var inside []source.Edit
	for _, e := range edits {
		switch {
		case !e.Overlaps(all) && !h.Span.Contains(e.Span):
			continue
		case e.Contains(all):
			return rewordedHeading{gone: true}, true
		case !all.Contains(e.Span):
			return rewordedHeading{}, false
		case !h.Span.Contains(e.Span):
			read, prefix = all, ""
		}
		inside = append(inside, e)
	}
	if len(inside) == 0 {
		return rewordedHeading{text: r.texts[i]}, true
	}
	return r.reread(i, read, prefix, inside)
}

// reread reads heading i alone, its bytes behind a prefix, before and after the edits.
func (r *Renaming) reread(i int, read source.Span, prefix string, edits []source.Edit) (rewordedHeading, bool) {
	inside := slices.Clone(edits)
	for n, e := range inside {
		inside[n].Span = source.Span{Start: e.Start - read.Start, End: e.End - read.Start}
	}
	old := r.doc.Bytes(read)
	content, err := source.Apply(old, inside)
	if err != nil {
		return rewordedHeading{}, false
	}
	if before, ok := r.byItself(prefix, old); !ok || before.text != r.texts[i] {
		return rewordedHeading{}, false
	}
	return r.byItself(prefix, content)
}

// byItself reads a heading alone, or its content behind a mark. The heading may be gone.
func (r *Renaming) byItself(mark string, content []byte) (rewordedHeading, bool) {
	d := zone.Parse("", append([]byte(mark), content...), markdown.Dialect{})
	headings := d.Headings()
	switch {
	case mark == "" && len(headings) == 0:
		return rewordedHeading{gone: true}, true
	case len(headings) != 1,
		mark != "" && headings[0].Span != (source.Span{Start: len(mark), End: len(mark) + len(content)}):
		return rewordedHeading{}, false
	}
	return rewordedHeading{text: headingSlugText(d, headings[0], r.style)}, true
}

// reparsed is Reworded by a parse of the whole edited document. If the number of headings stays, they are the same in
// their order; else those with equal text are the same.
func (r *Renaming) reparsed(edits []source.Edit) (Rewording, bool) {
	after, err := source.Apply(r.doc.Source(), edits)
	if err != nil {
		return nil, false
	}
	d, moved := zone.Parse(r.doc.Path, after, r.doc.Dialect), source.NewMapping(edits)
	now, texts, next := d.Headings(), slugTexts(d, r.style), 0
	out, headings := Rewording{}, r.doc.Headings()
	upTo := func(offset int) []slugText { // the headings that begin before offset and were not looked at yet
		from := next
		for next < len(now) && now[next].Section.Start < offset {
			next++
		}
		return texts[from:next]
	}
	for i := 0; i < len(headings); {
		place, touch := moved.Span(block(r.doc, headings[i]), source.Tight)
		r.add(out, i-1, upTo(place.Start))
		if touch == source.Untouched {
			if next == len(now) || now[next].Section.Start != place.Start {
				return nil, false // the contract is broken, and its message is better
			}
			if texts[next] != r.texts[i] {
				out[i] = rewordedHeading{text: texts[next]}
			}
			next++
			i++
			continue
		}
		first := i
		for i++; i < len(headings); i++ {
			other, touch := moved.Span(block(r.doc, headings[i]), source.Tight)
			if touch == source.Untouched || other.Start >= place.End {
				break
			}
			place.End = max(place.End, other.End)
		}
		r.match(out, first, i, upTo(place.End))
	}
	r.add(out, len(headings)-1, upTo(len(after)+1))
	return out, true
}

// match says that headings with these texts stand where the headings from first to before end stood.
func (r *Renaming) match(out Rewording, first, end int, texts []slugText) {
	next := 0
	for i := first; i < end; i++ {
		at := next
		if len(texts) != end-first {
			at = next + slices.Index(texts[next:], r.texts[i])
			if at < next {
				out[i] = rewordedHeading{gone: true}
				continue
			}
		}
		r.add(out, i-1, texts[next:at])
		out[i] = rewordedHeading{text: texts[at]}
		next = at + 1
	}
	r.add(out, end-1, texts[next:])
}

// add says that headings with these texts stand behind heading i.
func (r *Renaming) add(out Rewording, i int, texts []slugText) {
	if len(texts) == 0 {
		return
	}
	h, ok := out[i]
	if !ok && i >= 0 {
		h.text = r.texts[i]
	}
	h.added = append(h.added, texts...)
	out[i] = h
}

// slugsAfter calls f with the slugs that the headings have then whose slugs may change, "" for those that are gone.
func (r *Renaming) slugsAfter(reworded Rewording, f func(i int, slug string)) {
	var headings []int
	stems := r.Stems(reworded)
	slices.Sort(stems)
	for _, stem := range slices.Compact(stems) {
		headings = append(headings, r.stems[stem]...)
	}
	slices.Sort(headings)
	texts := make([]slugText, 0, len(headings)+1)
	texts = append(texts, reworded[-1].added...)
	at := make([]int, len(headings)) // where the text of each heading is
	for n, i := range headings {
		h, ok := reworded[i]
		at[n] = len(texts)
		switch {
		case !ok:
			texts = append(texts, r.texts[i])
		case h.gone:
			at[n] = -1
		default:
			texts = append(texts, h.text)
		}
		texts = append(texts, h.added...)
	}
	slugs := slugsOf(texts, r.style)
	for n, i := range headings {
		if at[n] < 0 {
			f(i, "")
		} else {
			f(i, slugs[at[n]])
		}
	}
}

// Stems returns the stems of the slugs that a rewording may change. Rewordings with different stems are independent.
func (r *Renaming) Stems(reworded Rewording) []string {
	var out []string
	add := func(text slugText) { out = append(out, r.stem(text)) }
	for i, h := range reworded {
		if i >= 0 {
			add(r.texts[i])
		}
		if !h.gone && i >= 0 {
			add(h.text)
		}
		for _, text := range h.added {
			add(text)
		}
	}
	return out
}

// stem returns the slug of a heading without the numbers that tell equal headings apart.
func (r *Renaming) stem(text slugText) string {
	if slugRules[r.style].numbers == newName {
		return "" // one count for all
	}
	stem := text.id + text.base
	for {
		cut := strings.TrimRight(strings.TrimRight(stem, "0123456789"), "-_")
		if cut == stem {
			return strings.ToLower(stem)
		}
		stem = cut
	}
}
