package intake

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// FuzzHiddenFinding hides a finding somewhere in a tree of JSON, whose keys and shape the input gives: it is read, or
// the review is refused.
func FuzzHiddenFinding(f *testing.F) {
	for _, shape := range []string{"", "\x00", "\x01\x02\x03", "\x04\x05\x06\x07\x08", "aXbYcZ", "\x10\x20\x31\x42\x53\x64\x75"} {
		f.Add([]byte(shape), uint8(len(shape)))
	}
	keys := []string{"issues", "warnings", "critical_issues", "sections", "data", "summary", "results", "x", "report", "meta", "questions",
		"feedback", "review", "coverage", "reviewer", "errors", "verdict", "status"}
	findings := []map[string]any{
		{"severity": "minor", "message": "zebra"}, {"line": 3, "message": "zebra"}, {"quote": "teh", "problem": "zebra"},
		{"quote": "teh", "suggestion": "the", "message": "zebra"}, {"level": "high", "text": "teh", "description": "zebra"},
	}
	f.Fuzz(func(t *testing.T, shape []byte, which uint8) {
		var tree any = findings[int(which)%len(findings)]
		for _, b := range shape[:min(len(shape), 12)] {
			key := keys[int(b)%len(keys)]
			switch {
			case b&0x80 != 0:
				tree = []any{tree}
			case b&0x40 != 0:
				tree = map[string]any{key: []any{tree}, "n": b}
			default:
				tree = map[string]any{key: tree}
			}
		}
		data, err := json.Marshal(map[string]any{"title": "t", "inner": tree})
		require.NoError(t, err)
		r, err := Parse("r.json", data, format.Auto)
		if err != nil {
			return
		}
		assert.True(t, slices.ContainsFunc(r.Issues, func(i review.Issue) bool { return strings.Contains(i.Message, "zebra") }), "%s", data)
	})
}
