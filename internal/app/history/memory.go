package history

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// ledgerFile is what runs did with findings and what people decided about them, a line each. The last line about a
// question counts; see live. Version 0.1 kept decisions alone, in formerLedgerFile.
const (
	ledgerFile       = "ledger.jsonl"
	formerLedgerFile = "answers.jsonl"
)

// A row is one line of the ledger.
type row struct {
	Document string            `json:"document"` // its absolute path, without symbolic links
	Answer   engine.Resolution `json:"answer,omitzero"`
	Run      string            `json:"run,omitempty"` // that obeyed the answer
	Settled  *settled.Entry    `json:"settled,omitempty"`
	Forget   bool              `json:"forget,omitempty"` // the answers before
	Undone   string            `json:"undone,omitempty"` // a run that was taken back, with what was answered to it
}

// A Memory is what the ledger knows, by the absolute path of the document.
type Memory map[string]*known

// known is what the ledger knows about a document.
type known struct {
	answers []engine.Resolution
	settled []settled.Entry
}

// Bounds of the ledger.
const (
	mostLedger = 16 << 20 // bytes, from which on it is written anew, with what counts
	usualRow   = 500      // bytes of a row, beside the texts
)

// Recall returns what people decided, and what became of findings, in earlier runs over documents of one working tree.
// Where that can't be read nothing is known: people are asked again.
func Recall(ctx context.Context, environ []string, docs []workspace.Document) Memory {
	former, data, err := ledgersAt(ctx, placeOf(environ, docs))
	if err != nil {
		return nil
	}
	memory := Memory{}
	for _, r := range live(former, data) {
		if memory[r.Document] == nil {
			memory[r.Document] = &known{}
		}
		if k := memory[r.Document]; r.Settled != nil {
			k.settled = append(k.settled, *r.Settled)
		} else {
			k.answers = append(k.answers, r.Answer)
		}
	}
	return memory
}

// ledgersAt returns the ledger of version 0.1 at a place, and the present one.
func ledgersAt(ctx context.Context, place rollback.Place) (former, data []byte, err error) {
	former, err = rollback.Recall(ctx, place, formerLedgerFile)
	if err == nil {
		data, err = rollback.Recall(ctx, place, ledgerFile)
	}
	return former, data, err
}

