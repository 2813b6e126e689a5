package fixers

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// leaves returns the kind of block that the text which a replacement keeps stands in no more in the candidate: a line
// of - below a paragraph makes it a heading, a comment before its first word makes it HTML. It reports false where the
// text stays in blocks of the same kinds, or the replacement does more than add a text to it. The span is what stands
// in the candidate for the text.
func leaves(base, candidate *zone.Document, f *review.Finding, is source.Span) (markdown.Kind, bool) {
	span, err := replaced(base, f)
	if err != nil || f.Remedy != review.Replace {
		return 0, false
	}
	span.End = span.Start + len(bytes.TrimRight(base.Bytes(span), " \t"))
	at, ok := keptAt(base, candidate, base.EndLines(span.Start, f.Want), span, is)
	if !ok {
		return 0, false
	}
	nodes := base.Nodes()
	for i := range base.Touching(span) {
		n := &nodes[i]
		start, end := max(n.Span.Start, span.Start), min(n.Span.End, span.End)
		if n.Kind.HoldsBlocks() || start >= end {
			continue
		}
		now := start - span.Start + at
		if kind, differs := otherBlock(base, candidate, start, now); differs {
			return kind, true
		}
		info := candidate.Nodes()[candidate.Block(now)].Content
		behind := addsText(string(base.Bytes(source.Span{Start: span.Start, End: start}))) // it is not about the fence
		if n.Kind == markdown.FencedCode && behind && !bytes.Equal(base.Bytes(n.Content), candidate.Bytes(info)) {
			return n.Kind, true
		}
	}
	return 0, false
}

// keptAt returns where in the candidate the text at span begins, which want keeps behind or before the text that it
// adds. A text that is given marks of its own is not kept as it was.
func keptAt(base, candidate *zone.Document, want string, span, is source.Span) (int, bool) {
	old, now := base.Bytes(span), bytes.TrimRight(candidate.Bytes(is), " \t\r\n")
	if below, ok := strings.CutPrefix(want, string(old)); ok && bytes.HasPrefix(now, old) {
		return is.Start, addsText(below)
	}
	above, ok := strings.CutSuffix(strings.TrimRight(want, " \t\r\n"), string(old))
	marks := above[strings.LastIndexByte(above, '\n')+1:]
	if !ok || !bytes.HasSuffix(now, old) || strings.TrimSpace(marks) != "" && !addsText(marks) {
		return 0, false
	}
	return is.Start + len(now) - len(old), addsText(above)
}

// addsText reports whether an addition to a text is more than marks: words, or a line below it.
func addsText(added string) bool {
	return strings.ContainsFunc(added, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) ||
		strings.Trim(added, "-=*_ \t\r\n") == "" && strings.ContainsAny(added, "\n")
}

// otherBlock compares the blocks around an offset of a with those around an offset of b, from the inside. It returns
// the first kind of a that b has otherwise.
func otherBlock(a, b *zone.Document, atA, atB int) (markdown.Kind, bool) {
	i, j := a.Block(atA), b.Block(atB)
	for {
		was, is := &a.Nodes()[i], &b.Nodes()[j]
		if was.Kind != is.Kind || was.Level != is.Level {
			return was.Kind, true
		}
		if i == 0 {
			return 0, false
		}
		i, j = was.Parent, is.Parent
	}
}
