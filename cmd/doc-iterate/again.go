package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// formerly is what became of a finding in an earlier run.
type formerly uint8

const (
	leftOpen   formerly = iota + 1
	fixedOnce           // and somebody edited the document since
	fixedSince          // and nothing but runs edited the document since
)

// dealings is what earlier runs did about a review, by document and the finding's id.
type dealings map[string]map[string]formerly

// dealtWith is what the last runs did about these very reviews: who answers a question
// runs again with the review that was asked about, most of which is done by then. A run
// that was taken back counts as none.
func (s *session) dealtWith(docs []document, run *rollback.Run, reviews []reviewFile) (dealings, error) {
	const most = 20 // runs
	if len(reviews) == 0 {
		return nil, nil
	}
	place := rollback.Place{Path: docs[0].path, Environ: s.environ}
	if len(docs) > 1 {
		place.Path = shared(docs)
	}
	records, err := rollback.Log(s.ctx, place)
	if err != nil {
		return nil, err
	}
	out, revision := dealings{}, map[string]string{}
	for _, d := range docs {
		sum := sha256.Sum256(d.src)
		out[d.path], revision[d.path] = map[string]formerly{}, hex.EncodeToString(sum[:])
	}
	for _, record := range slices.Backward(records[max(0, len(records)-most):]) {
		if record.UndoneBy != "" || run != nil && record.ID == run.ID() {
			continue
		}
		kept, err := s.kept(place, record.ID, len(docs))
		if err != nil {
			return nil, err
		}
		about := s.worked(place, record.ID, reviews)
		for _, d := range docs {
			name, _ := documentOf(record, d.path)
			state := kept(name)
			if state == nil {
				continue
			}
			fixed := fixedOnce
			if state.Revision == revision[d.path] {
				fixed, revision[d.path] = fixedSince, state.Original
			}
			if about {
				out.enter(d.path, fixedIn(state), fixed)
			}
		}
	}
	return out, nil
}

// kept gives the states that a run kept of its documents, of which n are asked for: of a
// few, those of the others are not decoded.
func (s *session) kept(place rollback.Place, run string, n int) (func(document string) *loop.State, error) {
	const few = 8
	if n > few {
		states, err := s.states(place, run)
		return func(document string) *loop.State { return states[document] }, err
	}
	data, _, err := rollback.State(s.ctx, place, run, statesName)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return func(document string) *loop.State { return stateOf(data, document) }, err
}

// enter notes what a run did where no later one is known to have done something.
func (r dealings) enter(document string, done map[string]bool, fixed formerly) {
	for id, ok := range done {
		switch {
		case r[document][id] != 0:
		case ok:
			r[document][id] = fixed
		default:
			r[document][id] = leftOpen
		}
	}
}

// left is findings without those that were fixed. Where somebody edited the document
// since, one that is there again is looked at again.
func (r dealings) left(document string, findings []review.Finding) []review.Finding {
	return slices.DeleteFunc(findings, func(f review.Finding) bool {
		was := r[document][f.ID]
		return f.ID != "" && (was == fixedSince || was == fixedOnce && f.State != review.Located)
	})
}

// worked reports whether a run was about one of these reviews.
func (s *session) worked(place rollback.Place, run string, reviews []reviewFile) bool {
	data, _, err := rollback.State(s.ctx, place, run, savedName)
	var job saved
	if err != nil || json.Unmarshal(data, &job) != nil {
		return false
	}
	return slices.ContainsFunc(job.Reviews, func(old savedReview) bool {
		return slices.ContainsFunc(reviews, func(f reviewFile) bool { return bytes.Equal(f.data, old.Data) })
	})
}

// fixedIn is the ids of the findings that a run fixed, and, as false, of those that it
// left open.
func fixedIn(state *loop.State) map[string]bool {
	done := map[string]bool{}
	for _, pass := range state.Iteration.History {
		for _, id := range pass.FixesApplied {
			done[id] = pass.Verdict == loop.Accepted
		}
	}
	for _, left := range state.Remaining {
		done[left.ID] = false
	}
	return done
}
