package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// refused runs `doc-iterate fix guide.md` and fails unless it ends with 2, says a
// text, and leaves every file of the working tree and of git as it was, but for
// its own folder and private refs.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: refused TEXT")
	}
	before := wholeTree(ts)
	err := ts.Exec("doc-iterate", "fix", "guide.md")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 2 {
		ts.Fatalf("doc-iterate ended with %v, want exit code 2", err)
	}
	said := ts.ReadFile("stderr")
	if !strings.Contains(said, args[0]) || !strings.Contains(said, ";") {
		ts.Fatalf("%q was not said, or no remedy", args[0])
	}
	if after := wholeTree(ts); after != before {
		ts.Fatalf("not as it was: before\n%s\nafter\n%s", before, after)
	}
}

// wholeTree is all files below the current folder but those of doc-iterate's own.
// Objects that nothing refers to are git's to collect.
func wholeTree(ts *testscript.TestScript) string {
	var b strings.Builder
	root := ts.MkAbs(".")
	ts.Check(filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		switch filepath.ToSlash(rel) {
		case ".git/doc-iterate", ".git/objects", ".git/refs/doc-iterate":
			return filepath.SkipDir
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %v %q\n", rel, info.Mode(), data)
		return err
	}))
	return b.String()
}
