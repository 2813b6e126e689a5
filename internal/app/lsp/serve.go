package lsp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// ErrNoShutdown says that the client sent exit without a shutdown before it.
var ErrNoShutdown = errors.New("the client ended without a shutdown")

// Serve speaks the protocol with the client until it sends exit or closes the connection.
func Serve(ctx context.Context, o Options, client io.ReadWriteCloser) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out, spelled := newQueue(client), &speller{}
	conn := jsonrpc2.NewConn(tolerant{jsonrpc2.NewStream(out)}, jsonrpc2.WithCodec(codec{spelled}))
	s := newServer(ctx, o, conn)
	conn.Go(ctx, spelled.opening(s.guard(cancellable(protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)))))
	go s.publish(ctx)
	select {
	case <-conn.Done():
	case <-s.exit:
		out.flush()
	case <-ctx.Done():
	}
	_ = out.Close()
	switch {
	case !s.exited():
		return conn.Err()
	case !s.in(shutDown):
		return ErrNoShutdown
	}
	return nil
}

// guard returns a handler that answers messages for which h returns an error. Without it, an error or a panic in a
// notification would end the connection; now it becomes a message to the client.
func (s *server) guard(h jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		defer func() {
			var mistake *parallel.Panic
			if errors.As(err, &mistake) {
				s.log(protocol.MessageTypeError, "%s: %v", req.Method(), err)
			}
			switch {
			case err == nil:
			case !req.IsCall():
				s.log(protocol.MessageTypeWarning, "%s: %v", req.Method(), err)
				err = nil
			case errors.Is(err, context.Canceled):
				err = protocol.ErrRequestCancelled
			}
		}()
		defer parallel.Catch(&err)
		if err := s.admits(req.Method()); err != nil {
			return nil, err
		}
		return h(ctx, req)
	}
}

// released is the key of the function that lets the messages behind a request be read.
type released struct{}

// async lets the server read the next messages while it works on a request. By then the request must have all texts
// that it needs.
func async(ctx context.Context) {
	if release, ok := ctx.Value(released{}).(func()); ok {
		release()
	}
}

// cancellable returns a handler that ends a request of h when the client cancels it. The handler of the library keeps
// its contexts longer than the requests that are not async; these may not outlive them.
func cancellable(h jsonrpc2.Handler) jsonrpc2.Handler {
	var mu sync.Mutex
	pending := map[protocol.ProgressToken]context.CancelFunc{}
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() == protocol.MethodCancelRequest {
			var p protocol.CancelParams
			if err := protocol.Unmarshal(req.Params(), &p); err != nil {
				return nil, err
			}
			mu.Lock()
			defer mu.Unlock()
			if cancel := pending[p.ID]; cancel != nil {
				cancel()
			}
			return nil, nil
		}
		if !req.IsCall() {
			return h(ctx, req)
		}
		id := tokenOf(req.ID())
		work, cancel := context.WithCancel(jsonrpc2.DetachContext(ctx))
		mu.Lock()
		pending[id] = cancel
		mu.Unlock()
		defer func() {
			mu.Lock()
			defer mu.Unlock()
			delete(pending, id)
			cancel()
		}()
		return h(context.WithValue(work, released{}, func() { jsonrpc2.Async(ctx) }), req)
	}
}

// tokenOf returns the ID of a request as a cancellation names it.
func tokenOf(id jsonrpc2.ID) protocol.ProgressToken {
	if n, ok := id.Number(); ok {
		return protocol.Integer(n)
	}
	name, _ := id.StringValue()
	return protocol.String(strings.Clone(name)) // the memory of the message is used again
}

// A tolerant stream answers a message that it can't read, and reads the next one.
type tolerant struct{ jsonrpc2.Stream }

// Read returns the next message.
func (t tolerant) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		m, n, err := t.Stream.Read(ctx)
		if !errors.Is(err, jsonrpc2.ErrParse) && !errors.Is(err, jsonrpc2.ErrInvalidRequest) {
			return m, n, err
		}
		if _, err := t.Stream.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, err)); err != nil {
			return nil, 0, err
		}
	}
}

// codec encodes and decodes the parameters and results of messages.
type codec struct{ *speller }

// Marshal returns v as JSON.
func (c codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok && raw != nil {
		return raw, nil
	}
	data, err := protocol.Marshal(v)
	return c.spell(data), err
}

// Unmarshal reads JSON into v. The memory of the message is used again, and the library does not copy strings out of it
// unless v is a struct.
func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(bytes.Clone(data), v) }
