package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

const (
	mostOutput = 256 << 20 // bytes of a program's results
	mostSaid   = 16 << 10  // bytes of its standard error
	mostNotes  = 20        // lines of that in a result
	// exitTrouble is the exit code of a program that could not do its work, or a part of it.
	exitTrouble = 2
	// patience is how long a program may take to end after its call was cancelled.
	patience = 10 * time.Second
)

// A printed is the output of a program.
type printed struct {
	code int
	out  []byte
	said []string // lines of standard error
}

// run runs the program in the root, after the calls that came before. Its error is for the model: the messages of a
// program that could not do its work and printed no results.
func (s *Server) run(ctx context.Context, stdin []byte, args ...string) (printed, error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return printed{}, ctx.Err()
	}
	out, said := limited{most: mostOutput}, limited{most: mostSaid}
	cmd := exec.CommandContext(ctx, s.program, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = s.dir, bytes.NewReader(stdin), &out, &said
	cmd.Cancel, cmd.WaitDelay = func() error { return cmd.Process.Signal(os.Interrupt) }, patience
	err := cmd.Run()
	p := printed{out: out.kept.Bytes()}
	for line := range strings.Lines(said.kept.String()) {
		p.said = append(p.said, wording.Visible(strings.TrimRight(line, "\r\n")))
	}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return p, ctx.Err()
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		p.code = exit.ExitCode()
	case err != nil:
		return p, fmt.Errorf("doc-iterate %s: %w", args[0], err)
	}
	switch {
	case out.over:
		return p, fmt.Errorf("doc-iterate %s printed more than %d MB; name fewer documents", args[0], mostOutput>>20)
	case p.code >= exitTrouble && len(p.out) == 0:
		return p, p.failure(args[0])
	}
	return p, nil
}

// failure returns the error of a program that could not do its work.
func (p *printed) failure(command string) error {
	if len(p.said) == 0 {
		return fmt.Errorf("doc-iterate %s ended with code %d", command, p.code)
	}
	return errors.New(strings.Join(p.notes(), "\n"))
}

// notes returns the first lines of the program's standard error, in words for an agent.
func (p *printed) notes() (out []string) {
	for _, line := range p.said[:min(len(p.said), mostNotes)] {
		out = append(out, forAgent(line))
	}
	if len(p.said) > mostNotes {
		out = append(out, fmt.Sprintf("and %d lines more", len(p.said)-mostNotes))
	}
	return out
}

// forAgent returns a message of the program without the clauses that name what an agent lacks: flags and commands.
func forAgent(message string) string {
	ends := regexp.MustCompile(`(; |\. |, or )`)
	lacks := regexp.MustCompile("(^|[\\s(\"`])(--[a-z]|doc-iterate (?:[a-su-z]|t[a-qs-z]))")
	out, from, cut := "", 0, false
	for _, at := range append(ends.FindAllStringIndex(message, -1), []int{len(message), len(message)}) {
		clause := message[from:at[1]]
		if from > 0 && lacks.MatchString(clause) {
			cut = true
		} else {
			out += clause
		}
		from = at[1]
	}
	if cut {
		out = strings.TrimRight(strings.TrimSuffix(strings.TrimSpace(out), ", or"), ";., ") + "."
	}
	if strings.Contains(out, "changes that are not committed") {
		out = strings.TrimRight(out, ".;") + `; if they are those of a fix without commit, call undo, then fix with commit again; ` +
			`else ask the user to commit them`
	}
	return out
}

// decode reads the JSON that the program printed.
func (p *printed) decode(to any) error {
	if err := json.Unmarshal(p.out, to); err != nil {
		return errors.Join(fmt.Errorf("the results of doc-iterate can't be read: %w", err), p.failure("JSON"))
	}
	return nil
}

// A limited is a writer that keeps the first bytes, and knows whether there were more. It has no other methods of a
// buffer, because some of those would not keep to the limit.
type limited struct {
	kept bytes.Buffer
	most int
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	room := min(l.most-l.kept.Len(), len(p))
	l.over = l.over || room < len(p)
	l.kept.Write(p[:room])
	return len(p), nil
}
