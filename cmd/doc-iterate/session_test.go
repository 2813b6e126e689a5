package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// asks is the end of what a session writes where it waits for a line.
var asks = regexp.MustCompile(`(\?\] |(^|\n)(New text|Text): )(\x1b\[0m)?$`)

// interact runs doc-iterate at a terminal. Each time that it asks it gets one line of a file, of which ^C and ^D are keys
// and ^K kills the program, and there must be as many lines as it asks. What it wrote is in the file screen afterwards.
func interact(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interact N LINES ARGS…")
	}
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[1]), "\n"), "\n")
	if lines[0] == "" && len(lines) == 1 {
		lines = nil
	}
	program := ""
	for _, folder := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(folder, "doc-iterate"); program == "" {
			if _, err := os.Stat(path); err == nil {
				program = path
			}
		}
	}
	c := exec.Command(program, args[2:]...)
	c.Dir = ts.MkAbs(".")
	for _, name := range []string{
		"HOME", "PATH", "XDG_STATE_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GORACE", "TERM", "NO_COLOR", "EDITOR", "LC_ALL",
	} {
		if value := ts.Getenv(name); value != "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	columns, _ := strconv.Atoi(ts.Getenv("WIDTH"))
	terminal, err := pty.StartWithSize(c, &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	ts.Check(err)
	defer terminal.Close()
	screen, more := converse(terminal, lines, c.Process.Kill)
	if more != 0 {
		_ = c.Process.Kill()
	}
	err = c.Wait()
	screen = bytes.ReplaceAll(screen, []byte("\r\n"), []byte("\n"))
	ts.Check(os.WriteFile(ts.MkAbs("screen"), screen, 0o644))
	switch code := strconv.Itoa(c.ProcessState.ExitCode()); {
	case more > 0:
		ts.Fatalf("it asked once more than there are lines:\n%s", screen)
	case more < 0:
		ts.Fatalf("%d lines were not asked for:\n%s", -more, screen)
	case code != args[0]:
		ts.Fatalf("it ended with %s, want %s: %v\n%s", code, args[0], err, screen)
	}
}

// converse answers until the terminal is closed; kill ends the program. more is 1 where a line was missing, and -n where n were left.
func converse(terminal *os.File, lines []string, kill func() error) (screen []byte, more int) {
	buffer := make([]byte, 1<<16)
	asked := 0
	for {
		n, err := terminal.Read(buffer)
		screen = append(screen, buffer[:n]...)
		if err != nil {
			return screen, -len(lines)
		}
		if !asks.Match(screen[asked:]) {
			continue
		}
		asked = len(screen)
		if len(lines) == 0 {
			return screen, 1
		}
		line := lines[0] + "\n"
		switch lines[0] {
		case "^C":
			line = "\x03"
		case "^D":
			line = "\x04"
		case "^K":
			_ = kill()
			line = ""
		}
		lines = lines[1:]
		if _, err := terminal.WriteString(line); err != nil {
			return screen, len(lines)
		}
	}
}
