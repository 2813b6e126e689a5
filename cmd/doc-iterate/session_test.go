package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// asks is the end of what a session writes where it waits for a line.
var asks = regexp.MustCompile(`(\?\] |\[y,n\] |(^|\n)(\x1b\[1m)?(New text( for ".*")?|Text): )(\x1b\[0m)?$`)

// interact runs doc-iterate at a terminal. Each time that it asks it gets one line of a file, and there must be as many
// lines as it asks. ^C and ^D are keys, ^K kills the program, ^F goes on with it as fg does after a stop, ^H closes the
// terminal, and "^S FROM TO" copies a file, as somebody who saves a document elsewhere, before the next line. What it
// wrote is in the file screen afterwards.
func interact(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interact N LINES ARGS…")
	}
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile(args[1]), "\n"), "\n")
	if lines[0] == "" && len(lines) == 1 {
		lines = nil
	}
	c := atTerminal(ts, args[2:])
	columns, _ := strconv.Atoi(ts.Getenv("WIDTH"))
	terminal, err := pty.StartWithSize(c, &pty.Winsize{Rows: 24, Cols: uint16(columns)})
	ts.Check(err)
	defer terminal.Close()
	resume := func() {
		ts.Check(exec.Command("kill", "-CONT", strconv.Itoa(c.Process.Pid)).Run())
	}
	screen, more := converse(terminal, lines, c.Process.Kill, resume, func(from, to string) {
		ts.Check(os.WriteFile(ts.MkAbs(to), []byte(ts.ReadFile(from)), 0o644))
	})
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

// atTerminal returns doc-iterate with arguments, to be started at a terminal.
func atTerminal(ts *testscript.TestScript, args []string) *exec.Cmd {
	program := ""
	for _, folder := range filepath.SplitList(ts.Getenv("PATH")) {
		if path := filepath.Join(folder, "doc-iterate"); program == "" {
			if _, err := os.Stat(path); err == nil {
				program = path
			}
		}
	}
	c := exec.Command(program, args...)
	c.Dir = ts.MkAbs(".")
	for _, name := range []string{
		"HOME", "PATH", "XDG_STATE_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GORACE", "TERM", "NO_COLOR", "EDITOR", "LC_ALL",
		"XDG_CACHE_HOME", "DOC_ITERATE_MODEL", "OLLAMA_HOST",
	} {
		if value := ts.Getenv(name); value != "" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	return c
}

// moments kills a session at moments that are spread over it, each in a state of its own: before and while a line is
// typed, right behind it, and after a line that is no answer. No more than the answer that is being typed may be lost.
func moments(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: moments N ARGS…")
	}
	count, _ := strconv.Atoi(args[0])
	const kinds = 5
	for m := range count {
		// One of the 20 edits is left: behind the last answer the edits are made, and a kill is another matter.
		answers, kind := min(m/kinds*(20*kinds/count), 18), m%kinds
		_ = os.Remove(ts.MkAbs(".git/doc-iterate/session.jsonl"))
		c := atTerminal(ts, args[1:])
		terminal, err := pty.Start(c)
		ts.Check(err)
		lines := slices.Repeat([]string{"y"}, answers)
		switch kind {
		case 1:
			lines = append(lines, "y\x00")
		case 2:
			lines = append(lines, "y\n\x00")
		case 3:
			lines = append(lines, "x")
		}
		screen, _ := converse(terminal, append(lines, "^K"), c.Process.Kill, nil, nil)
		_ = c.Process.Kill()
		_ = c.Wait()
		terminal.Close()
		status := atTerminal(ts, []string{"status"})
		said, err := status.CombinedOutput()
		ts.Check(err)
		kept := 0
		if found := regexp.MustCompile(`waiting: (\d+) answer`).FindSubmatch(said); found != nil {
			kept, _ = strconv.Atoi(string(found[1]))
		}
		if kept != answers && (kind != 2 || kept != answers+1) {
			ts.Fatalf("moment %d: %d of %d answers are kept\n%s\n%s", m, kept, answers, said, screen)
		}
	}
}

// converse answers until the terminal is closed; kill ends the program, resume is fg, and save is a save elsewhere.
// more is 1 where a line was missing, and -n where n were left.
func converse(
	terminal *os.File, lines []string, kill func() error, resume func(), save func(from, to string),
) (screen []byte, more int) {
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
		for ; len(lines) > 0 && strings.HasPrefix(lines[0], "^S "); lines = lines[1:] {
			files := strings.Fields(lines[0])
			save(files[1], files[2])
		}
		if len(lines) == 0 {
			return screen, 1
		}
		line, last := strings.CutSuffix(lines[0], "\x00")
		if !last {
			line += "\n"
		}
		switch lines[0] {
		case "^C":
			line = "\x03"
		case "^D":
			line = "\x04"
		case "^K":
			_ = kill()
			line = ""
		case "^F":
			resume()
			line = ""
		case "^H":
			terminal.Close()
			return screen, 1 - len(lines)
		}
		lines = lines[1:]
		if _, err := terminal.WriteString(line); err != nil || last {
			return screen, len(lines)
		}
	}
}
