package intake

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// readMended reads JSON with strings that lack escapes, and reports whether the text is that.
func readMended(r *format.Reader, as format.Format) bool {
	out, missing, ok := jsontree.Mend(r.Src)
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
			if why := strings.ToLower(why); strings.Contains(why, "length") || strings.Contains(why, "max_") ||
				strings.Contains(why, "error") {
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
