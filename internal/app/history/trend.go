package history

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/report/runs"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// Trend returns how the last runs over the documents of a run ended, up to that run, oldest first. It leaves out runs
// that did not end or were undone, and those that were not over all of the documents: their sums say something else. It
// returns the commits of the run on the branch, too.
func Trend(ctx context.Context, place rollback.Place, id string) (out []runs.End, commits []string) {
	const most = 20
	records, err := rollback.Log(ctx, place)
	at := slices.IndexFunc(records, func(r rollback.Record) bool { return r.ID == id })
	if err != nil || at < 0 {
		return nil, nil
	}
	for _, p := range records[at].Passes {
		if p.OnBranch != "" && !slices.Contains(commits, p.OnBranch) {
			commits = append(commits, p.OnBranch)
		}
	}
	files := records[at].Files
	records = slices.DeleteFunc(records[:at+1], func(r rollback.Record) bool {
		other := func(file string) bool { return !slices.Contains(r.Files, file) }
		stands := !r.Ended.IsZero() && r.UndoneBy == "" && r.Undoes == ""
		return r.ID != id && (!stands || slices.ContainsFunc(files, other))
	})
	for _, r := range records[max(0, len(records)-most):] {
		states, err := States(ctx, place, r.ID)
		if err != nil {
			continue
		}
		out = append(out, endOf(r, states, files))
	}
	return out, commits
}

// endOf adds up how a run left documents, which are absolute paths. A document without a state was clean.
func endOf(r rollback.Record, states map[string]*result.State, files []string) runs.End {
	end := runs.End{At: r.Began}
	for _, file := range files {
		score := 100.0
		if state := states[r.Documents[slices.Index(r.Files, file)]]; state != nil {
			end.Open += len(state.Remaining)
			score = state.Score
		}
		end.Score += score / float64(len(files))
	}
	return end
}
