package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCheckIsTheSameForAnyJobs checks folders on one and on many goroutines, and
// where a configured reviewer asks for whole trees.
func TestCheckIsTheSameForAnyJobs(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	config := write("rules.json", speedRules)
	for i := range 60 {
		text := strings.Repeat("Text.\n", i) + strings.Repeat(fmt.Sprintf("# Using The Whitelist %d\n\nPut it on the whitelist of github. Use The Guide.\n\n* one\n* two\n\n```\nx := %d\n```\n\n", i%7, i), 1+i%5)
		write(fmt.Sprintf("a%02d.md", i), text)
	}
	write("large.md", strings.Repeat("Some text on github.\n\n## A Title Of Sorts\n\n", 800))
	write("bad.md", strings.Repeat(">", 30000))
	check := func(args ...string) string {
		var out bytes.Buffer
		s := session{
			ctx: context.Background(), args: append([]string{"check", "--config", config, dir}, args...),
			environ: append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)), in: strings.NewReader(""), out: &out, err: &bytes.Buffer{},
		}
		require.Equal(t, 2, s.run()) // bad.md
		return out.String()
	}
	for _, format := range []string{"text", "json", "sarif", "diff"} {
		one := check("--jobs", "1", "--format", format)
		require.Contains(t, one, "a59.md")
		require.Contains(t, one, "large.md")
		for _, jobs := range []string{"8", "100"} { // hardly any of them has a second document
			require.Equal(t, one, check("--jobs", jobs, "--format", format))
		}
	}
	var known []string
	for _, jobs := range []string{"1", "100"} {
		baseline := filepath.Join(t.TempDir(), "baseline.json")
		check("--jobs", jobs, "--write-baseline", baseline)
		text, err := os.ReadFile(baseline)
		require.NoError(t, err)
		known = append(known, string(text))
	}
	require.Contains(t, known[0], "a59.md")
	require.Equal(t, known[1], known[0])
}
