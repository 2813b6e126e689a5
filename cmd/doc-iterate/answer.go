package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func defineAnswer(flags *pflag.FlagSet) action {
	text := flags.String("text", "", "what to write, where the question asks for a `TEXT`")
	file := flags.String("answers", history.AnswersFile, "the `FILE` of answers")
	return func(s *session, args []string) (int, error) {
		var given *string
		if flags.Changed("text") {
			given = text
		}
		if err := refuseEmpty(flags, "answers"); err != nil {
			return gate.ExitTrouble, err
		}
		answers, err := typedAnswers(args, given)
		if err != nil {
			return gate.ExitTrouble, err
		}
		return s.answer(*file, answers)
	}
}

// typedAnswers returns the answers that the arguments give. A text goes with one question.
func typedAnswers(args []string, text *string) ([]engine.Answer, error) {
	const usage = "want ID CHOICE, or ID --text TEXT; `doc-iterate status` lists the questions"
	if len(args) == 1 && text != nil {
		return []engine.Answer{{Question: args[0], Text: text}}, nil
	}
	if len(args) == 0 || len(args)%2 != 0 || text != nil && len(args) > 2 {
		return nil, errors.New("answer: " + usage)
	}
	var out []engine.Answer
	for i := 0; i < len(args); i += 2 {
		n, err := strconv.Atoi(args[i+1])
		if err != nil {
			return nil, fmt.Errorf("answer %s: %q is not the number of a choice; %s", args[i], args[i+1], usage)
		}
		out = append(out, engine.Answer{Question: args[i], Choice: n, Text: text})
	}
	return out, nil
}

// answer checks the answers against the questions that were asked here, and writes them to the file.
func (s *session) answer(file string, answers []engine.Answer) (int, error) {
	asked, err := history.Asked(s.ctx, rollback.Place{Environ: s.environ})
	if err != nil {
		return gate.ExitTrouble, err
	}
	for i := range answers {
		a := &answers[i]
		ask, ok := asked[a.Question]
		if !ok {
			return gate.ExitTrouble, fmt.Errorf(
				"answer %s: no run here asked that; `doc-iterate status` lists the questions", a.Question)
		}
		if _, err := engine.Resolve(ask, *a); err != nil {
			return gate.ExitTrouble, err
		}
	}
	if err := history.WriteAnswers(file, answers); err != nil {
		return gate.ExitTrouble, err
	}
	fmt.Fprintf(s.out, "Wrote %s to %s. Run fix again to have %s carried out.\n",
		wording.Count(len(answers), "answer"), wording.Visible(file),
		map[bool]string{true: "it", false: "them"}[len(answers) == 1])
	return gate.ExitClean, nil
}
