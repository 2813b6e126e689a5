package decide

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/engine"
)

// qualitySignals are the measurements of an output.
type qualitySignals struct {
	Validation *struct {
		Valid  bool `json:"valid"`
		Errors []struct {
			Severity string `json:"severity"`
			Path     string `json:"path"`
			Message  string `json:"message"`
			Code     string `json:"code"`
		} `json:"errors"`
	} `json:"validation"`
	Confidence *struct {
		Calibrated float64 `json:"calibrated"`
	} `json:"confidence"`
	Hallucination *struct {
		OverallRisk string `json:"overallRisk"`
		Findings    []struct {
			Severity engine.Certainty `json:"severity"`
			Type     string           `json:"type"`
			Claim    string           `json:"claim"`
		} `json:"findings"`
	} `json:"hallucination"`
	UserFeedback *struct {
		Sentiment string `json:"sentiment"`
		Message   string `json:"message"`
		Rejected  bool   `json:"rejected"`
	} `json:"userFeedback"`
	Requirements []struct {
		Description string `json:"description"`
		Priority    string `json:"priority"`
		Met         bool   `json:"met"`
		Fixable     *bool  `json:"fixable"`
	} `json:"requirements"`
	Completeness *float64 `json:"completeness"`
	QualityScore *float64 `json:"qualityScore"`
}

// signalCheck is the input of the iteration detector. The signals are among the other fields or in a field of their
// own.
type signalCheck struct {
	qualitySignals
	Signals *qualitySignals `json:"signals"`

	TaskID    string `json:"taskId"`
	OutputID  string `json:"outputId"`
	DecidedAt string `json:"decidedAt"`
	Config    struct {
		MinConfidence   *float64 `json:"minConfidence"`
		MinCompleteness *float64 `json:"minCompleteness"`
		MinQuality      *float64 `json:"minQuality"`
	} `json:"config"`
	History struct {
		Attempts     *int `json:"attempts"`
		LastStrategy *struct {
			Type engine.StrategyType `json:"type"`
		} `json:"lastStrategy"`
		LastTriggers []engine.Trigger `json:"lastTriggers"`
		Iterations   []struct {
			QualityScore float64 `json:"qualityScore"`
		} `json:"iterations"`
	} `json:"history"`
	Context struct {
		MaxIterations   *int            `json:"maxIterations"`
		ExpectedSchema  json.RawMessage `json:"expectedSchema"`
		VerifiedSources []string        `json:"verifiedSources"`
	} `json:"context"`
	Budget struct {
		Max       *int  `json:"maxIterations"`
		Current   *int  `json:"currentIteration"`
		Tokens    int   `json:"tokenBudget"`
		Used      int   `json:"usedTokens"`
		TimeoutMS int64 `json:"timeoutMs"`
		ElapsedMS int64 `json:"elapsedMs"`
	} `json:"budget"`
	Estimated struct {
		Tokens int   `json:"tokens"`
		MS     int64 `json:"estimatedMs"`
	} `json:"estimatedCost"`
}

func evaluate(in *input, s Settings) (any, error) {
	var c signalCheck
	if err := in.into("quality-signals", &c); err != nil {
		return nil, err
	}
	signals := &c.qualitySignals
	if c.Signals != nil {
		signals = c.Signals
	}
	out := engine.Case{
		TaskID: c.TaskID, OutputID: c.OutputID, DecidedAt: c.DecidedAt, Signals: signals.engine(),
		Demands: s.Convergence, Estimated: engine.Cost{Tokens: c.Estimated.Tokens, DurationMS: c.Estimated.MS},
	}
	if out.DecidedAt == "" {
		out.DecidedAt = s.Now.UTC().Format(time.RFC3339)
	}
	set(&out.Demands.MinConfidence, c.Config.MinConfidence)
	set(&out.Demands.MinCompleteness, c.Config.MinCompleteness)
	set(&out.Demands.MinQuality, c.Config.MinQuality)
	for _, i := range c.History.Iterations {
		out.Scores = append(out.Scores, i.QualityScore)
	}
	attempts := len(c.History.Iterations)
	set(&attempts, c.History.Attempts)
	most, current := s.Iteration.MaxIterations, attempts
	set(&most, c.Context.MaxIterations)
	set(&most, c.Budget.Max)
	set(&current, c.Budget.Current)
	out.Budget = engine.NewBudget(most, current, c.Budget.Tokens, c.Budget.Used, c.Budget.TimeoutMS, c.Budget.ElapsedMS)
	set(&most, c.Context.MaxIterations)
	out.Circumstances = engine.Circumstances{
		Attempts: attempts, MaxIterations: most, VerifiedSources: c.Context.VerifiedSources,
		Schema: schemaName(c.Context.ExpectedSchema),
	}
	if last := c.History.LastStrategy; last != nil {
		out.Circumstances.Last = engine.NewAttempt(last.Type, c.History.LastTriggers)
	}
	return map[string]any{"iterationDecision": engine.Evaluate(out)}, nil
}

// schemaName returns an expected schema as text: its name, or the schema itself.
func schemaName(raw json.RawMessage) string {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		return name
	}
	return string(raw)
}

// beyondRepair are the codes of validation errors that another attempt does not resolve.
var beyondRepair = []string{"TYPE_MISMATCH", "SCHEMA_VIOLATION"}

func (q *qualitySignals) engine() engine.Signals {
	s := engine.Signals{Confidence: 1, Completeness: 1, Quality: 100}
	if q.Confidence != nil {
		s.Confidence = q.Confidence.Calibrated
	}
	set(&s.Completeness, q.Completeness)
	set(&s.Quality, q.QualityScore)
	if v := q.Validation; v != nil && !v.Valid {
		for _, e := range v.Errors {
			out := engine.ValidationError{
				Path: e.Path, Message: e.Message, Fixable: !slices.Contains(beyondRepair, e.Code),
			}
			switch e.Severity {
			case "critical", "blocker":
				out.Severity = engine.ErrorCritical
			case "suggestion", "info":
				out.Severity = engine.ErrorMinor
			}
			s.Errors = append(s.Errors, out)
		}
	}
	if h := q.Hallucination; h != nil && h.OverallRisk != "low" {
		for _, f := range h.Findings {
			s.Claims = append(s.Claims, engine.Claim{Kind: f.Type, Text: f.Claim, Certainty: f.Severity})
		}
	}
	if f := q.UserFeedback; f != nil {
		s.Feedback = &engine.Feedback{Negative: f.Sentiment == "negative", Rejected: f.Rejected, Message: f.Message}
	}
	for _, r := range q.Requirements {
		s.Requirements = append(s.Requirements, engine.Requirement{
			Description: r.Description, Required: r.Priority == "required", Met: r.Met, Fixable: r.Fixable == nil || *r.Fixable,
		})
	}
	return s
}
