package decide

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"

	"github.com/doc-iterate/doc-iterate/loop/engine"
)

// answerFile is a file of answers.
type answerFile struct {
	Answers []answer `json:"answers"`
}

// answer is an engine.Answer as the file writes it.
type answer struct {
	Document string        `json:"document,omitzero"`
	Question string        `json:"question,omitzero"`
	Choice   int           `json:"choice,omitzero"`
	Text     *string       `json:"text,omitzero"`
	Action   engine.Effect `json:"action,omitzero"`
}

// EncodeAnswers returns a file of answers, which Answers reads.
func EncodeAnswers(answers []engine.Answer) ([]byte, error) {
	f := answerFile{Answers: []answer{}}
	for _, a := range answers {
		f.Answers = append(f.Answers, answer(a))
	}
	data, err := json.MarshalIndent(f, "", "  ")
	return append(data, '\n'), err
}

// Answers reads a file of answers in JSON or YAML. name stands in its errors. Two different answers to one question are
// an error: their order does not say which one is meant.
func Answers(name string, data []byte) ([]engine.Answer, error) {
	in, err := read(name, data)
	if err != nil {
		return nil, err
	}
	var f answerFile
	if err := in.into("answers", &f); err != nil {
		return nil, err
	}
	var out []engine.Answer
	first := map[string]int{}
	for n, a := range f.Answers {
		if a.Action == "" && a.Choice == 0 && a.Text == nil {
			line, column := in.place([]string{"answers", fmt.Sprint(n)})
			return nil, &Error{name, []fault{{line, column, "an answer gives a choice, a text or an action"}}}
		}
		what := "question " + strconv.Quote(a.Question)
		if a.Question == "" {
			what = "document " + strconv.Quote(filepath.Clean(a.Document))
		}
		if m, again := first[what]; !again {
			first[what] = n
		} else if b := f.Answers[m]; b.Choice != a.Choice || b.Action != a.Action || (b.Text == nil) != (a.Text == nil) ||
			a.Text != nil && *b.Text != *a.Text {
			line, column := in.place([]string{"answers", fmt.Sprint(n)})
			atLine, atColumn := in.place([]string{"answers", fmt.Sprint(m)})
			return nil, &Error{name, []fault{{
				line, column,
				fmt.Sprintf("the %s has another answer at %d:%d; keep one of them", what, atLine, atColumn),
			}}}
		}
		out = append(out, engine.Answer(a))
	}
	return out, nil
}
