package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A mistake in a fixer is told of with the document and what to do, which is left as
// it is; the others are fixed, and nobody sees a stack who did not ask for it.
func TestAPanicNeverReachesTheUser(t *testing.T) {
	t.Chdir(t.TempDir())
	const text = "# Title\n\nA whitelist.\n"
	require.NoError(t, os.WriteFile("consistency-rules.json",
		[]byte(`{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`), 0o600))
	planted := fixers.Terminology
	planted.Fix = func(d *zone.Document, s *rules.Set, f *review.Finding) (fixers.Change, error) {
		if strings.HasPrefix(d.Path, "b") {
			panic("planted")
		}
		return fixers.Terminology.Fix(d, s, f)
	}
	for _, stack := range []string{"", "1"} {
		for _, name := range []string{"a.md", "b1.md", "b2.md", "c.md"} {
			require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		}
		var out, errs bytes.Buffer
		s := session{
			ctx: t.Context(), args: []string{"fix", "--commit=none", "."}, in: strings.NewReader(""), out: &out, err: &errs,
			environ: append(os.Environ(), "XDG_STATE_HOME="+t.TempDir(), stackVariable+"="+stack), fixers: []fixers.Fixer{planted},
		}
		assert.Equal(t, gate.ExitTrouble, s.run())
		said := errs.String()
		assert.Contains(t, said, "doc-iterate: b1.md: internal error: planted\n")
		assert.Contains(t, said, "doc-iterate: b2.md: internal error: planted\n")
		assert.Equal(t, 1, strings.Count(said, "please report it at https://github.com/doc-iterate/doc-iterate/issues"),
			said)
		assert.Contains(t, said, "doc-iterate "+version())
		assert.Equal(t, stack != "", strings.Contains(said, "panic_test.go"), said)
		for name, want := range map[string]string{"a.md": "# Title\n\nAn allowlist.\n", "b1.md": text, "b2.md": text, "c.md": "# Title\n\nAn allowlist.\n"} {
			got, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, want, string(got), name)
		}
	}
}

// A mistake anywhere else ends the command in good order.
func TestAPanicOfTheCommand(t *testing.T) {
	var errs bytes.Buffer
	s := session{args: []string{"check", "."}, in: strings.NewReader(""), out: &bytes.Buffer{}, err: &errs} // has no context
	assert.Equal(t, gate.ExitTrouble, s.run())
	assert.Contains(t, errs.String(), "doc-iterate: internal error: ")
	assert.NotContains(t, errs.String(), "goroutine")
}