// live returns the rows of ledgers, the oldest first, that count: those that no run took back, nobody forgot, and no
// later row replaces. A line that is cut off does not count.
func live(ledgers ...[]byte) []row {
	var all, out []row
	for _, data := range ledgers {
		for line := range bytes.Lines(data) {
			if r := (row{}); json.Unmarshal(line, &r) == nil {
				all = append(all, r)
			}
		}
	}
	seen := map[[2]string]bool{} // what later rows say, by document
	for _, r := range slices.Backward(all) {
		said := func(what string) bool { return seen[[2]string{r.Document, what}] }
		says := func(what string) { seen[[2]string{r.Document, what}] = true }
		switch a := &r.Answer; {
		case r.Forget:
			says("forget")
		case r.Undone != "":
			says("undone " + r.Undone)
		case r.Settled != nil:
			if !said("undone "+r.Settled.Run) && !said("settled "+r.Settled.Content) {
				says("settled " + r.Settled.Content)
				out = append(out, r)
			}
		default:
			names := []string{a.Ask.ID}
			if a.Effect != engine.EffectReject && a.Ask.Key != "" {
				names = append(names, "about "+a.Ask.Key+" "+a.Ask.Said)
			}
			if !said("forget") && !said("undone "+r.Run) && !slices.ContainsFunc(names, said) {
				out = append(out, r)
			}
			for _, name := range names {
				says(name)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// TidyLedger writes a ledger that is large anew, with the rows that count, and takes that of version 0.1 over. Of what
// runs did only the last is kept, where it is too much. The run at the place must not have ended.
func TidyLedger(ctx context.Context, place rollback.Place) error {
	former, data, err := ledgersAt(ctx, place)
	if err != nil || len(former) == 0 && len(data) < mostLedger {
		return err
	}
	var rows []row
	size := 0
	for _, r := range slices.Backward(live(former, data)) {
		if r.Settled != nil {
			size += len(r.Settled.Old) + len(r.Settled.New) + usualRow
		}
		if r.Settled == nil || size < mostLedger/2 {
			rows = append(rows, r)
		}
	}
	slices.Reverse(rows)
	lines, err := encodeRows(rows)
	if err == nil {
		err = rollback.Replace(ctx, place, ledgerFile, lines)
	}
	if err == nil {
		err = rollback.Replace(ctx, place, formerLedgerFile, nil)
	}
	return err
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
	k := m[workspace.RealPath(path)]
	if k == nil {
		return now
	}
	var out []engine.Resolution
	for _, old := range k.answers {
		n := slices.IndexFunc(now, func(a engine.Resolution) bool { return sameQuestion(&old, &a) })
		if n < 0 && old.Lasting() {
			old.Recalled = true
			out = append(out, old)
		}
	}
	for _, a := range now {
		a.Applied = slices.ContainsFunc(k.answers, func(old engine.Resolution) bool {
			return old.Applied &&
				old.Same(&a)
		})
		out = append(out, a)
	}
	return out
}

// Carry moves the places of answers to the present revision of their document where nothing edited them. past returns
// an earlier revision by its hash, nil where it is not kept.
func Carry(answers []engine.Resolution, src []byte, past func(sum string) []byte) {
	hash := sha256.Sum256(src)
	sum := hex.EncodeToString(hash[:])
	moves := map[string]*source.Mapping{}
	for n := range answers {
		a := &answers[n]
		if a.Ask.Revision == sum || a.Place == nil && (a.Effect != engine.EffectPlace || a.Recalled) {
			continue // a place that was edited by a run, and is as it was, is asked about again
		}
		m, ok := moves[a.Ask.Revision]
		if !ok {
			if text := past(a.Ask.Revision); text != nil {
				edits := source.NewMapping(source.BetweenWords(text, src))
				m = &edits
			}
			moves[a.Ask.Revision] = m
		}
		was := source.Span{Start: a.Start, End: a.End}
		if a.Place != nil {
			was = *a.Place
		}
		if m == nil {
			continue
		}
		switch now, touch := m.Span(was, source.Tight); {
		case touch != source.Untouched:
		case a.Place != nil:
			a.Place, a.Ask.Revision = &now, sum
		default:
			a.Start, a.End, a.Ask.Revision = now.Start, now.End, sum
		}
	}
}

// Remember keeps what a run that ended did with the findings of reviews, and what people decided about its documents.
// It may have to forget what they decided before. reviews are the names by which its reviews are known.
func Remember(ctx context.Context, environ []string, docs []workspace.Document, result *result.Run, reviews []string,
	forget bool) error {
	var rows []row
	for n := range result.Documents {
		d := &result.Documents[n]
		path := workspace.RealPath(d.Path)
		if forget {
			rows = append(rows, row{Document: path, Forget: true})
		}
		for _, a := range d.State.Answered {
			if !a.Recalled && a.Lasting() {
				rows = append(rows, row{Document: path, Answer: a, Run: result.Run})
			}
		}
	}
	return write(ctx, placeOf(environ, docs), append(rows, fixedBy(result, reviews)...))
}

// RememberFixed keeps what a run that was cut short published. What people decided stays in the journal.
func RememberFixed(
	ctx context.Context, environ []string, docs []workspace.Document, result *result.Run, reviews []string,
) error {
	return write(ctx, placeOf(environ, docs), fixedBy(result, reviews))
}

// fixedBy returns the rows of what a run did with the findings of reviews.
func fixedBy(result *result.Run, reviews []string) (rows []row) {
	for n := range result.Documents {
		d := &result.Documents[n]
		for _, e := range settledBy(result, d, reviews) {
			rows = append(rows, row{Document: workspace.RealPath(d.Path), Settled: &e})
		}
	}
	return rows
}

// Settle keeps what was done with findings of reviews in the document at path, without a run.
func Settle(ctx context.Context, environ []string, path string, entries []settled.Entry) error {
	var rows []row
	for n := range entries {
		rows = append(rows, row{Document: workspace.RealPath(path), Settled: &entries[n]})
	}
	return write(ctx, rollback.Place{Path: path, Environ: environ}, rows)
}

// Undone notes that a run was taken back: what it did is not done any more, and what was answered to it is open.
func Undone(ctx context.Context, environ []string, record rollback.Record) error {
	if len(record.Files) == 0 {
		return nil
	}
	var rows []row
	for _, file := range record.Files {
		rows = append(rows, row{Document: file, Undone: record.Undoes})
	}
	return write(ctx, rollback.Place{Path: record.Files[0], Environ: environ}, rows)
}

// write adds rows to the ledger of a place.
func write(ctx context.Context, place rollback.Place, rows []row) error {
	lines, err := encodeRows(rows)
	if err != nil || len(lines) == 0 {
		return err
	}
	return rollback.Remember(ctx, place, ledgerFile, lines)
}

func encodeRows(rows []row) ([]byte, error) {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for n := range rows {
		if err := encoder.Encode(&rows[n]); err != nil {
			return nil, err
		}
	}
	return lines.Bytes(), nil
}

// Decided returns the findings that a person rejected or kept as they are, as they stand at the end.
func Decided(results []*result.Run) []review.Finding {
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
	for _, f := range Decided(results) {
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
