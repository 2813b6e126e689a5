package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// The recipes of docs/ci.md for other systems are YAML where they say so, install the version of now, and have commands
// that write the report that the recipe takes. The systems themselves were not run.
func TestCIRecipes(t *testing.T) {
	page := contents(t, filepath.Join("..", "..", "docs", "ci.md"))
	reports := regexp.MustCompile(`testResults(?:Files)?: '?([a-z.]+)|store_test_results: \{path: ([a-z]+)`)
	command := regexp.MustCompile(`(?:- script: |- run: |sh ')(.*npx --yes doc-iterate@[^'\n]*)`)
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), gitConfig)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("GORACE", raceOptions)
	run := 0
	for _, b := range fencesOf(page) {
		if b.info == "yaml" {
			var parsed any
			assert.NoError(t, yaml.Unmarshal([]byte(b.text), &parsed), b.text)
		}
		installed := command.FindStringSubmatch(b.text)
		if installed == nil || strings.Contains(b.text, "--write-evidence") { // see TestMatricesOfShards
			continue
		}
		run++
		folder := t.TempDir()
		t.Chdir(folder)
		write(t, "guide.md", "# Guide\n\nTODO: write it.\n")
		said := commanded(t, "git init --quiet && git add . && git commit --quiet -m Start && git update-ref refs/remotes/origin/main HEAD\n", "")
		require.Empty(t, said)
		write(t, "guide.md", "# Guide\n\nTODO: write it.\n\nTODO: and this.\n")
		commanded(t, strings.ReplaceAll(installed[1], "npx --yes doc-iterate@"+version(), "doc-iterate")+"\n", "")
		taken := reports.FindStringSubmatch(b.text)
		require.NotNil(t, taken, b.text)
		written, err := filepath.Glob(filepath.Join(folder, taken[1], taken[2], "*.xml"))
		require.NoError(t, err)
		if taken[1] != "" {
			written = []string{filepath.Join(folder, taken[1])}
		}
		require.Len(t, written, 1)
		report, err := os.ReadFile(written[0])
		require.NoError(t, err)
		assert.Contains(t, string(report), "placeholder")
	}
	assert.Equal(t, 3, run, "Jenkins, Azure Pipelines, CircleCI")
}

// The commands of the matrices for GitHub and GitLab, run one after the other as their jobs run them, say what one check
// of everything says. The systems themselves were not run.
func TestMatricesOfShards(t *testing.T) {
	page := contents(t, filepath.Join("..", "..", "docs", "ci.md"))
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), gitConfig)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("GORACE", raceOptions)
	installed := strings.NewReplacer(
		"npx --yes doc-iterate@"+version(), "doc-iterate", "\n        --", " --", "/tmp/evidence/", "")
	command := regexp.MustCompile(`(?m)doc-iterate (?:check|merge) .*$`)
	matrices := 0
	for _, b := range fencesOf(page) {
		if b.info != "yaml" || !strings.Contains(b.text, "--write-evidence") {
			continue
		}
		matrices++
		commands := command.FindAllString(installed.Replace(b.text), -1)
		require.Len(t, commands, 3, b.text)
		t.Chdir(t.TempDir())
		for i, text := range []string{"A heading", "Another one", "TODO: write it.", "Text"} {
			write(t, string(rune('a'+i))+".md", "# Title\n\n"+text+"\n")
		}
		commanded(t, commands[0]+"\n", "")
		for _, n := range []string{"1", "2", "3"} {
			t.Setenv("CI_NODE_INDEX", n)
			t.Setenv("CI_NODE_TOTAL", "3")
			commanded(t, strings.ReplaceAll(commands[1], "${{ matrix.index }}", n)+"\n", "")
		}
		t.Setenv("CI_NODE_INDEX", "")
		said := commanded(t, commands[2]+"\n", "")
		assert.Contains(t, said, "c.md\n  3:1")
		assert.Contains(t, said, "1 finding (1 warning) in 1 of 4 documents")
	}
	assert.Equal(t, 2, matrices, "GitHub, GitLab")
}
