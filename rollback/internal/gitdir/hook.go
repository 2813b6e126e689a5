package gitdir

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// HasHook reports whether the repository has a hook that can be run.
func (r *Repository) HasHook(name string) bool {
	info, err := os.Stat(filepath.Join(r.hooks, name))
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// CommitMessage runs the commit-msg hook over a message, as git commit does, in a file of the folder dir.
func (r *Repository) CommitMessage(ctx context.Context, dir, message string) (string, error) {
	if !r.HasHook("commit-msg") {
		return message, nil
	}
	path := filepath.Join(dir, "COMMIT_EDITMSG")
	if err := os.WriteFile(path, []byte(message), 0o644); err != nil {
		return "", refusal.New("", refusal.Disk, "the commit message can't be written", "check the free space of "+dir, err)
	}
	defer os.Remove(path)
	if err := r.runHook(ctx, "commit-msg", path); ctx.Err() != nil {
		return "", err
	} else if err != nil {
		return "", refusal.New("", refusal.Hook, "the commit-msg hook of the repository rejected the commit",
			"do what it asks, or use --commit=record", err)
	}
	changed, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("commit message: %w", err)
	}
	if len(bytes.TrimSpace(changed)) == 0 {
		return "", refusal.New("", refusal.Hook, "the commit-msg hook of the repository left an empty message",
			"fix it, or use --commit=record", nil)
	}
	return string(changed), nil
}

// runHook runs a hook of the repository as git does.
func (r *Repository) runHook(ctx context.Context, name, arg string) error {
	env := []string{"GIT_EDITOR=:"}
	_, err := r.Git.runInForeground(ctx, env, nil, "hook", "run", name, "--", arg)
	if !Reports(err, "is not a git command") {
		return err
	}
	// Before git 2.36.
	cmd := exec.CommandContext(ctx, filepath.Join(r.hooks, name), arg)
	cmd.Dir, cmd.Env = r.Root, append(append([]string{}, r.Git.env...), env...)
	_, err = Execute(cmd, nil, []string{name})
	return interrupted(ctx, err)
}
