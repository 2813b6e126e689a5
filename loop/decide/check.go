package decide

import "github.com/doc-iterate/doc-iterate/loop/engine"

// iterationCheck is the input of iteration control.
type iterationCheck struct {
	Check struct {
		TaskID     string `json:"task_id"`
		Current    int    `json:"current_iteration"`
		Max        *int   `json:"max_iterations"`
		TestResult struct {
			Status string `json:"status"`
			Output string `json:"output"`
		} `json:"test_result"`
		ReviewResult struct {
			Status   engine.ReviewStatus `json:"status"`
			Feedback string              `json:"feedback"`
		} `json:"review_result"`
		Attempts []struct {
			Iteration int    `json:"iteration"`
			Summary   string `json:"summary"`
		} `json:"attempts"`
		Diff string `json:"diff"`
	} `json:"iteration_check"`
	Control struct {
		Max                 *int  `json:"max_iterations"`
		RetryOnTestFail     *bool `json:"auto_retry_on_test_fail"`
		RetryOnReviewReject *bool `json:"auto_retry_on_review_reject"`
		IncludeDiff         *bool `json:"escalation_includes_diff"`
		FeedbackMaxLength   *int  `json:"feedback_max_length"`
	} `json:"iteration_control"`
}

func control(in *input, s Settings) (any, error) {
	var c iterationCheck
	if err := in.into("iteration-check", &c); err != nil {
		return nil, err
	}
	check := engine.Check{
		TaskID: c.Check.TaskID, Current: c.Check.Current, Max: s.Iteration.MaxIterations,
		TestPassed: c.Check.TestResult.Status == "pass", TestOutput: c.Check.TestResult.Output,
		Review: c.Check.ReviewResult.Status, Feedback: c.Check.ReviewResult.Feedback,
		Diff: c.Check.Diff, Settings: s.Iteration,
	}
	if check.Review == "" {
		check.Review = engine.ReviewPending
	}
	set(&check.Max, c.Control.Max)
	set(&check.Max, c.Check.Max)
	set(&check.Settings.AutoRetryOnTestFail, c.Control.RetryOnTestFail)
	set(&check.Settings.AutoRetryOnReviewReject, c.Control.RetryOnReviewReject)
	set(&check.Settings.EscalationIncludesDiff, c.Control.IncludeDiff)
	set(&check.Settings.FeedbackMaxLength, c.Control.FeedbackMaxLength)
	for _, a := range c.Check.Attempts {
		check.Attempts = append(check.Attempts, engine.AttemptNote(a))
	}
	return map[string]any{"decision": engine.Control(check)}, nil
}

// set sets to if the input gives a value.
func set[T any](to *T, given *T) {
	if given != nil {
		*to = *given
	}
}
