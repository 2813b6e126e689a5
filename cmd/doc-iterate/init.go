package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/starter"
)

func defineInit(flags *pflag.FlagSet) action {
	dryRun := flags.Bool("dry-run", false, "print the configuration and write nothing")
	hook := flags.Bool("hook", false, "install a git hook that reviews the staged documents before each commit")
	return func(s *session, args []string) (int, error) {
		if len(args) > 1 {
			return gate.ExitTrouble, fmt.Errorf("init takes one folder at most, not %d", len(args))
		}
		return gate.ExitClean, s.init(append(args, ".")[0], *dryRun, *hook)
	}
}

// init writes a first configuration for the repository that a folder lies in. It never overwrites anything.
func (s *session) init(dir string, dryRun, hook bool) error {
	if info, err := os.Stat(dir); err != nil {
		return fmt.Errorf("%s: %w", dir, wording.WithoutPath(err))
	} else if !info.IsDir() {
		return fmt.Errorf("%s is not a folder", dir)
	}
	var hookFile string
	if hook && !dryRun {
		var err error
		if hookFile, err = s.hookFile(dir); err != nil {
			return err
		}
	}
	repo, err := workspace.ListRepository(s.ctx, dir, s.environ, s.note)
	if err != nil {
		return err
	}
	file := filepath.Join(repo.Root, rules.FileName)
	if _, err := os.Lstat(file); err == nil && !dryRun {
		if hook {
			return s.installHook(hookFile)
		}
		return fmt.Errorf("%s is there already and stays as it is; init --dry-run prints what would be written", file)
	}
	result, err := starter.Write(repo.Survey(), repo.Configs(), repo.ImportReader())
	if err != nil {
		return err
	}
	if dryRun {
		s.explainStart(result)
		_, err := s.out.Write(result.Draft.Bytes())
		return err
	}
	if err := writeNew(file, result.Draft.Bytes(), 0o644); err != nil {
		return err
	}
	s.explainStart(result)
	fmt.Fprintf(s.out, "Wrote %s. Next: doc-iterate check %s\n", wording.Visible(file),
		wording.Visible(wording.ShellPath(dir)))
	if hook {
		return s.installHook(hookFile)
	}
	return nil
}

// explainStart prints the outcome for the configurations of other linters, and possible next steps.
func (s *session) explainStart(r *starter.Result) {
	if r.Imported != nil {
		fmt.Fprintf(s.err, "%s\n", r.Imported.Text())
	}
	for _, note := range r.Notes {
		s.note("%s", note)
	}
}

// hookScript returns a hook that finds the program where the repository has it, or where it is installed, or where it
// was when it wrote the hook. git runs hooks at the root of the working tree.
func hookScript() string {
	program, _ := os.Executable()
	return `#!/bin/sh
# Written by "doc-iterate init --hook": reviews what is staged. Skip it once
# with "git commit --no-verify"; remove this file to remove it.
for program in node_modules/.bin/doc-iterate .venv/bin/doc-iterate venv/bin/doc-iterate \
	.venv/Scripts/doc-iterate.exe doc-iterate ` + wording.ShellWord(filepath.ToSlash(program)) + `; do
	if command -v "$program" >/dev/null; then
		exec "$program" ` + hookArguments + `
	fi
done
echo "$0: doc-iterate is neither in node_modules, .venv or venv nor on the PATH, so nothing was reviewed; install it, or use --no-verify" >&2
exit 1
`
}

const hookArguments = "check --staged ."

// hookManagers is how the files of programs begin that manage hooks, and what to add to them.
var hookManagers = [...]struct{ file, below, add string }{
	{".husky", "/pre-commit", "the line `npx --no-install doc-iterate " + hookArguments + "`"},
	{".pre-commit-config.yaml", "", "the repository https://github.com/doc-iterate/doc-iterate with the hook doc-iterate"},
	{"lefthook.", "", "the command `doc-iterate " + hookArguments + "` below pre-commit"},
	{".lefthook.", "", "the command `doc-iterate " + hookArguments + "` below pre-commit"},
}

// hookFile returns where the hook goes. It is an error if there is one already, if a program manages the hooks, or if
// other repositories have the same hooks.
func (s *session) hookFile(dir string) (string, error) {
	folder, root, common, err := repo.HooksFolder(s.ctx, dir, s.environ)
	if err != nil {
		return "", fmt.Errorf("--hook: %w", err)
	}
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		for _, m := range hookManagers {
			if strings.HasPrefix(e.Name(), m.file) {
				return "", fmt.Errorf("--hook: the hooks here are those of %s; add to %s %s (docs/ci.md has more)",
					e.Name(), e.Name()+m.below, m.add)
			}
		}
	}
	outside := func(of string) bool {
		rel, err := filepath.Rel(workspace.RealPath(of), workspace.RealPath(folder))
		return err != nil || !filepath.IsLocal(rel)
	}
	if outside(root) && outside(common) {
		return "", fmt.Errorf("--hook: core.hooksPath has the hooks in %s, outside of this repository: one there would run in every "+
			"repository that has them there; `git config core.hooksPath .git/hooks` gives this one its own", wording.Visible(folder))
	}
	file := filepath.Join(folder, "pre-commit")
	if _, err := os.Lstat(file); err == nil {
		return "", fmt.Errorf("%s is there already and stays as it is; add the line `doc-iterate %s` to it", file, hookArguments)
	}
	return file, nil
}

func (s *session) installHook(file string) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := writeNew(file, []byte(hookScript()), 0o755); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Wrote %s.\n", wording.Visible(file))
	return nil
}

// writeNew writes a file that must not exist. It removes a file that it could not write completely.
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
