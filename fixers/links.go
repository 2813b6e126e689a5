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
)

// carryLinks adds to a change the edits of all links to headings whose slugs the
// change alters, in the documents of the run. Links that it can't carry, from
// documents outside the run, are returned by document: then the change must not
// be made.
func carryLinks(in Input, change Change) (Change, []string) {
	out := maps.Clone(change)
	var broken []string
	for at, edits := range change {
		moved := movedSlugs(in.Docs[at], edits)
		for old, slug := range moved {
			if in.Inbound != nil {
				broken = append(broken, in.Inbound(at, old)...)
			}
			for from, doc := range in.Docs {
				out[from] = append(slices.Clone(out[from]), inbound(doc, at, old, slug)...)
				if len(out[from]) == 0 {
					delete(out, from)
				}
			}
		}
	}
	slices.Sort(broken)
	return out, slices.Compact(broken)
}

// movedSlugs maps the slugs that the edits alter to what they become. Changing
// one heading may alter the slug of another, where equal headings are numbered.
func movedSlugs(doc *review.Document, edits []source.Edit) map[string]string {
	headings := doc.Headings()
	touches := func(h review.Heading) bool {
		return slices.ContainsFunc(edits, func(e source.Edit) bool { return h.Span.Contains(e.Span) })
	}
	if caseOnly(doc, edits) || !slices.ContainsFunc(headings, touches) {
		return nil
	}
	after, err := source.Apply(doc.Source(), edits)
	if err != nil {
		return nil
	}
	edited := review.Parse(doc.Path, after).Headings()
	if len(edited) != len(headings) {
		return nil // the contract will not hold, and says so better
	}
	moved := map[string]string{}
	for i, h := range headings {
		if h.Slug != edited[i].Slug {
			moved[h.Slug] = edited[i].Slug
		}
	}
	return moved
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

// inbound is the edits that turn links in doc to target#old into target#slug.
func inbound(doc *review.Document, target, old, slug string) []source.Edit {
	var edits []source.Edit
	for _, n := range doc.Nodes() {
		switch n.Kind {
		case review.Link, review.Image, review.LinkDefinition:
		default:
			continue
		}
		dest := string(doc.Bytes(n.Destination))
		file, fragment, ok := strings.Cut(dest, "#")
		if !ok || !sameFragment(fragment, old) || resolve(doc.Path, file) != target {
			continue
		}
		start := n.Destination.Start + len(file) + 1
		edits = append(edits, source.Edit{Span: source.Span{Start: start, End: n.Destination.End}, New: slug})
	}
	return edits
}

func sameFragment(fragment, slug string) bool {
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	return strings.EqualFold(fragment, slug)
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
