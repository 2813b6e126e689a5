package rollback

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func (r *Run) subject(pass int) string {
	if len(r.docs) == 1 {
		return fmt.Sprintf("doc-iterate: pass %d over %s", pass, printable(r.docs[0].name()))
	}
	return fmt.Sprintf("doc-iterate: pass %d over %d documents", pass, len(r.docs))
}

func (d *document) name() string {
	if d.Rel != "" {
		return d.Rel
	}
	return d.Given
}

// printable keeps a path on one line, and what would steer a terminal out of it.
func printable(path string) string {
	if strings.ContainsFunc(path, func(c rune) bool { return c < ' ' || source.NotWritten(c) }) {
		return strconv.Quote(path)
	}
	return path
}

// withTrailers adds the trailers of a pass to a message.
func (r *Run) withTrailers(message string, pass int, verdict Verdict, base string) string {
	const trailers = "Doc-Iterate-Run: %s\nDoc-Iterate-Pass: %d\nDoc-Iterate-Verdict: %s\nDoc-Iterate-Base: %s\n"
	return fmt.Sprintf("%s\n\n"+trailers, strings.TrimSpace(message), r.id, pass, verdict, base)
}
