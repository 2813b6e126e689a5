package main

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/lsp"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

func defineLsp(flags *pflag.FlagSet) action {
	var c common
	c.addConfig(flags)
	c.addAllowExternal(flags)
	documents := flags.StringSlice("documents", nil, documentsHelp)
	flags.Bool("stdio", true, "speak on standard input and output, which it does anyway: some editors say so")
	return func(s *session, args []string) (int, error) {
		if len(args) > 0 {
			return gate.ExitTrouble, errors.New("lsp: takes no documents; the editor names them")
		}
		err := lsp.Serve(s.ctx, lsp.Options{
			Tool: tool(), Environ: s.environ, Config: c.Config, Documents: files.Documents(*documents),
			AllowExternal: c.allowExternal || s.getenv(programs.Variable) == "1",
		}, stdio{s.in, s.out})
		if errors.Is(err, lsp.ErrNoShutdown) {
			return gate.ExitFound, nil
		}
		return gate.ExitClean, err
	}
}

// stdio is standard input and output as one connection. Close leaves both open, because the process ends then.
type stdio struct {
	io.Reader
	io.Writer
}

// Close does nothing.
func (stdio) Close() error { return nil }
