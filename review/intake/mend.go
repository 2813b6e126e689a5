package intake

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// mended returns JSON whose strings a model has not escaped as JSON with the escapes that are missing, and how many
// those are; ok says that it is JSON then. What else is wrong stays wrong.
func mended(src []byte) (out []byte, missing int, ok bool) {
	var nesting []byte // the brackets that are open
	var last byte      // the last mark outside of strings
	for i := 0; i < len(src); i++ {
		c := src[i]
		out = append(out, c)
		switch {
		case c == '{' || c == '[':
			nesting = append(nesting, c)
		case (c == '}' || c == ']') && len(nesting) > 0:
			nesting = nesting[:len(nesting)-1]
		case c == '"':
			inList := len(nesting) > 0 && nesting[len(nesting)-1] == '['
			var n int
			out, n, i = mendedString(out, src, i+1, closesBefore(inList, !inList && (last == '{' || last == ',')))
			missing += n
		}
		if c > ' ' {
			last = c
		}
	}
	if missing == 0 {
		return nil, 0, false
	}
	_, err := jsontree.ParseLoose(out)
	return out, missing, err == nil
}

// What may stand behind a string that is closed: a key, a member and an element.
var (
	behindKey     = remark.Pattern(`^\s*:`)
	behindMember  = remark.Pattern(`^\s*(?:\}\s*(?:[,}\]]|$)|,\s*(?:"[\w$ -]+"\s*:|\}|/)|$)`)
	behindOther   = remark.Pattern(`^\s*[":{\[]`)
	behindElement = remark.Pattern(`^\s*(?:\]\s*(?:[,}\]]|$)|,\s*(?:["{\[\]/\d-]|true|false|null)|$)`)
)

func closesBefore(inList, isKey bool) func([]byte) bool {
	switch {
	case isKey:
		return behindKey().Match
	case inList:
		return behindElement().Match
	}
	return behindMember().Match
}

// mendedString appends the rest of a string that begins before i, and returns where it ends. Closes reports whether a
// quotation mark with this text behind it ends the string.
func mendedString(out, src []byte, i int, closes func([]byte) bool) ([]byte, int, int) {
	missing := 0
	for ; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"' && closes(src[i+1:]):
			return append(out, c), missing, i
		case c == '"' && behindOther().Match(src[i+1:]): // it may end the string where a comma is missing
			return out, missing, len(src)
		case c == '"':
			out = append(out, '\\', c)
			missing++
		case c == '\\' && i+1 < len(src) && bytes.IndexByte([]byte(`"\/bfnrtu`), src[i+1]) >= 0:
			i++
			out = append(out, c, src[i])
		case c == '\\' && i+1 < len(src) && src[i+1] == '\'':
			missing++
		case c == '\\': // of the document's own escapes
			out = append(out, c, c)
			missing++
		case c < ' ':
			out = append(out, map[byte]string{'\n': `\n`, '\t': `\t`}[c]...)
			missing++
		default:
			out = append(out, c)
		}
	}
	return out, missing, i
}

// readMended reads JSON with strings that lack escapes, and reports whether the text is that.
func readMended(r *format.Reader, as format.Format) bool {
	out, missing, ok := mended(r.Src)
	if !ok {
		return false
	}
	r.Repair("added %s to strings", wording.Count(missing, "missing escape"))
	src := r.Src
	r.Src, r.Lines = out, nil
	readJSON(r, as)
	r.Src, r.Lines = src, nil
	return true
}

// An envelope is what the answers of a language model come in: where their text stands. Members are parted by dots, a
// list is gone through.
type envelope struct{ of, text, ended string }

// envelopes are those of the programs and the interfaces that people keep answers of.
func envelopes() []envelope {
	return []envelope{
		{"claude -p --output-format json", "result", "subtype"},
		{"OpenAI", "choices.message.tool_calls.function.arguments", "choices.finish_reason"},
		{"OpenAI", "choices.message.content", "choices.finish_reason"},
		{"OpenAI", "output.content.text", "incomplete_details.reason"},
		{"Anthropic", "content.text", "stop_reason"},
		{"Gemini", "candidates.content.parts.text", "candidates.finishReason"},
		{"Ollama", "message.content", "done_reason"},
		{"Ollama", "response", "done_reason"},
	}
}

// readEnvelope reads the answer in an envelope, and reports whether a value is one.
func readEnvelope(r *format.Reader, n jsontree.Node, as format.Format) bool {
	if n.Kind() == jsontree.Array { // all messages of a session: the last is the result
		for _, item := range n.Items() {
			if item.Get("type").Is("result") {
				n = item
			}
		}
	}
	if n.Kind() != jsontree.Object || n.Has("issues") || n.Has("document") {
		return false
	}
	for _, e := range envelopes() {
		said := textsAt(n, strings.Split(e.text, "."))
		marked := n.Has("model") || n.Has("type") || n.Has("choices") || n.Has("candidates")
		if len(said) == 0 || !marked {
			continue
		}
		for _, why := range textsAt(n, strings.Split(e.ended, ".")) {
			if why := strings.ToLower(why); strings.Contains(why, "length") || strings.Contains(why, "max_") || strings.Contains(why, "error") {
				r.Fail(n.Offset(), nil, "is an answer that was cut off (%s); ask for it again, with room for more", why)
				return true
			}
		}
		r.Repair("read the answer in %q", e.text)
		if calls := n.Get("content"); calls.Kind() == jsontree.Array && strayAt(r, calls, "input", "", len(e.text)) {
			r.Review.Format = format.DocIterate
			beside(r, strings.Join(said, "\n\n"))
			return true
		}
		r.Src, r.Lines = []byte(strings.Join(said, "\n\n")), nil
		readAs(r, as)
		return true
	}
	return false
}

// textsAt returns the texts at a path of members, in lists, too. A list at its end holds texts of its own.
func textsAt(n jsontree.Node, path []string) (out []string) {
	switch {
	case n.Kind() == jsontree.Array:
		for _, item := range n.Items() {
			out = append(out, textsAt(item, path)...)
		}
	case len(path) > 0:
		if n = n.Get(path[0]); n.Exists() {
			out = textsAt(n, path[1:])
		}
	case n.Kind() == jsontree.String:
		out = append(out, n.Text())
	case n.Kind() == jsontree.Object:
		out = textsAt(n.Get("text"), nil)
	}
	return out
}
