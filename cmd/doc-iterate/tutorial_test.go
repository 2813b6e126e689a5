package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A fence is a fenced code block of the tutorial.
type fence struct {
	info, text string
	before     string // the line above it that is not blank
}

var (
	fences = regexp.MustCompile("(?ms)^(`{3,})([a-z]+)\n(.*?)^(`{3,})$\n")
	// given is what a session shows behind a prompt: what the person typed.
	given = regexp.MustCompile(`(?m)(?:\?\] |^New text: |^Text: )(.*)$`)
	// varying is what differs between two runs: commits and the names of runs.
	varying = regexp.MustCompile(`\b(\d{8}T\d{6}\.\d{3}Z-)?[0-9a-f]{7,40}\b`)
)

// The tutorial's documents and reviews are written and its commands run, one after the other, in one folder. A block of
// text below commands is what they print. A session at a terminal gets the answers that its text shows. With -update
// the blocks of text are written anew.
func TestTutorial(t *testing.T) {
	for _, tool := range []string{"git", "sh"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	file, err := filepath.Abs(filepath.Join("..", "..", "docs", "tutorial.md"))
	require.NoError(t, err)
	page := contents(t, file)
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), gitConfig)
	for name, value := range map[string]string{
		"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state"), "GIT_CONFIG_GLOBAL": filepath.Join(home, ".gitconfig"),
		"GIT_CONFIG_NOSYSTEM": "1", "TERM": "dumb", "GORACE": raceOptions,
	} {
		t.Setenv(name, value)
	}
	folder := filepath.Join(t.TempDir(), "relay")
	require.NoError(t, os.Mkdir(folder, 0o755))
	t.Chdir(filepath.Dir(folder))
	blocks := fencesOf(page)
	ran := 0
	for i, b := range blocks {
		switch name := regexp.MustCompile("(?:[Ww]rite )?`([^`]+)`:$").FindStringSubmatch(b.before); {
		case name != nil:
			write(t, name[1], b.text)
		case b.info == "sh":
			shown := ""
			if i+1 < len(blocks) && blocks[i+1].info == "text" {
				shown = blocks[i+1].text
			}
			got := commanded(t, b.text, shown)
			if ran++; ran == 1 {
				t.Chdir(folder)
			}
			if varying.ReplaceAllString(got, "ID") == varying.ReplaceAllString(shown, "ID") {
				continue
			}
			if !flag.Lookup("update").Value.(flag.Getter).Get().(bool) {
				assert.Equal(t, shown, got, "of %s\nGo on with: go test ./cmd/doc-iterate -run Tutorial -update", b.text)
				continue
			}
			above := "```sh\n" + b.text + "```\n\n```text\n"
			page = strings.Replace(page, above+shown, above+got, 1)
			write(t, file, page)
		}
	}
	assert.Greater(t, ran, 5, "commands")
}

// fencesOf returns the fenced code blocks of a page, in their order.
func fencesOf(page string) []fence {
	var out []fence
	for at := 0; ; {
		m := fences.FindStringSubmatchIndex(page[at:])
		if m == nil {
			return out
		}
		marks := page[at+m[2] : at+m[3]]
		text, _, _ := strings.Cut(page[at+m[6]:], "\n"+marks+"\n")
		if strings.HasPrefix(page[at+m[6]:], marks+"\n") {
			text = ""
		} else {
			text += "\n"
		}
		above := strings.Split(strings.TrimRight(page[:at+m[0]], "\n"), "\n")
		out = append(out, fence{page[at+m[4] : at+m[5]], text, above[len(above)-1]})
		at += m[6] + len(text) + len(marks) + 1
	}
}

// commanded runs commands of a shell and returns what they print. Only an exit code of 2 and more is a failure: 1 says
// that something is left. A session at a terminal is answered as its text says.
func commanded(t *testing.T, commands, shown string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", commands)
	var screen []byte
	if strings.Contains(commands, " -i\n") {
		terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
		require.NoError(t, err)
		defer terminal.Close()
		var lines []string
		for _, m := range given.FindAllStringSubmatch(shown, -1) {
			lines = append(lines, m[1])
		}
		var more int
		if screen, more = converse(terminal, lines, cmd.Process.Kill, nil, nil); more != 0 {
			_ = cmd.Process.Kill()
		}
		_ = cmd.Wait()
		require.Zero(t, more, "%s", screen)
		screen = bytes.ReplaceAll(screen, []byte("\r\n"), []byte("\n"))
	} else {
		screen, _ = cmd.CombinedOutput()
	}
	require.Less(t, cmd.ProcessState.ExitCode(), 2, "%s%s", commands, screen)
	return strings.TrimLeft(string(screen), "\n")
}
