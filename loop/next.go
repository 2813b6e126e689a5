package loop

// A Next is what a caller does after the run.
type Next string

// The next actions.
const (
	Approve    Next = "approve"
	ReReview   Next = "re-review"
	Regenerate Next = "regenerate"
	ManualFix  Next = "manual-fix"
)

// A NextAction is a Next with the command that takes it, where there is one.
type NextAction struct {
	Action  Next   `json:"action"`
	Command string `json:"command"`
}
