package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
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
	hookFile, err := "", error(nil)
	if hook && !dryRun {
		if hookFile, err = workspace.HookFile(s.ctx, dir, s.environ); err != nil {
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
			return s.wrote(hookFile, workspace.InstallHook(hookFile))
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
	if err := workspace.WriteNew(file, result.Draft.Bytes(), 0o644); err != nil {
		return err
	}
	s.explainStart(result)
	fmt.Fprintf(s.out, "Wrote %s. Next: doc-iterate check %s\n", wording.Visible(file),
		wording.Visible(wording.ShellPath(dir)))
	if hook {
		return s.wrote(hookFile, workspace.InstallHook(hookFile))
	}
	return nil
}

// wrote says that a file was written, if err is nil.
func (s *session) wrote(file string, err error) error {
	if err == nil {
		fmt.Fprintf(s.out, "Wrote %s.\n", wording.Visible(file))
	}
	return err
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
