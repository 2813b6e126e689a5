package report

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
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

// A resolver turns offsets into positions.
type resolver struct {
	docs map[string]*zone.Document
	// lines holds those of documents of which nothing but positions is wanted.
	lines map[string]*source.Lines
	// textOnly says that the findings are for text, which shows neither sections nor
	// single edits, and counts code points.
	textOnly bool
	parts    resolvedParts
}

// resolvedParts is memory for what findings refer to. It is made for many at a time, and used again for the findings of
// the next document.
type resolvedParts struct {
	positions []Position
	snippets  []Snippet
	fixes     []Fix
	edits     []Edit
}

// emptied is p for other findings.
func (p *resolvedParts) emptied() resolvedParts {
	return resolvedParts{
		scratch.Emptied(p.positions), scratch.Emptied(p.snippets), scratch.Emptied(p.fixes), scratch.Emptied(p.edits),
	}
}

// put appends a part to its list, and returns where it is. Parts that were put before stay where they are: a list
// without room gives way to a longer one.
func put[T any](list *[]T, part T) *T {
	const least = 16
	if len(*list) == cap(*list) {
		*list = make([]T, 0, max(least, 2*cap(*list)))
	}
	*list = append(*list, part)
	return &(*list)[len(*list)-1]
}

// newResolver resolves findings in one document: in brief, to positions alone.
func newResolver(path string, src []byte, brief bool) *resolver {
	if brief {
		return &resolver{lines: map[string]*source.Lines{path: source.NewLines(src)}}
	}
	return &resolver{docs: map[string]*zone.Document{path: zone.Parse(path, src, markdown.DialectOf(path))}}
}

func (r *resolver) finding(f *review.Finding, change fixers.Change) Finding {
	out := Finding{Finding: *f}
	if out.Severity == 0 {
		out.Severity = rules.Warning
	}
	doc, lines := r.docs[f.Path], r.lines[f.Path]
	if doc != nil {
		lines = doc.Lines()
	}
	if lines != nil && placed(f, lines.Len()) {
		out.Start = put(&r.parts.positions, r.position(lines, f.Span.Start))
		out.End = put(&r.parts.positions, r.position(lines, f.Span.End))
	}
	if doc == nil {
		return out
	}
	if out.Start != nil {
		out.Snippet = put(&r.parts.snippets, snippet(doc, out.Start))
		if !r.textOnly {
			out.Section = doc.HeadingPath(f.Span.Start)
		}
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

// placed reports whether the span of f means a place in a document of that size.
func placed(f *review.Finding, size int) bool {
	switch f.State {
	case review.Located, review.Probable, review.Region:
		return f.Span.Valid(size)
	}
	return false
}

// fix resolves a change, nil where one of its documents is not at hand.
func (r *resolver) fix(f *review.Finding, change fixers.Change) *Fix {
	home := f.Path
	if r.textOnly && len(change) == 1 && change[0].Path == home {
		return r.textFix(f, change[0].Edits)
	}
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

// textFix resolves a fix for text, of edits in the document of f. It leaves out a replacement
// of several lines, which are not shown.
func (r *resolver) textFix(f *review.Finding, edits []source.Edit) *Fix {
	doc := r.docs[f.Path]
	for _, e := range edits {
		if doc == nil || !e.Valid(len(doc.Source())) {
			return nil
		}
	}
	fix := put(&r.parts.fixes, Fix{})
	if len(edits) > 1 && edits[0].End <= edits[1].Start &&
		bytes.IndexByte(doc.Source()[edits[0].End:edits[1].Start], '\n') >= 0 {
		return fix
	}
	if _, text, ok := united(doc, f, edits); ok {
		fix.Replacement = put(&r.parts.edits, Edit{Path: doc.Path, New: text})
	}
	return fix
}

func editOf(doc *zone.Document, e source.Edit) Edit {
	lines := doc.Lines()
	return Edit{doc.Path, position(lines, e.Start), position(lines, e.End), string(doc.Bytes(e.Span)), e.New}
}

// replacement unites edits into one, the bytes between them included, and those
// of the finding too where they are a few words: "Release notes" says more than
// "n", and "an allowlist" more than "n allowlist". It is nil when the edits lie too far apart.
func replacement(doc *zone.Document, f *review.Finding, edits []source.Edit) *Edit {
	whole, text, ok := united(doc, f, edits)
	if !ok {
		return nil
	}
	edit := editOf(doc, source.Edit{Span: whole, New: text})
	return &edit
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

// snippet returns the line of a place, cut on both sides where it is long.
func snippet(doc *zone.Document, at *Position) Snippet {
	src := doc.Source()
	line, _ := doc.Lines().Span(at.Line)
	if line.Len() <= snippetBytes {
		return Snippet{Text: string(src[line.Start:line.End]), Column: 1}
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
	return Snippet{string(src[from:to]), at.Column - utf8.RuneCount(before), to < line.End}
}

// position returns the place of an offset, as far as it is wanted.
func (r *resolver) position(lines *source.Lines, offset int) Position {
	if !r.textOnly {
		return position(lines, offset)
	}
	at := lines.Point(offset, source.CodePoint)
	return Position{Offset: offset, Line: at.Line, Column: at.Column}
}

// position returns the place of an offset.
func position(lines *source.Lines, offset int) Position {
	line, columns := lines.Columns(offset)
	return Position{
		Offset: offset, Line: line, Column: columns[source.CodePoint],
		UTF16Column: columns[source.UTF16], ByteColumn: columns[source.Byte],
	}
}
