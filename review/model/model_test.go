package model

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var small = rules.Model{API: rules.OpenAI, URL: "http://127.0.0.1", Name: "small", MaxOutput: 1024}

func parse(text string) *zone.Document {
	return zone.Parse("guide.md", []byte(text), markdown.Dialect{})
}

// Sections are the text without a gap, each with its line and the headings above it; a long one is cut between blocks.
func TestSectionsAreTheText(t *testing.T) {
	long := strings.Repeat("Some words of a paragraph.\n\n", 400)
	for name, text := range map[string]string{
		"headings": "# Guide\n\nHello.\n\n## Start\n\nStart it.\n\n### Linux\n\nOn Linux.\n\n## Stop\n\nStop it.\n",
		"setext":   "Guide\n=====\n\nHello.\n\nStart\n-----\n\nStart it.",
		"front":    "---\ntitle: x\n---\n\n# Guide\n\nHello.\n",
		"none":     "Hello.\n\nNo heading.\n",
		"crlf":     "# Guide\r\n\r\nHello.\r\n\r\n## Start\r\n\r\nStart it.\r\n",
		"cr":       "# Guide\r\rHello.\r\r## Start\r\rStart it.\r",
		"bom":      "\ufeff# Guide\n\nHello.\n\n## Start\n\nStart it.\n",
		"indented": "  # Guide\n\nHello.\n\n   ## Start\n\nStart it.\n",
		"quoted":   "> # Quoted\n>\n> Hello.\n\n- # In a list\n\n# Out\n",
		"long":     "# Guide\n\n" + long + "## Start\n\n" + long,
		"blank":    "\n\n",
		"invalid":  "# Guide\xff\n\nHello \xfe.\n",
	} {
		t.Run(name, func(t *testing.T) {
			d := parse(text)
			at := 0
			for _, s := range Sections(d, small) {
				assert.Empty(t, strings.TrimSpace(string(d.Text()[at:s.Span.Start])))
				assert.Equal(t, string(d.Bytes(s.Span)), s.Text)
				assert.Equal(t, d.Lines().Number(s.Span.Start), s.Line)
				assert.LessOrEqual(t, len(strings.TrimSpace(s.Text)), most(small))
				if strings.HasPrefix(s.Text, "## Start") {
					assert.Equal(t, []string{"Guide"}, s.Path)
				}
				at = s.Span.End
			}
			assert.Empty(t, strings.TrimSpace(string(d.Text()[at:])))
			sent := 0
			for _, pack := range Packs(Sections(d, small), small) {
				size := 0
				for _, s := range pack {
					size += len(s.Text)
				}
				assert.True(t, size <= most(small) || len(pack) == 1)
				sent += len(pack)
			}
			assert.Len(t, Sections(d, small), sent)
		})
	}
}

// The key of a section stays the same when the document is edited elsewhere, and no other way.
func TestKeysAreOfSections(t *testing.T) {
	c := Context{Set: &rules.Set{}}
	key := func(text string) string {
		all := Sections(parse(text), small)
		return all[len(all)-1].Key(small, c)
	}
	was := key("# Guide\n\nHello.\n\n## Stop\n\nStop it.\n")
	assert.Equal(t, was, key("# Guide\n\nHello there.\n\nMore.\n\n## New\n\n## Stop\n\nStop it.\n"))
	assert.NotEqual(t, was, key("# Guide\n\nHello.\n\n## Stop\n\nStop it now.\n"))
	assert.NotEqual(t, was, key("# Other\n\nHello.\n\n## Stop\n\nStop it.\n"))
	other := small
	other.Name = "big"
	s := Sections(parse("Text.\n"), small)[0]
	assert.NotEqual(t, s.Key(small, c), s.Key(other, c))
	terms := &rules.Set{Terminology: []rules.Term{{}}}
	terms.Terminology[0].Use, terms.Terminology[0].Not = "allowlist", []string{"whitelist"}
	assert.NotEqual(t, s.Key(small, c), s.Key(small, Context{Set: terms}))
}

