package report

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report/page"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// contextBytes is how much of a line is shown on each side of a change.
const contextBytes = 80

// A revisions has the bytes that a document had before each pass that edited it, with the index of their lines.
type revisions map[int]*revision

type revision struct {
	src   []byte
	lines *source.Lines // nil until it is asked for
}

// revisionsOf returns the revisions of each document of a run.
func revisionsOf(r *loop.Result) map[string]revisions {
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
func (r revisions) change(f *loop.Fix) page.Change {
	if rev := r[f.Pass]; rev != nil {
		if rev.lines == nil {
			rev.lines = source.NewLines(rev.src)
		}
		if at, ok := rev.lines.Offset(f.Place, source.CodePoint); ok && bytes.HasPrefix(rev.src[at:], []byte(f.Old)) {
			return wordDiff(rev.src, source.Edit{Span: source.Span{Start: at, End: at + len(f.Old)}, New: f.New})
		}
	}
	return wordDiff([]byte(f.Old), source.Edit{Span: source.Span{End: len(f.Old)}, New: f.New})
}

// wordDiff returns an edit of src in whole words, with the text around it on its lines.
func wordDiff(src []byte, e source.Edit) page.Change {
	e = source.WholeWords(src, []source.Edit{e})[0]
	return page.Change{
		Before: wording.Printable(string(lineBefore(src, e.Start))), Parts: parts(src[e.Start:e.End], e.New),
		After: wording.Printable(string(lineAfter(src, e.End))),
	}
}

// parts compares two texts word by word. Words that change with nothing but a space between them are one part.
func parts(old []byte, changed string) []page.Part {
	var out []page.Part
	add := func(kind page.Kind, text string) {
		if text != "" {
			out = append(out, page.Part{Kind: kind, Text: wording.Printable(text)})
		}
	}
	at := 0
	for _, e := range joinedWords(old, source.BetweenWords(old, []byte(changed))) {
		add(page.Same, string(old[at:e.Start]))
		add(page.Deleted, string(old[e.Start:e.End]))
		add(page.Inserted, e.New)
		at = e.End
	}
	add(page.Same, string(old[at:]))
	return out
}

// joinedWords widens edits to whole words and unites those that have a space or nothing between them.
func joinedWords(old []byte, edits []source.Edit) []source.Edit {
	var out []source.Edit
	for _, e := range edits {
		e = source.WholeWords(old, []source.Edit{e})[0]
		if n := len(out); n > 0 {
			last := &out[n-1]
			if e.Start < last.End { // both were widened to the same word
				return []source.Edit{whole(old, edits)}
			}
			if between := old[last.End:e.Start]; len(between) == 0 || string(between) == " " {
				last.New += string(between) + e.New
				last.End = e.End
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

// whole returns edits as one, from the first to the last, in whole words.
func whole(old []byte, edits []source.Edit) source.Edit {
	first, last := edits[0].Start, edits[len(edits)-1].End
	var b strings.Builder
	at := first
	for _, e := range edits {
		b.Write(old[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	whole := source.Edit{Span: source.Span{Start: first, End: last}, New: b.String()}
	return source.WholeWords(old, []source.Edit{whole})[0]
}

// lineBefore returns the end of what stands before at on its line.
func lineBefore(src []byte, at int) []byte {
	from := 1 + bytes.LastIndexAny(src[:at], "\r\n")
	for from < at && (at-from > contextBytes || !utf8.RuneStart(src[from])) {
		from++
	}
	return src[from:at]
}

// lineAfter returns the start of what stands behind at on its line.
func lineAfter(src []byte, at int) []byte {
	rest := src[at:]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		rest = rest[:n]
	}
	if len(rest) <= contextBytes {
		return rest
	}
	to := contextBytes
	for to > 0 && !utf8.RuneStart(rest[to]) {
		to--
	}
	return rest[:to]
}

// diffText returns a change on one line, with colours or with marks: [-old-]{+new+}.
func diffText(c page.Change, s Style) string {
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
			b.WriteString(s.paint(deleted, text))
		case p.Kind == page.Inserted && s.Color:
			b.WriteString(s.paint(inserted, text))
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
