package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/manual"
)

// exitFiles is a folder in which every row of the README's table can happen.
var exitFiles = map[string]string{
	"consistency-rules.json": `{"version": 1,
		"terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"], "severity": "suggestion"}],
		"references": {"severity": "warning"},
		"placeholders": {"severity": "blocker", "patterns": ["TODO"]}, "ignore": ["ignored.md"]}`,
	"clean.md":      "# Clean\n\nWords.\n",
	"suggestion.md": "# Suggestion\n\nThe blacklist.\n",
	"warning.md":    "# Warning\n\nThe whitelist.\n",
	"blocker.md":    "# Blocker\n\nTODO\n",
	"some.md":       "# Some\n\nThe whitelist, [there](gone.md).\n",
	"ignored.md":    "# Ignored\n\nTODO\n",
	"binary.md":     strings.Repeat("\x00\x01", 100),
	"unknown.json":  `{"version": 1, "terms": []}`,
	"text.json":     "no JSON",
}

// exitRows is the commands that lead to each row.
var exitRows = map[string][]string{
	"nothing is left":      {"check clean.md", "fix --commit=none clean.md", "check ignored.md", "check --skip terminology warning.md"},
	"suggestions are left": {"check suggestion.md", "check clean.md suggestion.md"},
	"warnings are left":    {"check warning.md", "check suggestion.md warning.md"},
	"blockers are left":    {"check blocker.md", "check blocker.md clean.md"},
	"a run was escalated to a person": {
		"fix --commit=none blocker.md", "fix --dry-run blocker.md", "fix --commit=none --exit-non-zero-on-fix blocker.md",
	},
	"everything was fixed": {"fix --commit=none warning.md", "fix --dry-run warning.md", "fix --diff warning.md suggestion.md"},
	"some were fixed, warnings are left": {
		"fix --commit=none some.md", "fix --dry-run some.md",
	},
	"everything was fixed, `--exit-non-zero-on-fix`": {
		"fix --commit=none --exit-non-zero-on-fix warning.md", "fix --dry-run --exit-non-zero-on-fix warning.md",
	},
	"something could not be done": {
		"check gone.md", "check gone.md warning.md", "fix --commit=none gone.md", "fix --dry-run gone.md warning.md",
		"check *.rst", "check --config gone.json clean.md", "check --config unknown.json clean.md", "fix --config text.json --dry-run clean.md",
		"check --baseline gone.json clean.md", "check --baseline text.json clean.md", "check --since nowhere clean.md",
		"check --jobs 0 clean.md", "check --format xml clean.md", "check --shard 2/1 clean.md", "check --bogus clean.md", "check",
		"check binary.md", "check binary.md warning.md", "fix --dry-run --review gone.json clean.md", "fix --dry-run --review text.json clean.md",
		"check --output gone/x clean.md", "merge text.json",
	},
}

// The program ends with what the README's table says, for every row in every
// column.
func TestExitCodesAreThoseOfTheReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(readme), "## Exit codes\n")
	require.True(t, ok)
	var columns [][]string
	seen := map[string]bool{}
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case len(cells) < 2 || strings.HasPrefix(cells[0], "---"):
		case columns == nil:
			for _, head := range cells[1:] {
				columns = append(columns, strings.Fields(strings.Trim(strings.Replace(head, "default", "", 1), "`")))
			}
		default:
			require.Contains(t, exitRows, cells[0])
			seen[cells[0]] = true
			for i, flags := range columns {
				for _, command := range exitRows[cells[0]] {
					want, err := strconv.Atoi(cells[1+i])
					require.NoError(t, err)
					args := strings.Fields(command)
					if args[0] == "merge" && len(flags) > 0 {
						flags = []string{"--fail-on", flags[1]}
					}
					args = append(append([]string{args[0]}, flags...), args[1:]...)
					assert.Equal(t, want, exitOf(t, args), strings.Join(args, " "))
				}
			}
		}
		if len(seen) == len(exitRows) {
			return
		}
	}
	t.Fatalf("the README's table has only the rows %v", seen)
}

// exitOf runs the program in a fresh folder with exitFiles.
func exitOf(t *testing.T, args []string) int {
	t.Helper()
	dir := t.TempDir()
	for name, text := range exitFiles {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	t.Chdir(dir)
	var out, errs bytes.Buffer
	s := session{
		ctx: t.Context(), args: args, in: strings.NewReader(""), out: &out, err: &errs,
		environ: append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, ".state"), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)),
	}
	return s.run()
}

// The last line of a check names a command that a shell can run.
func TestFixCommand(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"docs", "doc-iterate fix docs"},
		{"--fail-on never --only MD044,list-marker --since HEAD^ a.md b.md", "doc-iterate fix --only=MD044,list-marker --since='HEAD^' a.md b.md"},
		{"--staged --no-external -- -dash.md", "doc-iterate fix --no-external --staged --allow-dirty -- -dash.md"},
		{"a b c d e", "doc-iterate fix PATH…"},
		{"-", "doc-iterate fix -"},
		{"--review a.json --review b.json --also-rules a.md", "doc-iterate fix --review=a.json --review=b.json --also-rules a.md"},
		{"it's.md", `doc-iterate fix 'it'\''s.md'`},
		{"**/*.md", "doc-iterate fix '**/*.md'"},
	} {
		flags := newFlagSet("check")
		defineCheck(flags)
		require.NoError(t, flags.Parse(strings.Fields(tt.args)))
		assert.Equal(t, tt.want, manual.FixCommand(flags, ""))
	}
}
