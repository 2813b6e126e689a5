package lsp

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// A queue writes to a connection in a goroutine of its own. Otherwise server and client could wait forever for each
// other to read.
type queue struct {
	conn  io.ReadWriteCloser
	mu    sync.Mutex
	moved sync.Cond // something was written or taken
	bytes bytes.Buffer
	busy  bool  // bytes that were taken off are not written yet
	err   error // of the connection; then nothing more is written
}

// mostQueued is how many bytes may wait before a writer has to wait too.
const mostQueued = 64 << 20

var errClosed = errors.New("the connection is closed")

func newQueue(conn io.ReadWriteCloser) *queue {
	q := &queue{conn: conn}
	q.moved.L = &q.mu
	go q.run()
	return q
}

// run writes until the connection fails or is closed.
func (q *queue) run() {
	q.mu.Lock()
	defer q.mu.Unlock()
	var taken bytes.Buffer
	for q.err == nil {
		if q.bytes.Len() == 0 {
			q.moved.Wait()
			continue
		}
		taken, q.bytes, q.busy = q.bytes, taken, true
		q.moved.Broadcast()
		q.mu.Unlock()
		_, err := taken.WriteTo(q.conn)
		taken.Reset()
		q.mu.Lock()
		q.busy = false
		q.err = errors.Join(q.err, err)
		q.moved.Broadcast()
	}
}

// Write adds bytes to the queue.
func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && q.bytes.Len() > mostQueued {
		q.moved.Wait()
	}
	if q.err != nil {
		return 0, q.err
	}
	defer q.moved.Broadcast()
	return q.bytes.Write(p)
}

// Read reads from the connection.
func (q *queue) Read(p []byte) (int, error) { return q.conn.Read(p) }

// flush waits until everything is written, or the connection has failed.
func (q *queue) flush() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.err == nil && (q.bytes.Len() > 0 || q.busy) {
		q.moved.Wait()
	}
}

// Close closes the connection.
func (q *queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err = errors.Join(q.err, errClosed)
	q.moved.Broadcast()
	return q.conn.Close()
}
