package rule

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// quotedFile is how an info string says which file the code is quoted from, as remark-code-import does: file=path, or
// file="path", with lines behind a #. In braces and on a page of a site, what is no file is a caption.
var quotedFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[\s{,])file=(?:"([^"]+)"|'([^']+)'|([^\s"'{},]+))`)
})

// quotedLines is the lines of such a path: #L3, #L3-L6 or #L3-6.
var quotedLines = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`#L(\d+)(?:-L?(\d+))?$`) })

// quoted checks the code of a block that names a file as its source: the file must have its lines one behind the other,
// with any indentation. A line of dots stands for any lines.
func (c *referenceCheck) quoted(i int) {
	n := &c.doc.Nodes()[i]
	info := c.doc.Bytes(n.Content)
	if n.Lines.Empty() || !bytes.Contains(info, []byte("file=")) {
		return
	}
	m := quotedFile().FindSubmatchIndex(info)
	if m == nil {
		return
	}
	braced := bytes.Count(info[:m[1]], []byte("{")) > bytes.Count(info[:m[0]+1], []byte("}"))
	at := source.Span{}
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 {
			at = source.Span{Start: n.Content.Start + m[g], End: n.Content.Start + m[g+1]}
		}
	}
	path := string(c.doc.Bytes(at))
	from, to := 1, 0
	if lines := quotedLines().FindStringSubmatch(path); lines != nil {
		path = strings.TrimSuffix(path, lines[0])
		from, _ = strconv.Atoi(lines[1])
		if to = from; lines[2] != "" {
			to, _ = strconv.Atoi(lines[2])
		}
	}
	dest, ok := link.ParseDestination(path)
	if !ok || c.config.Ignored(path) {
		return
	}
	switch target, found, exact, known := c.site.Target(c.doc.Path, dest); {
	case !known || found && !exact, !found && (braced || c.site.Published(c.doc.Path) && path[0] != '.'):
	case !found:
		c.missingFile(at, target)
	default:
		if text, err := c.site.Text(target); err == nil {
			c.compare(i, target, excerptOf(linesOf(text), from, to))
		}
	}
}

// excerptOf returns the lines from one to another, which count from 1; 0 is the end.
func excerptOf(lines []string, from, to int) []string {
	if to == 0 || to > len(lines) {
		to = len(lines)
	}
	from = max(1, from)
	return lines[min(from-1, to):to]
}

// linesOf returns the lines of a text without the spaces around them: a quoted part of a file is moved to the left, and
// may have spaces for tabs.
func linesOf(text []byte) []string {
	lines := strings.Split(string(bytes.TrimRight(text, "\r\n")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return lines
}

// compare looks for the code of nodes[i] in the lines of a file.
func (c *referenceCheck) compare(i int, target string, file []string) {
	code := linesOf(c.doc.Code(i))
	pos := 0
	for start := 0; start < len(code); {
		end := start
		for end < len(code) && !elision(code[end]) {
			end++
		}
		if end > start {
			next, at := locateLines(file, code[start:end], pos)
			if next < 0 {
				c.differs(i, start+at, target)
				return
			}
			pos = next
		}
		start = end + 1
	}
}

// elision reports whether a line of code says that some are left out.
func elision(line string) bool {
	switch strings.Trim(line, " \t#/*-<!>;%\"'") {
	case "...", "…":
		return true
	}
	return false
}

// locateLines returns the index behind the first place at or behind pos where the lines stand in the file, or -1 and
// the first of the lines that can't be found: the one at which the longest match ends.
func locateLines(file, lines []string, pos int) (next, failed int) {
	for k := pos; k < len(file); k++ {
		n := matching(file[k:], lines)
		if n == len(lines) {
			return k + n, 0
		}
		failed = max(failed, n)
	}
	return -1, failed
}

// matching counts the lines at the start of the file that are equal.
func matching(file, lines []string) int {
	for n, line := range lines {
		if n == len(file) || file[n] != line {
			return n
		}
	}
	return len(lines)
}

// differs reports a line of code that the file does not have.
func (c *referenceCheck) differs(i, line int, target string) {
	lines := c.doc.CodeLines(i)
	span := lines[min(line, len(lines)-1)]
	text := c.doc.Bytes(span)
	span.End = span.Start + len(bytes.TrimRight(text, " \t\r\n"))
	c.report(review.Finding{
		Severity: c.config.Severity, Span: span, Old: string(c.doc.Bytes(span)),
		Message: fmt.Sprintf("Correct the code: %s, from which it is quoted, has something else here.", target),
		Reason:  review.Because("no-fixer", "Check whether the document or the file is right."),
	})
}
