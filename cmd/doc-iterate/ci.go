package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/workspace"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

const ciName = "ci"

func ciCommand() command {
	return command{ciName, "github", "check as a step of a workflow, which says how in its environment",
		`Check documents as the GitHub action of doc-iterate does.

The inputs are environment variables: INPUT_PATHS and INPUT_ARGS (one a line), INPUT_FAIL_ON, INPUT_SINCE,
INPUT_SARIF and INPUT_HTML. Without INPUT_SINCE a pull request is checked for what it changed; "all" checks everything.`,
		noFlags((*session).ci)}
}

// everything is the value of INPUT_SINCE that has a pull request checked as a whole.
const everything = "all"

// ci checks documents as the inputs of a workflow say, and tells the workflow the exit code.
func (s *session) ci(args []string) (int, error) {
	if len(args) != 1 || args[0] != "github" {
		return gate.ExitTrouble, fmt.Errorf("ci %s: want ci github", strings.Join(args, " "))
	}
	words, err := s.githubCheck()
	if err != nil {
		return gate.ExitTrouble, err
	}
	code, err := s.runCheck(words)
	if err != nil { // the caller prints it, and ends with this code
		code = gate.ExitTrouble
	}
	return code, errors.Join(err, s.appendOutput(fmt.Sprintf("exit-code=%d\n", code)))
}

// githubCheck returns the arguments of check that the inputs of the action stand for. Paths stand behind "--", so that
// none is taken for a flag.
func (s *session) githubCheck() ([]string, error) {
	words := []string{"--format", "github"}
	if failOn := s.getenv("INPUT_FAIL_ON"); failOn != "" {
		words = append(words, "--fail-on", failOn)
	}
	for _, format := range []string{"sarif", "html"} {
		if file := s.getenv("INPUT_" + strings.ToUpper(format)); file != "" {
			words = append(words, "--format", format, "--output", file)
		}
	}
	since := s.getenv("INPUT_SINCE")
	if since == "" {
		var err error
		if since, err = eventBase(s.getenv("GITHUB_EVENT_PATH")); err != nil {
			return nil, err
		}
	}
	if since != "" && since != everything {
		words = append(words, "--since", since)
	}
	words = append(append(words, inputLines(s.getenv("INPUT_ARGS"))...), "--")
	paths := inputLines(s.getenv("INPUT_PATHS"))
	if len(paths) == 0 {
		paths = []string{"."}
	}
	return append(words, paths...), nil
}

// runCheck runs check with arguments that were not typed.
func (s *session) runCheck(words []string) (int, error) {
	flags := newFlagSet(checkName)
	run := defineCheck(flags)
	if err := flags.Parse(words); err != nil {
		return gate.ExitTrouble, err
	}
	return run(s, flags.Args())
}

// eventBase returns the commit that the event in a file compares with: the base of a pull request or of a merge group.
// It is "" for other events, and without a file.
func eventBase(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	data, err := workspace.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("GITHUB_EVENT_PATH: %w", err)
	}
	var event struct {
		PullRequest struct {
			Base struct {
				SHA string `json:"sha"`
			} `json:"base"`
		} `json:"pull_request"`
		MergeGroup struct {
			BaseSHA string `json:"base_sha"`
		} `json:"merge_group"`
	}
	if err := json.Unmarshal(data, &event); err != nil {
		return "", fmt.Errorf("GITHUB_EVENT_PATH: %s is not the event of a workflow: %w", file, err)
	}
	return event.PullRequest.Base.SHA + event.MergeGroup.BaseSHA, nil
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

// inputLines returns the lines of an input that are not blank.
func inputLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" {
			out = append(out, line)
		}
	}
	return out
}
