// Command doc-iterate-mcp is the server behind "doc-iterate mcp": it serves the Model Context Protocol over standard
// input and output for the documents below a folder. It is a program of its own because what the protocol takes
// would make a short check start later.
//
//	doc-iterate-mcp [--documents .EXT,…] ROOT
//
// It runs the doc-iterate that DOC_ITERATE_PROGRAM names, which "doc-iterate mcp" sets, or the one in the folder of
// it, or the one in PATH.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/doc-iterate/doc-iterate/internal/app/mcp"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

func main() {
	if err := serve(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "doc-iterate-mcp: %s\n", wording.Printable(err.Error()))
		os.Exit(2)
	}
}

func serve(args []string) error {
	flags := flag.NewFlagSet("doc-iterate-mcp", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	documents := flags.String("documents", "", "")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 || strings.HasPrefix(flags.Arg(0), "-") {
		return errors.New("name the folder to serve: doc-iterate mcp [--documents .EXT,…] ROOT")
	}
	program, err := findProgram()
	if err != nil {
		return err
	}
	version, err := exec.Command(program, "--version").Output()
	if err != nil {
		return fmt.Errorf("%s --version: %w", program, err)
	}
	server, err := mcp.Open(flags.Arg(0), program,
		strings.TrimPrefix(strings.TrimSpace(string(version)), "doc-iterate "), strings.Split(*documents, ",")...)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := server.Serve(ctx, mcp.Lines(os.Stdin, os.Stdout)); err != nil && ctx.Err() == nil {
		return err
	}
	return nil
}

// findProgram returns the path of doc-iterate.
func findProgram() (string, error) {
	if path := os.Getenv("DOC_ITERATE_PROGRAM"); path != "" {
		return path, nil
	}
	name := "doc-iterate"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if path := filepath.Join(filepath.Dir(self), name); isFile(path) {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("doc-iterate was not found beside this program or in PATH: %w", err)
	}
	return filepath.Abs(path)
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
