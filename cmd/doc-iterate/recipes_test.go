package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

// linters is what each recipe is tried with: the linter's own configuration, which
// switches off a rule that the document breaks, so that a revision which is
// reviewed without it looks worse; and what must become of the document.
var linters = map[string]struct{ config, settings, before, after string }{
	"vale": {
		".vale.ini", "StylesPath = styles\nMinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = House\nHouse.Odd = NO\n",
		"# Guide\n\nThe odd whitelist.\n", "# Guide\n\nThe odd allowlist.\n",
	},
	"markdownlint-cli2": {
		".markdownlint.json", `{"default": true, "MD012": false}`,
		"# Guide\n\n\n*  One\n", "# Guide\n\n\n* One\n",
	},
	"rumdl": {
		".rumdl.toml", "[global]\ndisable = [\"MD012\"]\n",
		"# Guide\n\n\nUse the  list.\n", "# Guide\n\n\nUse the list.\n",
	},
	"textlint": {
		".textlintrc.json", `{"rules": {"terminology": {"defaultTerms": false, "terms": [["whitelist", "allowlist"]]}}}`,
		"# Guide\n\nThe whitelist of javascript.\n", "# Guide\n\nThe allowlist of javascript.\n",
	},
}

// Every recipe is printed in the documentation as it is shipped, and loads.
func TestRecipesAreDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "external.md"))
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join("..", "..", "recipes", "*.json"))
	require.NoError(t, err)
	require.Len(t, files, len(linters))
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		_, err = rules.Load(file, data)
		assert.NoError(t, err)
		assert.Contains(t, string(page), "```json\n"+string(data)+"```\n", file)
	}
}

// Each recipe takes a document through review, fix and review again with the real
// linter. DOC_ITERATE_PEERS is a folder with their bin and node_modules.
func TestRecipes(t *testing.T) {
	peers := os.Getenv("DOC_ITERATE_PEERS")
	if peers == "" {
		t.Skip("DOC_ITERATE_PEERS names no linters")
	}
	recipes, err := filepath.Abs(filepath.Join("..", "..", "recipes"))
	require.NoError(t, err)
	t.Setenv("PATH", strings.Join([]string{filepath.Join(peers, "bin"), filepath.Join(peers, "node_modules", ".bin"), os.Getenv("PATH")}, string(os.PathListSeparator)))
	for name, l := range linters {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("%s is not installed", name)
			}
			dir := t.TempDir()
			t.Chdir(dir)
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			write(t, rules.FileName, contents(t, filepath.Join(recipes, name+".json")))
			write(t, "doc-iterate.markdownlint-cli2.cjs", contents(t, filepath.Join(recipes,
				"doc-iterate.markdownlint-cli2.cjs")))
			write(t, l.config, l.settings)
			write(t, "styles/House/Terms.yml", "extends: substitution\nmessage: Use '%s'.\nlevel: error\naction:\n  name: replace\nswap:\n  whitelist: allowlist\n")
			write(t, "styles/House/Odd.yml",
				"extends: existence\nmessage: Odd.\nlevel: error\ntokens: [odd, allowlist]\n")
			write(t, "docs/guide [1].md", l.before)
			write(t, "docs/other.md", l.before)
			require.NoError(t, os.Symlink(filepath.Join(peers, "node_modules"), "node_modules"))
			for _, args := range [][]string{{"init", "--quiet"}, {"config", "user.name", "A Writer"}, {"config", "user.email", "writer@example.com"},
				{"add", "docs"}, {"commit", "--quiet", "--message", "Start"}} {
				require.NoError(t, exec.Command("git", args...).Run())
			}
			out, code := output(t, "fix", "-v", "docs")
			assert.Equal(t, 0, code, out)
			assert.Contains(t, out, "(clean)")
			assert.Equal(t, l.after, contents(t, "docs/guide [1].md"), out)
			assert.Equal(t, l.after, contents(t, "docs/other.md"), out)
			count := "in 4 runs"
			if strings.Contains(contents(t, rules.FileName), rules.ManyPaths) {
				count = "in 2 runs" // one for each review
			}
			assert.Contains(t, out, ": 4 documents "+count+", ")
			out, code = output(t, "check", "docs")
			assert.Equal(t, 0, code, out)
			assert.Contains(t, out, "No findings")
		})
	}
}

// output is what doc-iterate prints, and its exit code.
func output(t *testing.T, args ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	environ := append(os.Environ(), "DOC_ITERATE_ALLOW_EXTERNAL=1")
	s := session{ctx: t.Context(), args: args, environ: environ, in: strings.NewReader(""), out: &out, err: &out}
	code := s.run()
	return out.String(), code
}

func contents(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}
