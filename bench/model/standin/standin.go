// Package standin is a server on the loopback interface that speaks the APIs of language models and answers from a
// script, for tests and measurements. It answers well, and as servers and models do when they fail.
package standin

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// A Cue is one answer. The first cue that fits a request is given.
type Cue struct {
	When   string // the prompt must hold this
	Unless string // and must not hold this
	Model  string // the model's name; "" is any
	Call   int    // only the request with this number, from 1; 0 is any
	First  int    // only the first so many requests that the cue fits; 0 is all

	Answer     json.RawMessage // what the model writes, as JSON
	Print      string          // what it writes instead
	Status     int             // of a server that fails
	RetryAfter string
	Location   string // where a redirection leads
	Cut        bool   // the connection ends in the middle of the answer
	Refuse     bool   // the model refuses, as its API says it
	Length     bool   // the answer was cut off at its limit
	Echo       bool   // the server repeats the headers that it got
	Stop       func() `json:"-"`
}

// A Request is one that was made.
type Request struct{ Path, Model, Prompt, Key string }

// A Server is a running stand-in.
type Server struct {
	*httptest.Server
	mu       sync.Mutex
	cues     []Cue
	fitted   []int
	requests []Request
}

// Start starts a server.
func Start(cues []Cue) *Server {
	s := &Server{}
	s.Play(cues)
	s.Server = httptest.NewServer(s)
	return s
}

// Play replaces the script.
func (s *Server) Play(cues []Cue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cues, s.fitted, s.requests = cues, make([]int, len(cues)), nil
}

// Take returns the requests since the last call.
func (s *Server) Take() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.requests
	s.requests = nil
	return out
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Model    string
		Messages []struct{ Content string }
	}
	data, err := io.ReadAll(r.Body)
	if err != nil || json.Unmarshal(data, &in) != nil || len(in.Messages) == 0 {
		http.Error(w, "no request", http.StatusBadRequest)
		return
	}
	key := r.Header.Get("x-api-key") + strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	prompt := in.Messages[len(in.Messages)-1].Content
	c := s.play(Request{r.URL.Path, in.Model, prompt, key})
	if c.Stop != nil {
		c.Stop()
	}
	if c.RetryAfter != "" {
		w.Header().Set("Retry-After", c.RetryAfter)
	}
	w.Header().Set("Content-Type", "application/json")
	if c.Status != 0 {
		w.Header().Set("Location", c.Location)
		w.WriteHeader(c.Status)
		said := "the stand-in was told to fail"
		if c.Echo {
			said = fmt.Sprintf("the key %s of %v is wrong", key, r.Header)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": said}})
		return
	}
	text := c.Print
	if c.Answer != nil {
		text = string(c.Answer)
	}
	if c.Echo {
		text = strings.ReplaceAll(text, "THE KEY", key)
	}
	body, _ := json.Marshal(response(r.URL.Path, c, text))
	if c.Cut {
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		_, _ = w.Write(body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}
	_, _ = w.Write(body)
}

// play notes a request and returns its cue.
func (s *Server) play(r Request) Cue {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	for n, c := range s.cues {
		if !strings.Contains(r.Prompt, c.When) || c.Unless != "" && strings.Contains(r.Prompt, c.Unless) ||
			c.Model != "" && c.Model != r.Model || c.Call != 0 && c.Call != len(s.requests) ||
			c.First != 0 && s.fitted[n] >= c.First {
			continue
		}
		s.fitted[n]++
		return c
	}
	return Cue{Answer: json.RawMessage(`{"issues": [], "verdict": "approve"}`)}
}

// object is one of JSON.
type object = map[string]any

// response returns the body of a response in the API of a path.
func response(path string, c Cue, text string) object {
	reason := func(done, length, refused string) string {
		switch {
		case c.Length:
			return length
		case c.Refuse:
			return refused
		}
		return done
	}
	const input, output = 400, 50
	switch {
	case strings.HasSuffix(path, "/chat/completions"):
		message := object{"role": "assistant", "content": text, "refusal": nil}
		if c.Refuse {
			message["content"], message["refusal"] = nil, "I can't help with that."
		}
		return object{"object": "chat.completion", "usage": object{"prompt_tokens": input, "completion_tokens": output},
			"choices": []object{{"index": 0, "message": message, "finish_reason": reason("stop", "length", "stop")}}}
	case strings.HasSuffix(path, "/v1/messages"):
		content := object{"type": "text", "text": text}
		if c.Answer != nil {
			content = object{"type": "tool_use", "id": "toolu_1", "name": "answer", "input": c.Answer}
		}
		return object{"type": "message", "role": "assistant", "content": []object{content},
			"stop_reason": reason("tool_use", "max_tokens", "refusal"),
			"usage":       object{"input_tokens": input, "output_tokens": output}}
	}
	if c.Refuse {
		text = "I can't help with that."
	}
	return object{"message": object{"role": "assistant", "content": text}, "done": true,
		"done_reason": reason("stop", "length", "stop"), "prompt_eval_count": input, "eval_count": output}
}
