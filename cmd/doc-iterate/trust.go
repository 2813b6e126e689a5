package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
)

func defineTrust(flags *pflag.FlagSet) action {
	list := flags.Bool("list", false, "list the configurations whose programs are allowed")
	revoke := flags.Bool("revoke", false, "don't allow the programs of a configuration any more")
	return func(s *session, args []string) (int, error) {
		switch {
		case *list && (*revoke || len(args) > 0):
			return gate.ExitTrouble, errors.New("--list stands alone")
		case len(args) > 1:
			return gate.ExitTrouble, fmt.Errorf("trust takes one file or folder at most, not %d", len(args))
		case len(args) == 1 && args[0] == "":
			return gate.ExitTrouble, workspace.ErrEmptyArgument
		case *list:
			return gate.ExitClean, s.listTrust()
		case *revoke:
			return gate.ExitClean, s.revokeTrust(append(args, ".")[0])
		}
		return gate.ExitClean, s.trust(append(args, ".")[0])
	}
}

// trust shows the programs of a configuration and records that the user allows them.
func (s *session) trust(name string) error {
	configs := workspace.NewConfigs(s.ctx, "", s.note)
	file, err := configFor(configs, name)
	if err != nil {
		return err
	}
	set, err := configs.Load(file)
	if err != nil {
		return err
	}
	commands := programs.Describe(set)
	if len(commands) == 0 {
		fmt.Fprintf(s.out, "%s runs no programs.\n", wording.Visible(file))
		return nil
	}
	if err := repo.Distrusted(s.ctx, filepath.Dir(file), s.environ); err != nil {
		return err
	}
	if err := programs.Trust(s.ctx, s.environ, set, file); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "%s may run from now on:\n", wording.Visible(file))
	s.printPrograms(commands)
	return nil
}

func (s *session) printPrograms(commands []string) {
	for _, c := range commands {
		fmt.Fprintf(s.out, "  %s\n", wording.Visible(c))
	}
}

// configFor returns the configuration that name is, or that holds in the folder that name is.
func configFor(configs *workspace.Configs, name string) (string, error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return name, nil
	}
	file, err := configs.Find(filepath.Join(name, rules.FileName))
	if err == nil && file == "" {
		err = fmt.Errorf("no %s holds in %s; name the file", rules.FileName, name)
	}
	return file, err
}

func (s *session) listTrust() error {
	trusted, err := programs.Trusted(s.environ)
	if err != nil {
		return err
	}
	for _, file := range trusted.Paths() {
		note := ""
		set, err := workspace.NewConfigs(s.ctx, "", s.note).Load(file)
		switch {
		case err != nil:
			note = " (can't be read now)"
		case trusted.State(set, file) != programs.AsTrusted:
			note = " (changed since: asked about again)"
		}
		fmt.Fprintf(s.out, "%s%s\n", wording.Visible(file), note)
		s.printPrograms(trusted.Files[file].Programs)
	}
	if len(trusted.Files) == 0 {
		fmt.Fprintln(s.out, "No configuration's programs are allowed.")
	}
	return nil
}

func (s *session) revokeTrust(name string) error {
	file, err := configFor(workspace.NewConfigs(s.ctx, "", s.note), name)
	if err != nil {
		return err
	}
	if err := programs.Revoke(s.ctx, s.environ, file); err != nil {
		return fmt.Errorf("%s: %w", wording.Visible(file), err)
	}
	fmt.Fprintf(s.out, "The programs of %s are not allowed any more.\n", wording.Visible(file))
	return nil
}
