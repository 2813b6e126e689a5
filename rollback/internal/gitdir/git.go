package gitdir

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Git runs the git program on one repository, with an environment that is not the caller's.
type Git struct {
	program    string
	dir        string   // the working directory of every call
	env        []string // the whole environment, as Environ.ForGit returns it
	ChildLock  *os.File // kept open by children that a successor must wait for; see awaitChildren of package rollback
	Quarantine Quarantine
}

// globalOptions are the options of every call. Durability is asked for everywhere, since a pass that was reported as
// committed must survive a power cut. No call may take the index lock just to refresh stat data.
var globalOptions = []string{
	"--no-optional-locks",
	"-c", "core.fsync=all", "-c", "core.fsyncMethod=fsync", "-c", "core.quotePath=false",
	"-c", "i18n.commitEncoding=UTF-8", "-c", "splitIndex.maxPercentChange=100",
	"-c", "gc.auto=0", "-c", "maintenance.auto=false",
}

// A gitError is a git call that failed, with git's own words.
type gitError struct {
	args   []string
	stderr string
	err    error
}

func (e *gitError) Error() string {
	if words := errorLines(e.stderr); words != "" {
		return "git " + e.args[0] + ": " + words
	}
	return "git " + e.args[0] + ": " + e.err.Error()
}

func (e *gitError) Unwrap() error { return e.err }

// errorLines returns the lines of git's stderr that name the failure, without hints.
func errorLines(stderr string) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "hint:") || strings.HasPrefix(line, "warning:") {
			continue
		}
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: "))
		if len(lines) == 4 {
			break
		}
	}
	return strings.Join(lines, " ")
}

// Reports reports whether err is a failed git call whose stderr holds one of words.
func Reports(err error, words ...string) bool {
	var g *gitError
	if !errors.As(err, &g) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(g.stderr, w) })
}

func (g *Git) command(ctx context.Context, env []string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, g.program, append(append([]string{}, globalOptions...), args...)...)
	cmd.Dir = g.dir
	cmd.Env = append(append([]string{}, g.env...), env...)
	detach(cmd)
	return cmd
}

// Run runs one git command to its end and returns what it printed.
func (g *Git) Run(ctx context.Context, stdin []byte, args ...string) ([]byte, error) {
	return g.runWith(ctx, nil, stdin, args...)
}

// runWith is run with further environment variables.
func (g *Git) runWith(ctx context.Context, env []string, stdin []byte, args ...string) ([]byte, error) {
	return Execute(g.command(ctx, env, args), stdin, args)
}

// runInForeground runs a command that may ask its user something on the terminal (a signing program, a hook), which
// only a process of the foreground group can.
func (g *Git) runInForeground(ctx context.Context, env []string, stdin []byte, args ...string) ([]byte, error) {
	cmd := g.command(ctx, env, args)
	attach(cmd)
	out, err := Execute(cmd, stdin, args)
	return out, interrupted(ctx, err)
}

// interrupted distinguishes a program that failed from one that a signal ended. Ctrl-C reaches both the program and us;
// then the run is left for resume, not given up.
func interrupted(ctx context.Context, err error) error {
	var exit *exec.ExitError
	if err == nil || !errors.As(err, &exit) || exit.Exited() {
		return err
	}
	select {
	case <-ctx.Done():
		return fmt.Errorf("interrupted: %w", context.Cause(ctx))
	case <-time.After(time.Second):
		return err
	}
}

// Execute runs cmd and returns what it printed. The error holds what it wrote to stderr.
func Execute(cmd *exec.Cmd, stdin []byte, args []string) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &errs
	if err := cmd.Run(); err != nil {
		return out.Bytes(), &gitError{args, errs.String(), err}
	}
	return out.Bytes(), nil
}

// Line runs a command that prints one line.
func (g *Git) Line(ctx context.Context, args ...string) (string, error) {
	out, err := g.Run(ctx, nil, args...)
	return strings.TrimSpace(string(out)), err
}

// A coprocess is a git process that answers questions one by one (cat-file --batch, update-ref --stdin), so
// that a run pays for its start once.
type coprocess struct {
	cmd    *exec.Cmd
	args   []string
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
	// timeout limits the wait for an answer; 0 is no limit. git doesn't notice that it could not write an answer, and
	// would wait for the next question while we wait for the answer.
	timeout time.Duration
}

// AnswerTimeout is far longer than any disk needs.
const AnswerTimeout = time.Minute

func (g *Git) start(ctx context.Context, env []string, args ...string) (*coprocess, error) {
	// The caller's cancellation must not kill a process that holds git's locks: it ends when its input does.
	cmd := g.command(context.WithoutCancel(ctx), env, args)
	if g.ChildLock != nil {
		cmd.ExtraFiles = []*os.File{g.ChildLock}
	}
	in, errIn := cmd.StdinPipe()
	out, errOut := cmd.StdoutPipe()
	c := &coprocess{cmd: cmd, args: args, in: in, out: bufio.NewReaderSize(out, 1<<16), stderr: new(bytes.Buffer)}
	cmd.Stderr = c.stderr
	err := cmp.Or(errIn, errOut)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return c, nil
}

// ask sends one question and returns the first line of the answer.
func (c *coprocess) ask(question string) (string, error) {
	if _, err := io.WriteString(c.in, question); err != nil {
		return "", c.failure(err)
	}
	if c.timeout > 0 {
		silent := c.cmd.Process
		defer time.AfterFunc(c.timeout, func() { _ = silent.Kill() }).Stop()
	}
	line, err := c.out.ReadString('\n')
	if err != nil {
		return "", c.failure(err)
	}
	return strings.TrimSuffix(line, "\n"), nil
}

// failure closes c after err and returns git's last error, or err with git's stderr.
func (c *coprocess) failure(err error) error {
	if waited := c.close(); waited != nil {
		return waited
	}
	return &gitError{c.args, c.stderr.String(), err}
}

// close ends the process and waits for it. It returns nil if git exited without an error.
func (c *coprocess) close() error {
	if c.cmd == nil {
		return nil
	}
	c.in.Close()
	_, _ = io.Copy(io.Discard, c.out)
	err := c.cmd.Wait()
	c.cmd = nil
	if err != nil {
		return &gitError{c.args, c.stderr.String(), err}
	}
	return nil
}
