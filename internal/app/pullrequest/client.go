package pullrequest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

const (
	mostAnswer  = 64 << 20 // bytes of one answer
	mostPages   = 100      // of a list, each of a hundred items
	mostTries   = 4
	longestWait = 2 * time.Minute
)

// A client sends requests to the API of a host.
type client struct {
	base   string // the address of the API, without a slash at the end
	header http.Header
	token  string
	http   *http.Client
	wait   func(context.Context, time.Duration) error
	now    func() time.Time
}

// newClient returns a client for the API at an address. The token goes there alone: it is not sent in clear but to
// this machine, and never to where an answer redirects.
func newClient(address, token string, header http.Header) (*client, error) {
	at, err := url.Parse(address)
	if err != nil || at.Host == "" || at.Scheme != "https" && !(at.Scheme == "http" && isLoopback(at.Hostname())) {
		return nil, fmt.Errorf("the API's address %q is not an https address", wording.Visible(address))
	}
	return &client{
		base: strings.TrimRight(address, "/"), header: header, token: token, wait: wait, now: time.Now,
		http: &http.Client{Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the API redirects elsewhere")
		}},
	}, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// A statusError is an answer that is no success.
type statusError struct {
	status  int
	what    string // method and path
	message string // what the host said
	limited bool   // there were too many requests, and another time it may work
}

func (e *statusError) Error() string {
	text := fmt.Sprintf("%s: %d %s", e.what, e.status, http.StatusText(e.status))
	if e.message != "" {
		text += ": " + e.message
	}
	return text
}

func (e *statusError) Is(target error) bool {
	return target == ErrForbidden && e.status == http.StatusForbidden && !e.limited
}

// hasStatus reports whether an error is an answer with this status.
func hasStatus(err error, status int) bool {
	var e *statusError
	return errors.As(err, &e) && e.status == status
}

// do sends a request, and reads its answer into out unless that is nil. It waits and tries again where the host asks
// for it, and where reading failed on the host's side; it writes nothing twice.
func (c *client) do(ctx context.Context, method, path string, in, out any) (http.Header, error) {
	for try := 1; ; try++ {
		header, after, err := c.once(ctx, method, path, in, out)
		if err == nil || after < 0 || try == mostTries {
			return header, err
		}
		if after > longestWait {
			return header, fmt.Errorf("%w; it asks to wait for %v", err, after.Round(time.Second))
		}
		if err := c.wait(ctx, after); err != nil {
			return nil, err
		}
	}
}

// once is do without trying again. The duration says when that may help; less than 0 is never.
func (c *client) once(ctx context.Context, method, path string, in, out any) (http.Header, time.Duration, error) {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return nil, -1, err
		}
		body = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, -1, err
	}
	request.Header = c.header.Clone()
	if in != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	what, _, _ := strings.Cut(method+" "+path, "?")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, -1, fmt.Errorf("%s: %s", what, c.scrub(err.Error()))
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return nil, -1, fmt.Errorf("%s: %s", what, c.scrub(err.Error()))
	}
	if status := response.StatusCode; status/100 != 2 {
		message := c.said(data)
		after := c.retryDelay(method, response, message)
		return response.Header, after, &statusError{status, what, message, after >= 0 && status < 500}
	}
	if out == nil {
		return response.Header, 0, nil
	}
	if err := json.Unmarshal(data, out); err != nil {
		return response.Header, -1, fmt.Errorf("%s: the answer can't be read: %w", what, err)
	}
	return response.Header, 0, nil
}

// retryDelay returns how long to wait before a failed request is sent again, less than 0 for never.
func (c *client) retryDelay(method string, response *http.Response, message string) time.Duration {
	h := response.Header
	limited := response.StatusCode == http.StatusTooManyRequests
	if limited || response.StatusCode == http.StatusForbidden {
		if seconds, err := strconv.Atoi(h.Get("Retry-After")); err == nil && seconds >= 0 {
			return time.Duration(seconds) * time.Second
		}
		if h.Get("X-Ratelimit-Remaining") == "0" {
			if at, err := strconv.ParseInt(h.Get("X-Ratelimit-Reset"), 10, 64); err == nil {
				return max(time.Unix(at, 0).Sub(c.now()), 0)
			}
		}
		if limited || strings.Contains(message, "rate limit") {
			return time.Minute
		}
		return -1
	}
	if response.StatusCode >= 500 && method == http.MethodGet {
		return time.Second
	}
	return -1
}

// said returns what the host says about a failure.
func (c *client) said(data []byte) string {
	var told struct {
		Message any `json:"message"`
		Error   any `json:"error"`
	}
	if json.Unmarshal(data, &told) != nil {
		return ""
	}
	if told.Message == nil {
		told.Message = told.Error
	}
	if told.Message == nil {
		return ""
	}
	const most = 300
	text := []rune(c.scrub(fmt.Sprint(told.Message)))
	return string(text[:min(len(text), most)])
}

// scrub returns a text of others as a message has it, without the token.
func (c *client) scrub(text string) string {
	if c.token != "" {
		text = strings.ReplaceAll(text, c.token, "***")
	}
	return wording.Visible(text)
}

// pages calls each with the pages of a list until one is the last.
func pages[T any](ctx context.Context, c *client, path string, each func([]T) error) error {
	for page := 1; page <= mostPages; page++ {
		var items []T
		header, err := c.do(ctx, http.MethodGet, fmt.Sprintf("%s?per_page=100&page=%d", path, page), nil, &items)
		if err != nil {
			return err
		}
		if err := each(items); err != nil {
			return err
		}
		if !strings.Contains(header.Get("Link"), `rel="next"`) && header.Get("X-Next-Page") == "" {
			return nil
		}
	}
	return nil
}
