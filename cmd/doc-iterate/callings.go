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
	// another document has the name, as far as can be told.
	another calling = iota
	// alike are a name and a path of which one is the end of the other.
	alike
	// fromTop is the document's path from the top of its working tree.
	fromTop
	// own is its path from here, or its absolute one.
	own
)

// callings finds the documents of a run by what one review calls them.
type callings struct {
	docs []document
	here string // the folder that names begin at
	// full is the absolute path of each document, links as they are, and places
	// where it lies in its repository, links resolved. Outside of one its folder
	// counts as the top, and it has no name from there.
	full   []string
	places []place
	byBase map[string][]int
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

// newCallings is for a review that calls its documents by these names, each
// another one. It may have none, if all that it says is of one document.
func newCallings(docs []document, names []string) *callings {
	c := &callings{docs: docs, here: fullPath("."), byBase: map[string][]int{}, rivals: map[int][]rival{}, known: map[string]found{}}
	where := newPlaces()
	for i, d := range docs {
		c.full = append(c.full, fullPath(d.path))
		at := where.of(d.path)
		if at.top == "" {
			at = place{top: filepath.Dir(absolute(d.path))}
		}
		c.places = append(c.places, place{slashed(at.top), filepath.ToSlash(at.name)})
		base := path.Base(slashed(d.path))
		c.byBase[base] = append(c.byBase[base], i)
	}
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
func (c *callings) nearest(name string) (docs []int, how calling) {
	for _, i := range c.byBase[path.Base(name)] {
		switch is := c.calls(name, i); {
		case is > how:
			docs, how = []int{i}, is
		case is == how && is != another:
			docs = append(docs, i)
		}
	}
	return docs, how
}

// calls says how surely name is that of document i. An absolute path in the
// working tree of the document is its own, or another file's; from elsewhere it may
// be the one that it had there.
func (c *callings) calls(name string, i int) calling {
	at := c.places[i]
	switch {
	case name == slashed(c.docs[i].path), c.leads(name, c.full[i]), c.leads(name, path.Join(at.top, at.name)):
		return own
	case name == at.name:
		return fromTop
	case strings.HasPrefix(name, strings.TrimSuffix(at.top, "/")+"/"):
		return another
	case intake.SamePath(name, c.docs[i].path):
		return alike
	}
	return another
}

// leads reports whether name is that of the file at an absolute path, from here.
func (c *callings) leads(name, full string) bool {
	return name == full || !isAbs(name) && path.Join(c.here, name) == full
}
