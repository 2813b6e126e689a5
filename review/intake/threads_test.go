package intake

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// FuzzThreads makes threads of comments that answer one another in any order, in circles too: each suggestion is read
// once, no answer makes a finding of its own, and reading ends.
func FuzzThreads(f *testing.F) {
	for _, shape := range []string{"", "\x00", "\x01\x01", "\x02\x01\x00", "\x11\x22\x33\x41", "\x81\x82\x03\x10\x5f"} {
		f.Add([]byte(shape))
	}
	said := []string{"Agreed.", "No, keep it.", "Only if Bob agrees.", "Done.", "Why?", "+1", "Also fix the next line.", ""}
	f.Fuzz(func(t *testing.T, shape []byte) {
		shape = shape[:min(len(shape), 24)]
		var comments []map[string]any
		suggestions := 0
		for i, b := range shape {
			body := said[int(b>>4)%len(said)]
			c := map[string]any{"id": i + 1, "path": "a.md", "line": i + 1, "side": "RIGHT", "pull_request_url": "p",
				"diff_hunk": "@@ -1 +1 @@\n+Connect teh cable."}
			if to := int(b & 15); to > 0 {
				c["in_reply_to_id"] = to
			}
			if b&128 != 0 {
				body += "\n```suggestion\nConnect the cable.\n```"
				suggestions++
			}
			c["body"] = body
			comments = append(comments, c)
		}
		data, err := json.Marshal(comments)
		require.NoError(t, err)
		r, err := Parse("r.json", data, format.Auto)
		if err != nil {
			return
		}
		found := 0
		for _, i := range r.Issues {
			if i.Want == "Connect the cable." || len(i.Choices) > 0 {
				found++
			}
			assert.LessOrEqual(t, i.Standing, review.PerhapsDone)
		}
		assert.Equal(t, suggestions, found, "%s", data)
	})
}
