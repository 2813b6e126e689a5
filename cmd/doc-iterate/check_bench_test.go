package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// speedRules is ten names, two terms and three rules of style.
const speedRules = `{"version": 1,
	"terminology": [{"use": "JavaScript"}, {"use": "GitHub"}, {"use": "Kubernetes"}, {"use": "TypeScript"},
		{"use": "Node.js", "not": ["nodejs", "node.js", "Node.JS", "NodeJS"]}, {"use": "macOS"}, {"use": "PostgreSQL"}, {"use": "MySQL"},
		{"use": "YAML"}, {"use": "JSON"}, {"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}],
	"style": {"heading-case": {"style": "sentence"}, "fenced-code-language": {}, "list-marker": {"marker": "-"}}}`

// allRules is all rules on, without presets.
const allRules = `{"terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}],
  "style": {"heading-case": {}, "fenced-code-language": {"infer": true}, "list-marker": {}, "doubled-word": {}, "misspelling": {},
    "trailing-spaces": {}, "blank-lines": {}, "blanks-around-headings": {}, "blanks-around-fences": {}, "blanks-around-lists": {},
    "final-newline": {}, "bare-url": {}, "heading-punctuation": {}, "heading-increment": {}, "duplicate-heading": {},
    "emphasis-style": {}, "strong-style": {}, "ordered-list": {}, "hard-tabs": {}, "list-indentation": {}, "command-prompt": {}, "line-length": {},
    "link-text": {}},
  "placeholders": {}, "references": {}}`

// BenchmarkCheckCorpus is a whole check of the documents below DOC_ITERATE_CORPUS, with four classes of rules, with the
// shipped ones and with all. `make profile PROFILE=CheckCorpus/shipped` writes the profiles of the second.
func BenchmarkCheckCorpus(b *testing.B) {
	root := os.Getenv("DOC_ITERATE_CORPUS")
	if root == "" {
		b.Skip("DOC_ITERATE_CORPUS names no folder of documents")
	}
	shipped, err := os.ReadFile("../../consistency-rules.json")
	require.NoError(b, err)
	for _, set := range []struct{ name, rules string }{{"four", speedRules}, {"shipped", string(shipped)}, {"all", allRules}} {
		b.Run(set.name, func(b *testing.B) {
			config := filepath.Join(b.TempDir(), "rules.json")
			require.NoError(b, os.WriteFile(config, []byte(set.rules), 0o644))
			b.ReportAllocs()
			for b.Loop() {
				s := session{
					ctx: context.Background(), args: []string{"check", "--no-cache", "--config", config, root}, environ: os.Environ(),
					in: os.Stdin, out: io.Discard, err: io.Discard,
				}
				require.Equal(b, gate.ExitFound, s.run())
			}
		})
	}
}
