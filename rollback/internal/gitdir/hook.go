package gitdir

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
)

// HasHook reports whether the repository has a hook that can be run.
func (r *Repository) HasHook(name string) bool {
	info, err := os.Stat(filepath.Join(r.hooks, name))
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// RunHook runs a hook of the repository as git does.
func (r *Repository) RunHook(ctx context.Context, name, arg string) error {
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
