package fixers

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Inbound is a link to a heading of a document.
type Inbound struct {
	From     string // the path of the document that it stands in
	Fragment string // what it names, percent-escapes resolved
}

// inboundLinks finds the links to the headings of a document. It reads each document
// of the run once, and only if its bytes may name a fragment that is looked for.
type inboundLinks struct {
	in        Input
	site      *link.Site
	inRun     map[string]map[string][]fragmentLink // by the document and the fragment, in lower case, that they lead to
	known     map[string]bool                      // the documents whose links are in inRun
	fragments *fragmentIndex                       // nil until it is needed
	outside   map[string][]Inbound                 // what Input.Inbound returned
	named     map[string][]string                  // the documents of the run by the last elements of their paths
	renames   map[*zone.Document][]*link.Renaming
	rules     map[*zone.Document]link.SlugRule // those of renames
	headings  map[string]*linkedHeadings       // by document
	plan      map[string]*renames              // by document
	asked     struct {                         // what rewordings was asked last: it is, of each change, several times
		doc        *zone.Document
		edits      []source.Edit
		rewordings []rewording
	}
}

func newInboundLinks(in Input) *inboundLinks {
	site := in.Site
	if site == nil {
		doc := func(path string) *zone.Document { return in.Docs[path] }
		site = link.NewSite(func(path string) bool { return doc(path) != nil }, doc, func() *link.Files { return nil })
	}
	return &inboundLinks{
		in: in, site: site, inRun: map[string]map[string][]fragmentLink{}, known: map[string]bool{},
		outside: map[string][]Inbound{},
		renames: map[*zone.Document][]*link.Renaming{}, rules: map[*zone.Document]link.SlugRule{},
		headings: map[string]*linkedHeadings{}, plan: map[string]*renames{},
	}
}

// linkedHeadings is whether links lead to the headings of one document.
type linkedHeadings struct {
	work  int               // how many headings, and bytes of headings, were compared so far
	known bool              // none is set
	none  bool              // no link leads to one
	stems []map[string]bool // see linkedStems

	conflicts int  // how many changes of headings moved links that the plan moves already
	judged    bool // movable is set
	movable   bool // every link to a heading can be edited, by one rule that is known
}

// A fragmentLink is an inbound one from a document of the run. An edit of it replaces its
// fragment, at span.
type fragmentLink struct {
	Inbound
	span source.Span
	// fixed links can't be edited: they stand in a tag of HTML or in an admonition, or it
	// isn't certain where they lead or where their fragment begins.
	fixed bool
	dest  link.Destination
}

// carry adds to a change the edits of all links to headings whose slugs the change
// alters, in the documents of the run. It returns the documents with links that it
// can't edit or whose anchors are gone: those outside the run, and those with links in tags of HTML or in
// admonitions. If there are any, the change must not be made.
func (l *inboundLinks) carry(change Change) (Change, []string) {
	var broken []string
	carried := map[string][]source.Edit{}
	for _, c := range change {
		doc := l.in.Docs[c.Path]
		if l.mayMoveLinks(doc, c.Edits) && l.mayConcernLinks(doc, c.Edits) {
			moved := l.moved(doc, c.Edits)
			for _, old := range l.inOrder(doc, moved) {
				broken = l.carryTo(moved[old], old, c, carried, broken)
			}
		}
		for _, id := range link.LostIDs(doc, c.Edits) {
			broken = l.carryTo("", id, c, carried, broken)
		}
	}
	if len(carried) > 0 {
		change = change.with(carried)
	}
	slices.Sort(broken)
	return change, slices.Compact(broken)
}

// carryTo adds to carried the edits of all links to a fragment of the document of c so that they name another one, and
// to broken the documents with links that it can't edit. That is all of them where the other fragment is "".
func (l *inboundLinks) carryTo(
	fragment, old string, c DocumentEdits, carried map[string][]source.Edit, broken []string,
) []string {
	for _, i := range l.linksFromOutside(c.Path) {
		if strings.EqualFold(i.Fragment, old) {
			broken = append(broken, i.From)
		}
	}
	for _, i := range l.linksTo(c.Path, old) {
		switch {
		case i.From == c.Path && rewrites(c.Edits, i):
		case i.fixed || fragment == "":
			broken = append(broken, i.From)
		default:
			written := string(l.in.Docs[i.From].Bytes(i.span))
			edit := source.Edit{Span: i.span, New: link.WriteFragment(fragment, written)}
			carried[i.From] = append(carried[i.From], edit)
		}
	}
	return broken
}

