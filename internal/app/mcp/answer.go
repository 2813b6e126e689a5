package mcp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

type answerArguments struct {
	ID     string  `json:"id" jsonschema:"the id of the question, such as q-30e85944"`
	Choice *int    `json:"choice,omitempty" jsonschema:"the number of the choice"`
	Text   *string `json:"text,omitempty" jsonschema:"the text that shall stand there, where a choice needs one"`
}

type saidResult struct {
	Result string   `json:"result" jsonschema:"what was done"`
	Notes  []string `json:"notes,omitempty" jsonschema:"other remarks"`
}

// answersFile is the file of answers, in the root.
const answersFile = "answers.json"

// answer keeps the answer to a question.
func (s *Server) answer(ctx context.Context, in answerArguments) (saidResult, error) {
	const mostAnswer = 64 << 10
	args := []string{"answer"}
	switch {
	case in.ID == "":
		return saidResult{}, errors.New("id: name the question")
	case in.Choice == nil && in.Text == nil:
		return saidResult{}, errors.New("give the number of a choice, or a text")
	case in.Text != nil && len(*in.Text) > mostAnswer:
		return saidResult{}, fmt.Errorf("text: is longer than %d KB", mostAnswer>>10)
	case strings.ContainsRune(in.ID, 0) || in.Text != nil && strings.ContainsRune(*in.Text, 0):
		return saidResult{}, errors.New("id and text can't hold a NUL")
	}
	if _, err := s.root.Lstat(answersFile); err == nil {
		if _, err := s.path(answersFile); err != nil {
			return saidResult{}, err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return saidResult{}, err
	}
	if in.Text != nil {
		args = append(args, "--text="+*in.Text)
	}
	args = append(args, "--", in.ID)
	if in.Choice != nil {
		args = append(args, strconv.Itoa(*in.Choice))
	}
	out, err := s.said(ctx, args...)
	if err != nil {
		err = fmt.Errorf("%w\nA question of a dry run can be answered once fix has asked it with dry_run false", err)
	}
	return out, err
}

// said runs a command that prints a text.
func (s *Server) said(ctx context.Context, args ...string) (saidResult, error) {
	p, err := s.run(ctx, nil, args...)
	if err == nil && p.code != 0 {
		err = p.failure(args[0])
	}
	if err != nil {
		return saidResult{}, err
	}
	return saidResult{Result: strings.TrimSpace(string(p.out)), Notes: p.notes()}, nil
}
