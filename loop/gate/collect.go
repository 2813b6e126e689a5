package gate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/link"
)

// A Disk is where documents are found. Paths are slash-separated and relative to the working directory, or absolute.
type Disk interface {
	// Lstat describes what is at a path, Stat what a link there leads to. They may be called from several goroutines.
	Lstat(path string) (fs.FileInfo, error)
	Stat(path string) (fs.FileInfo, error)
	// Name is the one name of the file at a path, however the path is written.
	Name(path string) string
	// Files lists the files below a folder that git does not ignore, as paths that
	// begin with that folder. With an error it lists those that it could reach.
	Files(dir string) ([]string, error)
}

// Found is what the arguments of a command stand for.
type Found struct {
	// Files is the documents, each once, ordered by path.
	Files []File
	// Failures is the arguments and folders that could not be followed.
	Failures []Failure
	// Ignored is the documents that were named and are left out all the same, because the configuration ignores them.
	Ignored []string
	// Empty is the folders in which no document was found.
	Empty []string
}

// A File is a document, its size in bytes, and what else its file was when it was found.
type File struct {
	Path string
	Size int64
	Info fs.FileInfo
}

// A Failure is a path that could not be followed.
type Failure struct {
	Path string
	Err  error
}

// Collect finds the documents that args stand for: files, whatever they are called; folders, with every Markdown file
// below them that git does not ignore; and globs, where no file has that very name. Links below a folder are passed
// over, so that nothing is read twice and no loop is followed; a link that is named is followed. What can't be read as
// a file (a pipe, a device, a link to itself) is a failure where it is called as documents are.
//
// ignored says whether the configuration leaves a path out; it may be nil.
func Collect(disk Disk, args []string, ignored func(path string) bool) Found {
	c := collector{disk: disk, ignored: ignored, seen: map[string]bool{}}
	for _, arg := range args {
		c.add(path.Clean(arg))
	}
	slices.SortFunc(c.found.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(c.found.Failures, func(a, b Failure) int { return cmp.Compare(a.Path, b.Path) })
	return c.found
}

type collector struct {
	disk    Disk
	ignored func(string) bool
	seen    map[string]bool
	found   Found
}

func (c *collector) fail(name string, err error) {
	c.found.Failures = append(c.found.Failures, Failure{name, err})
}

func (c *collector) add(arg string) {
	info, err := c.disk.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isGlob(arg):
		c.addGlob(arg)
	case errors.Is(err, fs.ErrNotExist):
		c.fail(arg, errors.New("no such file or folder"))
	case errors.Is(err, syscall.ELOOP):
		c.fail(arg, errors.New("is a link that leads to itself"))
	case err != nil:
		c.fail(arg, wording.WithoutPath(err))
	case info.IsDir():
		if c.addFolder(arg, link.IsMarkdown) == 0 {
			c.found.Empty = append(c.found.Empty, arg)
		}
	case !info.Mode().IsRegular():
		c.fail(arg, fmt.Errorf("is %s, not a file", files.Kind(info.Mode())))
	default:
		c.addFile(arg, info, true)
	}
}

// failBelow reports what went wrong with a folder, which may be several errors about what lies in it.
func (c *collector) failBelow(dir string, err error) {
	var pe *fs.PathError
	several, ok := err.(interface{ Unwrap() []error })
	switch {
	case err == nil:
	case ok:
		for _, e := range several.Unwrap() {
			c.failBelow(dir, e)
		}
	case errors.As(err, &pe) && pe.Path != "":
		c.fail(path.Clean(filepath.ToSlash(pe.Path)), wording.WithoutPath(pe.Err))
	default:
		c.fail(dir, err)
	}
}

// addFile adds a document once, unless it is ignored.
func (c *collector) addFile(name string, info fs.FileInfo, named bool) {
	name = c.disk.Name(name)
	if c.seen[name] {
		return
	}
	c.seen[name] = true
	if c.ignored != nil && c.ignored(name) {
		if named {
			c.found.Ignored = append(c.found.Ignored, name)
		}
		return
	}
	c.found.Files = append(c.found.Files, File{name, info.Size(), info})
}

// addFolder adds the files below dir that wanted holds for, and returns how many there are, the ignored ones included.
func (c *collector) addFolder(dir string, wanted func(string) bool) int {
	names, err := c.disk.Files(dir)
	c.failBelow(dir, err)
	for i, name := range names {
		names[i] = path.Clean(name)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return !wanted(name) })
	infos, failed := make([]fs.FileInfo, len(names)), make([]error, len(names))
	parallel.OnAll(len(names), func(i int) { infos[i], failed[i] = c.disk.Lstat(names[i]) })
	n := 0
	for i, name := range names {
		info, err := infos[i], failed[i]
		switch {
		case errors.Is(err, fs.ErrNotExist): // gone since it was listed
		case err != nil:
			c.fail(name, wording.WithoutPath(err))
		case info.Mode().IsRegular():
			n++
			c.addFile(name, info, false)
		default:
			c.addSpecial(name, info)
		}
	}
	return n
}

// addSpecial reports what is in a folder, has the name of a document and can't be read.
// It passes over a link unless the link leads to itself or to something special.
func (c *collector) addSpecial(name string, info fs.FileInfo) {
	name = c.disk.Name(name)
	if c.ignored != nil && c.ignored(name) || c.seen[name] {
		return
	}
	c.seen[name] = true
	if info.Mode()&fs.ModeSymlink != 0 {
		leads, err := c.disk.Stat(name)
		switch {
		case errors.Is(err, syscall.ELOOP):
			c.fail(name, errors.New("is a link that leads to itself"))
			return
		case err != nil || leads.IsDir() || leads.Mode().IsRegular():
			return
		}
		info = leads
	}
	if !info.IsDir() {
		c.fail(name, fmt.Errorf("is %s, not a file", files.Kind(info.Mode())))
	}
}

// addGlob adds what a glob matches. It matches documents alone, unless it ends in an extension of its own.
func (c *collector) addGlob(glob string) {
	if !doublestar.ValidatePattern(glob) {
		c.fail(glob, errors.New("no such file, and not a glob: a bracket or brace is not closed"))
		return
	}
	base, _ := doublestar.SplitPattern(glob)
	if _, err := c.disk.Stat(base); err != nil {
		c.fail(glob, errors.New("matches no file"))
		return
	}
	literal := !isGlob(path.Ext(glob)) && path.Ext(glob) != ""
	n := c.addFolder(base, func(name string) bool {
		return (literal || link.IsMarkdown(name)) && doublestar.MatchUnvalidated(glob, name)
	})
	if n == 0 {
		c.fail(glob, errors.New("matches no file"))
	}
}

func isGlob(name string) bool { return strings.ContainsAny(name, "*?[{") }
