package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/model"
	"github.com/doc-iterate/doc-iterate/rules"
)

const key = "sk-secret-0123456789"

// asked has a server answer one request after the other, and returns what came of one prompt, and the waits.
func asked(t *testing.T, answers ...http.HandlerFunc) (model.Answer, []time.Duration, int, error) {
	t.Helper()
	n := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		answers[min(n, len(answers))-1](w, r)
	}))
	defer s.Close()
	var waits []time.Duration
	c := Client{Wait: func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }}
	m := rules.Model{API: rules.OpenAI, URL: s.URL, Name: "m"}
	p := model.Prompt{Text: "Review.", Schema: json.RawMessage(`{"type": "object"}`)}
	a, err := c.Ask(t.Context(), m, key, p, 1000, time.Minute)
	if err != nil {
		assert.NotContains(t, err.Error(), "secret")
	}
	assert.NotContains(t, a.Text, "secret")
	return a, waits, n, err
}

func fails(status int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for n := 0; n < len(header); n += 2 {
			w.Header().Set(header[n], header[n+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"error": {"message": "no, ` + r.Header.Get("Authorization") + `"}}`))
	}
}

func answers(w http.ResponseWriter, r *http.Request) {
	_, _ = w.Write([]byte(`{"choices": [{"message": {"content": "` + r.Header.Get("Authorization") + `"}}]}`))
}

func TestAttempts(t *testing.T) {
	a, waits, n, err := asked(t, fails(429, "Retry-After", "7"), fails(500), fails(529), answers)
	require.NoError(t, err)
	assert.Equal(t, 4, n)
	assert.Equal(t, "Bearer (the key)", a.Text)
	require.Len(t, waits, 3)
	assert.Equal(t, 7*time.Second, waits[0])
	for i, least := range []time.Duration{time.Second, 4 * time.Second} {
		assert.GreaterOrEqual(t, waits[i+1], least)
		assert.Less(t, waits[i+1], 2*least)
	}
	_, waits, n, err = asked(t, fails(503))
	assert.ErrorContains(t, err, "503 Service Unavailable: no, Bearer (the key)")
	assert.Equal(t, attempts, n)
	assert.Len(t, waits, attempts-1)
	assert.False(t, AnswersNothing(err))

	_, waits, n, err = asked(t, fails(429, "Retry-After", "3600"))
	assert.ErrorContains(t, err, "it asks to wait 1h0m0s")
	assert.Equal(t, 1, n)
	assert.Empty(t, waits)
	at := time.Now().Add(30 * time.Second).UTC().Format(http.TimeFormat)
	_, waits, _, err = asked(t, fails(429, "Retry-After", at), answers)
	require.NoError(t, err)
	assert.LessOrEqual(t, waits[0], 30*time.Second)
	assert.Greater(t, waits[0], 2*time.Second)
}

func TestWhatLasts(t *testing.T) {
	for _, status := range []int{401, 403, 404} {
		_, _, n, err := asked(t, fails(status))
		assert.Equal(t, 1, n)
		assert.True(t, AnswersNothing(err), err)
	}
	_, _, n, err := asked(t, fails(400))
	assert.Equal(t, 1, n)
	assert.False(t, AnswersNothing(err))
	_, _, n, err = asked(t, fails(307, "Location", "http://127.0.0.1:1/"))
	assert.Equal(t, 1, n)
	assert.ErrorIs(t, err, ErrRedirected)

	c := Client{}
	nobody := rules.Model{API: rules.Ollama, URL: "http://127.0.0.1:1"}
	_, err = c.Ask(t.Context(), nobody, key, model.Prompt{}, 1, time.Minute)
	assert.True(t, AnswersNothing(err), err)

	stopped := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stopped }))
	defer s.Close()
	defer close(stopped)
	_, err = c.Ask(t.Context(), rules.Model{API: rules.Ollama, URL: s.URL}, key, model.Prompt{}, 1, time.Millisecond)
	assert.ErrorContains(t, err, "no answer within the timeout of 1ms")
}

// A server that does not know schemas is asked once more without one.
func TestServersWithoutSchemas(t *testing.T) {
	var bodies []map[string]any
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&body))
		if bodies = append(bodies, body); len(bodies) == 1 {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error": {"message": "response_format is not supported"}}`))
			return
		}
		_, _ = w.Write([]byte(`{"choices": [{"message": {"content": "{}"}}], "usage": {"prompt_tokens": 3}}`))
	}))
	defer s.Close()
	c := Client{}
	p := model.Prompt{Text: "Review.", Schema: json.RawMessage(`{}`)}
	a, err := c.Ask(t.Context(), rules.Model{API: rules.OpenAI, URL: s.URL, Name: "m"}, "", p, 1000, time.Minute)
	require.NoError(t, err)
	assert.Equal(t, model.Answer{Text: "{}", Input: 3}, a)
	require.Len(t, bodies, 2)
	assert.Contains(t, bodies[0], "response_format")
	assert.NotContains(t, bodies[1], "response_format")
}
