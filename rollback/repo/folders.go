package repo

import (
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// Worktrees returns, for each of the paths, the top of the working tree that the document lies in, links resolved, ""
// if it lies in none. Documents of different working trees need runs of their own.
func Worktrees(paths []string) []string {
	l := &gitdir.Lookup{Leaving: true}
	tops := make([]string, len(paths))
	parallel.OnAll(len(paths), func(i int) { tops[i] = worktreeOfFile(l, paths[i]) })
	return tops
}

// worktreeOfFile returns "" also where there is no such file. It follows links that lead out of a repository: the run
// of where they lead refuses the document.
func worktreeOfFile(l *gitdir.Lookup, path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	file, _, err := l.Follow("", abs)
	if err != nil {
		return ""
	}
	return l.Worktree(filepath.Dir(file))
}

// Top returns the top of the working tree that the folder dir lies in, links resolved, "" if it lies in none.
func Top(dir string) string {
	top, _, _ := NewFolders().Place(dir)
	return top
}

// Folders finds the working trees that folders lie in. It looks at each folder once.
type Folders struct{ lookup *gitdir.Lookup }

// NewFolders returns a Folders that has seen no folder yet.
func NewFolders() Folders { return Folders{&gitdir.Lookup{Leaving: true}} }

// Place returns the top of the working tree that the folder dir lies in, links resolved, and the name of the folder
// from there. The top is "" where there is none. reached says whether the folder could be found.
func (f Folders) Place(dir string) (top, name string, reached bool) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = f.lookup.Folder("", abs)
	}
	if err != nil {
		return "", "", false
	}
	if top = f.lookup.Worktree(abs); top == "" {
		return "", "", true
	}
	if name, err = filepath.Rel(top, abs); err != nil {
		return "", "", true
	}
	return top, name, true
}