// rewrites reports whether edits replace a link by text that does not name its fragment.
func rewrites(edits []source.Edit, i fragmentLink) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool {
		return e.Contains(i.span) && !strings.Contains(strings.ToLower(e.New), "#"+strings.ToLower(i.Fragment))
	})
}

// mayMoveLinks reports whether the edits may change where links to the headings of doc lead.
func (l *inboundLinks) mayMoveLinks(doc *zone.Document, edits []source.Edit) bool {
	return !caseOnly(doc, edits) && link.ChangesHeadings(doc, edits) && !l.noFragments(doc.Path) &&
		!l.noneLeadsTo(doc, edits)
}

// mayConcernLinks is mayMoveLinks by the words of the headings that the edits change.
func (l *inboundLinks) mayConcernLinks(doc *zone.Document, edits []source.Edit) bool {
	for n, w := range l.rewordings(doc, edits) {
		if !w.ok || l.linked(doc, n, w.stems) {
			return true
		}
	}
	return false
}

// noFragments reports whether no document of the run names a fragment, nor one outside of it a fragment of the document
// at path. Then it makes no difference how slugs are made, which may take long to find out.
func (l *inboundLinks) noFragments(path string) bool {
	l.readFragments()
	return len(l.fragments.by)+len(l.fragments.unclear) == 0 && len(l.linksFromOutside(path)) == 0
}

// noneLeadsTo reports whether no link leads to a heading of the document. Then it makes
// no difference which slugs the edits alter. Where the bytes of the run name the fragment of
// one, it answers false until the work for the document has become too much: each edit of a
// heading takes a look at all headings, the square of their number in all.
func (l *inboundLinks) noneLeadsTo(doc *zone.Document, edits []source.Edit) bool {
	const much = 1 << 20
	a := l.headings[doc.Path]
	if a == nil {
		none := !l.anyNamed(doc)
		a = &linkedHeadings{known: none, none: none}
		l.headings[doc.Path] = a
	}
	headings := doc.Headings()
	a.work += len(headings)
	for _, e := range edits {
		if i := doc.HeadingAt(e.Start); i >= 0 {
			a.work += headings[i].Span.Len()
		}
	}
	if a.work > much && !a.known {
		l.readFragments()
		l.index(l.fragments.all)
		a.known, a.none = true, !l.anyLeadsTo(doc)
	}
	return a.none
}

// anyNamed reports whether the bytes of a document may name the fragment of a heading of doc.
func (l *inboundLinks) anyNamed(doc *zone.Document) bool {
	l.readFragments()
	return len(l.linksFromOutside(doc.Path)) > 0 ||
		slices.ContainsFunc(l.renaming(doc), func(r *link.Renaming) bool {
			return slices.ContainsFunc(r.Slugs(), l.fragments.names)
		})
}

// anyLeadsTo reports whether a link may lead to a heading of the document as it is. The
// links of all documents of the run are in inRun.
func (l *inboundLinks) anyLeadsTo(doc *zone.Document) bool {
	return len(l.linksFromOutside(doc.Path)) > 0 ||
		slices.ContainsFunc(l.renaming(doc), func(r *link.Renaming) bool {
			links := l.inRun[doc.Path]
			return slices.ContainsFunc(r.Slugs(), func(slug string) bool { return links[strings.ToLower(slug)] != nil })
		})
}

// takesLinks reports whether headings that a review words anew take the links of another heading over, whose slug they
// get: what such a link means then, a person decides.
func (l *inboundLinks) takesLinks(change Change) bool {
	for _, c := range change {
		doc := l.in.Docs[c.Path]
		if !l.mayMoveLinks(doc, c.Edits) {
			continue
		}
		for _, r := range l.renaming(doc) {
			if l.takesBy(r, doc, c) {
				return true
			}
		}
	}
	return false
}

// takesBy is takesLinks by one of the rules that may make the slugs of doc.
func (l *inboundLinks) takesBy(r *link.Renaming, doc *zone.Document, c DocumentEdits) bool {
	moved, own := r.Moved(c.Edits), map[string]bool{}
	for _, e := range c.Edits {
		for _, i := range link.HeadingsIn(doc, e) {
			own[r.Slugs()[i]] = true
		}
	}
	for slug := range own {
		lost := moved[slug]
		if _, moves := moved[lost]; moves && !own[lost] && l.anyTo(c.Path, lost) {
			return true
		}
	}
	return false
}

// anyTo reports whether a link leads to a fragment of the document at path.
func (l *inboundLinks) anyTo(path, fragment string) bool {
	return len(l.linksTo(path, fragment)) > 0 || slices.ContainsFunc(l.linksFromOutside(path), func(i Inbound) bool {
		return strings.EqualFold(i.Fragment, fragment)
	})
}

