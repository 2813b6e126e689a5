package rollback

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// A lookup finds files, and remembers what it has seen of the directories that thousands of documents share. It may be
// used by several goroutines.
type lookup struct {
	real     memory[string] // directories, links resolved, by the path they were named by
	tops     memory[string] // what worktreeOf returns
	writable memory[error]  // directories
}

func newLookup() *lookup { return &lookup{} }

// A memory is what is known of directories.
type memory[T any] struct{ by sync.Map }

func (m *memory[T]) of(dir string) (known T, ok bool) {
	v, ok := m.by.Load(dir)
	if ok {
		known, _ = v.(T) // not where it is a nil error
	}
	return known, ok
}

func (m *memory[T]) keep(dir string, v T) { m.by.Store(dir, v) }

// resolve returns the file that a document's path leads to, and what it is, nil if a link led there. Links are followed
// (the link stays, what it points to is edited), but one that lies in a repository must not lead out of it: what it
// points to has another owner, and no commit here would hold the edit.
func (l *lookup) resolve(given, abs string) (string, fs.FileInfo, error) {
	abs = filepath.Clean(abs)
	folder, err := l.folder(given, filepath.Dir(abs))
	if err != nil {
		return "", nil, err
	}
	real, info, err := l.step(given, folder, filepath.Base(abs))
	if err != nil {
		return "", nil, err
	}
	if root := l.worktree(filepath.Dir(real)); root != "" && within(filepath.Join(root, ".git"), real) {
		return "", nil, &Refusal{given, Outside, "lies in git's own directory", "name a document of the working tree", nil}
	}
	return real, info, nil
}

// folder is resolve for a directory.
func (l *lookup) folder(given, dir string) (string, error) {
	up := filepath.Dir(dir)
	if up == dir {
		return dir, nil
	}
	if real, ok := l.real.of(dir); ok {
		return real, nil
	}
	real, err := l.folder(given, up)
	if err == nil {
		real, _, err = l.step(given, real, filepath.Base(dir))
	}
	if err == nil {
		l.real.keep(dir, real)
	}
	return real, err
}

// step returns what a name in a directory, which has no links, leads to, and what that is, nil if the name is a link.
func (l *lookup) step(given, real, name string) (string, fs.FileInfo, error) {
	next := filepath.Join(real, name)
	info, err := os.Lstat(next)
	if err != nil {
		return "", nil, missing(given, err)
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		return next, info, nil
	}
	target, err := filepath.EvalSymlinks(next)
	if err != nil {
		return "", nil, missing(given, err)
	}
	if root := l.worktree(real); root != "" && !within(root, target) {
		return "", nil, &Refusal{given, Outside, "is reached through the link " + next + ", which leads out of the repository to " + target,
			"name the document itself", nil}
	}
	return target, nil, nil
}

// worktree is worktreeOf.
func (l *lookup) worktree(dir string) string {
	if top, ok := l.tops.of(dir); ok {
		return top
	}
	top := ""
	if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
		top = dir
	} else if up := filepath.Dir(dir); up != dir {
		top = l.worktree(up)
	}
	l.tops.keep(dir, top)
	return top
}

// canWrite reports why nothing can be made in a directory, nil if something can.
func (l *lookup) canWrite(dir string) error {
	if err, ok := l.writable.of(dir); ok {
		return err
	}
	var no error
	if info, err := os.Stat(dir); err == nil {
		no = writable(dir, info)
	}
	l.writable.keep(dir, no)
	return no
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

// Worktrees returns, for each of the paths, the top of the working tree that the document lies in, links resolved, ""
// if it lies in none. Documents of different working trees need runs of their own.
func Worktrees(paths []string) []string {
	l := newLookup()
	tops := make([]string, len(paths))
	parallel.OnAll(len(paths), func(i int) { tops[i] = l.worktreeOfFile(paths[i]) })
	return tops
}

// worktreeOfFile is "" also where there is no such file.
func (l *lookup) worktreeOfFile(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	// A link that leads out of a repository is refused later, by the run of where it leads.
	folder, err := l.followed(filepath.Dir(abs))
	if err != nil {
		return ""
	}
	file := filepath.Join(folder, filepath.Base(abs))
	if info, err := os.Lstat(file); err != nil {
		return ""
	} else if info.Mode()&fs.ModeSymlink != 0 {
		if file, err = filepath.EvalSymlinks(file); err != nil {
			return ""
		}
	}
	return l.worktree(filepath.Dir(file))
}

// Top returns the top of the working tree that the folder dir lies in, links resolved, "" if it lies in none.
func Top(dir string) string {
	top, _ := NewFolders().Place(dir)
	return top
}

// Folders finds out where folders lie, and looks at each of them, and at those above them, once.
type Folders struct{ lookup *lookup }

// NewFolders knows nothing of any folder yet.
func NewFolders() Folders { return Folders{newLookup()} }

// Place returns the top of the working tree that the folder dir lies in, links resolved, and the name of the folder
// from there. The top is "" where there is none.
func (f Folders) Place(dir string) (top, name string) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		abs, err = f.lookup.followed(abs)
	}
	if err != nil {
		return "", ""
	}
	if top = f.lookup.worktree(abs); top == "" {
		return "", ""
	}
	if name, err = filepath.Rel(top, abs); err != nil {
		return "", ""
	}
	return top, name
}

// followed is filepath.EvalSymlinks of a directory, an absolute path without dots.
func (l *lookup) followed(dir string) (string, error) {
	if real, ok := l.real.of(dir); ok {
		return real, nil
	}
	up := filepath.Dir(dir)
	if up == dir {
		return dir, nil
	}
	real, err := l.followed(up)
	if err != nil {
		return "", err
	}
	real = filepath.Join(real, filepath.Base(dir))
	info, err := os.Lstat(real)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		real, err = filepath.EvalSymlinks(real)
	}
	if err == nil {
		l.real.keep(dir, real)
	}
	return real, err
}

// worktreeOf returns the nearest directory at or above dir that has a .git, "" if there is none. dir has no links.
func worktreeOf(dir string) string { return newLookup().worktree(dir) }

func within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
