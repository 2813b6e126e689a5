package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// statesName is the file of a run that its checkpoints are added to, a state a
// line. loop.Trail says which of the states of a document counts.
const statesName = "states.jsonl"

// A stateEncoder encodes states, many times, in memory that it uses again.
type stateEncoder []bytes.Buffer

// encode is a state a line, in several pieces that hold until the next call.
func (e *stateEncoder) encode(states []loop.State) ([][]byte, error) {
	const perPiece, usual, most = 16, 8 << 10, 1 << 20 // states, bytes of one, and bytes that are kept for a piece
	pieces := make([][]byte, (len(states)+perPiece-1)/perPiece)
	*e = slices.Grow(*e, max(0, len(pieces)-len(*e)))[:max(len(pieces), len(*e))]
	failed := make([]error, len(states))
	parallel.OnAll(len(pieces), func(n int) {
		text := &(*e)[n]
		if text.Reset(); text.Cap() > most {
			*text = bytes.Buffer{}
		}
		text.Grow(usual * min(perPiece, len(states)-n*perPiece))
		encoder := json.NewEncoder(text)
		for i := n * perPiece; i < min(len(states), (n+1)*perPiece); i++ {
			failed[i] = encoder.Encode(&states[i])
		}
		pieces[n] = text.Bytes()
	})
	return pieces, errors.Join(failed...)
}

// decodeTrails is what is kept of each document. A line that is cut off was being
// written when its run was killed: the state before it stands.
func decodeTrails(data []byte) map[string]*loop.Trail {
	trails := map[string]*loop.Trail{}
	for line := range bytes.Lines(data) {
		var s loop.State
		if err := json.Unmarshal(line, &s); err != nil {
			continue
		}
		if trails[s.Document] == nil {
			trails[s.Document] = &loop.Trail{}
		}
		trails[s.Document].Add(&s)
	}
	return trails
}

// decodeStates is the last state of each document.
func decodeStates(data []byte) map[string]*loop.State {
	states := map[string]*loop.State{}
	for doc, trail := range decodeTrails(data) {
		if trail.Last != nil {
			states[doc] = trail.Last
		}
	}
	return states
}

// stateOf is the last state of one document, nil where there is none; the others
// are not decoded.
func stateOf(data []byte, doc string) *loop.State {
	name, err := json.Marshal(doc)
	if err != nil {
		return nil
	}
	start := slices.Concat([]byte(`{"document":`), name, []byte(","))
	var its []byte
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(line, start) {
			its = append(its, line...)
		}
	}
	return decodeStates(its)[doc]
}

// states is what a run kept of its documents.
func (s *session) states(place rollback.Place, id string) (map[string]*loop.State, error) {
	data, _, err := rollback.State(s.ctx, place, id, statesName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("states of run %s: %w", id, err)
	}
	return decodeStates(data), nil
}
