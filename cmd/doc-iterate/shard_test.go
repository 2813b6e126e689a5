package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// in runs the program in the current folder and returns what it prints.
func in(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	s := session{ctx: t.Context(), args: args, in: strings.NewReader(""), out: &out, err: &errs, environ: os.Environ()}
	if s.run() == 2 {
		require.Empty(t, errs.String(), "%v", args)
	}
	return out.String()
}

// shardsAreTheWhole checks the current folder whole and in n parts, and compares
// what the parts give together with what the whole gives, byte for byte.
func shardsAreTheWhole(t *testing.T, n int) {
	t.Helper()
	whole := in(t, "check", "--format", "json", ".")
	dir := t.TempDir()
	merge := []string{"merge", "--format", "json"}
	for i := range n {
		part := filepath.Join(dir, fmt.Sprint(i))
		in(t, "check", "--format", "json", "--output", part, "--shard", fmt.Sprintf("%d/%d", i+1, n), ".")
		merge = append(merge, part)
	}
	if joined := in(t, merge...); joined != whole {
		t.Errorf("%d shards differ from the whole: %d bytes and %d", n, len(joined), len(whole))
	}
}

// Documents whose headings, links and words depend on each other give the same
// findings in any parts.
func TestShardsAreTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("whitelist Page page Rate Limit rate limit Setup setup Cluster Node node cluster TODO blacklist Relay relay")
	pick := func(n int) string {
		var out []string
		for range n {
			out = append(out, words[random.IntN(len(words))])
		}
		return strings.Join(out, " ")
	}
	dir := t.TempDir()
	for i := range 40 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			fmt.Fprintf(&b, "# %s\n\nThe %s. See [it](%d.md#%s).\n\n", pick(1+random.IntN(3)), pick(random.IntN(20)),
				random.IntN(45), pick(1))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.md", i)), []byte(b.String()), 0o644))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bytes.md"), []byte("# B\n\nThe whitelist \xff \uFFFD.\n"),
		0o644))
	sentence := []byte(`{"version": 1, "style": {"heading-case": {}, "list-marker": {}}, "references": {}, "placeholders": {}}`)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "consistency-rules.json"), sentence, 0o644))
	t.Chdir(dir)
	assert.Contains(t, in(t, "check", "--statistics", "."), "heading-case")
	for _, n := range []int{1, 2, 3, 7, 60} {
		shardsAreTheWhole(t, n)
	}
}

// So do real ones.
func TestShardsOfTheCorpusAreTheWhole(t *testing.T) {
	corpus := os.Getenv("DOC_ITERATE_CORPUS")
	if corpus == "" {
		t.Skip("DOC_ITERATE_CORPUS is not set: no real documents")
	}
	t.Chdir(filepath.Join(corpus, "nodejs+node-addon-api"))
	shardsAreTheWhole(t, 3)
}
