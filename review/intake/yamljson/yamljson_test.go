package yamljson

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// sample is a review with every kind of value that people write in YAML.
const sample = `document: docs/a.md
# a comment
issues:
  - line: 12
    quote: "with \"marks\""
    note: |-
      two
      lines
    tags: [one, two]
  - line: 14
    done: true
    none: ~
`

// TestJSON: the values of a text are those of its YAML, and each stands on its line.
func TestJSON(t *testing.T) {
	text, err := Parse([]byte(sample))
	require.NoError(t, err)
	out, err := text.JSON()
	require.NoError(t, err)
	var got, want any
	require.NoError(t, json.Unmarshal(out, &got))
	require.NoError(t, yaml.Unmarshal([]byte(sample), &want))
	data, err := json.Marshal(want)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &want))
	assert.Equal(t, want, got)
	for _, word := range []string{"docs/a.md", "with ", "one", "true"} {
		assert.Equal(t, lineOf([]byte(sample), word), lineOf(out, word), word)
	}
}

func lineOf(src []byte, word string) int {
	return bytes.Count(src[:bytes.Index(src, []byte(word))], []byte("\n"))
}

// TestLongLists: a list that is parsed piece by piece is written as one that is parsed at once.
func TestLongLists(t *testing.T) {
	var b strings.Builder
	b.WriteString("document: a.md\nissues:\n")
	const items = 3000
	for i := range items {
		fmt.Fprintf(&b, "  - line: %d\n    quote: words of line %d\n", i, i)
	}
	b.WriteString("verdict: approve\n")
	text, err := Parse([]byte(b.String()))
	require.NoError(t, err)
	assert.True(t, text.HasItems())
	out, err := text.JSON()
	require.NoError(t, err)
	var got struct {
		Verdict string
		Issues  []struct{ Line int }
	}
	require.NoError(t, json.Unmarshal(out, &got))
	assert.Equal(t, "approve", got.Verdict)
	require.Len(t, got.Issues, items)
	assert.Equal(t, items-1, got.Issues[items-1].Line)
	assert.Equal(t, lineOf([]byte(b.String()), "words of line 2999"), lineOf(out, "words of line 2999"))
}

// TestRefused: a text that repeats a part of itself is refused, as is one that is no YAML.
func TestRefused(t *testing.T) {
	_, err := Parse([]byte("a: &x [1, 2]\nb: *x\n"))
	require.ErrorIs(t, err, ErrRepeats)
	_, err = Parse([]byte("a: \"open\nb\n"))
	require.Error(t, err)
	_, err = Parse(nil)
	require.ErrorIs(t, err, ErrRepeats)
}
