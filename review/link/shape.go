package link

import (
	"bytes"
	"maps"
	slashpath "path"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Shape is what links of a repository have in common none of which leads to a file: a program turns them into
// something else.
type Shape struct {
	// Glob matches their destinations, as references.ignore has them.
	Glob string
	// Links is how many there are, Documents how many documents have some.
	Links, Documents int

	in     []string // those documents, in order
	linked sync.Map // whether a document has such a link, by its path
}

// manyLinks is how many links of one shape show that it is no mistake of one author.
const manyLinks = 8

// ShapeOf returns what the destinations of links to files are compared by: a folder at the front, an ending, or the
// whole of a name without one.
func ShapeOf(file string) string {
	up := 0
	for strings.HasPrefix(file[up:], "../") || strings.HasPrefix(file[up:], "./") {
		up += strings.IndexByte(file[up:], '/') + 1
	}
	folder, rest, below := strings.Cut(file[up:], "/")
	switch ext := slashpath.Ext(file); {
	case below && rest != "":
		return file[:up] + folder + "/**"
	case ext != "":
		return file[:up] + "*" + ext
	}
	return file
}

// DeadShape returns the shape of a dead link to a file if no link of the repository with this shape leads anywhere, and
// there are many of them. first is the document that is to say so.
func (s *Site) DeadShape(dest Destination) (shape *Shape, first string) {
	if s.files() == nil {
		return nil, ""
	}
	glob := ShapeOf(dest.File)
	if shape = s.files().shapes()[glob]; shape == nil {
		return nil, ""
	}
	for _, path := range shape.in {
		if !s.holds(path) {
			continue
		}
		linked, known := shape.linked.Load(path) // each dead link asks, and a document is parsed once
		if !known {
			linked = s.files().links(path, glob)
			shape.linked.Store(path, linked)
		}
		if linked == true {
			return shape, path
		}
	}
	return nil, ""
}

// gatherShapes looks at the links to files in all documents of the repository, as they are before anything is edited.
func (f *Files) gatherShapes() map[string]*Shape {
	site := NewSite(func(string) bool { return false }, nil, func() *Files { return f })
	shapes, alive := map[string]*Shape{}, map[string]bool{}
	for _, path := range slices.Sorted(maps.Keys(f.entries)) {
		if f.entries[path] != aFile || !IsMarkdown(path) || Foreign(path) {
			continue
		}
		src, err := f.read(path)
		if err != nil {
			continue
		}
		for raw := range writtenDestinations(src) {
			dest, ok := ParseDestination(raw)
			if !ok || dest.File == "" {
				continue
			}
			glob := ShapeOf(dest.File)
			if alive[glob] {
				continue
			}
			switch _, found, _, known := site.Target(path, dest); {
			case found:
				alive[glob] = true
			case known:
				if shapes[glob] == nil {
					shapes[glob] = &Shape{Glob: glob}
				}
				shapes[glob].add(path)
			}
		}
	}
	maps.DeleteFunc(shapes, func(glob string, s *Shape) bool { return alive[glob] || s.Links < manyLinks })
	return shapes
}

func (s *Shape) add(path string) {
	s.Links++
	if n := len(s.in); n == 0 || s.in[n-1] != path {
		s.in = append(s.in, path)
		s.Documents++
	}
}

// links reports whether the document at path has a link of a shape. writtenDestinations also sees those in code.
func (f *Files) links(path, glob string) bool {
	src, err := f.read(path)
	if err != nil {
		return false
	}
	d := zone.Parse(path, src, markdown.DialectOf(path))
	return slices.ContainsFunc(LocalOf(d), func(o Outbound) bool {
		dest, ok := ParseDestination(string(d.Bytes(o.Span)))
		return ok && ShapeOf(dest.File) == glob
	})
}

// writtenDestinations yields the destinations of a text outside of fences, without reading it as Markdown.
func writtenDestinations(src []byte) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		fence := false
		for line := range bytes.Lines(src) {
			if strings.IndexByte(" \t>`~", line[0]) >= 0 {
				start := bytes.TrimLeft(line, " \t>")
				fence = fence != (bytes.HasPrefix(start, []byte("```")) || bytes.HasPrefix(start, []byte("~~~")))
			}
			for at := 0; !fence; {
				n := bytes.IndexByte(line[at:], ']')
				if n < 0 || at+n+2 >= len(line) {
					break
				}
				at += n + 1
				if line[at] != '(' && line[at] != ':' {
					continue
				}
				word := bytes.TrimLeft(line[at+1:], " <")
				if end := bytes.IndexAny(word, " \t\r\n)>"); end >= 0 {
					word = word[:end]
				}
				if len(word) > 0 && !yield(string(word)) {
					return
				}
			}
		}
	}
}
