package main

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake"
)

// A calling says how surely a name in a review is that of a document.
type calling uint8

const (
	// another document has the name, as far as can be told. An absolute path in the
	// working tree of a document is its own, or another file's; from elsewhere it may be
	// the one that it had there.
	another calling = iota
	// alike are a name and a path of which one is the end of the other.
	alike
	// fromTop is the document's path from the top of its working tree.
	fromTop
	// own is its path from here, or its absolute one.
	own
)

// addresses are the names that the documents of a run have. Looking at where they lie
// takes longer than reading a review, so that all reviews share them.
type addresses struct {
	docs   []document
	here   string // the folder that names begin at
	tops   []string
	byBase map[string][]int
	// written is the documents by their path from here, or absolute, links as they
	// are; resolved by the absolute path that links lead to; fromTop by that from the
	// top of the repository. Outside of one a document's folder counts as the top,
	// and it has no name from there.
	written, resolved, fromTop map[string][]int
}

func newAddresses(docs []document) *addresses {
	a := &addresses{
		docs: docs, here: fullPath("."), tops: make([]string, len(docs)),
		byBase: map[string][]int{}, written: map[string][]int{}, resolved: map[string][]int{}, fromTop: map[string][]int{},
	}
	where := newPlaces()
	for i, d := range docs {
		name := slashed(d.path)
		base := path.Base(name)
		add := func(to map[string][]int, name string) {
			if path.Base(name) == base && !slices.Contains(to[name], i) {
				to[name] = append(to[name], i)
			}
		}
		add(a.byBase, base)
		add(a.written, name)
		add(a.written, fullPath(d.path))
		at := where.of(d.path)
		if at.top == "" {
			at = place{top: filepath.Dir(absolute(d.path))}
		}
		a.tops[i] = slashed(at.top)
		if name := filepath.ToSlash(at.name); name != "" {
			add(a.resolved, path.Join(a.tops[i], name))
			add(a.fromTop, name)
		}
	}
	return a
}

// callings finds the documents of a run by what one review calls them.
type callings struct {
	*addresses
	// rivals is, by document, the names that the review sets apart.
	rivals map[int][]rival
	known  map[string]found
}

// A rival is a name that a review gives to a document.
type rival struct {
	name string
	calling
}

// found is the document that a name is of, "" for none.
type found struct {
	path string
	err  error
}

// callings is for a review that calls its documents by these names, each another
// one. It may have none, if all that it says is of one document.
func (a *addresses) callings(names []string) *callings {
	c := &callings{a, map[int][]rival{}, map[string]found{}}
	given := map[string]bool{"": true}
	for _, name := range names {
		if given[name] {
			continue
		}
		given[name] = true
		if clean := slashed(name); !given["\x00"+clean] {
			given["\x00"+clean] = true
			if docs, how := c.nearest(clean); len(docs) == 1 {
				c.rivals[docs[0]] = append(c.rivals[docs[0]], rival{clean, how})
			}
		}
	}
	return c
}

// slashed is a path as names are compared.
func slashed(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }

func isAbs(name string) bool { return filepath.IsAbs(filepath.FromSlash(name)) }

// of is the document that the review calls name, "" where it is none of the run.
func (c *callings) of(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	f, ok := c.known[name]
	if !ok {
		f.path, f.err = c.look(slashed(name))
		c.known[name] = f
	}
	return f.path, f.err
}

// look is of without memory. A name that is only like a document's path is of
// another one where the review has the document's own name as well: linters name
// README.md and docs/README.md in one breath.
func (c *callings) look(name string) (string, error) {
	docs, how := c.nearest(name)
	anonymous := func(i int) bool {
		return !slices.ContainsFunc(c.rivals[i], func(r rival) bool { return r.calling > alike })
	}
	switch {
	case len(docs) == 0, how == alike && !slices.ContainsFunc(docs, anonymous):
		return "", nil
	case len(docs) > 1:
		return "", fmt.Errorf("the document %q could be %s or %s; give its whole path", intake.Clean(name), c.docs[docs[0]].path, c.docs[docs[1]].path)
	}
	at := c.docs[docs[0]].path
	for _, r := range c.rivals[docs[0]] {
		switch {
		case r.name == name:
		case how == alike:
			return "", fmt.Errorf("%q and %q could both be the document %s; give its whole path", intake.Clean(name), intake.Clean(r.name), at)
		case r.calling > alike && r.calling != how && !isAbs(name) && !isAbs(r.name):
			return "", fmt.Errorf("%q and %q are both the document %s, from here and from the top of its repository; run doc-iterate where the review was made", intake.Clean(name), intake.Clean(r.name), at)
		}
	}
	return at, nil
}

// nearest is the documents that name calls the most surely, and how surely.
func (a *addresses) nearest(name string) ([]int, calling) {
	full := name
	if !isAbs(name) {
		full = path.Join(a.here, name)
	}
	for _, docs := range [][]int{a.written[name], a.written[full], a.resolved[full]} {
		if len(docs) > 0 {
			return docs, own
		}
	}
	if docs := a.fromTop[name]; len(docs) > 0 {
		return docs, fromTop
	}
	var docs []int
	for _, i := range a.byBase[path.Base(name)] {
		if !strings.HasPrefix(name, strings.TrimSuffix(a.tops[i], "/")+"/") && intake.SamePath(name, a.docs[i].path) {
			docs = append(docs, i)
		}
	}
	if len(docs) == 0 {
		return nil, another
	}
	return docs, alike
}
