package report

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Bounds on what a Report copies out of a document, so that a finding in a
// minified megabyte does not carry the megabyte.
const (
	snippetBytes     = 400  // of a source line, around the finding
	replacementBytes = 2000 // between the first and the last edit of a fix
	phraseBytes      = 300  // of a finding that its replacement repeats
)

// A resolver turns offsets into positions. It is quick where the findings come in
// document order.
type resolver struct {
	docs map[string]*zone.Document
	// bytes holds documents of which nothing but positions is wanted.
	bytes map[string][]byte
	// textOnly says that the findings are for text, which shows neither sections nor
	// single edits.
	textOnly bool
	last     *opened            // the one that was asked for last
	opened   map[string]*opened // all of them; nil while there is but one
	memory   memory
}

// An opened is a document, and where in it the resolver last was.
type opened struct {
	path string
	doc  *zone.Document // nil where its bytes alone are at hand
	cursor
}

// A memory holds the parts of findings, side by side.
type memory struct {
	positions slab[[2]Position]
	snippets  slab[Snippet]
	fixes     slab[Fix]
	edits     slab[Edit]
}

// reset makes the memory free for n findings. What was resolved before is not valid any more.
func (m *memory) reset(n int) {
	m.positions.reset(n)
	m.snippets.reset(n)
	m.fixes.reset(n)
	m.edits.reset(n)
}

// A slab holds values that are allocated together.
type slab[T any] struct {
	values []T
	size   int // how many more there may be
}

func (s *slab[T]) reset(n int) { s.values, s.size = s.values[:0], n }

// add stores a value and returns its address. The value does not move: a full slab is
// replaced by a new one.
func (s *slab[T]) add(value T) *T {
	if len(s.values) == cap(s.values) {
		s.values = make([]T, 0, max(s.size, 8))
	}
	s.size--
	s.values = append(s.values, value)
	return &s.values[len(s.values)-1]
}

// newResolver resolves findings in one document: in brief, to positions alone.
func newResolver(path string, src []byte, brief bool) *resolver {
	r := &resolver{}
	if brief {
		r.bytes = map[string][]byte{path: src}
	} else {
		r.docs = map[string]*zone.Document{path: zone.Parse(path, src)}
	}
	return r
}

func (r *resolver) finding(f *review.Finding, change fixers.Change) Finding {
	out := Finding{Finding: *f}
	if out.Severity == 0 {
		out.Severity = rules.Warning
	}
	in := r.open(f.Path)
	if in == nil {
		return out
	}
	doc, at := in.doc, in.cursor
	if placed(f, len(at.src)) {
		at = at.at(f.Span.Start)
		in.cursor = at
		place := r.memory.positions.add([2]Position{at.position(), at.at(f.Span.End).position()})
		out.Start, out.End = &place[0], &place[1]
	}
	if doc == nil {
		return out
	}
	if out.Start != nil {
		out.Snippet = r.memory.snippets.add(snippet(at))
		if !r.textOnly {
			out.Section = doc.HeadingPath(f.Span.Start)
		}
	}
	for _, c := range f.Candidates {
		if c.Span.Valid(len(doc.Source())) {
			at := at.at(c.Span.Start)
			out.Candidates = append(out.Candidates, Candidate{at.position(), at.at(c.Span.End).position(), c.Text, c.Like})
		}
	}
	if len(change) > 0 {
		out.Fix = r.fix(f, change)
	}
	return out
}

// placed reports whether the span of f means a place in a document of that size.
func placed(f *review.Finding, size int) bool {
	switch f.State {
	case review.Located, review.Probable, review.Region:
		return f.Span.Valid(size)
	}
	return false
}

