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

// Unnamed is the rule of a finding whose reviewer names none, where a format wants one.
const Unnamed = "unnamed"

// ruleID returns the rule of f, never empty.
func ruleID(f *Finding) string {
	return cmp.Or(f.Rule, Unnamed)
}

// fingerprint identifies something that has no Key of its own.
func fingerprint(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// distinguish gives every finding a Key of its own: reviewers that do not know of
// each other may have used one twice, and consumers drop what looks the same.
func distinguish(findings []Finding) {
	seen := make(map[review.Key]int, len(findings))
	for i := range findings {
		f := &findings[i]
		if f.Key == "" {
			f.Key = review.Key(fingerprint(f.Path, f.Rule, f.Message))
		}
		n := seen[f.Key]
		seen[f.Key]++
		if n > 0 {
			f.Key = review.Key(fingerprint(string(f.Key), strconv.Itoa(n)))
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
