package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// fixDiffs returns, by document, the difference that the fixes of all findings make together. If two changes overlap,
// it leaves out that of the later finding.
func fixDiffs(in Input) map[string]string {
	taken := map[string][]source.Edit{}
	for _, change := range in.Fixes {
		if !fits(in.Docs, taken, change) {
			continue
		}
		for _, c := range change {
			taken[c.Path] = source.Add(taken[c.Path], c.Edits)
		}
	}
	out := map[string]string{}
	for path, edits := range taken {
		doc := in.Docs[path]
		if after, err := source.Apply(doc.Source(), edits); err == nil {
			out[path] = Unified(path, doc.Source(), after)
		}
	}
	return out
}

// fits reports whether all edits of a change can be made together with the edits so far.
func fits(docs map[string]*zone.Document, taken map[string][]source.Edit, change fixers.Change) bool {
	return !slices.ContainsFunc(change, func(c fixers.DocumentEdits) bool {
		return docs[c.Path] == nil || source.Fits(taken[c.Path], c.Edits) != nil
	})
}

// Unified returns the difference between two revisions of the document at path, as git writes and `git apply` reads it.
func Unified(path string, before, after []byte) string {
	return source.Unified(diffName("a/", path), diffName("b/", path), before, after)
}

// diffName returns a path as git writes it in the head of a diff. It quotes a path with a character that would end or
// break the line, or control a terminal. A path with a space gets a tab behind it, because a space would end the name.
func diffName(prefix, path string) string {
	path = prefix + strings.TrimPrefix(path, "./")
	if !strings.ContainsAny(path, `"\`) && wording.Visible(path) == path {
		if strings.Contains(path, " ") {
			return path + "\t"
		}
		return path
	}
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(path); {
		_, size := utf8.DecodeRuneInString(path[i:])
		switch c := path[i : i+size]; {
		case c == `"` || c == `\`:
			b.WriteString(`\` + c)
		case wording.Visible(c) == c:
			b.WriteString(c)
		default:
			for _, octet := range []byte(c) {
				fmt.Fprintf(&b, `\%03o`, octet)
			}
		}
		i += size
	}
	b.WriteByte('"')
	return b.String()
}

// writeDiff writes the difference that all fixes together make.
func writeDiff(w io.Writer, r *Report, s Style) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Documents {
		if err := WriteUnified(out, d.Diff, s); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteUnified writes the unified difference of one document: exact, or, for a terminal, with what drives terminals
// made visible; with colours where the style has them.
func WriteUnified(w io.Writer, diff string, s Style) error {
	number := 0
	for line := range strings.Lines(diff) {
		number++
		text := strings.TrimSuffix(line, "\n")
		ending := line[len(text):]
		paint := Bold
		if number > 2 { // behind the two lines that name the document
			paint = diffPaint(text)
		}
		if s.Terminal { // a terminal expands tabs, and a change of line endings must be visible
			text = wording.Between(text, "\t", wording.Visible)
		}
		if _, err := io.WriteString(w, s.Paint(paint, text)+ending); err != nil {
			return err
		}
	}
	return nil
}

func diffPaint(line string) Paint {
	switch {
	case strings.HasPrefix(line, "@@"):
		return Cyan
	case strings.HasPrefix(line, "+"):
		return Green
	case strings.HasPrefix(line, "-"):
		return Red
	}
	return ""
}