// open returns the document at path, nil where it is not at hand.
func (r *resolver) open(path string) *opened {
	if r.last != nil && r.last.path == path {
		return r.last
	}
	o := r.opened[path]
	if o == nil {
		o = &opened{path: path, doc: r.docs[path]}
		src, ok := r.bytes[path]
		switch {
		case o.doc != nil:
			o.cursor = newCursor(o.doc.Source(), o.doc.Lines)
		case ok:
			o.cursor = newCursor(src, sync.OnceValue(func() *source.Lines { return source.NewLines(src) }))
		default:
			return nil
		}
		if r.opened == nil && r.last != nil {
			r.opened = map[string]*opened{r.last.path: r.last}
		}
		if r.opened != nil {
			r.opened[path] = o
		}
	}
	r.last = o
	return o
}

// fix resolves a change, nil where one of its documents is not at hand.
func (r *resolver) fix(f *review.Finding, change fixers.Change) *Fix {
	home := f.Path
	if r.textOnly && len(change) == 1 && change[0].Path == home {
		return r.textFix(f, change[0].Edits)
	}
	fix := r.memory.fixes.add(Fix{})
	ordered := slices.Clone(change)
	slices.SortFunc(ordered, func(a, b fixers.DocumentEdits) int {
		if (a.Path == home) != (b.Path == home) { // the finding's own document first
			if a.Path == home {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Path, b.Path)
	})
	for _, c := range ordered {
		doc := r.docs[c.Path]
		edits := slices.Clone(c.Edits)
		slices.SortStableFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
		for _, e := range edits {
			if doc == nil || !e.Valid(len(doc.Source())) {
				return nil
			}
			fix.Edits = append(fix.Edits, r.edit(doc, e))
		}
	}
	if len(change) == 1 && change[0].Path == home {
		fix.Replacement = r.replacement(r.docs[home], f, change[0].Edits)
	}
	return fix
}

// textFix resolves a fix for text, of edits in the document of f. It leaves out a replacement
// of several lines, which are not shown.
func (r *resolver) textFix(f *review.Finding, edits []source.Edit) *Fix {
	doc := r.docs[f.Path]
	for _, e := range edits {
		if doc == nil || !e.Valid(len(doc.Source())) {
			return nil
		}
	}
	fix := r.memory.fixes.add(Fix{})
	if len(edits) > 1 && edits[0].End <= edits[1].Start &&
		bytes.IndexByte(doc.Source()[edits[0].End:edits[1].Start], '\n') >= 0 {
		return fix
	}
	if _, text, ok := united(doc, f, edits); ok {
		fix.Replacement = r.memory.edits.add(Edit{Path: doc.Path, New: text})
	}
	return fix
}

func (r *resolver) edit(doc *zone.Document, e source.Edit) Edit {
	at := r.open(doc.Path).at(e.Start)
	return Edit{doc.Path, at.position(), at.at(e.End).position(), string(doc.Bytes(e.Span)), e.New}
}

// replacement unites edits into one, the bytes between them included, and those
// of the finding too where they are a few words: "Release notes" says more than
// "n", and "an allowlist" more than "n allowlist". It is nil when the edits lie too far apart.
func (r *resolver) replacement(doc *zone.Document, f *review.Finding, edits []source.Edit) *Edit {
	whole, text, ok := united(doc, f, edits)
	if !ok {
		return nil
	}
	return r.memory.edits.add(r.edit(doc, source.Edit{Span: whole, New: text}))
}

// united returns what replacement replaces, and by what.
func united(doc *zone.Document, f *review.Finding, edits []source.Edit) (whole source.Span, text string, ok bool) {
	whole = edits[0].Span
	for _, e := range edits {
		whole = union(whole, e.Span)
	}
	if placed(f, len(doc.Source())) {
		all := union(whole, f.Span)
		if all.Start < f.Span.Start { // with the word before, whose end changes
			all.Start -= lettersBefore(doc.Source(), all.Start)
		}
		if all.Len() <= phraseBytes && !bytes.ContainsAny(doc.Bytes(all), "\r\n") {
			whole = all
		}
	}
	if whole.Len() > replacementBytes {
		return whole, "", false
	}
	if len(edits) == 1 && whole == edits[0].Span {
		return whole, edits[0].New, true
	}
	local := make([]source.Edit, len(edits))
	for i, e := range edits {
		local[i] = source.Edit{Span: source.Span{Start: e.Start - whole.Start, End: e.End - whole.Start}, New: e.New}
	}
	out, err := source.Apply(doc.Bytes(whole), local)
	return whole, string(out), err == nil
}

// lettersBefore returns the length of the letters that end at offset.
func lettersBefore(src []byte, offset int) int {
	head := bytes.TrimRightFunc(src[:offset], unicode.IsLetter)
	return offset - len(head)
}

func union(a, b source.Span) source.Span {
	return source.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// snippet returns the line that holds the cursor, cut on both sides where it is long.
func snippet(at cursor) Snippet {
	line := source.Span{Start: at.span.Start, End: min(at.span.End, len(at.src))}
	for line.End > line.Start && (at.src[line.End-1] == '\n' || at.src[line.End-1] == '\r') {
		line.End--
	}
	if line.Len() <= snippetBytes {
		return Snippet{Text: string(at.src[line.Start:line.End]), Column: 1}
	}
	from := max(line.Start, min(at.offset-snippetBytes/4, line.End-snippetBytes))
	to := min(line.End, from+snippetBytes)
	for from > line.Start && !utf8.RuneStart(at.src[from]) {
		from--
	}
	for to < line.End && !utf8.RuneStart(at.src[to]) {
		to++
	}
	before := at.src[from:min(max(from, at.offset), to)]
	return Snippet{string(at.src[from:to]), 1 + at.points - utf8.RuneCount(before), to < line.End}
}

// A cursor is a place in a document with its line and its columns counted. Moving it
// forward counts only the bytes between, so that many findings cost one pass over the
// document, and no index of its lines; it is a value, so a copy can run ahead.
type cursor struct {
	src []byte
	// lines is the index of all lines, which is made where a cursor goes back, or where
	// lines end with a carriage return alone.
	lines         func() *source.Lines
	feeds         bool        // no line ends with a carriage return alone
	line          int         // number of the line, from 1
	span          source.Span // of the line, with its ending
	offset        int
	points, units int // code points and UTF-16 code units between line start and offset
}

func newCursor(src []byte, lines func() *source.Lines) cursor {
	feeds := bytes.IndexByte(src, '\r') < 0 || bytes.Count(src, []byte("\r")) == bytes.Count(src, []byte("\r\n"))
	return cursor{src: src, lines: lines, feeds: feeds, line: 1}.enter(0)
}

// enter returns the cursor at the start of the line that holds offset.
func (c cursor) enter(offset int) cursor {
	if c.feeds && offset >= c.span.Start {
		passed := c.src[c.span.Start:offset]
		c.line += bytes.Count(passed, []byte("\n"))
		c.span.Start += 1 + bytes.LastIndexByte(passed, '\n')
		c.span.End = len(c.src) + 1 // the end of the document belongs to its last line
		if n := bytes.IndexByte(c.src[offset:], '\n'); n >= 0 {
			c.span.End = offset + n + 1
		}
	} else {
		c.line = c.lines().Number(offset)
		c.span, _ = c.lines().Span(c.line)
		if next, ok := c.lines().Span(c.line + 1); ok {
			c.span.End = next.Start
		} else {
			c.span.End = len(c.src) + 1
		}
	}
	c.offset, c.points, c.units = c.span.Start, 0, 0
	return c
}

// at returns the cursor moved to offset, which must lie in the document.
func (c cursor) at(offset int) cursor {
	if offset < c.span.Start || offset >= c.span.End {
		c = c.enter(offset)
	} else if offset < c.offset {
		c.offset, c.points, c.units = c.span.Start, 0, 0
	}
	for c.offset < offset {
		if c.src[c.offset] < utf8.RuneSelf {
			c.offset++
			c.points++
			c.units++
			continue
		}
		r, size := utf8.DecodeRune(c.src[c.offset:offset])
		c.offset += size
		c.points++
		c.units++
		if r > 0xFFFF {
			c.units++
		}
	}
	return c
}

func (c cursor) position() Position {
	return Position{c.offset, c.line, 1 + c.points, 1 + c.units, 1 + c.offset - c.span.Start}
}
