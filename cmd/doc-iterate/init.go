package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
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
	yes := flags.Bool("yes", false, "answer yes to what init asks at a terminal: to programs and to a baseline")
	return func(s *session, args []string) (int, error) {
		if len(args) > 1 {
			return gate.ExitTrouble, fmt.Errorf("init takes one folder at most, not %d", len(args))
		}
		ask := s.asker()
		if *yes {
			ask = func(string) bool { return true }
		}
		return gate.ExitClean, s.init(append(args, ".")[0], *dryRun, *hook, ask)
	}
}

// init writes a first configuration for the repository that a folder lies in. It never overwrites anything. What starts
// programs, and a baseline, are written if ask agrees.
func (s *session) init(dir string, dryRun, hook bool, ask func(question string) bool) error {
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
	result, err := starter.Write(repo.Starter(), repo.Configs(), repo.ImportReader())
	if err != nil {
		return err
	}
	if result.Imported != nil {
		fmt.Fprintf(s.err, "%s\n", result.Imported.Text())
	}
	for _, note := range result.Notes {
		s.note("%s", note)
	}
	for _, p := range result.Proposed {
		_, missing := exec.LookPath(p.Reviewer.Command[0])
		switch {
		case p.ByHand:
			s.note("%s; copy it from recipes/%s.json, with the file that it names", p.What(), p.Reviewer.Command[0])
		case missing != nil:
			s.note("%s; it is not written, because %s can't be started here: a check would fail", p.What(),
				p.Reviewer.Command[0])
		case ask != nil && ask(p.Question()):
			result.Draft.Reviewers = append(result.Draft.Reviewers, p.Reviewer)
		default:
			s.note("%s; it is not written. At a terminal init asks; init --yes writes it and allows it", p.What())
		}
	}
	if dryRun {
		_, err := s.out.Write(result.Draft.Bytes())
		return err
	}
	if err := workspace.WriteNew(file, result.Draft.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Wrote %s.\n", wording.Visible(file))
	if len(result.Draft.Reviewers) > 0 {
		if err := s.trust(file); err != nil {
			return err
		}
	}
	known, err := s.offerBaseline(repo.Root, result, ask)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Next: doc-iterate check %s%s\n", known, wording.Visible(wording.ShellPath(dir)))
	if hook {
		return s.wrote(hookFile, workspace.InstallHook(hookFile))
	}
	return nil
}

// offerBaseline writes a baseline of the findings that are left, of the rules and of the reviewers that were allowed, if
// ask agrees. It returns the flag to read it.
func (s *session) offerBaseline(root string, made *starter.Result, ask func(question string) bool) (string, error) {
	file := filepath.Join(root, "baseline.json")
	reviewers := len(made.Draft.Reviewers) > 0
	if _, err := os.Lstat(file); made.Left == 0 && !reviewers || err == nil {
		return "", nil
	}
	flag := "baseline " + wording.ShellPath(file) + " "
	has := fmt.Sprintf("The documents have %s of these rules", wording.Count(made.Left, "finding"))
	if reviewers {
		has += ", and may have some of the reviewer"
	}
	has += "."
	if ask == nil || !ask(has+" Write them to baseline.json, so that a check reports new ones alone? [y,n] ") {
		s.note("%s To see new ones alone: doc-iterate check --write-%s. once, then doc-iterate check --%s.",
			has, flag, flag)
		return "", nil
	}
	again := session{ctx: s.ctx, environ: s.environ, in: s.in, out: io.Discard, err: s.err,
		args: []string{checkName, "--write-baseline", file, root}}
	if _, err := again.dispatch(); err != nil {
		return "", err
	}
	if _, err := os.Lstat(file); err != nil {
		return "", nil // the check says why it wrote none
	}
	return "--" + flag, nil
}

// wrote says that a file was written, if err is nil.
func (s *session) wrote(file string, err error) error {
	if err == nil {
		fmt.Fprintf(s.out, "Wrote %s.\n", wording.Visible(file))
	}
	return err
}
