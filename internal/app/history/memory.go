package history

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// memoryFile is what people decided, a line a decision. The last line about a question counts.
const memoryFile = "answers.jsonl"

// A remembered is one decision, as it is kept.
type remembered struct {
	Document string            `json:"document"` // its absolute path, without symbolic links
	Answer   engine.Resolution `json:"answer,omitzero"`
	Forget   bool              `json:"forget,omitempty"` // what stands before
}

// A Memory is what people decided in earlier runs, by the absolute path of the document.
type Memory map[string][]engine.Resolution

// Recall returns what people decided in earlier runs over documents of one working tree. Where that can't be read
// nothing is known: people are asked again.
func Recall(ctx context.Context, environ []string, docs []workspace.Document) Memory {
	data, err := rollback.Recall(ctx, placeOf(environ, docs), memoryFile)
	if err != nil {
		return nil
	}
	memory := Memory{}
	for line := range bytes.Lines(data) {
		var r remembered
		switch {
		case json.Unmarshal(line, &r) != nil: // a line may be cut off
		case r.Forget:
			delete(memory, r.Document)
		default: // it replaces an earlier answer to the same question or about the same finding
			replaced := func(old engine.Resolution) bool { return sameQuestion(&old, &r.Answer) }
			memory[r.Document] = append(slices.DeleteFunc(memory[r.Document], replaced), r.Answer)
		}
	}
	return memory
}

func sameQuestion(a, b *engine.Resolution) bool {
	if a.Effect == engine.EffectReject || b.Effect == engine.EffectReject {
		return a.Ask.ID == b.Ask.ID // which goes by the edit
	}
	return a.Ask.ID == b.Ask.ID || a.Ask.Key != "" && a.Ask.Key == b.Ask.Key && a.Ask.Said == b.Ask.Said
}

// With returns the answers of now and those that are remembered about the document at path. An answer of now replaces
// the earlier one, unless it is that one.
func (m Memory) With(path string, now []engine.Resolution) []engine.Resolution {
	if len(m) == 0 {
		return now
	}
	earlier := m[workspace.RealPath(path)]
	var out []engine.Resolution
	for _, old := range earlier {
		n := slices.IndexFunc(now, func(a engine.Resolution) bool { return sameQuestion(&old, &a) })
		if n < 0 && old.Lasting() {
			old.Recalled = true
			out = append(out, old)
		}
	}
	for _, a := range now {
		a.Applied = slices.ContainsFunc(earlier, func(old engine.Resolution) bool { return old.Applied && old.Same(&a) })
		out = append(out, a)
	}
	return out
}

// Remember keeps what people decided about the documents of a run that ended. It may have to forget what they
// decided before.
func Remember(ctx context.Context, environ []string, docs []workspace.Document, result *result.Run,
	forget bool) error {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for n := range result.Documents {
		d := &result.Documents[n]
		if forget {
			if err := encoder.Encode(remembered{Document: workspace.RealPath(d.Path), Forget: true}); err != nil {
				return err
			}
		}
		for _, a := range d.State.Answered {
			if a.Recalled || !a.Lasting() {
				continue
			}
			if err := encoder.Encode(remembered{Document: workspace.RealPath(d.Path), Answer: a}); err != nil {
				return err
			}
		}
	}
	if lines.Len() == 0 {
		return nil
	}
	return rollback.Remember(ctx, placeOf(environ, docs), memoryFile, lines.Bytes())
}

// Settled returns the findings that a person rejected or kept as they are, as they stand at the end.
func Settled(results []*result.Run) []review.Finding {
	var out []review.Finding
	for _, r := range results {
		for n := range r.Documents {
			for _, o := range r.Documents[n].Findings {
				if o.Reason == result.Answered {
					out = append(out, o.Finding)
				}
			}
		}
	}
	return out
}

// Unsilenced counts the findings that a person rejected or kept as they are, and that no comment silences.
func Unsilenced(results []*result.Run) int {
	n := 0
	for _, f := range Settled(results) {
		if f.Remedy != review.Silence {
			n++
		}
	}
	return n
}

// placeOf is where documents of one working tree lie.
func placeOf(environ []string, docs []workspace.Document) rollback.Place {
	place := rollback.Place{Path: docs[0].Path, Environ: environ}
	if len(docs) > 1 {
		place.Path = workspace.SharedFolder(docs)
	}
	return place
}
