package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/manual"
)

// completionFile writes a completion script to a file and returns its name.
func completionFile(t *testing.T, shell string) string {
	t.Helper()
	text := manual.Write(shell, describe())
	file := filepath.Join(t.TempDir(), "completion."+shell)
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return strings.TrimSpace(string(out))
}

func need(t *testing.T, tool string) {
	t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		t.Skipf("%s is not installed", tool)
	}
}

func TestBashCompletion(t *testing.T) {
	need(t, "bash")
	file := completionFile(t, "bash")
	for _, tt := range []struct{ words, want string }{
		{"che", "check"},
		{"check --form", "--format"},
		{"check --format s", "sarif"},
		{"check --format = s", "sarif"},
		{"check --fail-on ", "suggestion warning blocker never"},
		{"check --exit", ""},
		{"fix --exit", "--exit-non-zero-on-fix"},
		{"check do", ""},
		{"check --config con", ""},
		{"rules heading-c", "heading-case"},
		{"completion f", "fish"},
		{"--vers", "--version"},
		{"guide.md --review-f", "--review-format"},
	} {
		words := strings.Split("doc-iterate "+tt.words, " ")
		got := run(t, "bash", append([]string{"-c", `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _doc_iterate; echo "${COMPREPLY[*]}"`, file}, words...)...)
		assert.Equal(t, tt.want, got, tt.words)
	}
}

func TestFishCompletion(t *testing.T) {
	need(t, "fish")
	file := completionFile(t, "fish")
	t.Chdir(t.TempDir()) // no file here is called as a command is
	for _, tt := range []struct{ line, want string }{
		{"che", "check"},
		{"check --form", "--format"},
		{"check --format sa", "sarif"},
		{"fix --exit", "--exit-non-zero-on-fix"},
		{"rules heading-c", "heading-case"},
	} {
		out := run(t, "fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file,
			"doc-iterate "+tt.line)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		assert.Equal(t, []string{tt.want}, got, tt.line)
	}
}

func TestZshCompletion(t *testing.T) {
	need(t, "zsh")
	file := completionFile(t, "zsh")
	run(t, "zsh", "-n", file)
	// compadd tells what would be offered; a pseudo-terminal would be needed to see it offered.
	got := run(t, "zsh", "-f", "-c",
		`autoload -Uz compinit; compinit -u -d "$1.dump"; source "$1"; print ${_comps[doc-iterate]}`, "zsh", file)
	assert.Equal(t, "_doc_iterate", got)
}

// The manual page is sound for groff and names every command and flag.
func TestManual(t *testing.T) {
	pages := describe()
	page := manual.Write("man", pages)
	for _, p := range pages[1:] {
		assert.Contains(t, page, ".B "+manual.Roff(p.Name)+"\n")
		for _, f := range p.Flags {
			assert.Contains(t, page, manual.Roff("--"+f.Name))
		}
	}
	need(t, "groff")
	cmd := exec.Command("groff", "-man", "-Tutf8", "-ww", "-K", "utf8")
	cmd.Stdin = strings.NewReader(page)
	var warnings strings.Builder
	cmd.Stderr = &warnings
	out, err := cmd.Output()
	require.NoError(t, err, warnings.String())
	assert.Empty(t, warnings.String())
	assert.Contains(t, string(out), "DOC-ITERATE(1)")
}

// Help lists flags by subject, so that one without a subject would be missing.
func TestHelpHasEveryFlag(t *testing.T) {
	for _, c := range append([]command{shortForm()}, commands()...) {
		flags := newFlagSet(c.name)
		c.define(flags)
		help := manual.Help(flags, c.name, c.usage, c.about)
		for _, f := range manual.Shown(flags, choices) {
			assert.Contains(t, help, "--"+f.Name+" ", "%s", c.name)
		}
	}
}
