package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// formerly is what became of a finding in an earlier run.
type formerly uint8

const (
	leftOpen   formerly = iota + 1
	fixedOnce           // and something else edited the document since
	fixedSince          // and nothing but runs over the same reviews edited the document since
)

// dealings is what earlier runs did about reviews, by document and the finding's id.
type dealings map[string]map[string]formerly

// dealtWith is what the last runs did about these very reviews: who answers a question
// runs again with the review that was asked about, most of which is done by then. A run
// that was taken back, or that was about other reviews beside them, counts as none.
// Where nothing can be found out nothing is known, and all is looked at again.
func (s *session) dealtWith(docs []document, run *rollback.Run, reviews []reviewFile) dealings {
	const most = 20 // runs
	if len(reviews) == 0 {
		return nil
	}
	place := rollback.Place{Path: docs[0].path, Environ: s.environ}
	if len(docs) > 1 {
		place.Path = shared(docs)
	}
	kept, err := rollback.States(s.ctx, place, most, savedName, statesName)
	if err != nil {
		return nil
	}
	out := dealings{}
	for _, d := range docs {
		sum := sha256.Sum256(d.src)
		out[d.path] = history(kept, run, reviews, d.path, hex.EncodeToString(sum[:]))
	}
	return out
}

// history is what runs did about the document at path, whose bytes have this SHA-256.
func history(kept []rollback.Kept, run *rollback.Run, reviews []reviewFile, path, revision string) map[string]formerly {
	out, others := map[string]formerly{}, false
	for _, k := range slices.Backward(kept) {
		name, known := documentOf(k.Record, path)
		if !known || k.Record.UndoneBy != "" || run != nil && k.Record.ID == run.ID() {
			continue
		}
		state := stateOf(k.Files[statesName], name)
		if state == nil {
			continue
		}
		about, stands := sameReviews(k.Files[savedName], reviews), state.Revision == revision
		if stands {
			revision = state.Original
		}
		switch {
		case !about:
			others = others || stands && state.Original != state.Revision
		case stands && !others:
			enter(out, fixedIn(state), fixedSince)
		case published(k.Record):
			enter(out, fixedIn(state), fixedOnce)
		}
	}
	return out
}

// published reports whether all that a run accepted came to stand.
func published(r rollback.Record) bool {
	return !slices.ContainsFunc(r.Passes, func(p rollback.PassRecord) bool {
		return p.Verdict == rollback.Accepted && !p.Published
	})
}

// enter notes what a run did where no later one is known to have done something.
func enter(known map[string]formerly, done map[string]bool, fixed formerly) {
	for id, ok := range done {
		switch {
		case known[id] != 0:
		case ok:
			known[id] = fixed
		default:
			known[id] = leftOpen
		}
	}
}

// sameReviews reports whether a run was about these reviews, all of them and no other:
// findings of two reviews may have the same id.
func sameReviews(data []byte, reviews []reviewFile) bool {
	var job saved
	return json.Unmarshal(data, &job) == nil && slices.EqualFunc(job.Reviews, reviews, func(old savedReview, f reviewFile) bool {
		return bytes.Equal(f.data, old.Data)
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

// settle takes the findings out of reviews of d that earlier runs fixed, and returns how
// many. Where something else edited the document since, only those are taken out whose
// text is nowhere in it any more. An id that two findings have says nothing of either.
func (r dealings) settle(d document, reviews []loop.Review) (gone int) {
	ids := map[string]int{}
	for _, rv := range reviews {
		for i := range rv.Findings {
			ids[rv.Findings[i].ID]++
		}
	}
	for i := range reviews {
		before := len(reviews[i].Findings)
		reviews[i].Findings = slices.DeleteFunc(reviews[i].Findings, func(f review.Finding) bool {
			was := r[d.path][f.ID]
			return f.ID != "" && ids[f.ID] == 1 && (was == fixedSince || was == fixedOnce && f.State != review.Located && isGone(d.src, f.Old))
		})
		if n := before - len(reviews[i].Findings); n > 0 {
			gone += n
			reviews[i].Verdict = "" // it was about these, too
		}
	}
	return gone
}

// isGone reports whether a text is known and nowhere in src.
func isGone(src []byte, text string) bool {
	return text != "" && !bytes.Contains(src, []byte(text)) && !bytes.Contains(src, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
}
