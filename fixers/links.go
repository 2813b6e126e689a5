package fixers

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Inbound is a link to a heading of a document.
type Inbound struct {
	From     string // the path of the document that it stands in
	Fragment string // what it names, percent-escapes resolved
}

// inboundLinks finds the links to the headings of a document. Of the documents of
// the run those are read whose bytes may name the fragment that is looked for, each
// once: looking through all documents for each heading would be quadratic.
type inboundLinks struct {
	in      Input
	site    *review.Site
	inRun   map[string]map[string][]link // by the document and the fragment, in lower case, that they lead to
	read    map[string]bool              // the documents whose links are in inRun
	written *writtenFragments            // nil until asked for
	outside map[string][]Inbound         // what Input.Inbound said
	named   map[string][]string          // the documents of the run by the last elements of their paths
	renames map[*review.Document]*review.Renaming
	asked   map[string]*askedLinks // by document
}

// askedLinks is what was asked about the headings of one document.
type askedLinks struct {
	work  int  // in headings and bytes of headings that were gone over
	known bool // whether any link leads to one is known
	none  bool
}

// A link is an inbound one of the run. Its fragment is what an edit replaces.
type link struct {
	Inbound
	span source.Span
	// fixed links can't be carried along: they stand in a tag of HTML, or it isn't
	// certain where they lead or where their fragment begins.
	fixed bool
	dest  review.Destination
}

// carry adds to a change the edits of all links to headings whose slugs the
// change alters, in the documents of the run. Links that it can't carry, from
// documents outside the run and in tags of HTML, are returned by document: then
// the change must not be made.
func (l *inboundLinks) carry(change Change) (Change, []string) {
	var broken []string
	carried := map[string][]source.Edit{}
	for _, c := range change {
		at, edits := c.Path, c.Edits
		doc := l.in.Docs[at]
		if caseOnly(doc, edits) || !inHeading(doc, edits) || l.none(doc, edits) {
			continue
		}
		for old, slug := range l.renaming(doc).Moved(edits) {
			for _, i := range l.from(at) {
				if strings.EqualFold(i.Fragment, old) {
					broken = append(broken, i.From)
				}
			}
			for _, i := range l.to(at, old) {
				if i.fixed {
					broken = append(broken, i.From)
					continue
				}
				edit := source.Edit{Span: i.span, New: review.WriteFragment(slug, string(l.in.Docs[i.From].Bytes(i.span)))}
				carried[i.From] = append(carried[i.From], edit)
			}
		}
	}
	if len(carried) > 0 {
		change = change.with(carried)
	}
	slices.Sort(broken)
	return change, slices.Compact(broken)
}

// none reports whether no link leads to a heading of the document, so that it makes no
// difference which slugs the edits alter. That is asked once it may take less than to
// go over all headings again and again, which takes the square of their number where
// they are called alike.
func (l *inboundLinks) none(doc *review.Document, edits []source.Edit) bool {
	const much = 1 << 20
	a := l.asked[doc.Path]
	if a == nil {
		if l.asked == nil {
			l.asked = map[string]*askedLinks{}
		}
		a = &askedLinks{}
		l.asked[doc.Path] = a
	}
	headings := doc.Headings()
	a.work += len(headings)
	for _, e := range edits {
		if i := doc.HeadingAt(e.Start); i >= 0 {
			a.work += headings[i].Span.Len()
		}
	}
	if a.work > much && !a.known {
		l.sweep()
		l.index(l.written.all)
		a.known, a.none = true, !l.leads(doc)
	}
	return a.none
}

// leads reports whether a link may lead to a heading of the document as it is. The links
// of the run are known.
func (l *inboundLinks) leads(doc *review.Document) bool {
	return len(l.from(doc.Path)) > 0 || slices.ContainsFunc(l.renaming(doc).Slugs(), func(slug string) bool {
		return l.inRun[doc.Path][strings.ToLower(slug)] != nil
	})
}

// to is the links of the run to a fragment of the document at path.
func (l *inboundLinks) to(path, fragment string) []link {
	l.sweep()
	l.index(l.written.mayName(fragment))
	return l.inRun[path][strings.ToLower(fragment)]
}

// sweep notes what fragments the bytes of the run may name.
func (l *inboundLinks) sweep() {
	if l.written == nil {
		l.written, l.inRun, l.read = writtenIn(l.in.Docs), map[string]map[string][]link{}, map[string]bool{}
		if l.site = l.in.Site; l.site == nil {
			holds := func(path string) bool { return l.in.Docs[path] != nil }
			l.site = review.NewSite(holds, func(path string) *review.Document { return l.in.Docs[path] }, func() *review.Files { return nil })
		}
	}
}

