package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// AnswersFile is the file of answers that a run looks for by itself.
const AnswersFile = "answers.json"

// An answerReader finds what people answered to the questions of earlier runs.
type answerReader struct {
	ctx     context.Context // ends the reading of a file that is named
	named   string          // the file of answers; "" looks next to the document, then here
	environ []string
	files   map[string][]engine.Answer // that were read
	used    map[questionRef]bool       // questions that were asked about one of the documents
	unasked []questionRef              // questions that were not asked about some document
}

// A questionRef is a question that a file answers.
type questionRef struct{ file, question string }

// Answers returns what people answered to the questions about documents, by path. The file of answers may be named;
// else it looks next to each document and here.
func Answers(
	ctx context.Context, environ []string, named string, docs []workspace.Document,
	note func(format string, args ...any),
) (map[string][]engine.Resolution, error) {
	r := &answerReader{
		ctx: ctx, named: named, environ: environ, files: map[string][]engine.Answer{}, used: map[questionRef]bool{},
	}
	out := map[string][]engine.Resolution{}
	for _, d := range docs {
		answers, err := r.answersTo(ctx, d.Path)
		if err != nil {
			return nil, err
		}
		if len(answers) > 0 {
			out[d.Path] = answers
		}
	}
	over := "any of these documents"
	if len(docs) == 1 {
		over = docs[0].Path
	}
	for _, left := range r.unasked {
		if !r.used[left] {
			note("%s: question %q was not asked by the last run over %s; ignored", left.file, left.question, over)
		}
	}
	return out, nil
}

