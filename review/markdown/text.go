package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/util"
)

// AppendText appends the bytes of a text node as they are rendered: character
// references resolved, backslashes of escapes dropped.
func AppendText(out, raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 && bytes.IndexByte(raw, '&') < 0 {
		return append(out, raw...)
	}
	raw = util.ResolveEntityNames(util.ResolveNumericReferences(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && util.IsPunct(raw[i+1]) {
			i++
		}
		out = append(out, raw[i])
	}
	return out
}

// trimCode returns the content of a code span as it is rendered: one space less at
// both ends when both have one and the rest is not blank.
func trimCode(b []byte) []byte {
	if len(b) > 2 && b[0] == ' ' && b[len(b)-1] == ' ' && len(bytes.TrimSpace(b)) > 0 {
		return b[1 : len(b)-1]
	}
	return b
}

// LinesAsRead is text with its lines ended as Text has them once EndLines has put it at an offset of d.
func (d *Document) LinesAsRead(at int, text string) string {
	if d.EndLines(at, "\n") == "\r" {
		return strings.ReplaceAll(text, "\r\n", "\n")
	}
	return d.EndLines(at, text)
}

// EndLines is text, which comes from outside, with its lines ended as that at an offset
// of d is, or the last one before it that is ended.
func (d *Document) EndLines(at int, text string) string {
	if strings.IndexByte(text, '\n') < 0 {
		return text
	}
	end := bytes.IndexByte(d.text[at:], '\n')
	if end += at; end < at {
		end = bytes.LastIndexByte(d.text[:at], '\n')
	}
	if end < 0 {
		return text
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if d.src[end] == '\r' {
		return strings.ReplaceAll(text, "\n", "\r")
	}
	if end > 0 && d.src[end-1] == '\r' {
		text = strings.ReplaceAll(text, "\n", "\r\n")
		if at == end { // the carriage return stands before it already
			text = strings.TrimPrefix(text, "\r")
		}
	}
	return text
}

// QuotedWithout returns what block quotes and list items begin the further ones of these lines with that a quote of
// them leaves out. It reports false for the quote of anything else; line endings may differ.
func QuotedWithout(lines []byte, quote string) (prefix string, ok bool) {
	quoted := strings.Split(strings.ReplaceAll(quote, "\r\n", "\n"), "\n")
	here := strings.Split(strings.ReplaceAll(string(lines), "\r\n", "\n"), "\n")
	if len(here) != len(quoted) || here[0] != quoted[0] {
		return "", false
	}
	known := false
	for n := 1; n < len(here); n++ {
		begin, ok := strings.CutSuffix(here[n], quoted[n])
		switch {
		case !ok || strings.Trim(begin, "> \t") != "" || known && strings.TrimSpace(quoted[n]) != "" && begin != prefix:
			return "", false
		case strings.TrimSpace(quoted[n]) != "":
			prefix, known = begin, true
		}
	}
	return prefix, true
}

// Prefixed begins every line of text but the first with a prefix.
func Prefixed(text, prefix string) string {
	lines := strings.SplitAfter(text, "\n")
	for n := 1; n < len(lines) && prefix != ""; n++ {
		switch {
		case strings.TrimSpace(lines[n]) != "":
			lines[n] = prefix + lines[n]
		case lines[n] != "":
			lines[n] = strings.TrimRight(prefix, " \t") + lines[n]
		}
	}
	return strings.Join(lines, "")
}
