package reviewfiles

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// A nameMatch says how well a name in a review matches a document.
type nameMatch uint8

const (
	// noMatch: the name is that of another document. An absolute path in the working tree of a document is its own, or
	// another file's. An absolute path from elsewhere may be the one that the document had there.
	noMatch nameMatch = iota
	// suffixMatch: the name and a path of the document end alike, and one of them is the end of the other.
	suffixMatch
	// repoRelative: the name is the document's path from the top of its working tree.
	repoRelative
	// exact: the name is the document's path from here, or its absolute one.
	exact
)

// A nameIndex finds the documents of a run by their names. To look up where documents lie takes longer than to read a
// review, so all reviews share the index.
type nameIndex struct {
	docs   []workspace.Document
	here   string   // the folder that relative names begin at
	tops   []string // of the working trees of the documents; outside of a repository, the folders of the documents
	byBase map[string][]int
	// written has the paths from here and the absolute ones, symbolic links unresolved; resolved has the absolute paths
	// with links resolved; fromTop those from the top of the working tree, for documents that have one.
	written, resolved, fromTop map[string][]int
}

func newNameIndex(docs []workspace.Document) *nameIndex {
	x := &nameIndex{
		docs: docs, here: workspace.FullPath("."), tops: make([]string, len(docs)), byBase: map[string][]int{},
		written: map[string][]int{}, resolved: map[string][]int{}, fromTop: map[string][]int{},
	}
	where := workspace.NewLocations()
	for i, d := range docs {
		name := slashed(d.Path)
		base := path.Base(name)
		add := func(to map[string][]int, name string) {
			if path.Base(name) == base && !slices.Contains(to[name], i) {
				to[name] = append(to[name], i)
			}
		}
		add(x.byBase, base)
		add(x.written, name)
		add(x.written, workspace.FullPath(d.Path))
		at := where.Of(d.Path)
		if at.Top == "" {
			at = workspace.Location{Top: filepath.Dir(workspace.Absolute(d.Path))}
		}
		x.tops[i] = slashed(at.Top)
		if name := filepath.ToSlash(at.Name); name != "" {
			add(x.resolved, path.Join(x.tops[i], name))
			add(x.fromTop, name)
		}
	}
	return x
}

// A nameMatcher finds the documents that one review names.
type nameMatcher struct {
	*nameIndex
	given map[int][]givenName // by document, the different names that the review gives it
}

type givenName struct {
	name  string
	match nameMatch
}

// matcher returns the matcher for a review that gives different documents these names. names may be empty if the review
// is of one document.
func (x *nameIndex) matcher(names []string) *nameMatcher {
	m := &nameMatcher{x, map[int][]givenName{}}
	seen := map[string]bool{}
	for _, name := range names {
		clean := slashed(name)
		if name == "" || seen[clean] {
			continue
		}
		seen[clean] = true
		if docs, match := m.nearest(clean); len(docs) == 1 {
			m.given[docs[0]] = append(m.given[docs[0]], givenName{clean, match})
		}
	}
	return m
}

// slashed returns a path in the form in which names are compared.
func slashed(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }

func isAbs(name string) bool { return filepath.IsAbs(filepath.FromSlash(name)) }

// document returns the path of the document that the review calls name, "" if it is no document of the run. A suffix
// match does not count if the review also has a better name for the document: linters name README.md and docs/README.md
// in one review.
func (m *nameMatcher) document(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	name = slashed(name)
	docs, match := m.nearest(name)
	unnamed := func(i int) bool {
		return !slices.ContainsFunc(m.given[i], func(g givenName) bool { return g.match > suffixMatch })
	}
	switch {
	case len(docs) == 0, match == suffixMatch && !slices.ContainsFunc(docs, unnamed):
		return "", nil
	case len(docs) > 1:
		return "", fmt.Errorf("the document %q could be %s or %s; give its whole path",
			remark.Clean(name), m.docs[docs[0]].Path, m.docs[docs[1]].Path)
	}
	at := m.docs[docs[0]].Path
	for _, other := range m.given[docs[0]] {
		if other.name == name {
			continue
		}
		switch {
		case match == suffixMatch:
			return "", fmt.Errorf("%q and %q could both be the document %s; give its whole path",
				remark.Clean(name), remark.Clean(other.name), at)
		case other.match > suffixMatch && other.match != match && !isAbs(name) && !isAbs(other.name):
			return "", fmt.Errorf("%q and %q are both the document %s, from here and from the top of its repository; "+
				"run doc-iterate where the review was made", remark.Clean(name), remark.Clean(other.name), at)
		}
	}
	return at, nil
}

// nearest returns the documents that a name matches best, and how well.
func (x *nameIndex) nearest(name string) ([]int, nameMatch) {
	full := name
	if !isAbs(name) {
		full = path.Join(x.here, name)
	}
	for _, docs := range [][]int{x.written[name], x.written[full], x.resolved[full]} {
		if len(docs) > 0 {
			return docs, exact
		}
	}
	if docs := x.fromTop[name]; len(docs) > 0 {
		return docs, repoRelative
	}
	var docs []int
	for _, i := range x.byBase[path.Base(name)] {
		inTree := strings.HasPrefix(name, strings.TrimSuffix(x.tops[i], "/")+"/")
		if !inTree && intake.SamePath(name, x.docs[i].Path) {
			docs = append(docs, i)
		}
	}
	if len(docs) == 0 {
		return nil, noMatch
	}
	return docs, suffixMatch
}

// Names reports whether the review, or one of its findings, names the document.
func (f *File) Names(doc workspace.Document) bool {
	names := []string{f.review.Document}
	for i := range f.review.Issues {
		names = append(names, f.review.Issues[i].Path)
	}
	m := newNameIndex([]workspace.Document{doc}).matcher(names)
	return slices.ContainsFunc(names, func(name string) bool {
		at, err := m.document(name)
		return err == nil && at != ""
	})
}
