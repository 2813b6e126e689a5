package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A place is where a document lies in its repository.
type place struct {
	top  string // of the working tree, links resolved; "" outside of a repository
	name string // from there, or, outside, the document's path
}

// places finds out about each folder once.
type places struct {
	known   map[string]place // of folders
	folders rollback.Folders
}

func newPlaces() places { return places{map[string]place{}, rollback.NewFolders()} }

// of is the place of the document at path. A link stands for what it leads to, as
// git has of the link itself no more than where it leads; but for one that leads
// out of its repository.
func (p places) of(path string) place {
	folder := p.folder(filepath.Dir(path))
	if folder.top == "" {
		return place{name: path}
	}
	if _, err := os.Readlink(path); err == nil {
		if real, err := filepath.EvalSymlinks(path); err == nil && p.folder(filepath.Dir(real)).top == folder.top {
			folder, path = p.folder(filepath.Dir(real)), real
		}
	}
	return place{folder.top, filepath.Join(folder.name, filepath.Base(path))}
}

// folder is the place of a folder, which may be gone, as its files are that are staged.
func (p places) folder(dir string) place {
	at, ok := p.known[dir]
	if !ok {
		at.top, at.name = p.folders.Place(dir)
		if _, err := os.Lstat(dir); at.top == "" && errors.Is(err, fs.ErrNotExist) {
			if at = p.folder(filepath.Dir(dir)); at.top != "" {
				at.name = filepath.Join(at.name, filepath.Base(dir))
			}
		}
		p.known[dir] = at
	}
	return at
}

// A naming gives every file one name, however its path goes up and down again:
// from the folder docs, ../docs/a.md is a.md.
type naming struct {
	wd       string // the working directory
	relative bool   // absolute paths become relative ones too
}

func newNaming(relative bool) naming {
	wd, err := os.Getwd()
	if err != nil {
		wd = "" // every path is its own name
	}
	return naming{wd, relative}
}

func (n naming) of(path string) string {
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
		abs = n.here(path)
	}
	if rel, err := filepath.Rel(n.wd, abs); err == nil {
		return rel
	}
	return path
}

