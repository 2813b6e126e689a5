package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
	"github.com/doc-iterate/doc-iterate/rules/starter"
)

// runInit writes a first configuration for the repository that a folder lies
// in. It never overwrites anything.
func runInit(s *session, args []string) (int, error) {
	flags := s.newFlags("init", "[flags] [DIR]", "Write a "+rules.FileName+" that fits the documents of this repository.")
	dryRun := flags.Bool("dry-run", false, "print the configuration and write nothing")
	hook := flags.Bool("hook", false, "install a git hook that reviews the staged documents before each commit")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	dir := "."
	switch flags.NArg() {
	case 0:
	case 1:
		dir = flags.Arg(0)
	default:
		return gate.ExitTrouble, fmt.Errorf("init takes one folder at most, not %d", flags.NArg())
	}
	if info, err := os.Stat(dir); err != nil {
		return gate.ExitTrouble, fmt.Errorf("%s: %w", dir, wording.WithoutPath(err))
	} else if !info.IsDir() {
		return gate.ExitTrouble, fmt.Errorf("%s is no folder", dir)
	}
	var hookFile string
	if *hook && !*dryRun {
		var err error
		if hookFile, err = s.hookFile(dir); err != nil {
			return gate.ExitTrouble, err
		}
	}
	repo, err := s.listRepository(dir)
	if err != nil {
		return gate.ExitTrouble, err
	}
	file := filepath.Join(repo.root, rules.FileName)
	_, err = os.Lstat(file)
	switch {
	case *dryRun:
	case err == nil && !*hook:
		return gate.ExitTrouble, fmt.Errorf("%s is there already and stays as it is; init --dry-run prints what would be written", file)
	case err == nil:
		return s.installHook(hookFile)
	}
	result, err := starter.Write(repo.survey(), repo.configs())
	if err != nil {
		return gate.ExitTrouble, err
	}
	if *dryRun {
		s.explainStart(result)
		_, err := s.out.Write(result.Draft.Bytes())
		return gate.ExitClean, err
	}
	if err := writeNew(file, result.Draft.Bytes(), 0o644); err != nil {
		return gate.ExitTrouble, err
	}
	s.explainStart(result)
	fmt.Fprintf(s.out, "Wrote %s. Next: doc-iterate check %s\n", file, dir)
	if *hook {
		return s.installHook(hookFile)
	}
	return gate.ExitClean, nil
}

// explainStart says what became of the configurations of other linters, and
// what may be done next.
func (s *session) explainStart(r *starter.Result) {
	if r.Imported != nil {
		fmt.Fprintf(s.err, "%s\n", r.Imported.Text())
	}
	for _, note := range r.Notes {
		s.say("note", "%s", note)
	}
}

// hookScript runs where git runs hooks: at the root of the working tree.
const hookScript = `#!/bin/sh
# Written by "doc-iterate init --hook": reviews what is staged. Skip it once
# with "git commit --no-verify"; remove this file to remove it.
if ! command -v doc-iterate >/dev/null; then
	echo "$0: doc-iterate is not on the PATH, so nothing was reviewed; install it, or use --no-verify" >&2
	exit 1
fi
exec doc-iterate check --staged .
`

// hookFile is where the hook goes; it is an error where one is already.
func (s *session) hookFile(dir string) (string, error) {
	folder, err := rollback.HooksFolder(s.ctx, dir, s.environ)
	if err != nil {
		return "", fmt.Errorf("--hook: %w", err)
	}
	file := filepath.Join(folder, "pre-commit")
	if _, err := os.Lstat(file); err == nil {
		return "", fmt.Errorf("%s is there already and stays as it is; add the line `doc-iterate check --staged .` to it", file)
	}
	return file, nil
}

func (s *session) installHook(file string) (int, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return gate.ExitTrouble, err
	}
	if err := writeNew(file, []byte(hookScript), 0o755); err != nil {
		return gate.ExitTrouble, err
	}
	fmt.Fprintf(s.out, "Wrote %s.\n", file)
	return gate.ExitClean, nil
}

// writeNew writes a file that must not exist. What cannot be written whole is
// removed again.
func writeNew(file string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return nil
}

// runImport prints the rules of other linters as a configuration, and what
// became of each of them on standard error.
func runImport(s *session, args []string) (int, error) {
	flags := s.newFlags("rules import", "FILE|DIR…", "Turn the rules of Vale, markdownlint, rumdl and textlint into a "+rules.FileName+".")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	if flags.NArg() == 0 {
		return gate.ExitTrouble, errors.New("rules import needs a file, such as styles/Google/WordList.yml or .markdownlint.json")
	}
	var files []imports.File
	for _, arg := range flags.Args() {
		names, err := importable(arg)
		if err != nil {
			return gate.ExitTrouble, err
		}
		for _, name := range names {
			data, err := readFile(name)
			if err != nil {
				return gate.ExitTrouble, err
			}
			files = append(files, imports.File{Name: filepath.ToSlash(name), Data: data})
		}
	}
	base, err := s.rulesHere()
	if err != nil {
		return gate.ExitTrouble, err
	}
	result, err := imports.Import(files, base)
	if err != nil {
		return gate.ExitTrouble, err
	}
	fmt.Fprint(s.err, result.Text())
	_, err = s.out.Write(result.Draft.Bytes())
	return gate.ExitClean, err
}

// importable is the file that is named, or what a folder holds of a Vale style.
func importable(name string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(name, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := filepath.Base(path)
		switch ext := filepath.Ext(base); {
		case path == name && !e.IsDir():
			names = append(names, path)
		case !e.IsDir() && (ext == ".yml" || ext == ".yaml" || base == "accept.txt" || base == "reject.txt"):
			names = append(names, path)
		}
		return nil
	})
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s holds no rules of Vale (.yml); name the files themselves", name)
	}
	return names, err
}

// rulesHere is the terminology that holds in the working directory already; an
// import must not contradict it.
func (s *session) rulesHere() ([]rules.Term, error) {
	configs := newConfigs("")
	file, err := configs.find(rules.FileName)
	if err != nil || file == "" {
		return nil, err
	}
	if info, err := os.Stat(file); err == nil && info.Size() == 0 {
		return nil, nil // the shell has made it just now, for what is printed
	}
	set, err := configs.load(file)
	if err != nil {
		return nil, err
	}
	return set.Terminology, nil
}
