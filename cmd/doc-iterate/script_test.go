package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scenarios run the program, and a scripted reviewer, as the
// commands that users run.
func TestMain(m *testing.M) {
	if os.Getenv("GORACE") == "" {
		os.Setenv("GORACE", raceOptions)
	}
	testscript.Main(m, map[string]func(){
		"doc-iterate": main,
		"scripted":    scripted,
		"actor":       actor,
	})
}

// TestScenarios runs every scenario in a folder of its own, with a git that
// knows no configuration but what the scenario gives it.
func TestScenarios(t *testing.T) {
	testscript.Run(t, scenarios("scenarios"))
}

// TestDialects fixes documents in the dialects of fifteen programs, every rule on. The programs made the same pages of
// what was recorded: .ci/dialects asks them again.
func TestDialects(t *testing.T) {
	testscript.Run(t, scenarios("dialects"))
}

// TestLinters runs doc-iterate with real linters as its reviewers, each of which
// is left out where it is not installed below the folder that DOC_ITERATE_PEERS
// names.
func TestLinters(t *testing.T) {
	peers := os.Getenv("DOC_ITERATE_PEERS")
	if peers == "" {
		t.Skip("DOC_ITERATE_PEERS names no linters")
	}
	params := scenarios("linters")
	setup := params.Setup
	params.Setup = func(env *testscript.Env) error {
		env.Setenv("PATH", strings.Join([]string{
			filepath.Join(peers, "bin"), filepath.Join(peers, "node_modules", ".bin"), env.Getenv("PATH"),
		}, string(os.PathListSeparator)))
		env.Setenv("NODE_PATH", filepath.Join(peers, "node_modules"))
		return errors.Join(setup(env), os.Symlink(filepath.Join(peers, "node_modules"), filepath.Join(env.WorkDir, "node_modules")))
	}
	params.Condition = func(name string) (bool, error) {
		for _, folder := range []string{"bin", filepath.Join("node_modules", ".bin")} {
			if _, err := os.Stat(filepath.Join(peers, folder, name)); err == nil {
				return true, nil
			}
		}
		return false, nil
	}
	testscript.Run(t, params)
}

// scenarios is the scenarios in a folder of testdata.
func scenarios(folder string) testscript.Params {
	return testscript.Params{
		Dir: filepath.Join("..", "..", "testdata", folder),
		Setup: func(env *testscript.Env) error {
			source, err := filepath.Abs(filepath.Join("..", ".."))
			if err != nil {
				return err
			}
			env.Setenv("SOURCE", source)
			env.Setenv("REVIEWS", os.Getenv("DOC_ITERATE_REVIEWS"))
			env.Setenv("CORPUS", os.Getenv("DOC_ITERATE_CORPUS"))
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, ".state"))
			env.Setenv("XDG_CACHE_HOME", filepath.Join(env.WorkDir, ".cache"))
			env.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(env.WorkDir, ".gitconfig"))
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GORACE", raceOptions)
			// The reviewers of scenarios are allowed; those about leave take the variable away.
			env.Setenv("DOC_ITERATE_ALLOW_EXTERNAL", "1")
			return os.WriteFile(filepath.Join(env.WorkDir, ".gitconfig"), []byte(gitConfig), 0o600)
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root": // who may read what nobody may
				return os.Geteuid() == 0, nil
			case "race":
				return raceDetector, nil
			case "reviews": // the sample reviews and their documents
				return os.Getenv("DOC_ITERATE_REVIEWS") != "" && os.Getenv("DOC_ITERATE_CORPUS") != "", nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"repo":     makeRepo,
			"binary":   makeBinary,
			"same":     sameBytes,
			"settled":  settled,
			"code":     exitsWith,
			"shown":    shownIn,
			"refused":  refused,
			"interact": interact,
			"moments":  moments,
			"standin":  startStandIn,
			"requests": requests,
		},
	}
}

// raceOptions is for the programs that tests run: one that is built with the race
// detector waits for a second when it ends, in case another goroutine meets a race then.
const raceOptions = "atexit_sleep_ms=0"

const gitConfig = `[user]
	name = A Writer
	email = writer@example.com
[init]
	defaultBranch = main
`

// makeRepo commits everything in the current folder to a new repository.
func makeRepo(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: repo")
	}
	ts.Check(ts.Exec("git", "init", "--quiet"))
	ts.Check(ts.Exec("git", "add", "--all", "--", ":!review*.json", ":!*.want", ":!reviewer.json"))
	ts.Check(ts.Exec("git", "commit", "--quiet", "--message", "Start"))
}

// makeBinary writes a file from a quoted Go string, for bytes that a txtar
// archive can't hold.
func makeBinary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: binary FILE QUOTED")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// sameBytes compares a file with a quoted Go string.
func sameBytes(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same FILE QUOTED")
	}
	text, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	got, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if (string(got) == text) == neg {
		ts.Fatalf("%s holds %q", args[0], got)
	}
}

// exitsWith runs a program and fails when it ends with another code.
func exitsWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N PROGRAM ARGS…")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s ended with %d, want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// shownIn fails when a document does not show the last output of a program as it
// is, except for the names of commits.
func shownIn(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: shown FILE")
	}
	commit := regexp.MustCompile(`\b[0-9a-f]{7,}\b`)
	output := commit.ReplaceAllString(ts.ReadFile("stdout"), "0000000")
	if !strings.Contains(commit.ReplaceAllString(ts.ReadFile(args[0]), "0000000"), "\n"+output) {
		ts.Fatalf("%s does not show\n%s", args[0], output)
	}
}

// settled runs doc-iterate with its arguments and fails when a document or the
// branch is another one afterwards: what a run leaves behind, the next run must
// leave alone.
func settled(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: settled ARGS…")
	}
	before := snapshot(ts)
	_ = ts.Exec("doc-iterate", args...) // the exit code says what is left, not what was done
	if after := snapshot(ts); after != before {
		ts.Fatalf("not settled: before\n%s\nafter\n%s", before, after)
	}
}

// snapshot is the branch and all documents of a scenario.
func snapshot(ts *testscript.TestScript) string {
	ts.Check(ts.Exec("git", "rev-parse", "HEAD"))
	out := ts.ReadFile("stdout")
	paths, err := filepath.Glob(ts.MkAbs("*.md"))
	ts.Check(err)
	for _, path := range paths {
		data, err := os.ReadFile(path)
		ts.Check(err)
		out += fmt.Sprintf("%s %q\n", filepath.Base(path), data)
	}
	return out
}

// scripted is a reviewer without a mind of its own: for each entry of the file
// that it is given, it raises the issue when the document holds "when" and not
// "unless".
func scripted() {
	if err := script(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "scripted:", err)
		os.Exit(3)
	}
}

func script(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var entries []struct {
		When, Unless string
		Issue        json.RawMessage
	}
	if err := json.Unmarshal(data, &entries); err != nil {
		return err
	}
	var request struct{ Text string }
	if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
		return err
	}
	issues := []json.RawMessage{}
	for _, e := range entries {
		if strings.Contains(request.Text, e.When) && (e.Unless == "" || !strings.Contains(request.Text, e.Unless)) {
			issues = append(issues, e.Issue)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(map[string]any{"issues": issues})
}
