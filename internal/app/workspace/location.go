package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// A Location is where a document lies in its repository.
type Location struct {
	Top  string // of the working tree, links resolved; "" outside of a repository
	Name string // from there, or, outside, the document's path
}

// Locations looks up where documents lie. It looks at each folder once.
type Locations struct {
	known   map[string]Location // of folders
	folders repo.Folders
	names   Names
}

// NewLocations returns a Locations that knows nothing yet.
func NewLocations() Locations {
	return Locations{map[string]Location{}, repo.NewFolders(), NewNames(false)}
}

// Of returns the location of the document at path. A symbolic link stands for what it leads to, because git stores of
// a link only its target; but not a link that leads out of its repository.
func (l Locations) Of(path string) Location {
	folder := l.folder(filepath.Dir(path))
	if folder.Top == "" {
		return Location{Name: path}
	}
	if _, err := os.Readlink(path); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil && l.folder(filepath.Dir(real)).Top == folder.Top {
			folder, path = l.folder(filepath.Dir(real)), real
		}
	}
	return Location{folder.Top, filepath.Join(folder.Name, filepath.Base(path))}
}

// folder returns the location of a folder. The folder of a staged file may be gone.
func (l Locations) folder(dir string) Location {
	at, ok := l.known[dir]
	if !ok {
		reached := false
		if at.Top, at.Name, reached = l.folders.Place(l.names.absolute(dir)); !reached {
			if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
				if at = l.folder(filepath.Dir(dir)); at.Top != "" {
					at.Name = filepath.Join(at.Name, filepath.Base(dir))
				}
			}
		}
		l.known[dir] = at
	}
	return at
}

// Names gives every file one name, however its path goes up and down again: from the folder docs, ../docs/a.md is a.md.
type Names struct {
	wd       string // the working directory; "" where it is not known, and every path is its own name
	relative bool   // absolute paths become relative ones too
}

// NewNames returns the names of files as seen from the working directory.
func NewNames(relative bool) Names {
	wd, err := os.Getwd()
	if err != nil {
		wd = ""
	}
	return Names{wd, relative}
}

// absolute is Absolute without asking for the working directory again.
func (n Names) absolute(path string) string {
	if n.wd != "" && filepath.IsLocal(path) {
		return filepath.Join(n.wd, path)
	}
	return Absolute(path)
}

// Of returns the name of the file at path.
func (n Names) Of(path string) string {
	path = filepath.Clean(path)
	abs := path
	switch {
	case n.wd == "":
		return path
	case path == ".." || strings.HasPrefix(path, ".."+string(filepath.Separator)):
		abs = filepath.Join(n.wd, path)
	case !n.relative || !filepath.IsAbs(path):
		return path
	default:
		abs = n.throughHere(path)
	}
	if rel, err := filepath.Rel(n.wd, abs); err == nil {
		return rel
	}
	return path
}

// throughHere rewrites an absolute path that leads through the working directory by a symbolic link: it begins with
// wd then.
func (n Names) throughHere(path string) string {
	wd, err := os.Stat(n.wd)
	if err != nil {
		return path
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, wd) {
			return filepath.Join(n.wd, strings.TrimPrefix(path, dir))
		}
		if dir == filepath.Dir(dir) {
			return path
		}
	}
}

// SharedFolder returns the deepest folder that all documents lie in.
func SharedFolder(docs []Document) string {
	const separator = string(filepath.Separator)
	dir := filepath.Dir(docs[0].Path)
	for _, d := range docs[1:] {
		folder := filepath.Dir(d.Path) + separator
		for dir != "." && dir != filepath.Dir(dir) && !strings.HasPrefix(folder, dir+separator) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

// Absolute returns the absolute form of a name, or the name itself where the working directory is not known.
func Absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// RealPath returns the absolute path, with symbolic links resolved as far as they lead somewhere.
func RealPath(path string) string { return files.RealPath(path) }

// FullPath returns the path from the root of the file system, with slashes. It resolves only symbolic links in the
// path of the working directory, because .. begins behind them.
func FullPath(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(RealPath("."), path)
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// resolved returns FullPath with all symbolic links resolved.
func resolved(path string) string { return filepath.ToSlash(RealPath(FullPath(path))) }