// index reads the links of the documents at the given paths.
func (l *inboundLinks) index(paths []string) {
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		known := l.read[path]
		l.read[path] = true
		return known
	})
	links := make([][]link, len(paths))
	parallel.OnAll(len(paths), func(n int) {
		fragments(l.in.Docs[paths[n]], func(o review.Outbound, hash int, dest review.Destination) {
			span := source.Span{Start: o.Span.Start + hash + 1, End: o.Span.End}
			links[n] = append(links[n], link{Inbound{paths[n], dest.Fragment}, span, o.HTML || review.EscapesNumber(string(l.in.Docs[paths[n]].Bytes(o.Span))), dest})
		})
	})
	for n, path := range paths {
		for _, i := range links[n] {
			l.enter(l.in.Docs[path], i)
		}
	}
}

// enter puts a link of doc where it leads to.
func (l *inboundLinks) enter(doc *review.Document, i link) {
	target, found, _, _ := l.site.Target(doc.Path, i.dest)
	switch {
	case found:
		l.add(target, i)
	case strings.HasPrefix(i.dest.File, "/"):
		// Where the root is isn't known. Every document that may be meant is left as
		// it is.
		i.fixed = true
		for _, path := range l.below(review.Candidates("", i.dest, "")) {
			l.add(path, i)
		}
	default:
		// Nothing is known of other files: it is one of the run that there is.
		there := func(path string) bool { return l.in.Docs[path] != nil }
		if paths := review.Candidates(doc.Path, i.dest, ""); slices.ContainsFunc(paths, there) {
			l.add(paths[slices.IndexFunc(paths, there)], i)
		}
	}
}

func (l *inboundLinks) add(target string, i link) {
	if l.inRun[target] == nil {
		l.inRun[target] = map[string][]link{}
	}
	low := strings.ToLower(i.Fragment)
	l.inRun[target][low] = append(l.inRun[target][low], i)
}

// below is the documents of the run whose paths end in one of the given ones.
func (l *inboundLinks) below(ends []string) []string {
	if l.named == nil {
		l.named = map[string][]string{}
		for at := range l.in.Docs {
			l.named[path.Base(at)] = append(l.named[path.Base(at)], at)
		}
	}
	var out []string
	for _, end := range ends {
		end = strings.TrimPrefix(end, "/")
		for _, at := range l.named[path.Base(end)] {
			if at == end || strings.HasSuffix(at, "/"+end) {
				out = append(out, at)
			}
		}
	}
	return out
}

// LinksFrom is the links of doc to fragments, by the path of the documents that
// they may lead to, in document order. root is the folder that a path with a
// leading slash begins at.
func LinksFrom(doc *review.Document, root string) map[string][]Inbound {
	out := map[string][]Inbound{}
	fragments(doc, func(_ review.Outbound, _ int, dest review.Destination) {
		for _, path := range review.Candidates(doc.Path, dest, root) {
			out[path] = append(out[path], Inbound{doc.Path, dest.Fragment})
		}
	})
	return out
}

// fragments yields the destinations in doc that name a fragment of a document,
// with the place of their # sign, which may be another one where
// review.EscapesNumber.
func fragments(doc *review.Document, yield func(o review.Outbound, hash int, dest review.Destination)) {
	for _, o := range doc.Outbound() {
		raw := doc.Bytes(o.Span)
		hash := bytes.IndexByte(raw, '#')
		if hash < 0 && !review.EscapesNumber(string(raw)) {
			continue
		}
		if dest, ok := review.ParseDestination(string(raw)); ok && dest.Fragment != "" {
			yield(o, hash, dest)
		}
	}
}

// from is the links to fragments of the document at path from outside the run.
func (l *inboundLinks) from(path string) []Inbound {
	if l.in.Inbound == nil {
		return nil
	}
	known, ok := l.outside[path]
	if !ok {
		known = l.in.Inbound(path)
		if l.outside == nil {
			l.outside = map[string][]Inbound{}
		}
		l.outside[path] = known
	}
	return known
}

// renaming knows how the headings of doc change their slugs.
func (l *inboundLinks) renaming(doc *review.Document) *review.Renaming {
	r := l.renames[doc]
	if r == nil {
		style := rules.SlugGitHub
		if l.in.Set != nil && l.in.Set.References != nil {
			style = l.in.Set.References.Slug
		}
		r = review.NewRenaming(doc, style)
		if l.renames == nil {
			l.renames = map[*review.Document]*review.Renaming{}
		}
		l.renames[doc] = r
	}
	return r
}

// inHeading reports whether one of the edits is in a heading: others move no slug, and
// the repository need not be searched for links on their account.
func inHeading(doc *review.Document, edits []source.Edit) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool {
		i := doc.HeadingAt(e.Start) // or the one above
		return i >= 0 && doc.Headings()[i].Span.Contains(e.Span)
	})
}

// caseOnly reports whether the edits change nothing but letter case: then no slug
// changes, and the document need not be parsed again to see that. Folding would
// not do: ſ folds to s, and their slugs differ.
func caseOnly(doc *review.Document, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool {
		old := bytes.ToLower(doc.Bytes(e.Span))
		return !bytes.Equal(old, []byte(strings.ToLower(e.New)))
	})
}