// here is an absolute path as it begins with wd, where it leads through that by another
// path, as a symbolic link makes one.
func (n naming) here(path string) string {
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

// byPlace calls f once for each repository that documents lie in, with its top,
// and the names there and the paths of these documents.
func byPlace(docs []document, f func(top string, names, paths []string) error) error {
	type group struct{ names, paths []string }
	groups := map[string]*group{}
	var tops []string
	where := newPlaces()
	if len(docs) == 0 {
		groups[rollback.Top(".")] = &group{}
		tops = []string{rollback.Top(".")}
	}
	for _, d := range docs {
		at := where.of(d.path)
		if groups[at.top] == nil {
			groups[at.top] = &group{}
			tops = append(tops, at.top)
		}
		g := groups[at.top]
		g.names, g.paths = append(g.names, at.name), append(g.paths, d.path)
	}
	for _, top := range tops {
		if top == "" {
			path := append(groups[top].paths, ".")[0]
			return fmt.Errorf("%s is in no git repository, so there is nothing to compare it with", report.Visible(path))
		}
		if err := f(top, groups[top].names, groups[top].paths); err != nil {
			return err
		}
	}
	return nil
}

// revisions is the bytes that documents have in a revision of their repository,
// "" for the index, by path; those that it does not hold are left out.
func (s *session) revisions(rev string, docs []document) (map[string][]byte, error) {
	out := map[string][]byte{}
	return out, byPlace(docs, func(top string, names, paths []string) error {
		found, err := rollback.Revisions(s.ctx, top, s.environ, rev, names)
		for i, name := range names {
			if data, ok := found[name]; ok {
				out[paths[i]] = data
			}
		}
		return err
	})
}

// A past is documents and files as they were in an older revision.
type past struct {
	// before is the bytes that documents had, by path, also under another name; those
	// that are new are left out.
	before map[string][]byte
	// was is the older paths of those that had another name.
	was map[string]string
	// gone is the files that were there and are not now, by the top of their
	// repository and as paths from there: what led there was right then.
	gone map[string][]string
}

// older is the documents where the work since rev began.
func (s *session) older(rev string, staged bool, docs []document) (past, error) {
	out := past{map[string][]byte{}, map[string]string{}, map[string][]string{}}
	return out, byPlace(docs, func(top string, names, paths []string) error {
		base, err := rollback.Base(s.ctx, top, s.environ, rev)
		if err != nil || base == "" {
			return err
		}
		if out.gone[top], err = rollback.Gone(s.ctx, top, s.environ, base); err != nil {
			return err
		}
		found, err := rollback.Revisions(s.ctx, top, s.environ, base, names)
		if err != nil {
			return err
		}
		then := names
		if len(found) < len(names) {
			if then, err = s.renamed(top, base, staged, names, found); err != nil {
				return err
			}
		}
		for i, name := range then {
			data, ok := found[name]
			if !ok {
				continue
			}
			out.before[paths[i]] = data
			if rel, err := filepath.Rel(filepath.Dir(names[i]), name); err == nil && name != names[i] {
				out.was[paths[i]] = filepath.Join(filepath.Dir(paths[i]), rel)
			}
		}
		return nil
	})
}

// renamed is names with the older ones of files that were renamed since base,
// whose bytes then it adds to found.
func (s *session) renamed(top, base string, staged bool, names []string, found map[string][]byte) ([]string, error) {
	before, err := rollback.Renamed(s.ctx, top, s.environ, base, staged)
	if err != nil || len(before) == 0 {
		return names, err
	}
	names = slices.Clone(names)
	var moved []string
	for i, name := range names {
		if old, ok := before[filepath.ToSlash(name)]; ok && found[name] == nil {
			names[i] = filepath.FromSlash(old)
			moved = append(moved, names[i])
		}
	}
	more, err := rollback.Revisions(s.ctx, top, s.environ, base, moved)
	for name, data := range more {
		found[name] = data
	}
	return names, err
}

// files is what documents of one repository may link to: its files, where the
// rules ask for references to be checked. They are named as the documents are.
// Outside of a repository it is what lies below the folder that the documents
// have in common; nothing is known of what lies above. Where not all files can be listed
// nothing is known of any, which is said.
func (s *session) files(c common, docs []document) *review.Files {
	if docs[0].set.References == nil {
		return nil
	}
	dir := "."
	absolute := filepath.IsAbs(docs[0].path)
	top := newPlaces().folder(filepath.Dir(docs[0].path)).top
	switch {
	case top == "":
		dir = shared(docs)
	case absolute || top != rollback.Top("."):
		dir = filepath.Dir(docs[0].path)
	}
	root, names, err := rollback.RepositoryFiles(s.ctx, dir, s.environ)
	if err != nil {
		why, _, _ := strings.Cut(err.Error(), "\n")
		s.note(c, "%s: links to other files are not checked, as these can't be listed: %s", dir, why)
		return nil
	}
	one := newNaming(!absolute)
	for i := range names {
		names[i] = filepath.ToSlash(one.of(filepath.Join(dir, names[i])))
	}
	files := review.NewFiles(filepath.ToSlash(one.of(filepath.Join(dir, root))), names, readOther)
	if here := newPlaces().folder("."); !absolute && here.top == top && top != "" {
		files.From(filepath.ToSlash(here.name))
	}
	return files
}

// shared is the deepest folder that all documents lie in.
func shared(docs []document) string {
	dir := filepath.Dir(docs[0].path)
	for _, d := range docs[1:] {
		for dir != "." && dir != filepath.Dir(dir) && !strings.HasPrefix(filepath.Dir(d.path)+string(filepath.Separator), dir+string(filepath.Separator)) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}