// linksTo returns the links of the run to a fragment of the document at path.
func (l *inboundLinks) linksTo(path, fragment string) []fragmentLink {
	l.readFragments()
	l.index(l.fragments.documentsWith(fragment))
	return l.inRun[path][strings.ToLower(fragment)]
}

// readFragments looks for the fragments that the bytes of the run may name, once.
func (l *inboundLinks) readFragments() {
	if l.fragments == nil {
		l.fragments = indexFragments(l.in.Docs)
	}
}

// index adds the links of the documents at the given paths to inRun, those of each once.
func (l *inboundLinks) index(paths []string) {
	if !slices.ContainsFunc(paths, func(path string) bool { return !l.known[path] }) {
		return
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		known := l.known[path]
		l.known[path] = true
		return known
	})
	links := make([][]fragmentLink, len(paths))
	parallel.OnAll(len(paths), func(n int) {
		eachFragment(l.in.Docs[paths[n]], func(o link.Outbound, hash int, dest link.Destination) {
			span := source.Span{Start: o.Span.Start + hash + 1, End: o.Span.End}
			fixed := o.ReadOnly || link.EscapesNumber(string(l.in.Docs[paths[n]].Bytes(o.Span)))
			links[n] = append(links[n], fragmentLink{Inbound{paths[n], dest.Fragment}, span, fixed, dest})
		})
	})
	for n, path := range paths {
		for _, i := range links[n] {
			l.resolve(l.in.Docs[path], i)
		}
	}
}

// resolve adds a link of doc to those of the document that it leads to.
func (l *inboundLinks) resolve(doc *zone.Document, i fragmentLink) {
	target, found, _, _ := l.site.Target(doc.Path, i.dest)
	switch {
	case found:
		l.add(target, i)
	case strings.HasPrefix(i.dest.File, "/"):
		// The root is not known. The headings of every document that may be meant stay.
		i.fixed = true
		for _, path := range l.pathsEndingIn(link.Candidates("", i.dest, "")) {
			l.add(path, i)
		}
	default:
		// Only files of the run are known to exist.
		there := func(path string) bool { return l.in.Docs[path] != nil }
		if paths := link.Candidates(doc.Path, i.dest, ""); slices.ContainsFunc(paths, there) {
			l.add(paths[slices.IndexFunc(paths, there)], i)
		}
	}
}

func (l *inboundLinks) add(target string, i fragmentLink) {
	if l.inRun[target] == nil {
		l.inRun[target] = map[string][]fragmentLink{}
	}
	low := strings.ToLower(i.Fragment)
	l.inRun[target][low] = append(l.inRun[target][low], i)
}

// pathsEndingIn returns the documents of the run whose paths end in one of the given ones.
func (l *inboundLinks) pathsEndingIn(ends []string) []string {
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

// LinksFrom returns the links of doc to fragments, in order, by the paths of the
// documents that they may lead to. root is the folder at which a path with a leading
// slash begins.
func LinksFrom(doc *zone.Document, root string) map[string][]Inbound {
	out := map[string][]Inbound{}
	eachFragment(doc, func(_ link.Outbound, _ int, dest link.Destination) {
		for _, path := range link.Candidates(doc.Path, dest, root) {
			out[path] = append(out[path], Inbound{doc.Path, dest.Fragment})
		}
	})
	return out
}

// eachFragment yields the destinations in doc that name a fragment of a document, with
// the offset of their # sign in the destination. Where review.EscapesNumber, the offset
// may be of another # sign.
func eachFragment(doc *zone.Document, yield func(o link.Outbound, hash int, dest link.Destination)) {
	for _, o := range link.OutboundOf(doc) {
		raw := doc.Bytes(o.Span)
		hash := bytes.IndexByte(raw, '#')
		if hash < 0 && !link.EscapesNumber(string(raw)) {
			continue
		}
		if dest, ok := link.ParseDestination(string(raw)); ok && dest.Fragment != "" {
			yield(o, hash, dest)
		}
	}
}

// linksFromOutside returns the links to fragments of the document at path from documents
// that are not in the run.
func (l *inboundLinks) linksFromOutside(path string) []Inbound {
	if l.in.Inbound == nil {
		return nil
	}
	links, ok := l.outside[path]
	if !ok {
		links = l.in.Inbound(path)
		l.outside[path] = links
	}
	return links
}

// caseOnly reports whether the edits change nothing but the case of letters from A to Z, so
// that no slug changes. There are generators that lower no others.
func caseOnly(doc *zone.Document, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool {
		old := doc.Bytes(e.Span)
		return !isASCII(e.New) || !isASCII(string(old)) || !bytes.EqualFold(old, []byte(e.New))
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
