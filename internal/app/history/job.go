package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A Job is what is needed to resume a run: its flags, its reviews, and the answers to earlier questions, as they were
// when it began.
type Job struct {
	// Dir is the working directory. The flags and the names of documents are relative to it. It is "" where it was
	// not known.
	Dir     string                         `json:"dir,omitempty"`
	Args    []string                       `json:"args"`
	Reviews []reviewfiles.Raw              `json:"reviews"`
	Answers map[string][]engine.Resolution `json:"answers,omitempty"` // by document
	// Rest is the documents that the same command goes on with in runs of their own.
	Rest []string `json:"rest,omitempty"`
}

const jobFile = "job.json"

// SaveJob keeps the job of a run that begins in the current folder.
func SaveJob(run *rollback.Run, job Job, reviews []reviewfiles.File) (err error) {
	if job.Dir, err = os.Getwd(); err != nil {
		return err
	}
	for i, f := range reviews {
		job.Reviews = append(job.Reviews, f.Raw)
		if err := run.SaveState(reviewFile(i), bytes.NewReader(f.Data)); err != nil {
			return err
		}
	}
	data, err := json.Marshal(job)
	if err != nil {
		return err
	}
	return run.SaveState(jobFile, bytes.NewReader(data))
}

// LoadJob returns the job of a run.
func LoadJob(run *rollback.Run) (job Job, err error) {
	data, err := run.LoadState(jobFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return job, errors.New("its job was not saved; begin a new run")
	case err != nil:
		return job, fmt.Errorf("its job can't be read: %w", err)
	}
	if err := json.Unmarshal(data, &job); err != nil {
		return job, err
	}
	for i := range job.Reviews {
		if job.Reviews[i].Data, err = run.LoadState(reviewFile(i)); err != nil {
			return job, fmt.Errorf("the review %s was not kept: %w", job.Reviews[i].Name, wording.WithoutPath(err))
		}
	}
	return job, nil
}

// reviewFile returns the name of the file that a run keeps one of its reviews in until it ends.
func reviewFile(n int) string { return fmt.Sprintf("review-%d", n) }
