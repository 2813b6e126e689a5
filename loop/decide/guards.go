package decide

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/loop/engine"
)

// guardCheck is the input of the safety guards.
type guardCheck struct {
	Iteration int `json:"iteration"`
	Config    struct {
		Max            int  `json:"maxIterations"`
		CircuitBreaker *int `json:"circuitBreakerThreshold"`
		Thrashing      *int `json:"thrashingThreshold"`
	} `json:"config"`
	History []struct {
		ValidationResult struct {
			Passed bool `json:"passed"`
			Flags  []struct {
				Message string `json:"message"`
			} `json:"flags"`
		} `json:"validationResult"`
	} `json:"history"`
}

// fileMark matches the file that a flag's message names.
var fileMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)\bfile:\s*([^\s,;'"]+)`) })

func guards(in *input, s Settings) (any, error) {
	var g guardCheck
	if err := in.into("safety-guards", &g); err != nil {
		return nil, err
	}
	t := engine.Thresholds{
		MaxIterations: g.Config.Max, CircuitBreaker: s.Iteration.CircuitBreakerThreshold,
		Thrashing: s.Iteration.ThrashingThreshold,
	}
	set(&t.CircuitBreaker, g.Config.CircuitBreaker)
	set(&t.Thrashing, g.Config.Thrashing)
	var history []engine.Validation
	for _, h := range g.History {
		var files []string
		for _, f := range h.ValidationResult.Flags {
			for _, m := range fileMark().FindAllStringSubmatch(f.Message, -1) {
				if file := strings.TrimRight(m[1], ".:!?)]}"); !slices.Contains(files, file) {
					files = append(files, file)
				}
			}
		}
		history = append(history, engine.Judged(h.ValidationResult.Passed, files...))
	}
	return engine.Guards(g.Iteration, t, history), nil
}
