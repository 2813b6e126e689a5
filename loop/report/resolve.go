package report

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Bounds on what a Report copies out of a document, so that a finding in a
// minified megabyte does not carry the megabyte.
const (
	snippetBytes     = 400  // of a source line, around the finding
	replacementBytes = 2000 // between the first and the last edit of a fix
	phraseBytes      = 300  // of a finding that its replacement repeats
)

// resolver turns offsets into positions. It is made for findings in document
// order.
type resolver struct {
	docs     map[string]*review.Document
	cursors  map[string]cursor
	textOnly bool // see Input
}

// newResolver resolves findings in one document: in brief, to positions alone.
func newResolver(path string, src []byte, brief bool) *resolver {
	if brief {
		return &resolver{cursors: map[string]cursor{path: newCursor(src, source.NewLines(src))}}
	}
	doc := review.Parse(path, src)
	return &resolver{docs: map[string]*review.Document{path: doc}, cursors: map[string]cursor{}}
}

func (r *resolver) finding(f *review.Finding, change fixers.Change) Finding {
	out := Finding{
		Path: f.Path, ID: f.ID, Key: string(f.Key), Rule: f.Rule, Severity: f.Severity, Message: f.Message,
		State: f.State.String(), Why: f.Why, Source: f.Source, Confidence: f.Confidence,
		Choices: f.Choices, Citations: f.Citations, RequiresHuman: f.RequiresHuman,
	}
	if out.Severity == 0 {
		out.Severity = rules.Warning
	}
	if f.Category != 0 {
		out.Category = f.Category.String()
	}
	doc := r.docs[f.Path]
	if doc == nil {
		if at, ok := r.cursors[f.Path]; ok && placed(f, len(at.src)) {
			at = at.at(f.Span.Start)
			r.cursors[f.Path] = at
			start, end := at.position(), at.at(f.Span.End).position()
			out.Start, out.End = &start, &end
		}
		return out
	}
	if placed(f, len(doc.Source())) {
		at := r.cursor(doc).at(f.Span.Start)
		r.cursors[doc.Path] = at
		place := &[2]Position{at.position(), at.at(f.Span.End).position()}
		out.Start, out.End = &place[0], &place[1]
		out.Snippet = snippet(doc, at)
		if !r.textOnly {
			out.Section = doc.HeadingPath(f.Span.Start)
		}
	}
	for _, c := range f.Candidates {
		if c.Span.Valid(len(doc.Source())) {
			at := r.cursor(doc).at(c.Span.Start)
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

// cursor is where the resolver last was in doc.
func (r *resolver) cursor(doc *review.Document) cursor {
	c, ok := r.cursors[doc.Path]
	if !ok {
		c = newCursor(doc.Source(), doc.Lines())
		r.cursors[doc.Path] = c
	}
	return c
}

// fix resolves a change whose documents are all at hand; a fix that can only be
// told in part is not told.
func (r *resolver) fix(f *review.Finding, change fixers.Change) *Fix {
	fix, home := &Fix{}, f.Path
	if edits, ok := change[home]; ok && r.textOnly && len(change) == 1 {
		return r.textFix(fix, f, edits)
	}
	paths := make([]string, 0, len(change))
	for path := range change {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		if (a == home) != (b == home) { // the finding's own document first
			if a == home {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, path := range paths {
		doc := r.docs[path]
		edits := slices.Clone(change[path])
		slices.SortStableFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
		for _, e := range edits {
			if doc == nil || !e.Valid(len(doc.Source())) {
				return nil
			}
			fix.Edits = append(fix.Edits, r.edit(doc, e))
		}
	}
	if len(paths) == 1 && paths[0] == home {
		fix.Replacement = r.replacement(r.docs[home], f, change[home])
	}
	return fix
}

// textFix is fix for AppendText, of edits in the document of f.
func (r *resolver) textFix(fix *Fix, f *review.Finding, edits []source.Edit) *Fix {
	doc := r.docs[f.Path]
	for _, e := range edits {
		if doc == nil || !e.Valid(len(doc.Source())) {
			return nil
		}
	}
	if _, text, ok := united(doc, f, edits); ok {
		fix.Replacement = &Edit{Path: doc.Path, New: text}
	}
	return fix
}

func (r *resolver) edit(doc *review.Document, e source.Edit) Edit {
	at := r.cursor(doc).at(e.Start)
	return Edit{doc.Path, at.position(), at.at(e.End).position(), string(doc.Bytes(e.Span)), e.New}
}

// replacement unites edits into one, the bytes between them included, and those
// of the finding too where they are a few words: "Release notes" says more than
// "n". It is nil when the edits lie too far apart.
func (r *resolver) replacement(doc *review.Document, f *review.Finding, edits []source.Edit) *Edit {
	whole, text, ok := united(doc, f, edits)
	if !ok {
		return nil
	}
	e := r.edit(doc, source.Edit{Span: whole, New: text})
	return &e
}

// united is what replacement replaces, and by what.
func united(doc *review.Document, f *review.Finding, edits []source.Edit) (whole source.Span, text string, ok bool) {
	whole = edits[0].Span
	for _, e := range edits {
		whole = union(whole, e.Span)
	}
	if all := union(whole, f.Span); placed(f, len(doc.Source())) && all.Len() <= phraseBytes && !bytes.ContainsAny(doc.Bytes(all), "\r\n") {
		whole = all
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

func union(a, b source.Span) source.Span {
	return source.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

// snippet is the line that holds the cursor, cut on both sides where it is long.
func snippet(doc *review.Document, at cursor) *Snippet {
	line, ok := doc.Lines().Span(at.line)
	if !ok {
		return nil
	}
	src := doc.Source()
	if line.Len() <= snippetBytes {
		return &Snippet{Text: string(doc.Bytes(line)), Column: 1}
	}
	from := max(line.Start, min(at.offset-snippetBytes/4, line.End-snippetBytes))
	to := min(line.End, from+snippetBytes)
	for from > line.Start && !utf8.RuneStart(src[from]) {
		from--
	}
	for to < line.End && !utf8.RuneStart(src[to]) {
		to++
	}
	before := source.Span{Start: from, End: min(max(from, at.offset), to)}
	return &Snippet{string(src[from:to]), 1 + at.points - utf8.RuneCount(doc.Bytes(before)), to < line.End}
}

// A cursor is a place in a document with its columns counted. Moving it forward
// within a line counts only the bytes between, so that many findings on one long
// line cost one pass over it; it is a value, so a copy can run ahead.
type cursor struct {
	src           []byte
	lines         *source.Lines
	line          int         // number of the line, from 1
	span          source.Span // of the line, with its ending
	offset        int
	points, units int // code points and UTF-16 code units between line start and offset
}

func newCursor(src []byte, lines *source.Lines) cursor {
	return cursor{src: src, lines: lines}.enter(0)
}

// enter is the start of the line that holds offset.
func (c cursor) enter(offset int) cursor {
	c.line = c.lines.Number(offset)
	c.span, _ = c.lines.Span(c.line)
	if next, ok := c.lines.Span(c.line + 1); ok {
		c.span.End = next.Start
	} else {
		c.span.End = len(c.src) + 1 // the end of the document belongs to its last line
	}
	c.offset, c.points, c.units = c.span.Start, 0, 0
	return c
}

// at is the cursor moved to offset, which must lie in the document.
func (c cursor) at(offset int) cursor {
	if offset < c.span.Start || offset >= c.span.End {
		c = c.enter(offset)
	} else if offset < c.offset {
		c.offset, c.points, c.units = c.span.Start, 0, 0
	}
	for c.offset < offset {
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
