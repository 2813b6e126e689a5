package rollback

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// commitMessage runs the commit-msg hook over a message, as git commit does.
func (r *Run) commitMessage(ctx context.Context, message string) (string, error) {
	if !r.hasHook("commit-msg") {
		return message, nil
	}
	path := filepath.Join(r.dir, "COMMIT_EDITMSG")
	if err := os.WriteFile(path, []byte(message), 0o644); err != nil {
		return "", &Refusal{"", Disk, "the commit message can't be written", "check the free space of " + r.dir, err}
	}
	defer os.Remove(path)
	if err := r.runHook(ctx, "commit-msg", path); ctx.Err() != nil {
		return "", err
	} else if err != nil {
		return "", &Refusal{"", Hook, "the repository's commit-msg hook refused the commit", "see what it says, or use --commit=record", err}
	}
	changed, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("commit message: %w", err)
	}
	if len(bytes.TrimSpace(changed)) == 0 {
		return "", &Refusal{"", Hook, "the repository's commit-msg hook left no message", "mend it, or use --commit=record", nil}
	}
	return string(changed), nil
}

// runHook runs a hook of the repository as git does.
func (r *Run) runHook(ctx context.Context, name, arg string) error {
	env := []string{"GIT_EDITOR=:"}
	_, err := r.repo.git.attended(ctx, env, nil, "hook", "run", name, "--", arg)
	if !saidBy(err, "is not a git command") {
		return err
	}
	// Before git 2.36.
	cmd := exec.CommandContext(ctx, filepath.Join(r.repo.hooks, name), arg)
	cmd.Dir, cmd.Env = r.repo.root, append(append([]string{}, r.repo.git.env...), env...)
	_, err = finish(cmd, nil, []string{name})
	return interrupted(ctx, err)
}

func (r *Run) subject(pass int) string {
	if len(r.docs) == 1 {
		return fmt.Sprintf("doc-iterate: pass %d over %s", pass, printable(r.docs[0].name()))
	}
	return fmt.Sprintf("doc-iterate: pass %d over %d documents", pass, len(r.docs))
}

func (d *document) name() string {
	if d.rel != "" {
		return d.rel
	}
	return d.given
}

// printable keeps a path on one line.
func printable(path string) string {
	if strings.ContainsFunc(path, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		return strconv.Quote(path)
	}
	return path
}

// signed adds the trailers of a pass to a message.
func (r *Run) signed(message string, pass int, verdict Verdict, base string) string {
	return fmt.Sprintf("%s\n\nDoc-Iterate-Run: %s\nDoc-Iterate-Pass: %d\nDoc-Iterate-Verdict: %s\nDoc-Iterate-Base: %s\n",
		strings.TrimSpace(message), r.id, pass, verdict, base)
}
