package fixers

import (
	"bytes"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Inbound is a link to a heading of a document.
type Inbound struct {
	From     string // the path of the document that it stands in
	Fragment string // what it names, percent-escapes resolved
}

// inboundLinks finds the links to the headings of a document. The links of the
// run are indexed once, when the first heading changes its slug: looking through
// all documents for each heading would be quadratic.
type inboundLinks struct {
	in      Input
	inRun   map[string]map[string][]link // by the document and the fragment, in lower case, that they lead to; nil until asked for
	outside map[string][]Inbound         // what Input.Inbound said
	renames map[*review.Document]*review.Renaming
}

// A link is an inbound one of the run. Its fragment is what an edit replaces.
type link struct {
	Inbound
	span source.Span
}

// carry adds to a change the edits of all links to headings whose slugs the
// change alters, in the documents of the run. Links that it can't carry, from
// documents outside the run, are returned by document: then the change must not
// be made.
func (l *inboundLinks) carry(change Change) (Change, []string) {
	out := maps.Clone(change)
	var broken []string
	for at, edits := range change {
		doc := l.in.Docs[at]
		if caseOnly(doc, edits) || !inHeading(doc, edits) || len(l.to(at)) == 0 && len(l.from(at)) == 0 {
			continue
		}
		for old, slug := range l.renaming(doc).Moved(edits) {
			for _, i := range l.from(at) {
				if strings.EqualFold(i.Fragment, old) {
					broken = append(broken, i.From)
				}
			}
			for _, i := range l.to(at)[strings.ToLower(old)] {
				out[i.From] = append(slices.Clone(out[i.From]), source.Edit{Span: i.span, New: slug})
			}
		}
	}
	slices.Sort(broken)
	return out, slices.Compact(broken)
}

// to is the links of the run to fragments of the document at path, by fragment.
func (l *inboundLinks) to(path string) map[string][]link {
	if l.inRun == nil {
		l.inRun = map[string]map[string][]link{}
		for _, doc := range l.in.Docs {
			l.index(doc)
		}
	}
	return l.inRun[path]
}

func (l *inboundLinks) index(doc *review.Document) {
	for target, links := range linksFrom(doc) {
		if l.inRun[target] == nil {
			l.inRun[target] = map[string][]link{}
		}
		for _, i := range links {
			low := strings.ToLower(i.Fragment)
			l.inRun[target][low] = append(l.inRun[target][low], i)
		}
	}
}

// LinksFrom is the links of doc to fragments, by the path of the document that
// they lead to, in document order.
func LinksFrom(doc *review.Document) map[string][]Inbound {
	out := map[string][]Inbound{}
	for target, links := range linksFrom(doc) {
		for _, i := range links {
			out[target] = append(out[target], i.Inbound)
		}
	}
	return out
}

func linksFrom(doc *review.Document) map[string][]link {
	out := map[string][]link{}
	for _, n := range doc.Nodes() {
		switch n.Kind {
		case review.Link, review.Image, review.LinkDefinition:
		default:
			continue
		}
		dest := doc.Bytes(n.Destination)
		hash := bytes.IndexByte(dest, '#')
		if hash < 0 {
			continue
		}
		file, fragment := string(dest[:hash]), string(dest[hash+1:])
		if plain, err := url.PathUnescape(fragment); err == nil {
			fragment = plain
		}
		if target := resolve(doc.Path, file); target != "" {
			span := source.Span{Start: n.Destination.Start + hash + 1, End: n.Destination.End}
			out[target] = append(out[target], link{Inbound{doc.Path, fragment}, span})
		}
	}
	return out
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

// resolve is the document that a relative destination in the document at from
// means; "" for one that is no relative path.
func resolve(from, file string) string {
	if file == "" {
		return from
	}
	if strings.Contains(file, ":") || strings.HasPrefix(file, "/") {
		return ""
	}
	if plain, err := url.PathUnescape(file); err == nil {
		file = plain
	}
	return path.Join(path.Dir(from), file)
}
