package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/creack/pty"
	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The picture of a session in the documentation is that of a real one. With -update it is drawn anew.
func TestSessionPicture(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	file, err := filepath.Abs(filepath.Join("..", "..", "docs", "pictures", "session.svg"))
	require.NoError(t, err)
	home := t.TempDir()
	write(t, filepath.Join(home, ".gitconfig"), gitConfig)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig"))
	t.Setenv("XDG_STATE_HOME", home)
	t.Setenv("GORACE", raceOptions)
	t.Chdir(t.TempDir())
	write(t, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
		"style": {"heading-case": {"style": "sentence"}}, "placeholders": {"patterns": ["TODO"]}}`)
	write(t, "guide.md", "# The mail relay\n\n## Before You Start\n\nAdd the address of your host to the whitelist of the relay.\n\nSend mail to TODO when it stops.\n")
	require.Empty(t, commanded(t, "git init --quiet && git add . && git commit --quiet --message Start\n", ""))
	cmd := exec.Command("doc-iterate", "fix", "-i", "-q", "guide.md")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 40, Cols: 84})
	require.NoError(t, err)
	defer terminal.Close()
	screen, more := converse(terminal, []string{"y", "n", "t", "postmaster@host.example", "y"}, cmd.Process.Kill, nil, nil)
	_ = cmd.Wait()
	require.Zero(t, more, "%s", screen)
	text := strings.TrimSpace(string(bytes.ReplaceAll(screen, []byte("\r\n"), []byte("\n"))))
	got := drawn("$ doc-iterate fix -i guide.md\n"+text, 84)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "Go on with: go test ./cmd/doc-iterate -run SessionPicture -update")
}

// drawn returns an SVG image of what a terminal shows: text with the colours that doc-iterate writes.
func drawn(screen string, columns int) string {
	const width, height, margin = 8.43, 20, 16
	lines := strings.Split(screen, "\n")
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" role="img" aria-label="A session of doc-iterate fix -i">
<style>
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d8dee4; white-space: pre }
.c31 { fill: #ff8f88; text-decoration: line-through } .c32 { fill: #6bd968; text-decoration: underline }
.c1 { font-weight: bold } .c2 { fill: #9aa4af }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#16191d"/>
`, float64(columns)*width+2*margin, len(lines)*height+2*margin)
	codes := regexp.MustCompile(`\x1b\[(\d+)(?:;\d+)*m`)
	class := "0"
	for n, line := range lines {
		column := 0
		span := func(text string) {
			if text != "" {
				fmt.Fprintf(&b, `<text x="%.1f" y="%d" class="c%s" textLength="%.1f">%s</text>`+"\n",
					margin+float64(column)*width, margin+n*height+height*3/4, class,
					float64(uniseg.StringWidth(text))*width, html.EscapeString(text))
				column += uniseg.StringWidth(text)
			}
		}
		at := 0
		for _, m := range codes.FindAllStringSubmatchIndex(line, -1) {
			span(line[at:m[0]])
			class, at = line[m[2]:m[3]], m[1]
		}
		span(line[at:])
	}
	return b.String() + "</svg>\n"
}
