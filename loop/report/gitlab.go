package report

import (
	"io"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// The part of Code Climate's issue format that GitLab reads:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format.
type (
	gitLabIssue struct {
		Description string         `json:"description"`
		CheckName   string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitLabLocation `json:"location"`
	}
	gitLabLocation struct {
		Path  string      `json:"path"`
		Lines gitLabLines `json:"lines"`
	}
	gitLabLines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
)

// writeGitLab writes a Code Quality report. Its fingerprints are the findings'
// Keys, so a finding whose line moved is still the same one in a merge request.
func writeGitLab(w io.Writer, r *Report, _ Style) error {
	issues := make([]gitLabIssue, 0, len(r.Findings)+len(r.Failures))
	for _, f := range listed(r, notReviewed) {
		lines := gitLabLines{1, 1} // the format has no issue without a line
		if f.Start != nil {
			lines = gitLabLines{f.Start.Line, lastLine(f)}
		}
		issues = append(issues, gitLabIssue{
			Description: wording.Visible(f.Message), CheckName: ruleID(f), Fingerprint: string(f.Key),
			Severity: bySeverity(f.Severity, "blocker", "major", "info"), Location: gitLabLocation{f.Path, lines},
		})
	}
	return Encode(w, JSON, issues)
}
