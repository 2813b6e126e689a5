package link

import (
	"bytes"
	"maps"
	slashpath "path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An Inbound is a link to a fragment of a document.
type Inbound struct {
	From     string // the path of the document that the link stands in
	Fragment string // what the link names, percent-escapes resolved
	// Span is the fragment as it is written. It is empty where the link stands in a document outside the run.
	Span source.Span
	// Fixed links can't be edited: they stand in a document outside the run, in a tag of HTML or in an admonition, or
	// it isn't certain where they lead or where their fragment begins.
	Fixed bool

	dest Destination
}

// An InboundIndex knows which links lead to the fragments of the documents of a run. It reads the links of all
// documents when it is first asked.
type InboundIndex struct {
	site    *Site
	docs    zone.Documents
	outside func(path string) []Inbound
	asked   map[string]bool                 // the documents that outside was asked about
	links   map[string]map[string][]Inbound // by the document and the fragment, in lower case, that they lead to
	named   map[string][]string             // the documents by the last elements of their paths
}

// NewInboundIndex returns the index of the links in docs. outside returns the
// links to one of them from other documents; it may be nil.
func NewInboundIndex(docs zone.Documents, site *Site, outside func(path string) []Inbound) *InboundIndex {
	return &InboundIndex{site: site, docs: docs, outside: outside, asked: map[string]bool{}}
}

// To returns the links to a fragment of the document at path.
func (x *InboundIndex) To(path, fragment string) []Inbound {
	return x.linksTo(path)[strings.ToLower(fragment)]
}

// Fragments returns the fragments of the document at path that links name, in lower case.
func (x *InboundIndex) Fragments(path string) []string {
	return slices.Collect(maps.Keys(x.linksTo(path)))
}

// Any reports whether a link leads to a fragment of the document at path.
func (x *InboundIndex) Any(path string) bool { return len(x.linksTo(path)) > 0 }

// linksTo returns the links to the document at path by their fragments.
func (x *InboundIndex) linksTo(path string) map[string][]Inbound {
	if x.links == nil {
		x.links = map[string]map[string][]Inbound{}
		x.readDocuments()
	}
	if x.outside != nil && !x.asked[path] {
		x.asked[path] = true
		for _, i := range x.outside(path) {
			i.Fixed, i.Span = true, source.Span{}
			x.add(path, i)
		}
	}
	return x.links[path]
}

// readDocuments reads the links of all documents.
func (x *InboundIndex) readDocuments() {
	paths := x.docs.Paths()
	links := make([][]Inbound, len(paths))
	parallel.OnAll(len(paths), func(n int) {
		if mayNameFragment(x.docs.Source(paths[n])) {
			links[n] = fragmentsIn(x.docs.Document(paths[n]))
		}
	})
	for n := range paths {
		for _, i := range links[n] {
			x.resolve(i)
		}
	}
}

// resolve adds a link to those of the document that it leads to.
func (x *InboundIndex) resolve(i Inbound) {
	target, found, _, _ := x.site.Target(i.From, i.dest)
	switch {
	case found:
		x.add(target, i)
	case strings.HasPrefix(i.dest.File, "/"):
		// The root is not known. The headings of every document that may be meant stay.
		i.Fixed = true
		for _, path := range x.pathsEndingIn(Candidates("", i.dest, "")) {
			x.add(path, i)
		}
	default:
		// Only files of the run are known to exist.
		for _, path := range Candidates(i.From, i.dest, "") {
			if x.docs.Document(path) != nil {
				x.add(path, i)
				return
			}
		}
	}
}

func (x *InboundIndex) add(target string, i Inbound) {
	if x.links[target] == nil {
		x.links[target] = map[string][]Inbound{}
	}
	fragment := strings.ToLower(i.Fragment)
	x.links[target][fragment] = append(x.links[target][fragment], i)
}

// pathsEndingIn returns the documents whose paths end in one of the given ones.
func (x *InboundIndex) pathsEndingIn(ends []string) []string {
	if x.named == nil {
		x.named = map[string][]string{}
		for _, path := range x.docs.Paths() {
			x.named[slashpath.Base(path)] = append(x.named[slashpath.Base(path)], path)
		}
	}
	var out []string
	for _, end := range ends {
		end = strings.TrimPrefix(end, "/")
		for _, path := range x.named[slashpath.Base(end)] {
			if path == end || strings.HasSuffix(path, "/"+end) {
				out = append(out, path)
			}
		}
	}
	return out
}

// InboundFrom returns the links of doc to fragments, in order, by the paths of the documents that they may lead to. A
// path with a leading slash begins at the folder root.
func InboundFrom(doc *zone.Document, root string) map[string][]Inbound {
	out := map[string][]Inbound{}
	for _, i := range fragmentsIn(doc) {
		for _, path := range Candidates(doc.Path, i.dest, root) {
			out[path] = append(out[path], i)
		}
	}
	return out
}

// fragmentsIn returns the links of doc that name a fragment.
func fragmentsIn(doc *zone.Document) []Inbound {
	var out []Inbound
	for _, o := range OutboundOf(doc) {
		raw := doc.Bytes(o.Span)
		hash, escapes := bytes.IndexByte(raw, '#'), EscapesNumber(string(raw))
		if hash < 0 && !escapes {
			continue
		}
		if dest, ok := ParseDestination(string(raw)); ok && dest.Fragment != "" {
			out = append(out, Inbound{
				From: doc.Path, Fragment: dest.Fragment, dest: dest,
				Span: source.Span{Start: o.Span.Start + hash + 1, End: o.Span.End}, Fixed: o.ReadOnly || escapes,
			})
		}
	}
	return out
}

// mayNameFragment reports whether a text may have a link to a fragment. The mark of a heading has white space or
// another mark behind it, the one of a fragment has not.
func mayNameFragment(src []byte) bool {
	for at := 0; ; at++ {
		n := bytes.IndexByte(src[at:], '#')
		if n < 0 {
			return bytes.Contains(src, []byte("&num;"))
		}
		if at += n; at+1 < len(src) && src[at+1] > ' ' && src[at+1] != '#' {
			return true
		}
	}
}
