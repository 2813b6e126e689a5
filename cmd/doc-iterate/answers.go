package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// answersName is the file of answers that a run looks for by itself.
const answersName = "answers.json"

// An answering finds what people answered to the questions of earlier runs.
type answering struct {
	s     *session
	flag  string // --answers; "" looks beside the document, then here
	files map[string][]engine.Answer
	// taken is what was asked about one of the documents, aside what was not asked about
	// one of them; it may have been about another.
	taken map[answered]bool
	aside []answered
}

// An answered is a question that a file answers.
type answered struct{ file, question string }

func (s *session) newAnswering(flag string) *answering {
	return &answering{s: s, flag: flag, files: map[string][]engine.Answer{}, taken: map[answered]bool{}}
}

// answer gives the documents what people answered to the questions about them.
func (s *session) answer(o fixOptions, docs []document) error {
	a := s.newAnswering(o.answers)
	for n := range docs {
		var err error
		if docs[n].answers, err = a.of(docs[n].path); err != nil {
			return err
		}
	}
	over := "any of these documents"
	if len(docs) == 1 {
		over = docs[0].path
	}
	for _, left := range a.aside {
		if !a.taken[left] {
			s.note(o.common, "%s: question %q was not asked by the last run over %s; left aside", left.file, left.question, over)
		}
	}
	return nil
}

// of is the answers to questions about the document at path. A question is known
// by the state that the run which asked it kept.
func (a *answering) of(path string) ([]engine.Resolution, error) {
	names, err := a.read(path)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	asked, err := a.s.asked(path)
	if err != nil {
		return nil, err
	}
	var out []engine.Resolution
	said := map[string]bool{}
	for _, name := range names {
		more, err := a.resolve(name, path, asked, said)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// resolve is the answers of one file to the questions that were asked about the document at
// path, but for those to which an earlier file said something.
func (a *answering) resolve(name, path string, asked []engine.Ask, said map[string]bool) ([]engine.Resolution, error) {
	var out []engine.Resolution
	earlier := maps.Clone(said)
	for _, answer := range a.files[name] {
		if answer.Document != "" && filepath.Clean(answer.Document) != filepath.Clean(path) {
			continue
		}
		ask, this := engine.Ask{Document: path}, answered{name, answer.Question}
		if earlier[answer.Question] {
			a.taken[this] = true // it was asked, and is answered
			continue
		}
		if n := slices.IndexFunc(asked, func(q engine.Ask) bool { return q.ID == answer.Question }); n >= 0 {
			ask = asked[n]
		} else if answer.Action == "" || answer.Document == "" {
			if !slices.Contains(a.aside, this) {
				a.aside = append(a.aside, this)
			}
			continue
		}
		r, err := engine.Resolve(ask, answer)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		said[answer.Question], a.taken[this] = true, true
		out = append(out, r)
	}
	return out, nil
}

// read reads the files whose answers hold for the document at path: the one that is named,
// or that beside the document, which has the first word, and the one here.
func (a *answering) read(path string) (names []string, err error) {
	if a.flag != "" {
		_, err := a.load(a.flag, true)
		return []string{a.flag}, err
	}
	beside, here := filepath.Join(filepath.Dir(path), answersName), answersName
	for _, name := range []string{beside, here} {
		if name == here && absolute(beside) == absolute(here) && len(names) > 0 {
			break // the same file
		}
		answers, err := a.load(name, false)
		if err != nil {
			return nil, err
		}
		if len(answers) > 0 {
			names = append(names, name)
		}
	}
	return names, nil
}

// load reads a file of answers once. One that was not named may be missing, and
// may be somebody else's.
func (a *answering) load(name string, named bool) ([]engine.Answer, error) {
	if answers, ok := a.files[name]; ok {
		return answers, nil
	}
	data, err := os.ReadFile(name)
	switch {
	case !named && (errors.Is(err, fs.ErrNotExist) || err == nil && !answersQuestions(data)):
		a.files[name] = nil
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
	}
	answers, err := decide.Answers(name, data)
	if err == nil {
		a.files[name] = answers
	}
	return answers, err
}

// answersQuestions reports whether a file looks like answers to our questions. One that was
// typed with a mistake does so where it names a question of ours: no answer is passed over.
func answersQuestions(data []byte) bool {
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

// asked is the questions that the last run over the document at path asked, or
// was told the answers of.
func (s *session) asked(path string) ([]engine.Ask, error) {
	place := rollback.Place{Path: path, Environ: s.environ}
	records, err := rollback.Log(s.ctx, place)
	if err != nil {
		return nil, err
	}
	for _, record := range slices.Backward(records) {
		name, ok := documentOf(record, path)
		if !ok {
			continue
		}
		states, err := s.states(place, record.ID)
		if err != nil {
			return nil, err
		}
		state := states[name]
		if state == nil {
			continue
		}
		var out []engine.Ask
		if state.Question != nil {
			out = append(out, *state.Question)
		}
		for _, r := range state.Answered {
			out = append(out, r.Ask)
		}
		return out, nil
	}
	return nil, nil
}

// documentOf is the name that a run gave to the document at path.
func documentOf(record rollback.Record, path string) (string, bool) {
	if n := slices.Index(record.Files, realPath(path)); n >= 0 {
		return record.Documents[n], true
	}
	return path, len(record.Files) == 0 && slices.Contains(record.Documents, path)
}

// realPath is path, absolute, links resolved as far as they lead somewhere.
func realPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return abs
}