// What a model says is kept with its section, in lines that count from it, through the form in which it is stored.
func TestAnswersAreKeptBySection(t *testing.T) {
	d := parse("# Guide\n\nSee below.\n\n## Start\n\nSee below.\n\nStart it.\n\n## Stop\n\nStop  it.\n")
	all := Sections(d, small)
	require.Len(t, all, 3)
	keys := []string{"a", "b", "c"}
	answer := `Here it is: {"issues": [
	 {"description": "Twice.", "location": {"line": 7, "quote": "See below."}, "old_value": "below", "new_value": "above"},
	 {"description": "Wrong line.", "location": {"line": 1, "quote": "Start it."}, "category": "style"},
	 {"description": "Numbered.", "location": {"line": 13, "quote": "13| Stop  it."}, "severity": "blocker"},
	 {"description": "Nowhere.", "location": {"line": 99, "quote": "Never."}},
	 {"description": "Elsewhere.", "document": "other.md", "location": {"line": 1, "quote": "Start it."}}],
	 "verdict": "needs_work", "feedback": "So so."} Good luck!`
	kept, err := Read(answer, "guide.md", all, keys)
	require.NoError(t, err)
	data, err := json.Marshal(kept)
	require.NoError(t, err)
	kept = nil
	require.NoError(t, json.Unmarshal(data, &kept))
	var said []string
	for n, s := range all {
		for _, i := range kept[n].At(s) {
			said = append(said, fmt.Sprintf("%d %s %d %q %s", n, i.Message, i.Place.From.Line, i.Place.Quote, i.Severity))
		}
	}
	assert.Equal(t, []string{
		`1 Twice. 7 "See below." warning`, `1 Wrong line. 5 "Start it." warning`,
		`2 Numbered. 13 "Stop  it." blocker`, `2 Nowhere. 99 "Never." warning`,
	}, said)
	assert.Equal(t, &Opinion{Verdict: "needs_work", Feedback: "So so.", Of: keys}, kept[0].Opinion)
	for _, bad := range []string{"", "No.", `{"issues": [{"description": "Cut`, "I refuse {politely}."} {
		_, err := Read(bad, "guide.md", all, keys)
		assert.ErrorIs(t, err, ErrNoReview, bad)
	}
}

// The numbered lines of a request are those of the document, and it says nothing of what is not sent.
func TestPromptHasNumberedLines(t *testing.T) {
	d := parse("# Guide\r\n\r\nHello.\r\n\r\n## Stop\r\n\r\nStop it.\r\n")
	all := Sections(d, small)
	text := Review(d, all[1:], Context{Set: &rules.Set{}, Known: []string{"a\nb"}}).Text
	assert.Contains(t, text, "\nBelow the headings Guide:\n\n5| ## Stop\n6| \n7| Stop it.\n")
	assert.Contains(t, text, "\n- a b\n")
	assert.NotContains(t, text, "Hello.")
	assert.Contains(t, text, "a part of a document")
	assert.Contains(t, Review(d, all, Context{Set: &rules.Set{}}).Text, "which is a document")
	for _, schema := range []string{reviewSchema, fixSchema} {
		assert.True(t, json.Valid([]byte(schema)))
	}
}

