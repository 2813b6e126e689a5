package rollback

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// resolve returns the file that a document's path leads to. Links are followed (the link stays, what it points to
// is edited), but one that lies in a repository must not lead out of it: what it points to has another owner, and
// no commit here would hold the edit.
func resolve(given, abs string) (string, error) {
	volume := filepath.VolumeName(abs)
	real := volume + string(filepath.Separator)
	for _, name := range strings.Split(strings.TrimPrefix(filepath.Clean(abs), real), string(filepath.Separator)) {
		next := filepath.Join(real, name)
		info, err := os.Lstat(next)
		if err != nil {
			return "", missing(given, err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := filepath.EvalSymlinks(next)
			if err != nil {
				return "", missing(given, err)
			}
			if root := worktreeOf(real); root != "" && !within(root, target) {
				return "", &Refusal{given, Outside, "is reached through the link " + next + ", which leads out of the repository to " + target,
					"name the document itself", nil}
			}
			next = target
		}
		real = next
	}
	if root := worktreeOf(filepath.Dir(real)); root != "" && within(filepath.Join(root, ".git"), real) {
		return "", &Refusal{given, Outside, "lies in git's own directory", "name a document of the working tree", nil}
	}
	return real, nil
}

func missing(given string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &Refusal{given, Missing, "document not found", "check the path", nil}
	}
	return &Refusal{given, Missing, "can't be opened", "check the path and its permissions", err}
}

// Worktree returns the top of the working tree that the document at path lies in, links resolved, "" if it lies in
// none. Documents of different working trees need runs of their own.
func Worktree(path string) string {
	file, err := filepath.EvalSymlinks(path)
	if err == nil {
		file, err = filepath.Abs(file)
	}
	if err != nil {
		return ""
	}
	return worktreeOf(filepath.Dir(file))
}

// Top returns the top of the working tree that the folder dir lies in, links resolved, "" if it lies in none.
func Top(dir string) string {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs)
	}
	if err != nil {
		return ""
	}
	return worktreeOf(abs)
}

// worktreeOf returns the nearest directory at or above dir that has a .git, "" if there is none. dir has no links.
func worktreeOf(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
