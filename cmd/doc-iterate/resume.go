package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A saved is what a run needs to be gone on with: its flags, its reviews and what was
// answered to earlier questions, as they were when it began.
type saved struct {
	// Dir is the working directory. What the flags name, and the documents' names, are
	// relative to it; "" where it wasn't known.
	Dir     string                         `json:"dir,omitempty"`
	Args    []string                       `json:"args"`
	Reviews []savedReview                  `json:"reviews"`
	Answers map[string][]engine.Resolution `json:"answers,omitempty"` // by document
}

type savedReview struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

const savedName = "job.json"

// save keeps what resume needs. A run that can't be resumed is still worth
// doing, so a failure is a warning.
func (s *session) save(o fixOptions, run *rollback.Run, docs []document, files []reviewFile) {
	job := saved{Args: o.args, Answers: map[string][]engine.Resolution{}}
	for _, f := range files {
		job.Reviews = append(job.Reviews, savedReview{f.name, f.data})
	}
	for _, d := range docs {
		if len(d.answers) > 0 {
			job.Answers[d.path] = d.answers
		}
	}
	var data []byte
	var err error
	if job.Dir, err = os.Getwd(); err == nil {
		data, err = json.Marshal(job)
	}
	if err == nil {
		err = run.SaveState(savedName, data)
	}
	if err != nil {
		s.say("warning", "this run can't be resumed: %v", err)
	}
}

// runResume completes what a killed run had begun, and goes on with the run.
func runResume(s *session, args []string) (int, error) {
	flags := s.newFlags("resume", "[PATH|RUN]", "Go on with a run that was cut short.")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	place, id, err := s.place(flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	run, record, err := rollback.Resume(s.ctx, place, id, rollback.Options{
		Environ: s.environ, Notice: func(text string) { s.say("note", "%s", text) },
	})
	if err != nil {
		return gate.ExitTrouble, err
	}
	leave := func() { _ = run.Suspend() } // what stands in the way may be mended
	defer func() { leave() }()
	if record.Undoes != "" {
		return s.resumeUndo(run, record, place)
	}
	job, err := jobOf(run)
	if err == nil {
		err = s.enter(job.Dir)
	}
	if err != nil {
		return gate.ExitTrouble, fmt.Errorf("run %s: %w", record.ID, err)
	}
	o, files, err := s.restore(job)
	if err != nil {
		return gate.ExitTrouble, fmt.Errorf("run %s: %w", record.ID, err)
	}
	docs, err := s.reopen(o, run, record.Documents, job.Answers)
	if err != nil {
		return gate.ExitTrouble, err
	}
	if err := s.pairAgain(o.common, files, docs); err != nil {
		return gate.ExitTrouble, err
	}
	sc, err := s.scope(o.common, docs, nil)
	if err != nil {
		return gate.ExitTrouble, err
	}
	leave = func() { s.leave(run) }
	result, err := s.iterate(o, sc, docs, run, files)
	var failures []report.Failure
	if err != nil {
		s.tell(err)
		failures = append(failures, failureOf(err, docs))
	}
	var results []*loop.Result
	if result != nil {
		results = append(results, result)
	}
	if err := s.printFix(o, results, failures); err != nil {
		return gate.ExitTrouble, err
	}
	return o.exit(results, err != nil), nil
}

// resumeUndo ends an undo that was cut short: where it had not come to take anything back, another one does.
func (s *session) resumeUndo(run *rollback.Run, record rollback.Record, place rollback.Place) (int, error) {
	if err := run.Close(); err != nil {
		return gate.ExitTrouble, err
	}
	if record.Changed() {
		s.tookBack(record)
		return gate.ExitClean, nil
	}
	return s.undo(place, record.Undoes)
}

// jobOf is what save kept.
func jobOf(run *rollback.Run) (job saved, err error) {
	data, err := run.LoadState(savedName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return job, errors.New("what it was to do was not kept; begin a new run")
	case err != nil:
		return job, fmt.Errorf("what it was to do is not known: %w", err)
	}
	return job, json.Unmarshal(data, &job)
}

// enter makes the directory that a run was begun in the working directory: as git
// does, from wherever it is gone on with.
func (s *session) enter(dir string) error {
	if dir == "" {
		return nil
	}
	here, err := os.Stat(".")
	if there, err2 := os.Stat(dir); err == nil && err2 == nil && os.SameFile(here, there) {
		return nil
	}
	if err := os.Chdir(dir); err != nil {
		return fmt.Errorf("it was begun in %s, which can't be entered: %w", dir, wording.WithoutPath(err))
	}
	s.say("note", "going on in %s, where the run was begun", dir)
	return nil
}

// restore is the flags and the reviews of a job.
func (s *session) restore(job saved) (o fixOptions, files []reviewFile, err error) {
	flags := s.newFlags("fix", "", "")
	validate := addFix(flags)
	if err := flags.Parse(job.Args); err != nil {
		return o, nil, err
	}
	if o, err = validate(); err != nil {
		return o, nil, err
	}
	o.args = job.Args
	for _, r := range job.Reviews {
		file, err := s.parseReview(o.common, o.reviewFlags, r.Name, r.Data)
		if err != nil {
			return o, nil, err
		}
		files = append(files, file)
	}
	return o, files, nil
}

// reopen is the documents of a run as it left them, with their states and with what
// was answered about them.
func (s *session) reopen(o fixOptions, run *rollback.Run, paths []string, answers map[string][]engine.Resolution) ([]document, error) {
	configs := newConfigs(o.config)
	data, err := run.LoadState(statesName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	trails := decodeTrails(data)
	var docs []document
	for _, path := range paths {
		d := document{path: path, src: run.Bytes(path), trail: trails[path], answers: answers[path]}
		var err error
		if d.file, err = configs.find(path); err != nil {
			return nil, err
		}
		if d.set, err = configs.load(d.file); err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// unfinished drops the findings of a review that the run resolved before it was
// cut short: their text is not there any more.
func unfinished(findings []review.Finding, trail *loop.Trail) []review.Finding {
	if trail == nil || trail.Last == nil {
		return findings
	}
	done := fixedIn(trail.Last)
	return slices.DeleteFunc(findings, func(f review.Finding) bool { return done[f.ID] })
}
