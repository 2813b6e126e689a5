package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// blocks is what the documents of random repositories are made of. %d is the number of another document.
var blocks = []string{
	"## Set Up The Server\n", "## Set up the server\n", "## The whitelist of a method\n", "### Call a Method\n", "# Part One\n",
	"See [it](d%d.md#set-up-the-server) and [there](../d%d.md#gone).\n", "See [the list](../a/d%d.md#the-whitelist-of-a-method).\n",
	"See [a method](../b/c/d%d.md#call-a-method).\n", "The whitelist and the _method_ of *it*, __so__ and **so**.\n",
	"- one\n- two\n", "* one\n* two\n  - three\n", "+ a whitelist\n", "> A quoted whitelist\n> - item\n", "TODO: more of it   \nand on.\n",
	"```\n{\"a\": 1}\n```\n", "```\n$ sudo apt install it\n```\n", "| A | B |\n|---|---|\n| whitelist | _x_ |\n", "The the text.\n",
	"<div>\n\nThe whitelist.\n\n</div>\n", "1. one\n3. two\n", "<!-- doc-iterate-disable-next-line terminology -->\nThe whitelist.\n",
}

// styles is what the configurations of random repositories are made of: a section each.
var styles = []string{
	`"heading-case": {}`, `"heading-case": {"style": "consistent"}`, `"heading-case": {"style": "title-ap"}`,
	`"list-marker": {"marker": "-"}`, `"list-marker": {"marker": "*"}`, `"list-marker": {"marker": "consistent"}`,
	`"emphasis-style": {"style": "consistent"}`, `"emphasis-style": {"style": "asterisk"}`, `"strong-style": {"style": "consistent"}`,
	`"fenced-code-language": {}`, `"trailing-spaces": {}, "doubled-word": {}`, `"ordered-list": {}, "blanks-around-lists": {}`,
}

func randomRules(random *rand.Rand) string {
	sections, seen := []string{}, map[string]bool{}
	for range random.IntN(5) {
		section := styles[random.IntN(len(styles))]
		if name, _, _ := strings.Cut(section, ":"); !seen[name] {
			seen[name] = true
			sections = append(sections, section)
		}
	}
	terms := `{"use": "allowlist", "not": ["whitelist"]}`
	if random.IntN(2) == 0 {
		terms += `, {"use": "operation", "not": ["method"]}`
	}
	return fmt.Sprintf(`"terminology": [%s], "style": {%s}, "references": {}`, terms, strings.Join(sections, ", "))
}

// randomRepository fills the current folder, a repository: documents in several folders, whose rules may stand in
// overrides and in a nearer configuration.
func randomRepository(t *testing.T, random *rand.Rand) {
	t.Helper()
	files := map[string]string{}
	for i := range 2 + random.IntN(8) {
		var text strings.Builder
		for range 1 + random.IntN(12) {
			block := blocks[random.IntN(len(blocks))]
			for strings.Contains(block, "%d") {
				block = strings.Replace(block, "%d", fmt.Sprint(random.IntN(10)), 1)
			}
			text.WriteString(block + "\n")
		}
		files[fmt.Sprintf("%s/d%d.md", []string{".", "a", "b", "b/c"}[random.IntN(4)], i)] = text.String()
	}
	if random.IntN(4) > 0 { // else the shipped rules hold
		config := randomRules(random)
		if random.IntN(2) == 0 {
			config += fmt.Sprintf(`, "overrides": [{"files": [%q], %s}]`, []string{"a/**", "b/**", "*.md"}[random.IntN(3)], randomRules(random))
		}
		files["consistency-rules.json"] = `{"version": 1, ` + config + "}"
	}
	if random.IntN(3) == 0 {
		more := []string{"", `, "ignore": ["old/**"]`, `, "iteration": {"max_iterations": 2}`}[random.IntN(3)]
		files["b/consistency-rules.json"] = `{"version": 1, ` + randomRules(random) + more + "}"
	}
	for path, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	git(t, "init", "--quiet")
	git(t, "add", "--all")
	git(t, "commit", "--quiet", "--message", "Start")
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("git", args...).CombinedOutput()
	require.NoError(t, err, "git %v: %s", args, out)
	return string(out)
}

// What a run does to any repository is what its difference shows, and all of it in one run; one that is undone leaves
// nothing; and a document is judged alike alone and among all, by any number of workers.
func TestRandomRepositories(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(t.TempDir(), "gitconfig"))
	require.NoError(t, os.WriteFile(os.Getenv("GIT_CONFIG_GLOBAL"), []byte(gitConfig), 0o600))
	for seed := range uint64(40) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 28))
			t.Chdir(t.TempDir())
			randomRepository(t, random)

			all := in(t, "check", "--format", "json", ".")
			assert.Equal(t, all, in(t, "check", "--format", "json", "--no-cache", "--jobs", "1", "."), "one worker")
			paths := strings.Fields(git(t, "ls-files", "*.md"))
			alone := in(t, "check", "--format", "rdjsonl", paths[0])
			for line := range strings.Lines(in(t, "check", "--format", "rdjsonl", ".")) {
				if strings.Contains(line, fmt.Sprintf("%q", paths[0])) {
					assert.Contains(t, alone, line, "alone")
				}
			}

			found := regexp.MustCompile(`"findings": (\d+)`).FindStringSubmatch(all)
			if total := regexp.MustCompile(`of (\d+) issues?`).FindStringSubmatch(in(t, "fix", "--dry-run", ".")); total != nil {
				assert.Equal(t, found[1], total[1], "what a fix begins with")
			}

			diff := in(t, "fix", "--diff", ".")
			start := git(t, "rev-parse", "HEAD^{tree}")
			in(t, "fix", ".")
			fixed := git(t, "rev-parse", "HEAD^{tree}")
			in(t, "fix", ".")
			assert.Equal(t, fixed, git(t, "rev-parse", "HEAD^{tree}"), "a second run")
			assert.Equal(t, diff == "", start == fixed)
			for n := 0; start != git(t, "rev-parse", "HEAD^{tree}"); n++ {
				require.Less(t, n, 2, "undone") // there are two configurations at most
				in(t, "undo")
			}
			if diff != "" {
				require.NoError(t, os.WriteFile(".git/whole.diff", []byte(diff), 0o600))
				git(t, "apply", "--whitespace=nowarn", "--index", ".git/whole.diff")
				assert.Equal(t, fixed, git(t, "write-tree"), "the difference")
			}
		})
	}
}
