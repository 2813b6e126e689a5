package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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

// corpusRules is rules by which a folder of the corpus is checked: those that ship, four classes, and some whose findings
// depend on what other documents do.
var corpusRules = []struct{ name, folder, config string }{
	{"shipped", "kubernetes+community", ""},
	{"four classes", "rust-lang+rfcs", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
		"style": {"heading-case": {}, "list-marker": {"marker": "*"}, "fenced-code-language": {}}}`},
	{"by what others do", "withastro+docs", `{"version": 1, "references": {}, "style": {
		"heading-case": {"style": "consistent"}, "list-marker": {"marker": "consistent"}, "fenced-code-language": {"infer": true},
		"emphasis-style": {"style": "consistent"}, "strong-style": {"style": "consistent"}, "misspelling": {}}}`},
}

// However a check of real documents is run, it finds the same: by any number of workers, in shards with and without
// evidence.
func TestCorpusIsJudgedAlikeHowever(t *testing.T) {
	corpus := os.Getenv("DOC_ITERATE_CORPUS")
	if corpus == "" {
		t.Skip("DOC_ITERATE_CORPUS is not set: no real documents")
	}
	for i, rules := range corpusRules {
		t.Run(rules.name, func(t *testing.T) {
			t.Chdir(filepath.Join(corpus, rules.folder))
			dir := t.TempDir()
			check := []string{"check", "-q"}
			if rules.config != "" {
				config := filepath.Join(dir, "rules.json")
				require.NoError(t, os.WriteFile(config, []byte(rules.config), 0o644))
				check = append(check, "--config", config)
			}
			checked := func(args ...string) string { return in(t, slices.Concat(check, args, []string{"."})...) }
			// Merge shows every finding; -v has a check do so where no configuration chose the rules.
			whole, text := checked("--format", "json"), checked("--no-cache", "-v")
			for _, how := range [][]string{{"--jobs", "1", "--no-cache"}, {"--jobs", "8"}, {"--jobs", "2"}} {
				assert.True(t, whole == checked(append(how, "--format", "json")...), "%v, JSON", how)
			}
			assert.True(t, text == checked("--jobs", "1", "-v"), "text of one worker")

			n, evidence := [...]int{2, 7, 3}[i], filepath.Join(dir, "evidence")
			checked("--write-evidence", evidence)
			merge := []string{"merge"}
			for part := range n {
				merge = append(merge, filepath.Join(dir, fmt.Sprint(part)))
				shard := fmt.Sprintf("%d/%d", part+1, n)
				args := []string{"--shard", shard, "--format", "json", "--output", merge[part+1]}
				if part != 1 { // one of them looks at all documents itself
					args = append(args, "--evidence", evidence)
				}
				checked(args...)
			}
			assert.True(t, whole == in(t, append(merge, "--format", "json")...), "%d shards, JSON", n)
			findings, _, known := strings.Cut(text, ": doc-iterate fix") // merge does not know which configuration was named
			assert.True(t, known)
			assert.True(t, findings+": doc-iterate fix .\n" == in(t, merge...), "%d shards, text", n)
		})
	}
}
