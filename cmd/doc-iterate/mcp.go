package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/gate"
)

func defineMCP(flags *pflag.FlagSet) action {
	documents := flags.StringSlice("documents", nil, documentsHelp)
	return func(s *session, args []string) (int, error) { return s.mcp(args, *documents) }
}

// documentsHelp is the help of the flag with which who starts a server says what it may edit.
const documentsHelp = "take files that end as one of these `.EXT,…` for documents too"

// mcp starts the program that speaks the protocol. In this program, the library would delay the start of every command
// by a seventh of a short check.
func (s *session) mcp(args, documents []string) (int, error) {
	if len(args) != 1 {
		return gate.ExitTrouble, errors.New("mcp: name one folder to serve")
	}
	self, err := os.Executable()
	if err != nil {
		return gate.ExitTrouble, fmt.Errorf("mcp: %w", err)
	}
	name := "doc-iterate-mcp"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(filepath.Dir(self), name)
	if _, err := os.Stat(program); err != nil {
		if program, err = exec.LookPath(name); err != nil {
			return gate.ExitTrouble, fmt.Errorf("mcp: the program %s is neither beside this one nor in PATH; "+
				"releases hold it, and `go install github.com/doc-iterate/doc-iterate/cmd/doc-iterate-mcp@latest` builds it", name)
		}
	}
	cmd := exec.CommandContext(s.ctx, program, "--documents", strings.Join(documents, ","), "--", args[0])
	cmd.Env = append(s.environ, "DOC_ITERATE_PROGRAM="+self)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) { // the program has printed why
		return gate.ExitTrouble, nil
	} else if err != nil {
		return gate.ExitTrouble, fmt.Errorf("mcp: %w", err)
	}
	return gate.ExitClean, nil
}
