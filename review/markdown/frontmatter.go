package markdown

import (
	"bytes"
	"encoding/json"

	"github.com/doc-iterate/doc-iterate/review/source"
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// FrontMatter finds the front matter of a document: YAML between --- lines, TOML between +++ lines, or a JSON object
// that opens the file in the form of Hugo. The span starts behind a byte order mark and holds the closing line with its
// line ending; it is empty without front matter. An opening line that nothing closes is a thematic break or text, not
// front matter, and so is one before text that is no mapping.
func FrontMatter(src []byte) source.Span {
	span, mapping := metadata(src)
	if !mapping {
		span.End = span.Start
	}
	return span
}

// BrokenFrontMatter finds what its author means as front matter and no parser takes: lines
// without a blank one between the delimiters. The first line looks like a key.
func BrokenFrontMatter(src []byte) source.Span {
	span, mapping := metadata(src)
	if text := src[span.Start:span.End]; mapping || !startsWithKey(text) {
		span.End = span.Start
	}
	return span
}

// metadata finds what stands where front matter would, and says whether it is a mapping.
func metadata(src []byte) (s source.Span, mapping bool) {
	start := 0
	if bytes.HasPrefix(src, byteOrderMark) {
		start = len(byteOrderMark)
	}
	none := source.Span{Start: start, End: start}
	first, next := cutLine(src, start)
	opener := string(bytes.TrimRight(first, " \t"))
	switch {
	case opener == "---" || opener == "+++":
	case bytes.HasPrefix(first, []byte("{")):
		return jsonFrontMatter(src, start), true
	default:
		return none, false
	}
	parses := yamlMapping
	if opener == "+++" {
		parses = tomlMapping
	}
	for first := next; next < len(src); {
		at := next
		var line []byte
		line, next = cutLine(src, next)
		closer := string(bytes.TrimRight(line, " \t"))
		if closer == opener || opener == "---" && closer == "..." {
			return source.Span{Start: start, End: next}, parses(src[first:at])
		}
	}
	return none, false
}

// jsonFrontMatter takes an object of JSON that nothing follows on its last line.
func jsonFrontMatter(src []byte, start int) source.Span {
	none := source.Span{Start: start, End: start}
	decoder := json.NewDecoder(bytes.NewReader(src[start:]))
	var object map[string]json.RawMessage
	if decoder.Decode(&object) != nil || object == nil {
		return none
	}
	line, next := cutLine(src, start+int(decoder.InputOffset()))
	if len(bytes.TrimSpace(line)) > 0 {
		return none
	}
	return source.Span{Start: start, End: next}
}

// cutLine returns the line at offset without its line ending, and the offset of the next line.
func cutLine(src []byte, offset int) (line []byte, next int) {
	rest := src[offset:]
	n := bytes.IndexByte(rest, '\n')
	if n < 0 {
		return rest, len(src)
	}
	return bytes.TrimSuffix(rest[:n], []byte("\r")), offset + n + 1
}
