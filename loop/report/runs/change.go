package runs

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/page"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A revisions has the bytes that a document had before each pass that edited it, with the index of their lines.
type revisions map[int]*revision

type revision struct {
	src   []byte
	lines *source.Lines // nil until it is asked for
}

// revisionsOf returns the revisions of each document of a run.
func revisionsOf(r *result.Run) map[string]revisions {
	out := map[string]revisions{}
	for _, p := range r.Passes {
		for _, rev := range p.Revisions {
			if out[rev.Path] == nil {
				out[rev.Path] = revisions{}
			}
			if p.Verdict == table.Accepted || out[rev.Path][p.Number] == nil {
				out[rev.Path][p.Number] = &revision{src: rev.Before}
			}
		}
	}
	return out
}

// change returns a fix as a word diff with its context. Where the revision that it was made to is not at hand it has
// no context.
func (r revisions) change(f *result.Fix) page.Change {
	if rev := r[f.Pass]; rev != nil {
		if rev.lines == nil {
			rev.lines = source.NewLines(rev.src)
		}
		if at, ok := rev.lines.Offset(f.Place, source.CodePoint); ok && bytes.HasPrefix(rev.src[at:], []byte(f.Old)) {
			return page.WordDiff(rev.src, source.Edit{Span: source.Span{Start: at, End: at + len(f.Old)}, New: f.New})
		}
	}
	return page.WordDiff([]byte(f.Old), source.Edit{Span: source.Span{End: len(f.Old)}, New: f.New})
}

// The colours of a change.
const (
	deleted  report.Paint = "9;31"
	inserted report.Paint = "4;32"
)

// diffText returns a change on one line, with colours or with marks: [-old-]{+new+}.
func diffText(c page.Change, s report.Style) string {
	const context, most = 32, 120 // characters on each side, and of one part
	if n := len(c.Parts) - 1; n >= 0 && c.Parts[n].Kind == page.Same {
		if line, _, more := strings.Cut(c.Parts[n].Text, "\n"); more { // what follows the change on its line is enough
			c.Parts, c.After = append(slices.Clone(c.Parts[:n]), page.Part{Kind: page.Same, Text: line}), ""
		}
	}
	before, after := []rune(wording.Visible(strings.TrimLeft(c.Before, " \t"))), []rune(wording.Visible(c.After))
	var b strings.Builder
	if from := len(before) - context; from > 0 {
		b.WriteString("…" + string(before[from:]))
	} else {
		b.WriteString(string(before))
	}
	for _, p := range c.Parts {
		text := wording.Visible(p.Text)
		if runes := []rune(text); len(runes) > most {
			text = string(runes[:most]) + "…"
		}
		switch {
		case p.Kind == page.Deleted && s.Color:
			b.WriteString(s.Paint(deleted, text))
		case p.Kind == page.Inserted && s.Color:
			b.WriteString(s.Paint(inserted, text))
		case p.Kind == page.Deleted:
			b.WriteString("[-" + text + "-]")
		case p.Kind == page.Inserted:
			b.WriteString("{+" + text + "+}")
		default:
			b.WriteString(text)
		}
	}
	if len(after) > context {
		b.WriteString(string(after[:context]) + "…")
	} else {
		b.WriteString(string(after))
	}
	return b.String()
}
