package report

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
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

// A Resolver turns offsets into positions.
type Resolver struct {
	docs map[string]*zone.Document
	// lines has the lines of the documents for which only positions are wanted.
	lines map[string]*source.Lines
}

// NewResolver returns the Resolver for one document. With brief it resolves findings only to positions.
func NewResolver(path string, src []byte, brief bool) *Resolver {
	if brief {
		return &Resolver{lines: map[string]*source.Lines{path: source.NewLines(src)}}
	}
	return &Resolver{docs: map[string]*zone.Document{path: zone.Parse(path, src, markdown.DialectOf(path))}}
}

// Finding resolves a finding, with the change that would resolve it; nil for none.
func (r *Resolver) Finding(f *review.Finding, change fixers.Change) Finding {
	out := Finding{Finding: *f}
	if out.Severity == 0 {
		out.Severity = rules.Warning
	}
	doc, lines := r.docs[f.Path], r.lines[f.Path]
	if doc != nil {
		lines = doc.Lines()
	}
	if lines != nil && placed(f, lines.Len()) {
		start, end := position(lines, f.Span.Start), position(lines, f.Span.End)
		out.Start, out.End = &start, &end
	}
	if doc == nil {
		return out
	}
	if out.Start != nil {
		out.Snippet, out.Section = snippet(doc, out.Start), doc.HeadingPath(f.Span.Start)
	}
	for _, c := range f.Candidates {
		if c.Span.Valid(len(doc.Source())) {
			out.Candidates = append(out.Candidates,
				Candidate{position(lines, c.Span.Start), position(lines, c.Span.End), c.Text, c.Like})
		}
	}
	if len(change) > 0 {
		out.Fix = r.fix(f, change)
	}
	return out
}

// placed reports whether the span of f is a place in a document of that size.
func placed(f *review.Finding, size int) bool {
	switch f.State {
	case review.Located, review.Probable, review.Region:
		return f.Span.Valid(size)
	}
	return false
}

// fix resolves a change. It returns nil if one of its documents is not loaded.
func (r *Resolver) fix(f *review.Finding, change fixers.Change) *Fix {
	home := f.Path
	fix := &Fix{}
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
			fix.Edits = append(fix.Edits, editOf(doc, e))
		}
	}
	if len(change) == 1 && change[0].Path == home {
		fix.Replacement = replacement(r.docs[home], f, change[0].Edits)
	}
	return fix
}

func editOf(doc *zone.Document, e source.Edit) Edit {
	lines := doc.Lines()
	return Edit{doc.Path, position(lines, e.Start), position(lines, e.End), string(doc.Bytes(e.Span)), e.New}
}

// replacement unites edits into one, with the bytes between them, and with the bytes of the finding if they are a few
// words: "Release notes" says more than "n", and "an allowlist" more than "n allowlist". It returns nil if the edits
// lie too far apart.
func replacement(doc *zone.Document, f *review.Finding, edits []source.Edit) *Edit {
	whole := edits[0].Span
	for _, e := range edits {
		whole = whole.Union(e.Span)
	}
	if placed(f, len(doc.Source())) {
		all := whole.Union(f.Span)
		if all.Start < f.Span.Start { // with the word before: its end changes
			all.Start = len(bytes.TrimRightFunc(doc.Source()[:all.Start], unicode.IsLetter))
		}
		if all.Len() <= phraseBytes && !bytes.ContainsAny(doc.Bytes(all), "\r\n") {
			whole = all
		}
	}
	if whole.Len() > replacementBytes {
		return nil
	}
	local := make([]source.Edit, len(edits))
	for i, e := range edits {
		local[i] = source.Edit{Span: source.Span{Start: e.Start - whole.Start, End: e.End - whole.Start}, New: e.New}
	}
	text, err := source.Apply(doc.Bytes(whole), local)
	if err != nil {
		return nil
	}
	edit := editOf(doc, source.Edit{Span: whole, New: string(text)})
	return &edit
}

// snippet returns the line of a place. It cuts a long line on both sides.
func snippet(doc *zone.Document, at *Position) *Snippet {
	src := doc.Source()
	line, _ := doc.Lines().Span(at.Line)
	if line.Len() <= snippetBytes {
		return &Snippet{Text: string(src[line.Start:line.End]), Column: 1}
	}
	from := max(line.Start, min(at.Offset-snippetBytes/4, line.End-snippetBytes))
	to := min(line.End, from+snippetBytes)
	for from > line.Start && !utf8.RuneStart(src[from]) {
		from--
	}
	for to < line.End && !utf8.RuneStart(src[to]) {
		to++
	}
	before := src[from:min(max(from, at.Offset), to)]
	return &Snippet{string(src[from:to]), at.Column - utf8.RuneCount(before), to < line.End}
}

// position returns the place of an offset.
func position(lines *source.Lines, offset int) Position {
	line, columns := lines.Columns(offset)
	return Position{
		Offset: offset, Line: line, Column: columns[source.CodePoint],
		UTF16Column: columns[source.UTF16], ByteColumn: columns[source.Byte],
	}
}
