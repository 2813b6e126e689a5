package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// mostMessage is how many bytes a message of a client may have.
const mostMessage = 16 << 20

// Lines returns the transport that reads a message a line, and writes as much. A line that is no message is answered
// with an error; the library would end the session.
func Lines(in io.Reader, out io.Writer) sdk.Transport {
	w := &locked{w: out}
	return &sdk.IOTransport{
		Reader: &messages{in: bufio.NewReaderSize(in, 64<<10), out: w}, Writer: w, MaxLineLength: 2 * mostMessage,
	}
}

// locked is a writer for two: the library and what refuses lines. Each writes whole lines.
type locked struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

// Close does nothing: the process ends then.
func (*locked) Close() error { return nil }

// messages reads the lines that are messages.
type messages struct {
	in   *bufio.Reader
	out  io.Writer
	line []byte // the rest of a message, with its end
}

func (m *messages) Read(p []byte) (int, error) {
	for len(m.line) == 0 {
		line, err := m.next()
		if err != nil {
			return 0, err
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if code, why := fault(line); code != 0 {
			m.refuse(line, code, why)
			continue
		}
		m.line = append(line, '\n')
	}
	n := copy(p, m.line)
	m.line = m.line[n:]
	return n, nil
}

// next returns a line; of one that is too long, its beginning.
func (m *messages) next() (line []byte, err error) {
	for {
		part, err := m.in.ReadSlice('\n')
		if len(line) <= mostMessage {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && len(line) > 0:
			return line, nil
		default:
			return line, err
		}
	}
}

// fault says what keeps a line from being a message, as an error code of the protocol and in words.
func fault(line []byte) (code int, why string) {
	const parse, request = -32700, -32600
	switch {
	case len(line) > mostMessage:
		return request, "a message has at most 16 MB"
	case !json.Valid(line):
		return parse, "this line is not JSON"
	case line[0] != '{':
		return request, "a message is one JSON object on a line"
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return request, "this is no message of JSON-RPC 2.0"
	}
	return 0, ""
}

func (m *messages) refuse(line []byte, code int, why string) {
	var head struct{ ID any }
	if len(line) <= mostMessage {
		_ = json.Unmarshal(line, &head) // what has no ID is answered without
	}
	switch head.ID.(type) {
	case string, float64:
	default:
		head.ID = nil
	}
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": head.ID, "error": map[string]any{"code": code, "message": why},
	})
	if err == nil {
		_, _ = m.out.Write(append(answer, '\n')) // a client that is gone is noticed by the library
	}
}

// Close does nothing: the process ends then.
func (*messages) Close() error { return nil }
