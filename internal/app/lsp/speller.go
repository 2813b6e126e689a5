package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"regexp"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A speller writes the URIs of documents as the client did when it opened them. The library has one spelling for all
// that mean the same, and some editors don't know their documents by it.
type speller struct {
	mu     sync.Mutex
	opened map[string][]byte // by the JSON of the library's spelling, the JSON of the client's
}

var uriMember = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"uri"\s*:\s*("(?:[^"\\]|\\.)*")`)
})

// opening returns a handler that notes how documents are named before h opens them.
func (s *speller) opening(h jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() == protocol.MethodTextDocumentDidOpen {
			s.note(req.Params())
		}
		return h(ctx, req)
	}
}

// note notes how the parameters of an opening name the document.
func (s *speller) note(params []byte) {
	m := uriMember().FindSubmatch(params)
	var name string
	if m == nil || json.Unmarshal(m[1], &name) != nil {
		return
	}
	known, err := uri.Parse(name)
	if err != nil || string(known) == name {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.opened == nil {
		s.opened = map[string][]byte{}
	}
	s.opened[`"`+string(known)+`"`] = bytes.Clone(m[1])
}

// spell puts the client's spellings into a message for it.
func (s *speller) spell(message []byte) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	for known, opened := range s.opened {
		message = bytes.ReplaceAll(message, []byte(known), opened)
	}
	return message
}
