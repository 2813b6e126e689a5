package repo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// Files returns the files below dir, as paths that begin with dir. In a repository it returns what git tracks or would
// track, without ignored files, without tracked files that are gone, and without what a package manager put into a
// folder: node_modules, and the vendor of a Go module. It adds entries such as pipes in the folders of these files.
// Elsewhere it returns everything outside folders named .git and node_modules.
//
// If git refuses to list the files of a repository, Files returns all of them, and unlisted is what git said. Folders
// that can't be read are joined into the error, which comes with the rest of the list.
func Files(ctx context.Context, dir string, env []string) (paths []string, unlisted string, err error) {
	if Top(dir) == "" {
		paths, err = walk(dir)
		return paths, "", err
	}
	var warnings bytes.Buffer
	cmd := lister(ctx, dir, env, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".",
		":(exclude,glob)**/node_modules/**", ":(exclude,glob)**/vendor/*.*/**")
	cmd.Stderr = &warnings
	out, err := cmd.Output()
	if err != nil {
		paths, err = walk(dir)
		return paths, gitReason(warnings.String()), err
	}
	folders := map[string]bool{dir: true}
	for _, name := range split(out) {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, path)
			folders[filepath.Dir(path)] = true
		}
	}
	for folder := range folders {
		paths = append(paths, special(folder)...)
	}
	return paths, "", unread(dir, warnings.String())
}

// special returns what is in a folder and is no file, link or folder. git does not list such entries.
func special(folder string) []string {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(-1)
	var paths []string
	for _, e := range entries {
		if t := e.Type(); !t.IsRegular() && !t.IsDir() && t&fs.ModeSymlink == 0 {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths
}

// unread returns an error for every folder that git, in its warnings, could not read.
func unread(dir, warnings string) error {
	var errs []error
	for line := range strings.Lines(warnings) {
		if rest, ok := strings.CutPrefix(line, "warning: could not open directory '"); ok {
			if name, why, ok := strings.Cut(strings.TrimSpace(rest), "/': "); ok {
				errs = append(errs,
					&fs.PathError{Op: "open", Path: filepath.Join(dir, name), Err: errors.New(strings.ToLower(why))})
			}
		}
	}
	return errors.Join(errs...)
}

// gitReason returns why git did not list the files of a repository, or "" if there is no repository.
func gitReason(warnings string) string {
	for line := range strings.Lines(warnings) {
		switch why, ok := strings.CutPrefix(line, "fatal: "); {
		case ok && strings.HasPrefix(why, "not a git repository"):
			return ""
		case ok:
			return strings.TrimSpace(why)
		}
	}
	return "it can't be run"
}

// RepositoryFiles returns the root of the repository that dir is in, and all files that git tracks or would track
// there. All paths are relative to dir. In a hook it lists the index of the commit under way too.
//
// If git can't use the repository, it returns all files of the working tree; outside a repository, the files below dir,
// which is then the root. If git fails to list the files, or folders can't be read, the error comes with a list.
func RepositoryFiles(ctx context.Context, dir string, env []string) (root string, paths []string, err error) {
	if Top(dir) == "" { // to start git takes longer than to look
		return treeFiles(ctx, dir)
	}
	up, err := listing(ctx, dir, env, "rev-parse", "--show-cdup")
	if err != nil {
		return treeFiles(ctx, dir)
	}
	args := []string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ":/"}
	out, err := printed(indexed(ctx, dir, env, args...), args)
	if err != nil {
		root, paths, _ = treeFiles(ctx, dir)
		return root, paths, err
	}
	return filepath.Clean(strings.TrimSuffix(string(up), "\n")), split(out), nil
}

// treeFiles does the work of RepositoryFiles without git.
func treeFiles(ctx context.Context, dir string) (root string, paths []string, err error) {
	root = "."
	if top, name, _ := NewFolders().Place(dir); top != "" {
		root, err = filepath.Rel(name, ".")
	}
	if err = errors.Join(err, ctx.Err()); err != nil {
		return ".", nil, err
	}
	paths, err = walk(filepath.Join(dir, root))
	return root, relative(dir, paths), err
}

// HooksFolder returns the folder of the hooks of the repository that dir is in, the root of its working tree, and git's
// own directory.
func HooksFolder(ctx context.Context, dir string, env []string) (folder, root, common string, err error) {
	out, err := listing(ctx, dir, env, "rev-parse", "--git-path", "hooks", "--show-toplevel", "--git-common-dir")
	lines := strings.Split(string(out), "\n")
	if err != nil || len(lines) < 3 {
		return "", "", "", fmt.Errorf("%s is not in a git repository", dir)
	}
	for i, line := range lines {
		if !filepath.IsAbs(line) {
			lines[i] = filepath.Join(dir, line)
		}
	}
	return lines[0], lines[1], lines[2], nil
}

func relative(dir string, paths []string) []string {
	for i, p := range paths {
		if rel, err := filepath.Rel(dir, p); err == nil {
			paths[i] = rel
		}
	}
	return paths
}

// listing runs git in dir and returns its output. The error is what git says.
func listing(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	return printed(lister(ctx, dir, env, args...), args)
}

func printed(git *exec.Cmd, args []string) ([]byte, error) {
	out, err := git.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if why := gitReason(string(exit.Stderr)); why != "" {
			err = fmt.Errorf("git %s: %s", args[0], why)
		}
	}
	return out, err
}

func lister(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env = dir, gitdir.Environ(env).ForGit()
	return cmd
}

// split splits a list whose entries end with NUL.
func split(out []byte) []string {
	var names []string
	for name := range bytes.SplitSeq(out, []byte{0}) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names
}

// walk returns the files below dir, and an error for every folder that can't be read. It reads all folders of one depth
// at a time.
func walk(dir string) ([]string, error) {
	var paths []string
	var errs []error
	for folders := []string{dir}; len(folders) > 0; {
		entries, failed := make([][]fs.DirEntry, len(folders)), make([]error, len(folders))
		parallel.OnAll(len(folders), func(i int) { entries[i], failed[i] = os.ReadDir(folders[i]) })
		var below []string
		for i, folder := range folders {
			// else gone since it was listed
			if err := failed[i]; err != nil && (folder == dir || !errors.Is(err, fs.ErrNotExist)) {
				errs = append(errs, &fs.PathError{Op: "open", Path: folder, Err: wording.WithoutPath(err)})
			}
			for _, e := range entries[i] {
				switch path := filepath.Join(folder, e.Name()); {
				case !e.IsDir():
					paths = append(paths, path)
				case e.Name() != ".git" && e.Name() != "node_modules":
					below = append(below, path)
				}
			}
		}
		folders = below
	}
	return paths, errors.Join(errs...)
}