// answersTo returns the answers to questions about the document at path. It knows a question by the state that the run
// which asked it kept.
func (r *answerReader) answersTo(ctx context.Context, path string) ([]engine.Resolution, error) {
	names, err := r.read(path)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	asked, err := questionsAbout(ctx, rollback.Place{Path: path, Environ: r.environ})
	if err != nil {
		return nil, err
	}
	var out []engine.Resolution
	answered := map[string]bool{}
	for _, name := range names {
		more, err := r.resolve(name, path, asked, answered)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// resolve returns the answers of one file to the questions that were asked about the document at path, without those
// that an earlier file answered.
func (r *answerReader) resolve(
	name, path string, asked []engine.Ask, answered map[string]bool,
) ([]engine.Resolution, error) {
	var out []engine.Resolution
	earlier := maps.Clone(answered)
	for _, answer := range r.files[name] {
		if answer.Document != "" && filepath.Clean(answer.Document) != filepath.Clean(path) {
			continue
		}
		ask, ref := engine.Ask{Document: path}, questionRef{name, answer.Question}
		if earlier[answer.Question] {
			r.used[ref] = true // it was asked, and is answered
			continue
		}
		if n := slices.IndexFunc(asked, func(q engine.Ask) bool { return q.ID == answer.Question }); n >= 0 {
			ask = asked[n]
		} else if answer.Action == "" || answer.Document == "" {
			if !slices.Contains(r.unasked, ref) {
				r.unasked = append(r.unasked, ref)
			}
			continue
		}
		resolution, err := engine.Resolve(ask, answer)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		answered[answer.Question], r.used[ref] = true, true
		out = append(out, resolution)
	}
	return out, nil
}

// read reads the files whose answers hold for the document at path: the one that is named, or the one next to the
// document, which has precedence, and the one here.
func (r *answerReader) read(path string) (names []string, err error) {
	if r.named != "" {
		_, err := r.load(r.named)
		return []string{r.named}, err
	}
	beside, here := filepath.Join(filepath.Dir(path), AnswersFile), AnswersFile
	for _, name := range []string{beside, here} {
		if name == here && workspace.Absolute(beside) == workspace.Absolute(here) && len(names) > 0 {
			break // the same file
		}
		answers, err := r.load(name)
		if err != nil {
			return nil, err
		}
		if len(answers) > 0 {
			names = append(names, name)
		}
	}
	return names, nil
}

// load reads a file of answers once. One that was not named may be missing, or may be of another program.
func (r *answerReader) load(name string) ([]engine.Answer, error) {
	if answers, ok := r.files[name]; ok {
		return answers, nil
	}
	data, err := r.data(name)
	switch {
	case r.named == "" && (errors.Is(err, fs.ErrNotExist) || err == nil && !hasAnswers(data)):
		r.files[name] = nil
		return nil, nil
	case err != nil:
		return nil, err
	}
	answers, err := decide.Answers(name, data)
	if err == nil {
		r.files[name] = answers
	}
	return answers, err
}

func (r *answerReader) data(name string) ([]byte, error) {
	if r.named != "" {
		return workspace.ReadFile(r.ctx, name)
	}
	return workspace.ReadUnasked(name)
}

// hasAnswers reports whether a file looks like answers to our questions. A file that is no valid JSON does so where it
// names a question of ours, so that no answer is skipped because of a typing mistake.
func hasAnswers(data []byte) bool {
	var f struct {
		Answers []map[string]json.RawMessage `json:"answers"`
	}
	if json.Unmarshal(data, &f) != nil {
		return bytes.Contains(data, []byte("question")) && bytes.Contains(data, []byte(`"q-`))
	}
	return slices.ContainsFunc(f.Answers, func(a map[string]json.RawMessage) bool {
		return a["question"] != nil || a["action"] != nil
	})
}

// questionsAbout returns the questions that the last run over the document at a place asked, or got the answers of.
func questionsAbout(ctx context.Context, place rollback.Place) ([]engine.Ask, error) {
	records, err := rollback.Log(ctx, place)
	if err != nil {
		return nil, err
	}
	for _, record := range slices.Backward(records) {
		name, ok := nameIn(record, place.Path)
		if !ok {
			continue
		}
		states, err := States(ctx, place, record.ID)
		if err != nil {
			return nil, err
		}
		state := states[name]
		if state == nil {
			continue
		}
		out := state.Questions
		for _, r := range state.Answered {
			out = append(out, r.Ask)
		}
		return out, nil
	}
	return nil, nil
}

// Asked returns the questions that the last runs at a place asked, by id: of each document those of its last run.
func Asked(ctx context.Context, place rollback.Place) (map[string]engine.Ask, error) {
	const most = 50 // runs
	kept, err := rollback.States(ctx, place, most, mostKept, statesFile)
	if err != nil {
		return nil, err
	}
	out, seen := map[string]engine.Ask{}, map[string]bool{}
	for _, k := range slices.Backward(kept) {
		for doc, state := range decodeStates(k.Files[statesFile]) {
			if seen[doc] {
				continue
			}
			seen[doc] = true
			for _, ask := range state.Questions {
				out[ask.ID] = ask
			}
			for _, r := range state.Answered {
				out[r.Ask.ID] = r.Ask
			}
		}
	}
	return out, nil
}

// DropObeyed takes the answers that runs obeyed out of their files: the ledger has them now. It also drops answers to
// questions that no run asked. named is as Answers has it.
func DropObeyed(ctx context.Context, environ []string, named string, results []*result.Run) error {
	obeyed, names := map[string]bool{}, map[string]bool{named: named != ""}
	for _, r := range results {
		for n := range r.Documents {
			d := &r.Documents[n]
			for _, a := range d.State.Answered {
				obeyed[a.Ask.ID] = obeyed[a.Ask.ID] || !a.Recalled
			}
			if named == "" {
				names[filepath.Join(filepath.Dir(d.Path), AnswersFile)], names[AnswersFile] = true, true
			}
		}
	}
	questions := sync.OnceValue(func() map[string]engine.Ask {
		asked, err := Asked(ctx, rollback.Place{Environ: environ})
		if err != nil {
			return nil // outside of git, say; what is not known stays
		}
		return asked
	})
	for name, is := range names {
		if !is {
			continue
		}
		r := answerReader{ctx: ctx, named: named, files: map[string][]engine.Answer{}}
		answers, err := r.load(name)
		if err != nil {
			return err
		}
		if len(answers) == 0 {
			continue
		}
		asked := questions()
		left := slices.DeleteFunc(slices.Clone(answers), func(a engine.Answer) bool {
			_, known := asked[a.Question]
			return a.Question != "" && (obeyed[a.Question] || asked != nil && !known)
		})
		if len(left) == len(answers) {
			continue
		}
		data, err := decide.EncodeAnswers(left)
		if err != nil {
			return err
		}
		if err := rollback.WriteFileAtomic(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// WriteAnswers adds answers to the file of this name, which need not be there. They replace those to the same
// questions.
func WriteAnswers(name string, answers []engine.Answer) error {
	data, err := workspace.ReadUnasked(name)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte(`{"answers": []}`), nil
	}
	if err != nil {
		return err
	}
	all, err := decide.Answers(name, data)
	if err != nil {
		return err
	}
	for _, a := range answers {
		all = slices.DeleteFunc(all, func(old engine.Answer) bool {
			return old.Question != "" &&
				old.Question == a.Question
		})
		all = append(all, a)
	}
	if data, err = decide.EncodeAnswers(all); err != nil {
		return err
	}
	return rollback.WriteFileAtomic(name, data, 0o644)
}
