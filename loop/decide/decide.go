package decide

import (
	"fmt"
	"time"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Settings are the values for fields that an input leaves out.
type Settings struct {
	Iteration   rules.Iteration
	Convergence rules.Convergence
	Now         time.Time
}

// An Answer is the decision of the engine, in the form of the output.
type Answer struct {
	// Value encodes to JSON with the fields in the order of the output.
	Value any
	// YAML says that the input was YAML.
	YAML bool
}

// Decide reads an input, recognises by its fields which of the three it is, and answers it. name stands in its errors.
func Decide(name string, data []byte, s Settings) (Answer, error) {
	in, err := read(name, data)
	if err != nil {
		return Answer{}, err
	}
	fields, ok := in.value.(map[string]any)
	if !ok {
		return Answer{}, fmt.Errorf("%s: want an object with fields", name)
	}
	has := func(names ...string) bool {
		for _, n := range names {
			if _, ok := fields[n]; ok {
				return true
			}
		}
		return false
	}
	out := Answer{YAML: in.isYML}
	switch {
	case has("iteration_check"):
		out.Value, err = control(in, s)
	case has("iteration"):
		out.Value, err = guards(in, s)
	case has("signals", "validation", "confidence", "hallucination", "requirements", "userFeedback", "completeness",
		"qualityScore"):
		out.Value, err = evaluate(in, s)
	default:
		err = fmt.Errorf("%s: want iteration_check, or quality signals (validation, confidence, hallucination, …), or "+
			"iteration with config and history", name)
	}
	return out, err
}
