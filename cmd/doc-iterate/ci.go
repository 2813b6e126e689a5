package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/pullrequest"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

const ciName = "ci"

func defineCI(flags *pflag.FlagSet) action {
	name := flags.String("name", "", "`NAME` of the job in the marks of its comments, instead of what it checks; it "+
		"leaves the comments of others alone")
	return func(s *session, args []string) (int, error) { return s.ci(*name, args) }
}

// ci checks documents as the inputs of a workflow say, and tells the workflow the exit code.
func (s *session) ci(name string, args []string) (int, error) {
	var job *pullrequest.Job
	var words []string
	var err error
	switch strings.Join(args, " ") {
	case "github":
		job, err = pullrequest.GitHub(s.getenv, s.read)
		words = []string{"--format", "github"}
	case "gitlab":
		job, err = pullrequest.GitLab(s.getenv)
		words = []string{"--format", "text", "--format", "gitlab", "--output", "doc-iterate-quality.json",
			"--format", "junit", "--output", "doc-iterate-junit.xml"}
	default:
		err = fmt.Errorf("ci %s: want ci github or ci gitlab", strings.Join(args, " "))
	}
	if err != nil {
		return gate.ExitTrouble, err
	}
	s.forget("INPUT_TOKEN", "DOC_ITERATE_TOKEN")
	job.Name = cmp.Or(name, s.getenv("INPUT_NAME"), pullrequest.NameOf(s.getenv, s.hostPaths()))
	note, err := job.Look(s.ctx, s.getenv, s.environ)
	if err != nil {
		return gate.ExitTrouble, errors.Join(err, s.appendOutput(fmt.Sprintf("exit-code=%d\n", gate.ExitTrouble)))
	}
	if note != "" {
		s.note("%s", note)
	}
	if job.CanPublish() {
		s.publish = func(r *report.Report) error { return s.tellRequest(job, r) }
	}
	define, more := defineCheck, job.Arguments(s.getenv)
	if result := s.getenv("INPUT_RESULT"); result != "" { // of a check that was made where it could tell nobody
		define, more = defineMerge, []string{"--", result}
	}
	code, err := s.runWith(define, append(words, more...))
	if err != nil { // the caller prints it, and ends with this code
		code = gate.ExitTrouble
	}
	return code, errors.Join(err, s.appendOutput(fmt.Sprintf("exit-code=%d\n", code)))
}

// forget removes variables from the environment, so that no program that is started gets them.
func (s *session) forget(names ...string) {
	s.environ = slices.DeleteFunc(slices.Clone(s.environ), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return slices.Contains(names, name)
	})
	for _, name := range names {
		_ = os.Unsetenv(name)
	}
}

// tellRequest publishes the findings in the pull request or merge request.
func (s *session) tellRequest(job *pullrequest.Job, r *report.Report) error {
	place, names := s.hostPaths(), map[string]string{}
	for i := range r.Findings {
		names[place(r.Findings[i].Path)] = r.Findings[i].Path
	}
	read := func(path string) ([]byte, error) { return workspace.ReadUnasked(names[path]) }
	err := job.Publish(s.ctx, r.Placed(place), read)
	if err == nil {
		return nil
	}
	text, harmless := pullrequest.Explain(err)
	if !harmless {
		return errors.New(text)
	}
	s.note("%s", text)
	return nil
}

// runWith runs a command with arguments that were not typed.
func (s *session) runWith(define func(*pflag.FlagSet) action, words []string) (int, error) {
	flags := newFlagSet(ciName)
	run := define(flags)
	if err := flags.Parse(words); err != nil {
		return gate.ExitTrouble, err
	}
	return run(s, flags.Args())
}

// appendOutput adds a line to the file in which a step leaves its outputs.
func (s *session) appendOutput(line string) error {
	path := s.getenv("GITHUB_OUTPUT")
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_OUTPUT: %w", err)
	}
	_, err = f.WriteString(line)
	return errors.Join(err, f.Close())
}
