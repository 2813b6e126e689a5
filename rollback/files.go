package rollback

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Files is the files below dir, as paths that begin with dir. Inside a
// repository they are those that git tracks or would track, so that ignored
// files are left out; elsewhere all, but for what lies in a folder named .git.
// A tracked file that is gone from the disk is left out too.
func Files(ctx context.Context, dir string, env []string) ([]string, error) {
	out, err := listing(ctx, dir, env, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return walk(dir)
	}
	var paths []string
	for _, name := range split(out) {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err == nil {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// RepositoryFiles is the root of the repository that dir lies in and all files
// that git tracks or would track there, as paths relative to dir. Outside of a
// repository the root is dir, and the files are those below it.
func RepositoryFiles(ctx context.Context, dir string, env []string) (root string, paths []string, err error) {
	up, err := listing(ctx, dir, env, "rev-parse", "--show-cdup")
	if err != nil {
		paths, err = walk(dir)
		return ".", relative(dir, paths), err
	}
	root = filepath.Clean(strings.TrimSuffix(string(up), "\n"))
	out, err := listing(ctx, dir, env, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":/")
	return root, split(out), err
}

// HooksFolder is where git looks for the hooks of the repository that dir lies
// in.
func HooksFolder(ctx context.Context, dir string, env []string) (string, error) {
	out, err := listing(ctx, dir, env, "rev-parse", "--git-path", "hooks")
	if err != nil {
		return "", fmt.Errorf("%s is not in a git repository", dir)
	}
	folder := strings.TrimSuffix(string(out), "\n")
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	return folder, nil
}

func relative(dir string, paths []string) []string {
	for i, p := range paths {
		if rel, err := filepath.Rel(dir, p); err == nil {
			paths[i] = rel
		}
	}
	return paths
}

// listing runs git in dir and returns what it prints.
func listing(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = dir, environ(env).forGit()
	return cmd.Output()
}

// split takes a listing that NUL bytes end apart.
func split(out []byte) []string {
	var names []string
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names
}

func walk(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && e.Name() == ".git":
			return filepath.SkipDir
		case !e.IsDir():
			paths = append(paths, path)
		}
		return nil
	})
	return paths, err
}
