// Package envelope takes out the words that a review came in: the answer of a language model's interface, or a mail.
// It imports jsontree alone and changes nothing but what the envelope did to the words.
package envelope

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// An Answer is what a language model said.
type Answer struct {
	Texts []string
	At    string        // the members that lead to the texts
	Calls jsontree.Node // what it called tools with, where they stand in a list of their own
	Cut   string        // why it was cut off, "" for a whole one
}

// A shape is what the answers of an interface look like: where their text stands, and why it ended. Members are parted
// by dots, a list is gone through.
type shape struct{ of, text, ended string }

// shapes are those of the programs and the interfaces that people keep answers of.
func shapes() []shape {
	return []shape{
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

// Open returns the answer in a value, and whether the value is an envelope.
func Open(n jsontree.Node) (Answer, bool) {
	if n.Kind() == jsontree.Array && n.First().Get("type").Is("tool_use") && n.First().Has("input") {
		return Answer{At: "input", Calls: n}, true
	}
	if n.Kind() == jsontree.Array { // all messages of a session: the last is the result
		for _, item := range n.Items() {
			if item.Get("type").Is("result") {
				n = item
			}
		}
	}
	if n.Kind() != jsontree.Object || n.Has("issues") || n.Has("document") {
		return Answer{}, false
	}
	marked := n.Has("model") || n.Has("type") || n.Has("choices") || n.Has("candidates")
	for _, s := range shapes() {
		said := TextsAt(n, strings.Split(s.text, "."))
		if len(said) == 0 || !marked {
			continue
		}
		answer := Answer{Texts: said, At: s.text, Calls: n.Get("content")}
		for _, why := range TextsAt(n, strings.Split(s.ended, ".")) {
			if why := strings.ToLower(why); strings.Contains(why, "length") || strings.Contains(why, "max_") ||
				strings.Contains(why, "error") {
				answer.Cut = why
			}
		}
		return answer, true
	}
	return Answer{}, false
}

// TextsAt returns the texts at a path of members, in lists, too. A list at its end holds texts of its own.
func TextsAt(n jsontree.Node, path []string) (out []string) {
	switch {
	case n.Kind() == jsontree.Array:
		for _, item := range n.Items() {
			out = append(out, TextsAt(item, path)...)
		}
	case len(path) > 0:
		if n = n.Get(path[0]); n.Exists() {
			out = TextsAt(n, path[1:])
		}
	case n.Kind() == jsontree.String:
		out = append(out, n.Text())
	case n.Kind() == jsontree.Object:
		out = TextsAt(n.Get("text"), nil)
	}
	return out
}
