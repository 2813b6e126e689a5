package gitdir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Lookup resolves the paths of files. It caches what it has seen of directories, since thousands of documents share
// them. Several goroutines may use it at the same time.
type Lookup struct {
	Leaving  bool     // follow links that lead out of a repository, too
	real     sync.Map // the resolved path of a directory, by its name: string
	tops     sync.Map // the top of the working tree, by directory: string
	writable sync.Map // why a directory can't be written, by directory: *error
}

// Resolve returns the file that a document's path leads to and its info, which is nil if a link led there. It follows
// links (the link stays, its target is edited), but a link in a repository must not lead out of it: what it points to
// has another owner, and no commit here would hold the edit.
func (l *Lookup) Resolve(given, abs string) (string, fs.FileInfo, error) {
	real, info, err := l.Follow(given, abs)
	if err != nil {
		return "", nil, err
	}
	if root := l.Worktree(filepath.Dir(real)); root != "" && Within(filepath.Join(root, ".git"), real) {
		return "", nil, refusal.New(given, refusal.Outside, "is inside git's own directory",
			"name a document of the working tree", nil)
	}
	return real, info, nil
}

// Follow is resolve for files in git's own directory too.
func (l *Lookup) Follow(given, abs string) (string, fs.FileInfo, error) {
	abs = filepath.Clean(abs)
	folder, err := l.Folder(given, filepath.Dir(abs))
	if err != nil {
		return "", nil, err
	}
	return l.step(given, folder, filepath.Base(abs))
}

// Folder returns the directory that the path dir leads to.
func (l *Lookup) Folder(given, dir string) (string, error) {
	up := filepath.Dir(dir)
	if up == dir {
		return dir, nil
	}
	if real, ok := l.real.Load(dir); ok {
		return real.(string), nil
	}
	real, err := l.Folder(given, up)
	if err == nil {
		real, _, err = l.step(given, real, filepath.Base(dir))
	}
	if err == nil {
		l.real.Store(dir, real)
	}
	return real, err
}

// step returns what name leads to in the directory real, which has no links, and its info, nil if name is a link.
func (l *Lookup) step(given, real, name string) (string, fs.FileInfo, error) {
	next := filepath.Join(real, name)
	info, err := os.Lstat(next)
	if err != nil {
		return "", nil, refusal.CannotOpen(given, err)
	}
	if info.Mode()&fs.ModeSymlink == 0 {
		return next, info, nil
	}
	target, err := filepath.EvalSymlinks(next)
	if err != nil {
		return "", nil, refusal.CannotOpen(given, err)
	}
	if root := l.Worktree(real); !l.Leaving && root != "" && !Within(root, target) {
		return "", nil, refusal.New(given, refusal.Outside,
			"is reached through the link "+next+", which leads out of the repository to "+target,
			"name the document itself", nil)
	}
	return target, nil, nil
}

// Worktree returns the nearest directory at or above dir that has a .git, "" if there is none. dir has no links. Where
// the disk fails there may be one: git is asked, so that no document is edited without it.
func (l *Lookup) Worktree(dir string) string {
	if top, ok := l.tops.Load(dir); ok {
		return top.(string)
	}
	top := ""
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	if err == nil || errors.Is(err, syscall.EIO) || errors.Is(err, syscall.ESTALE) {
		top = dir
	} else if up := filepath.Dir(dir); up != dir {
		top = l.Worktree(up)
	}
	l.tops.Store(dir, top)
	return top
}

// CanWrite returns why nothing can be created in a directory, nil if something can.
func (l *Lookup) CanWrite(dir string) error {
	if known, ok := l.writable.Load(dir); ok {
		return *known.(*error)
	}
	var reason error
	if info, err := os.Stat(dir); err == nil {
		reason = disk.CheckWritable(dir, info)
	}
	l.writable.Store(dir, &reason)
	return reason
}

// WorktreeOf returns the nearest directory at or above dir that has a .git, "" if there is none. dir has no links.
func WorktreeOf(dir string) string { return new(Lookup).Worktree(dir) }

// Within reports whether path is root or lies below it.
func Within(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
