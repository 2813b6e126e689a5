// Package server sends requests to the servers of language models. It is the only one that does.
//
// It uses net/http and none of the makers' libraries. Stripped, the program has 25.7 MB; with openai-go 3.99 it has
// 46.0, with anthropic-sdk-go 1.84 34.0, and with Ollama's api package 0.17 26.6. The last one alone adds less than 3
// MB, but it would take the place of some ten lines here, because the three APIs share all the rest.
//
// Invariants:
//   - A request goes to the address that it names, and nowhere else: no redirection is followed.
//   - A key is in the header of a request, and in no error and no answer: what a server repeats of it is taken out.
package server

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/review/model"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Client asks models. Its zero value is ready for use, by several goroutines.
type Client struct {
	Agent string                                           // names the program to servers
	Wait  func(ctx context.Context, d time.Duration) error // waits before another attempt; nil really waits
}

// Limits of one request.
const (
	attempts    = 4
	maxAnswer   = 16 << 20
	firstWait   = 500 * time.Millisecond
	longestWait = time.Minute
)

// ErrRedirected is the error of a server that names another one.
var ErrRedirected = errors.New("the server redirects to another address; configure that one")

// Ask sends a prompt to a model and returns the answer. What may go better a second time is tried again, after longer
// and longer waits, or when the server says. Each attempt may take as long as timeout. Where the error is one of
// package model, the answer says what it cost.
func (c *Client) Ask(
	ctx context.Context, m rules.Model, key string, p model.Prompt, most int, timeout time.Duration,
) (model.Answer, error) {
	for n := 1; ; n++ {
		data, f := c.post(ctx, p.Request(m, key, most), key, timeout)
		switch {
		case f == nil:
			return model.ReadResponse(m.API, data)
		case ctx.Err() != nil:
			return model.Answer{}, context.Cause(ctx)
		case f.schema && p.Schema != nil:
			p.Schema = nil // an older server; the form is in the prompt too
			continue
		case !f.passes || n == attempts:
			return model.Answer{}, f
		}
		wait := f.after
		if wait < 0 {
			wait = firstWait << (2 * (n - 1))
			wait = wait/2 + rand.N(wait/2) // many clients do not come back at the same time
		}
		if err := c.wait(ctx, wait); err != nil {
			return model.Answer{}, err
		}
	}
}

// wait waits, unless ctx ends before.
func (c *Client) wait(ctx context.Context, d time.Duration) error {
	if c.Wait != nil {
		return c.Wait(ctx, d)
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// A failure is an attempt that failed.
type failure struct {
	error
	passes bool          // another attempt may go better
	after  time.Duration // when, as the server says; less than 0 where it does not say
	schema bool          // the server does not know schemas
	whole  bool          // no other request would be answered
}

// AnswersNothing reports whether an error of Ask holds for every request to its server.
func AnswersNothing(err error) bool {
	f := (*failure)(nil)
	return errors.As(err, &f) && f.whole
}

func (f *failure) Unwrap() error { return f.error }

// lasting is the failure that another attempt does not mend.
func lasting(format string, args ...any) *failure {
	return &failure{error: fmt.Errorf(format, args...)}
}

// post makes one attempt and returns the body of the response.
func (c *Client) post(ctx context.Context, r model.Request, key string, timeout time.Duration) ([]byte, *failure) {
	body, err := json.Marshal(r.Body)
	if err != nil {
		return nil, lasting("%w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(body))
	if err != nil {
		return nil, lasting("%w", err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", c.Agent)
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return ErrRedirected }}
	response, err := client.Do(req)
	var data []byte
	if err == nil {
		defer response.Body.Close()
		data, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	}
	switch {
	case errors.Is(err, ErrRedirected):
		f := lasting("%s: %w", r.URL, ErrRedirected)
		f.whole = true
		return nil, f
	case errors.Is(err, context.DeadlineExceeded):
		return nil, lasting("%s: no answer within the timeout of %v", r.URL, timeout)
	case err != nil:
		if inner := (*url.Error)(nil); errors.As(err, &inner) {
			err = inner.Err
		}
		op, certificate := (*net.OpError)(nil), (*tls.CertificateVerificationError)(nil)
		f := lasting("%s: %s", r.URL, without(key, []byte(err.Error())))
		f.whole = errors.As(err, &op) && op.Op == "dial" || errors.As(err, &certificate)
		f.passes, f.after = !f.whole, -1
		return nil, f
	}
	data = without(key, data)
	if response.StatusCode == http.StatusOK {
		return data, nil
	}
	return nil, refused(r.URL, response, data)
}

// refused returns the failure of a response that has another status than 200.
func refused(address string, response *http.Response, data []byte) *failure {
	f := lasting("%s: %s", address, response.Status)
	if said := model.ErrorOf(data); said != "" {
		f = lasting("%w: %s", f.error, said)
	}
	again := []int{http.StatusRequestTimeout, http.StatusConflict, http.StatusTooManyRequests, overloaded,
		http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
	whole := []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound}
	f.passes, f.after = slices.Contains(again, response.StatusCode), retryAfter(response.Header.Get("Retry-After"))
	if f.after > longestWait {
		f.passes = false
		f.error = fmt.Errorf("%w; it asks to wait %v", f.error, f.after)
	}
	f.whole = slices.Contains(whole, response.StatusCode)
	f.schema = response.StatusCode == http.StatusBadRequest && strings.Contains(f.Error(), "format")
	return f
}

// overloaded is the status of Anthropic's servers that have too much to do.
const overloaded = 529

// retryAfter reads the header of that name, in seconds or as a time; less than 0 where it is neither.
func retryAfter(value string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, int(24*time.Hour/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, time.Until(at))
	}
	return -1
}

// without takes a key out of what a server said.
func without(key string, data []byte) []byte {
	const least = 4 // what is shorter is no key, and stands in many words
	if len(key) < least {
		return data
	}
	return bytes.ReplaceAll(data, []byte(key), []byte("(the key)"))
}
