package fixers

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// landing proves of the replacement that a review words that it means in the candidate what it says: it silences no
// reviewer, nothing with a meaning of its own is lost at its place, nothing vanishes as a tag, and its text is rendered
// as it is by itself.
func landing(base, candidate *zone.Document, a *Applied, m source.Mapping, free freedom) error {
	f := a.Finding
	was := f.Span
	for _, e := range a.Change.Of(f.Path) {
		if e.Contains(was) {
			was = e.Span
		}
	}
	is, _ := m.Span(was, source.Wide)
	differs := func(effect string) *markdown.Difference {
		return &markdown.Difference{At: was.Start, Line: base.Lines().Number(was.Start), Effect: effect}
	}
	if candidate.Comments(is) > base.Comments(was) {
		return differs("add a comment that silences reviewers")
	}
	paired := func() error {
		if mostFree(f) == blockFree && f.Allowed&review.LostMarkup == 0 && leavesStray(base, candidate, f, m) {
			return lostMarkup{differs("leave a delimiter without its partner")}
		}
		return nil
	}
	if f.Want == "" {
		return paired() // a deletion, or the edits of a program
	}
	if free == blockFree {
		if d := heldInBlocks(base, candidate, f, m); d != nil && f.Allowed&review.LostMarkup == 0 {
			return lostMarkup{d}
		}
		return paired()
	}
	if kind, ok := leaves(base, candidate, f, is); ok {
		return differs("not leave the text beside it in its " + kind.String())
	}
	before, after := counted(base, was), counted(candidate, is)
	for _, k := range kept {
		if after[k] < before[k] && f.Allowed&review.LostMarkup == 0 {
			return lostMarkup{differs("remove the " + k.String())}
		}
	}
	if err := paired(); err != nil {
		return err
	}
	if here := around(base, was); here.code || here.html {
		return nil
	}
	if after[markdown.InlineHTML]+after[markdown.HTMLBlock] > before[markdown.InlineHTML]+before[markdown.HTMLBlock] {
		written := string(candidate.Bytes(is))
		if escapeTags(written, string(base.Bytes(was))) != written {
			return differs("turn text into an HTML tag")
		}
	}
	want := ""
	if added, ok := addedLines(base, f); ok {
		want = strings.TrimSpace(visible(base, was) + " " + added)
		if strings.HasSuffix(visible(candidate, is), visible(base, was)) {
			want = strings.TrimSpace(added + " " + visible(base, was))
		}
	} else if visible(base, was) == alone(base, base.Bytes(was)) {
		want = alone(base, candidate.Bytes(is))
	} else {
		return nil // it was no text of its own
	}
	if got := visible(candidate, is); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		return differs("turn " + quoteShort(want) + " into " + quoteShort(got))
	}
	return nil
}

// lostMarkup is a Difference in the blocks of the text that a fix replaces, and nowhere else.
type lostMarkup struct{ *markdown.Difference }

func (l lostMarkup) Unwrap() error { return l.Difference }

// kept are the kinds of nodes that a replacement must not lose.
var kept = []markdown.Kind{
	markdown.Link, markdown.Image, markdown.CodeSpan, markdown.AutoLink, markdown.InlineHTML, markdown.FencedCode,
	markdown.FootnoteReference,
}

// counted returns how many nodes of each kind stand in s.
func counted(doc *zone.Document, s source.Span) map[markdown.Kind]int {
	out := map[markdown.Kind]int{}
	nodes := doc.Nodes()
	for i := range doc.Touching(s) {
		if s.Contains(nodes[i].Span) && !nodes[i].Span.Empty() {
			out[nodes[i].Kind]++
		}
	}
	return out
}

// alone returns how a text is rendered by itself, with the definitions of doc at hand.
func alone(doc *zone.Document, text []byte) string {
	var b strings.Builder
	b.Write(text)
	end := b.Len()
	var nodes []markdown.Node
	if bytes.IndexByte(text, '[') >= 0 { // otherwise it refers to nothing
		nodes = doc.Nodes()
	}
	for i := range nodes {
		if n := &nodes[i]; n.Kind == markdown.LinkDefinition {
			b.WriteString("\n\n" + strings.TrimSpace(string(doc.Bytes(n.Span))))
		}
	}
	return visible(zone.Parse("alone.md", []byte(b.String()), markdown.Dialect{}), source.Span{End: end})
}

// visible returns the text that a reader sees of s, with one space for white space.
func visible(doc *zone.Document, s source.Span) string {
	var out []byte
	nodes := doc.Nodes()
	for i := range doc.Touching(s) {
		n := &nodes[i]
		part := n.Span
		switch n.Kind {
		case markdown.Text:
		case markdown.CodeSpan, markdown.AutoLink:
			part = n.Content
		case markdown.SoftBreak, markdown.HardBreak, markdown.TableCell, markdown.Paragraph, markdown.ListItem:
			if n.Span.Overlaps(s) {
				out = append(out, ' ')
			}
			continue
		default:
			continue
		}
		part = source.Span{Start: max(part.Start, s.Start), End: min(part.End, s.End)}
		switch {
		case part.Start >= part.End:
		case n.Kind == markdown.Text:
			out = markdown.AppendText(out, doc.Bytes(part))
		default:
			out = append(out, strings.ReplaceAll(string(doc.Bytes(part)), `\|`, "|")...)
		}
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

func quoteShort(s string) string {
	const few = 60
	if len(s) > few {
		s = strings.ToValidUTF8(s[:few], "") + "…"
	}
	return `"` + s + `"`
}
