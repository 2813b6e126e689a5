package link

import (
	"fmt"
	"maps"
	slashpath "path"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Files has the files of a repository that documents may link to. It is never modified, and computes each answer once.
// A nil *Files knows nothing.
type Files struct {
	root    string
	here    []string // the folders from the root to where paths are named from
	read    func(path string) ([]byte, error)
	entries map[string]entry
	// byName lists the files by their last element in lower case, to find one in another letter case or another folder.
	byName func() map[string][]string
	// generators, shapes and evidence are findGenerators, gatherShapes and gatherEvidence, once.
	generators func() map[string]generator
	shapes     func() map[string]*Shape
	evidence   func() map[string]*tally
	ignoring   func() []ignoreList // ignoreLists, once
	given      func() given        // gatherGiven, once
	unknown    func()              // see NoteUnknown
	cached     anchorCache
}

type entry uint8

const (
	aFolder entry = iota + 1
	aFile
)

// NewFiles takes the root of the repository and the paths of all its files, slash-separated and relative to where the
// documents of the corpus are named from (so they may begin with ".."), and a function that reads one of them. The
// function is called once for each file outside the corpus whose headings a link names.
func NewFiles(root string, paths []string, read func(path string) ([]byte, error)) *Files {
	f := &Files{root: slashpath.Clean(root), read: read, entries: make(map[string]entry, len(paths)+len(paths)/8)}
	for _, p := range paths {
		p = slashpath.Clean(p)
		f.entries[p] = aFile
		for dir := slashpath.Dir(p); f.entries[dir] == 0; dir = slashpath.Dir(dir) {
			f.entries[dir] = aFolder
		}
	}
	f.byName = sync.OnceValue(f.indexNames)
	f.generators = sync.OnceValue(f.findGenerators)
	f.shapes = sync.OnceValue(f.gatherShapes)
	f.evidence = sync.OnceValue(f.gatherEvidence)
	f.ignoring = sync.OnceValue(f.ignoreLists)
	f.given = sync.OnceValue(f.gatherGiven)
	return f
}

// From says where paths are named from, as a path from the root: a link may go up and come back down, and ../docs/a.md
// is a.md where paths are named from docs.
func (f *Files) From(here string) *Files {
	if here = slashpath.Clean(here); here != "." {
		f.here = strings.Split(here, "/")
	}
	return f
}

// NoteUnknown makes f call note for each fragment that is left alone because nothing shows how the site makes
// fragments.
func (f *Files) NoteUnknown(note func()) { f.unknown = note }

// With returns f with files that once existed, named from the root. They can't be read.
func (f *Files) With(names []string) *Files {
	if f == nil || len(names) == 0 {
		return f
	}
	var paths []string
	for path, kind := range f.entries {
		if kind == aFile {
			paths = append(paths, path)
		}
	}
	for _, name := range names {
		paths = append(paths, f.one(slashpath.Join(f.root, name)))
	}
	out := NewFiles(f.root, paths, f.read)
	out.here, out.unknown = f.here, f.unknown
	return out
}

// one returns the one name of the file at a clean path.
func (f *Files) one(path string) string {
	if f == nil || !strings.HasPrefix(path, "..") {
		return path
	}
	n := ups(path)
	elements := strings.Split(path, "/")[n:]
	for n > 0 && n <= len(f.here) && len(elements) > 0 && elements[0] == f.here[len(f.here)-n] {
		elements, n = elements[1:], n-1
	}
	return slashpath.Clean(strings.Repeat("../", n) + strings.Join(elements, "/"))
}

// fromRoot returns a path as one from the root.
func (f *Files) fromRoot(path string) string {
	if rest, ok := strings.CutPrefix(path, f.root+"/"); ok && strings.Trim(f.root, "./") != "" {
		return rest
	}
	n := min(ups(path), len(f.here))
	return slashpath.Join(strings.Join(f.here[:len(f.here)-n], "/"), strings.Join(strings.Split(path, "/")[n:], "/"))
}

// Has reports whether there is a file or a folder at path.
func (f *Files) Has(path string) bool { return f != nil && f.entries[path] != 0 }

// Paths returns the files and folders in no order, as NewFiles was given them.
func (f *Files) Paths() []string {
	if f == nil {
		return nil
	}
	return slices.Collect(maps.Keys(f.entries))
}

// inRepository reports whether a path lies in the repository.
func (f *Files) inRepository(path string) bool {
	switch {
	case f == nil:
		return false
	case strings.Trim(f.root, "./") == "":
		return ups(path) <= ups(f.root)
	}
	return path == f.root || strings.HasPrefix(path, f.root+"/")
}

// ups returns how many folders a clean path goes up.
func ups(path string) int {
	n := 0
	for path == ".." || strings.HasPrefix(path, "../") {
		path = strings.TrimPrefix(path[2:], "/")
		n++
	}
	return n
}

func (f *Files) indexNames() map[string][]string {
	names := map[string][]string{}
	for p, kind := range f.entries {
		if kind == aFile {
			name := strings.ToLower(slashpath.Base(p))
			names[name] = append(names[name], p)
		}
	}
	for _, paths := range names {
		slices.Sort(paths)
	}
	return names
}

// Named returns the files whose last element is name in any case, sorted.
func (f *Files) Named(name string) []string {
	if f == nil {
		return nil
	}
	return f.byName()[strings.ToLower(name)]
}

func (f *Files) anchors(file string, style rules.SlugStyle) *Anchors {
	if f == nil || f.entries[file] != aFile || !IsMarkdown(file) {
		return nil
	}
	return f.cached.get(anchorKey{file, style}, func() *zone.Document {
		src, err := f.read(file)
		if err != nil {
			return nil
		}
		return zone.Parse(file, src, markdown.DialectOf(file))
	})
}

// IsMarkdown reports whether a file is taken for a Markdown document by its name, as files.Documents says.
func IsMarkdown(name string) bool {
	switch strings.ToLower(slashpath.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd":
		return true
	}
	return false
}

// Text returns the bytes of a file of the repository.
func (f *Files) Text(path string) ([]byte, error) {
	if f == nil || f.read == nil || f.entries[path] != aFile {
		return nil, fmt.Errorf("%s: not known", path)
	}
	return f.read(path)
}
