package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Unnamed is the rule of a finding without a rule, for formats that need one.
const Unnamed = "unnamed"

// notReviewed is the rule for a document that could not be reviewed, for formats that need one.
const notReviewed = "not-reviewed"

// ruleID returns the rule of f, never empty.
func ruleID(f *Finding) string { return cmp.Or(f.Rule, Unnamed) }

// fingerprint identifies something that has no Key of its own.
func fingerprint(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// distinguish makes the Key of every finding its fingerprint in the report, and one of its own: reviewers that do not
// know of each other may have used one twice, and consumers drop what looks the same. See Input.Place.
func distinguish(findings []Finding, place func(path string) string) {
	seen := make(map[review.Key]int, len(findings))
	own := func(k review.Key) review.Key {
		n := seen[k]
		seen[k]++
		if n > 0 {
			k = review.Key(fingerprint(string(k), strconv.Itoa(n)))
		}
		return k
	}
	for i := range findings {
		f := &findings[i]
		if f.Key == "" {
			f.Key = review.Key(fingerprint(f.Rule, f.Message))
		}
		path := f.Path
		if place != nil {
			path = place(path)
		}
		f.Key = own(review.Key(f.Key.Fingerprint(path)))
		if f.Former != "" {
			f.Former = own(f.Former)
		}
	}
}

// reviewed returns the paths that were reviewed or have findings, sorted.
func reviewed(r *Report) []string {
	paths := make([]string, 0, len(r.Documents))
	for _, d := range r.Documents {
		paths = append(paths, d.Path)
	}
	for i := range r.Findings {
		paths = append(paths, r.Findings[i].Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// listed returns a report as a list of findings. Failures come first, as blockers of this rule.
func listed(r *Report, rule string) []*Finding {
	out := make([]*Finding, 0, len(r.Failures)+len(r.Findings))
	for _, f := range r.Failures {
		out = append(out, &Finding{Finding: review.Finding{
			Path: f.Path, Message: f.Message, Rule: rule, Severity: rules.Blocker,
			Key: review.Key(fingerprint(notReviewed, f.Path, f.Message)),
		}})
	}
	for i := range r.Findings {
		out = append(out, &r.Findings[i])
	}
	return out
}

// bySeverity returns the word of a format for a severity.
func bySeverity[T any](s rules.Severity, blocker, warning, suggestion T) T {
	switch s {
	case rules.Blocker:
		return blocker
	case rules.Suggestion:
		return suggestion
	}
	return warning
}
