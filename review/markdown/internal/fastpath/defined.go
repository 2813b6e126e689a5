package fastpath

import (
	"bytes"
	"maps"

	"github.com/yuin/goldmark/parser"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// SameDefinitions reports whether two texts, each of whole chunks, define the same labels. It ignores destinations:
// they do not decide what is a link.
func SameDefinitions(a, b []byte) bool {
	if definitionAt(a, 0) < 0 && definitionAt(b, 0) < 0 {
		return true
	}
	var before, after definitions
	before.begin()
	before.define(a)
	after.begin()
	after.define(b)
	return maps.Equal(before.labels, after.labels) &&
		maps.EqualFunc(before.references, after.references, func(parser.Reference, parser.Reference) bool { return true })
}

// Label returns the label of a link definition, as labels are compared; "" where the text is none.
func Label(definition []byte) string {
	var d definitions
	d.begin()
	d.define(definition)
	for label := range d.references {
		return label
	}
	return ""
}

// definitionAt returns the next offset at or after from where the label of a definition may end, -1 if there is none.
// It looks at each line once.
func definitionAt(text []byte, from int) int {
	for at := from; ; {
		i := bytes.Index(text[at:], []byte("]:"))
		if i < 0 {
			return -1
		}
		at += i
		if mayHoldDefinition(text[bytes.LastIndexByte(text[:at], '\n')+1 : at]) {
			return at
		}
		if i = bytes.IndexByte(text[at:], '\n'); i < 0 {
			return -1
		}
		at += i
	}
}

// mayHoldDefinition reports whether a line may contain a definition. line is the text before "]:". The label starts
// where a block starts, with only container marks on its left. If it started on an earlier line, no other opening
// bracket may follow.
func mayHoldDefinition(line []byte) bool {
	open := bytes.IndexByte(line, '[')
	return open < 0 || line[max(open-1, 0)] == '\\' || len(bytes.Trim(line[:open], " \t\v\f\r>*+-.)0123456789")) == 0
}

// eachDefinition calls found with the spans of the label and of the destination of each definition in src[part], if its
// lines are blank or plain definitions: a label without brackets and a plain destination, be it in angle brackets, and
// nothing else. It returns false for any other part, of which it may have found some.
func eachDefinition(src []byte, part source.Span, found func(label, destination source.Span)) bool {
	for at := part.Start; at < part.End; {
		line := src[at:part.End]
		if n := bytes.IndexByte(line, '\n'); n >= 0 {
			line = line[:n]
		}
		next := at + len(line) + 1
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) > 0 {
			end := bytes.IndexAny(line[1:], "[]\\") + 1
			if line[0] != '[' || end < 2 || line[1] == '^' || !bytes.HasPrefix(line[end:], []byte("]: ")) ||
				len(bytes.TrimSpace(line[1:end])) == 0 {
				return false
			}
			start, stop := end+len("]: "), len(line)
			if start < stop && line[start] == '<' && line[stop-1] == '>' {
				start, stop = start+1, stop-1
			}
			for i := start; i < stop; i++ {
				if !destinationBytes[line[i]] {
					return false
				}
			}
			if start >= stop {
				return false
			}
			found(source.Span{Start: at + 1, End: at + end}, source.Span{Start: at + start, End: at + stop})
		}
		at = next
	}
	return true
}

// plainDefinitions adds the nodes of a chunk of plain definitions. It returns false for any other chunk.
func plainDefinitions(f *tree.Flattener, c *chunk) bool {
	first := len(f.Nodes)
	ok := eachDefinition(f.Src, c.Span, func(label, destination source.Span) {
		end := destination.End
		if f.Src[destination.Start-1] == '<' {
			end++
		}
		f.Nodes = append(f.Nodes, tree.Node{
			Kind: tree.LinkDefinition, End: len(f.Nodes) + 1, Content: label,
			Span:  source.Span{Start: label.Start - 1, End: end},
			Parts: &tree.Parts{Destination: destination, Title: source.Span{Start: end, End: end}},
		})
	})
	if !ok {
		f.Nodes = f.Nodes[:first]
	}
	return ok
}