// Each API gets what it reads at the address that people give, in its own words.
func TestRequests(t *testing.T) {
	for _, c := range []struct {
		api       rules.API
		url, want string
	}{
		{rules.OpenAI, "https://a.example/v1", "https://a.example/v1/chat/completions"},
		{rules.OpenAI, "https://a.example", "https://a.example/v1/chat/completions"},
		{rules.OpenAI, "https://a.example/v1beta/openai", "https://a.example/v1beta/openai/chat/completions"},
		{rules.OpenAI, "https://a.example/v1/chat/completions", "https://a.example/v1/chat/completions"},
		{rules.Anthropic, "https://a.example", "https://a.example/v1/messages"},
		{rules.Anthropic, "https://a.example/anthropic", "https://a.example/anthropic/v1/messages"},
		{rules.Anthropic, "https://a.example/v1", "https://a.example/v1/messages"},
		{rules.Ollama, "http://127.0.0.1:11434", "http://127.0.0.1:11434/api/chat"},
		{rules.Ollama, "http://127.0.0.1:11434/api", "http://127.0.0.1:11434/api/chat"},
	} {
		m := rules.Model{API: c.api, URL: c.url, Name: "m"}
		r := Prompt{Text: "Review.", Schema: json.RawMessage(`{"type": "object"}`)}.Request(m, "k", 2000)
		assert.Equal(t, c.want, r.URL)
		body, err := json.Marshal(r.Body)
		require.NoError(t, err)
		for _, part := range map[rules.API][]string{
			rules.OpenAI:    {`"max_completion_tokens":2000`, `"schema":{"type":"object"}`, `"strict":true`},
			rules.Anthropic: {`"max_tokens":2000`, `"input_schema":{"type":"object"}`, `"tool_choice":{"name":"answer"`},
			rules.Ollama:    {`"num_predict":2000`, `"num_ctx":2048`, `"format":{"type":"object"}`, `"stream":false`},
		}[c.api] {
			assert.Contains(t, string(body), part)
		}
		assert.NotContains(t, string(body), `"k"`)
		assert.Contains(t, fmt.Sprint(r.Header), "k")
	}
}

// An answer that can't be used still says what it cost; what is no answer is an error.
func TestResponses(t *testing.T) {
	for _, c := range []struct {
		api  rules.API
		body string
		want Answer
		err  error
	}{
		{rules.OpenAI, `{"choices": [{"message": {"content": "x"}, "finish_reason": "stop"}],
			"usage": {"prompt_tokens": 3, "completion_tokens": 2}}`, Answer{"x", 3, 2}, nil},
		{rules.OpenAI, `{"choices": [{"message": {"content": "x"}, "finish_reason": "length"}],
			"usage": {"completion_tokens": 2}}`, Answer{"x", 0, 2}, ErrCut},
		{rules.OpenAI, `{"choices": [{"message": {"content": null, "refusal": "No."}}]}`, Answer{}, ErrRefused},
		{rules.OpenAI, `{"choices": [{"message": {}, "finish_reason": "content_filter"}]}`, Answer{}, ErrRefused},
		{rules.Anthropic, `{"content": [{"type": "text", "text": "Well."}, {"type": "tool_use", "input": {"a": 1}}],
			"usage": {"input_tokens": 3, "output_tokens": 2}}`, Answer{`{"a": 1}`, 3, 2}, nil},
		{rules.Anthropic, `{"content": [{"type": "text", "text": "{}"}]}`, Answer{Text: "{}"}, nil},
		{rules.Anthropic, `{"content": [], "stop_reason": "refusal"}`, Answer{}, ErrRefused},
		{rules.Anthropic, `{"content": [], "stop_reason": "max_tokens"}`, Answer{}, ErrCut},
		{rules.Ollama, `{"message": {"content": "x"}, "done_reason": "stop",
			"prompt_eval_count": 3, "eval_count": 2}`, Answer{"x", 3, 2}, nil},
		{rules.Ollama, `{"message": {"content": "x"}, "done_reason": "length", "eval_count": -2}`,
			Answer{Text: "x"}, ErrCut},
	} {
		got, err := ReadResponse(c.api, []byte(c.body))
		assert.Equal(t, c.want, got, c.body)
		assert.ErrorIs(t, err, c.err, c.body)
	}
	_, err := ReadResponse(rules.Ollama, []byte("<html>"))
	assert.ErrorContains(t, err, "the server did not answer as the ollama API does")
}
