package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

// The example program is built and run as its documentation says: as a fixer of
// what no rule can fix, then as a reviewer of what nobody looked at.
func TestExampleProgram(t *testing.T) {
	bin := t.TempDir()
	out, err := exec.Command("go", "build", "-o", bin, filepath.Join("..", "..", "testdata", "example")).CombinedOutput()
	require.NoError(t, err, string(out))
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	write(t, rules.FileName, `{"version": 1, "placeholders": {"severity": "blocker", "patterns": ["TODO"]},
		"structure": {"required_sections": [{"heading": "Errors", "severity": "blocker"}, {"heading": "Support"}]},
		"reviewers": [{"name": "example", "command": ["example", "review"], "for": ["coverage", "questions"]}],
		"fixers": [{"name": "example", "command": ["example", "fix"], "rules": ["placeholder", "required-section"]}]}`)
	write(t, "guide.md", "# Guide\n\n## Limits\n\nThe timeout is TODO.\n")
	result, code := output(t, "fix", "--commit=none", "guide.md")
	assert.Equal(t, 0, code, result)
	assert.Equal(t, "# Guide\n\n## Limits\n\nThe timeout is not decided yet.\n\n## Errors\n\nNothing is known yet.\n\n## Support\n\nNothing is known yet.\n", contents(t, "guide.md"))

	write(t, "review.json", `{"coverage": {"sections": ["Limits"]}, "issues": [],
		"questions": [{"id": "q", "text": "Is the timeout known?", "critical": true}]}`)
	result, code = output(t, "guide.md", "review.json", "--commit=none")
	assert.Equal(t, 0, code, result)
	assert.Contains(t, result,
		"full: coverage 100%, confidence 1.00, 0 unresolved conflicts, 1 of 1 critical question answered")
}
