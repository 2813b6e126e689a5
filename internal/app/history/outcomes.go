package history

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// An outcome is what became of a finding in an earlier run.
type outcome uint8

const (
	leftOpen   outcome = iota + 1
	fixedOnce          // and something else edited the document since
	fixedSince         // and only runs over the same reviews edited the document since
)

// PriorOutcomes is what earlier runs did about reviews, by document and the finding's id.
type PriorOutcomes map[string]map[string]outcome

// Outcomes returns what the last runs did about these very reviews: whoever answers a question runs again with the
// review that was asked about, because most of that is done by then. It ignores a run that was undone, one that was
// about other reviews too, and the run itself.
func Outcomes(
	ctx context.Context, environ []string, docs []workspace.Document, run *rollback.Run, reviews []reviewfiles.File,
) PriorOutcomes {
	const most = 20 // runs
	if len(reviews) == 0 {
		return nil
	}
	kept, err := rollback.States(ctx, placeOf(environ, docs), most, mostState, jobFile, statesFile)
	if err != nil {
		return nil
	}
	kept = slices.DeleteFunc(kept, func(k rollback.Kept) bool {
		return k.Record.UndoneBy != "" || run != nil && k.Record.ID == run.ID()
	})
	out := PriorOutcomes{}
	for _, d := range docs {
		sum := sha256.Sum256(d.Source)
		out[d.Path] = outcomesOf(kept, reviews, d.Path, hex.EncodeToString(sum[:]))
	}
	return out
}

// outcomesOf returns what runs did about the document at path, whose bytes have the SHA-256 revision. It goes from the
// last run backward, and follows the revisions as long as a run left the one that the next began with.
func outcomesOf(kept []rollback.Kept, reviews []reviewfiles.File, path, revision string) map[string]outcome {
	out, otherEdits := map[string]outcome{}, false
	for _, k := range slices.Backward(kept) {
		name, known := nameIn(k.Record, path)
		if !known {
			continue
		}
		state := decodeState(k.Files[statesFile], name)
		if state == nil {
			continue
		}
		same, stands := sameReviews(k.Files[jobFile], reviews), state.Revision == revision
		if stands {
			revision = state.Original
		}
		switch {
		case !same:
			otherEdits = otherEdits || stands && state.Original != state.Revision
		case stands && !otherEdits:
			addOutcomes(out, fixedIn(state), fixedSince)
		case allPublished(k.Record):
			addOutcomes(out, fixedIn(state), fixedOnce)
		}
	}
	return out
}

// allPublished reports whether every pass that a run accepted was published.
func allPublished(r rollback.Record) bool {
	return !slices.ContainsFunc(r.Passes, func(p rollback.PassRecord) bool {
		return p.Verdict == rollback.Accepted && !p.Published
	})
}

// addOutcomes adds what a run did about findings, except those that a later run did something about.
func addOutcomes(known map[string]outcome, done map[string]bool, fixed outcome) {
	for id, ok := range done {
		switch {
		case known[id] != 0:
			continue
		case ok:
			known[id] = fixed
		default:
			known[id] = leftOpen
		}
	}
}

// sameReviews reports whether a job has exactly these reviews: findings of two reviews may have the same id.
func sameReviews(data []byte, reviews []reviewfiles.File) bool {
	var job Job
	same := func(old reviewfiles.Raw, f reviewfiles.File) bool { return f.SHA256 == old.SHA256 }
	return json.Unmarshal(data, &job) == nil && slices.EqualFunc(job.Reviews, reviews, same)
}

// fixedIn returns the ids of the findings that a run fixed, as true, and of those that it left open, as false.
func fixedIn(state *result.State) map[string]bool {
	done := map[string]bool{}
	for _, pass := range state.Iteration.History {
		for _, id := range pass.FixesApplied {
			done[id] = pass.Verdict == table.Accepted
		}
	}
	for _, left := range state.Remaining {
		done[left.ID] = false
	}
	return done
}

// DropFixed takes the findings that earlier runs fixed out of the reviews of a document, and returns how many. Where
// something else edited the document since, it takes out only those whose text is nowhere in it any more. It leaves
// findings that share their id.
func (p PriorOutcomes) DropFixed(path string, src []byte, reviews []loop.Review) (dropped int) {
	ids := map[string]int{}
	for _, rv := range reviews {
		for i := range rv.Findings {
			ids[rv.Findings[i].ID]++
		}
	}
	for i := range reviews {
		before := len(reviews[i].Findings)
		reviews[i].Findings = slices.DeleteFunc(reviews[i].Findings, func(f review.Finding) bool {
			prior := p[path][f.ID]
			return f.ID != "" && ids[f.ID] == 1 && (prior == fixedSince ||
				prior == fixedOnce && f.State != review.Located && isGone(src, f.Old))
		})
		if n := before - len(reviews[i].Findings); n > 0 {
			dropped += n
			reviews[i].Verdict = "" // it was about these, too
		}
	}
	return dropped
}

// isGone reports whether a text is known and nowhere in src.
func isGone(src []byte, text string) bool {
	return text != "" && !bytes.Contains(src, []byte(text)) &&
		!bytes.Contains(src, []byte(strings.ReplaceAll(text, "\n", "\r\n")))
}

// DropResolved takes out of the findings of a review those that a resumed run resolved before it was cut short: their
// text is not there any more.
func DropResolved(findings []review.Finding, trail *result.Trail) []review.Finding {
	if trail == nil || trail.Last == nil {
		return findings
	}
	done := fixedIn(trail.Last)
	return slices.DeleteFunc(findings, func(f review.Finding) bool { return done[f.ID] })
}
