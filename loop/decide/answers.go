package decide

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop/engine"
)

// answerFile is a file of answers.
type answerFile struct {
	Answers []struct {
		Document string        `json:"document"`
		Question string        `json:"question"`
		Choice   int           `json:"choice"`
		Text     *string       `json:"text"`
		Action   engine.Effect `json:"action"`
	} `json:"answers"`
}

// Answers reads a file of answers, as JSON or YAML. Name is what errors call it.
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
	for n, a := range f.Answers {
		if a.Action == "" && a.Choice == 0 && a.Text == nil {
			line, column := in.place([]string{"answers", fmt.Sprint(n)})
			return nil, &Error{name, []fault{{line, column, "an answer gives a choice, a text or an action"}}}
		}
		out = append(out, engine.Answer(a))
	}
	return out, nil
}
