package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/parallel"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// statesName is the file of a run that its checkpoints are added to, a state a
// line. loop.Trail says which of the states of a document counts.
const statesName = "states.jsonl"

func encodeStates(states []loop.State) ([]byte, error) {
	const perBuffer, usual = 16, 8 << 10 // states, and bytes of one
	lines := make([]bytes.Buffer, (len(states)+perBuffer-1)/perBuffer)
	failed := make([]error, len(states))
	parallel.OnAll(len(lines), func(n int) {
		lines[n].Grow(usual * min(perBuffer, len(states)-n*perBuffer))
		encoder := json.NewEncoder(&lines[n])
		for i := n * perBuffer; i < min(len(states), (n+1)*perBuffer); i++ {
			failed[i] = encoder.Encode(&states[i])
		}
	})
	all := make([][]byte, len(lines))
	for n := range lines {
		all[n] = lines[n].Bytes()
	}
	return slices.Concat(all...), errors.Join(failed...)
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
