package markdown

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

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
	case programFrontMatter().MatchString(opener):
		if n := bytes.Index(src[next:], []byte("\n---")); n >= 0 {
			_, end := cutLine(src, next+n+1)
			return source.Span{Start: start, End: end}, true
		}
		return none, false
	case bytes.HasPrefix(first, []byte("{")):
		return jsonFrontMatter(src, start), true
	default:
		return bareKeys(src, start), true
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

// programFrontMatter matches the first line of front matter in a language that it names, as Eleventy has it.
var programFrontMatter = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^---(js|javascript|json|toml|yaml|coffee)$`)
})

// bareKeys finds keys without a line of hyphens above them, as MultiMarkdown, Pelican and PowerShell's help have them:
// two lines or more, each a key with a value, up to a blank line or to a line of hyphens. It may lack most of them, but
// one is a key that no sentence begins with.
func bareKeys(src []byte, start int) source.Span {
	keys, sure := 0, false
	for at := start; ; {
		line, next := cutLine(src, at)
		line = bytes.TrimRight(line, " \t")
		switch m := bareKey().FindSubmatch(line); {
		case string(line) == "---" && sure:
			return source.Span{Start: start, End: next}
		case len(line) == 0 && keys > 1 && sure, at == len(src) && keys > 1 && sure:
			return source.Span{Start: start, End: at}
		case m != nil:
			keys++
			sure = sure || slices.Contains(metadataKeys, strings.ToLower(string(m[1])))
		case keys == 0 || len(line) == 0 || line[0] != ' ' && line[0] != '\t':
			return source.Span{Start: start, End: start}
		}
		at = next
	}
}

var bareKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([A-Za-z][\w -]{0,30}):(?: |$)`) })

// metadataKeys are keys of pages.
var metadataKeys = []string{
	"slug", "date", "author", "authors", "category", "tags", "status", "template", "lang", "modified",
	"base header level",
	"external help file", "module name", "online version", "schema", "css", "layout", "permalink",
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
