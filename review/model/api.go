package model

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Request is what is posted to a server.
type Request struct {
	URL    string
	Header map[string]string
	Body   any // is sent as JSON
}

// An Answer is what a model wrote, and what it cost.
type Answer struct {
	Text          string
	Input, Output int // tokens
}

// Errors of answers that can't be used.
var (
	ErrCut     = errors.New("its answer was cut off")
	ErrRefused = errors.New("refused to answer")
)

// An object is one of JSON.
type object = map[string]any

// Request returns the request for a prompt. An answer has so many tokens at most.
func (p Prompt) Request(m rules.Model, key string, most int) Request {
	messages := []object{{"role": "user", "content": p.Text}}
	r := Request{Header: map[string]string{}}
	switch m.API {
	case rules.OpenAI:
		r.URL = endpoint(m.URL, "/v1", "/chat/completions")
		body := object{"model": m.Name, "messages": messages, "max_completion_tokens": most}
		if p.Schema != nil {
			body["response_format"] = object{"type": "json_schema",
				"json_schema": object{"name": "answer", "strict": true, "schema": p.Schema}}
		}
		r.Body = body
		if key != "" {
			r.Header["Authorization"] = "Bearer " + key
		}
	case rules.Anthropic:
		r.URL = endpoint(m.URL, "/v1", "/messages")
		r.Body = object{"model": m.Name, "messages": messages, "max_tokens": most,
			"tools":       []object{{"name": "answer", "description": "Gives the answer.", "input_schema": p.Schema}},
			"tool_choice": object{"type": "tool", "name": "answer"}}
		r.Header["anthropic-version"] = "2023-06-01"
		if key != "" {
			r.Header["x-api-key"] = key
		}
	default:
		const thousand = 1024
		window := (Tokens(p.Text)*5/4 + most + thousand) / thousand * thousand
		r.URL = endpoint(m.URL, "/api", "/chat")
		r.Body = object{"model": m.Name, "messages": messages, "stream": false, "format": p.Schema,
			"options": object{"num_ctx": window, "num_predict": most, "temperature": 0}}
		if key != "" {
			r.Header["Authorization"] = "Bearer " + key
		}
	}
	return r
}

// endpoint returns the address of a call. People leave out its ends, or give them.
func endpoint(base, version, call string) string {
	path := base[strings.Index(base, "://")+len("://"):]
	switch {
	case strings.HasSuffix(base, call):
		return base
	case strings.HasSuffix(base, version), call == "/chat/completions" && strings.Contains(path, "/"):
		return base + call // servers that speak as OpenAI's have versions of their own
	}
	return base + version + call
}

// A response has the fields of all three APIs that are read.
type response struct {
	Choices []struct { // OpenAI
		Message struct {
			Content, Refusal string
		}
		Reason string `json:"finish_reason"`
	}
	Content []struct { // Anthropic
		Type, Text string
		Input      json.RawMessage
	}
	StopReason string   `json:"stop_reason"`
	Message    struct { // Ollama
		Content string
	}
	DoneReason string `json:"done_reason"`
	Prompted   int    `json:"prompt_eval_count"`
	Evaluated  int    `json:"eval_count"`
	Usage      struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Input      int `json:"input_tokens"`
		Output     int `json:"output_tokens"`
	}
	Error json.RawMessage
}

// ReadResponse reads the answer of a server. An answer that can't be used still says what it cost.
func ReadResponse(api rules.API, data []byte) (Answer, error) {
	var r response
	if err := json.Unmarshal(data, &r); err != nil {
		return Answer{}, fmt.Errorf("the server did not answer as the %s API does", api)
	}
	a := Answer{
		Input:  max(0, cmp.Or(r.Usage.Prompt, r.Usage.Input, r.Prompted)),
		Output: max(0, cmp.Or(r.Usage.Completion, r.Usage.Output, r.Evaluated)),
	}
	reason, refusal := cmp.Or(r.StopReason, r.DoneReason), ""
	switch api {
	case rules.OpenAI:
		if len(r.Choices) > 0 {
			c := r.Choices[0]
			a.Text, refusal, reason = c.Message.Content, c.Message.Refusal, c.Reason
		}
	case rules.Anthropic:
		for _, c := range r.Content {
			if c.Type == "tool_use" {
				a.Text = string(c.Input)
				break
			}
			a.Text += c.Text
		}
	default:
		a.Text = r.Message.Content
	}
	switch reason {
	case "length", "max_tokens":
		return a, fmt.Errorf("%w at %d tokens; raise max_output_tokens", ErrCut, a.Output)
	case "refusal", "content_filter":
		refusal = cmp.Or(refusal, reason)
	}
	if refusal != "" {
		return a, fmt.Errorf("%w: %s", ErrRefused, remark.Clean(clip(refusal)))
	}
	return a, nil
}

// ErrorOf returns what a server says of a request that failed, "" where it says nothing.
func ErrorOf(data []byte) string {
	var r response
	var in struct{ Message string }
	if json.Unmarshal(data, &r) != nil || len(r.Error) == 0 {
		return ""
	}
	if json.Unmarshal(r.Error, &in.Message) != nil {
		_ = json.Unmarshal(r.Error, &in)
	}
	return remark.Clean(clip(in.Message))
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
