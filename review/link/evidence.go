package link

import (
	"cmp"
	"hash/crc32"
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A SlugRule is how the fragments of one document are made.
type SlugRule struct {
	// Styles are those that may hold, the likeliest first.
	Styles []rules.SlugStyle
	// Known says that one of the styles holds. Then a fragment on which all of them agree is certain.
	Known bool
}

// LikelyStyle returns the first style of SlugRule. It does not look at links.
func (s *Site) LikelyStyle(config *rules.References, path string) rules.SlugStyle {
	switch {
	case config != nil && config.SlugNamed:
		return config.Slug
	case s.files() == nil:
		return rules.SlugGitHub
	}
	if styles := s.files().areaOf(path).styles; len(styles) > 0 {
		return styles[0]
	}
	return rules.SlugGitHub
}

// SlugRule returns how the fragments of the document at path are made. The configuration says it, or files of a
// generator in the repository, or nearly all links of the repository.
func (s *Site) SlugRule(config *rules.References, path string) SlugRule {
	switch {
	case config != nil && config.SlugNamed:
		return SlugRule{[]rules.SlugStyle{config.Slug}, true}
	case s.files() == nil:
		return SlugRule{[]rules.SlugStyle{rules.SlugGitHub}, true}
	}
	return s.files().slugRule(path)
}

// LeaveAlone notes that a fragment was left alone because the rule isn't known.
func (s *Site) LeaveAlone() {
	if f := s.files(); f != nil && f.unknown != nil {
		f.unknown()
	}
}

// slugRule settles which rule holds in the area of a document.
func (f *Files) slugRule(path string) SlugRule {
	a := f.areaOf(path)
	if a.known && len(a.styles) == 1 && !a.plain {
		return SlugRule{a.styles, true}
	}
	seen := f.evidence()[a.key()]
	if seen == nil {
		seen = new(tally)
	}
	best, convincing := 0, []rules.SlugStyle{}
	for _, style := range a.candidates() {
		n := seen.resolved[style]
		best = max(best, n)
		if seen.links >= fewLinks && float64(n) >= convincingShare*float64(seen.links) {
			convincing = append(convincing, style)
		}
	}
	switch {
	case a.plain && seen.resolved[a.styles[0]] == best:
		return SlugRule{a.styles, true}
	case len(convincing) > 0:
		return SlugRule{convincing, true}
	case a.plain || !a.known:
		return SlugRule{rules.SlugStyles(), false}
	}
	return SlugRule{a.styles, true}
}

// candidates returns the styles that links may show to hold.
func (a area) candidates() []rules.SlugStyle {
	if a.known && !a.plain {
		return a.styles
	}
	out := slices.Clone(a.styles)
	for _, style := range rules.SlugStyles() {
		if !slices.Contains(out, style) {
			out = append(out, style)
		}
	}
	return out
}

func (a area) key() string {
	var key strings.Builder
	for _, style := range a.styles {
		key.WriteString(style.String() + " ")
	}
	if !a.known {
		key.WriteString("or another ")
	}
	if a.plain {
		key.WriteString("or none")
	}
	return key.String()
}

// A rule shows by the share of at least so many links to headings; at most so many are counted.
const (
	fewLinks        = 20
	convincingShare = 0.95
	enoughLinks     = 200
)

// A tally is how many links lead to fragments of an area, and how many of them lead to a heading by each rule.
type tally struct {
	links    int
	resolved [len(slugRules)]int
}

// gatherEvidence counts the links of the repository to fragments that depend on a rule, as the documents are before
// anything is edited.
func (f *Files) gatherEvidence() map[string]*tally {
	const atATime = 32
	e := evidence{files: f, pages: map[string]*page{}, tallies: map[string]*tally{}}
	e.site = NewSite(func(string) bool { return false }, nil, func() *Files { return f })
	paths := slices.DeleteFunc(slices.Collect(maps.Keys(f.entries)), func(path string) bool {
		return f.entries[path] != aFile || !IsMarkdown(path) || Foreign(path)
	})
	links := 0
	for some := range slices.Chunk(Scattered(paths), atATime) {
		read := make([]documentLinks, len(some))
		parallel.OnAll(len(some), func(i int) { read[i] = e.read(some[i]) })
		e.readPages(read)
		for i := range read {
			if links += e.count(read[i].links); links >= enoughLinks {
				return e.tallies
			}
		}
	}
	return e.tallies
}

// Scattered returns paths in an order that does not depend on folders: the first of them are a sample of all. The order
// is the same each time, also after the folder of all was moved.
func Scattered(paths []string) []string {
	if len(paths) == 0 {
		return nil
	}
	first, last := slices.Min(paths), slices.Max(paths)
	shared := 0
	for shared < len(first) && first[shared] == last[shared] {
		shared++
	}
	shared = strings.LastIndexAny(first[:shared], `/\\`) + 1
	hashes := make(map[string]uint32, len(paths))
	for _, path := range paths {
		hashes[path] = crc32.ChecksumIEEE([]byte(path[shared:]))
	}
	return slices.SortedFunc(slices.Values(paths), func(a, b string) int {
		return cmp.Or(cmp.Compare(hashes[a], hashes[b]), strings.Compare(a, b))
	})
}

// Foreign reports whether a file, by its path, comes from another project.
func Foreign(path string) bool { return inFolder(path, "node_modules", "vendor") }

// mayLink reports whether a document may have a link to a fragment. The mark of a heading stands behind white space or
// another one; that of a fragment does not.
func mayLink(src []byte) bool {
	for i, c := range src {
		if c == '#' && i > 0 && src[i-1] > ' ' && src[i-1] != '#' {
			return true
		}
	}
	return false
}

// evidence is what links show so far.
type evidence struct {
	files   *Files
	site    *Site
	pages   map[string]*page
	tallies map[string]*tally // by the key of the area that they lead to
}

// A page has the anchors of one document by each rule. It has none if the document can't be read.
type page struct {
	area    string
	anchors *Anchors
	slugs   [len(slugRules)]map[string]bool
}

// A documentLinks is a document with its links to fragments.
type documentLinks struct {
	doc   *zone.Document // nil where it has none
	links []anchorLink
}

// An anchorLink is what one link leads to.
type anchorLink struct{ path, fragment string }

// read returns the links of the document at path.
func (e *evidence) read(path string) (out documentLinks) {
	defer parallel.In(path)
	src, err := e.files.read(path)
	if err != nil || !mayLink(src) {
		return out
	}
	out.doc = zone.Parse(path, src, markdown.DialectOf(path))
	for _, o := range LocalOf(out.doc) {
		dest, ok := ParseDestination(string(out.doc.Bytes(o.Span)))
		if !ok || dest.Fragment == "" || OwnFragment(dest.Fragment) {
			continue
		}
		if target, found, _, known := e.site.Target(path, dest); found && known {
			out.links = append(out.links, anchorLink{target, dest.Fragment})
		}
	}
	return out
}

// readPages reads the documents that links lead to and that were not read before.
func (e *evidence) readPages(from []documentLinks) {
	own := map[string]*zone.Document{}
	var paths []string
	for i := range from {
		if doc := from[i].doc; doc != nil {
			own[doc.Path] = doc
		}
		for _, l := range from[i].links {
			if e.pages[l.path] == nil {
				e.pages[l.path] = new(page)
				paths = append(paths, l.path)
			}
		}
	}
	parallel.OnAll(len(paths), func(i int) {
		path := paths[i]
		defer parallel.In(path)
		doc := own[path]
		if doc == nil && IsMarkdown(path) {
			if src, err := e.files.Text(path); err == nil {
				doc = zone.Parse(path, src, markdown.DialectOf(path))
			}
		}
		if doc != nil {
			e.files.readPage(e.pages[path], doc)
		}
	})
}

// count counts links, and returns how many depend on a rule.
func (e *evidence) count(links []anchorLink) (counted int) {
	for _, l := range links {
		p := e.pages[l.path]
		if p.anchors == nil || p.anchors.without(l.fragment) {
			continue
		}
		counted++
		t := e.tallies[p.area]
		if t == nil {
			t = new(tally)
			e.tallies[p.area] = t
		}
		t.links++
		fragment := strings.TrimPrefix(l.fragment, "user-content-")
		for style, slugs := range p.slugs {
			if slugs[fragment] {
				t.resolved[style]++
			}
		}
	}
	return counted
}

// readPage reads the page that a document is.
func (f *Files) readPage(p *page, d *zone.Document) {
	p.area, p.anchors = f.areaOf(d.Path).key(), newAnchors(d, rules.SlugGitHub, new(ownAnchors))
	for style := range p.slugs {
		p.slugs[style] = map[string]bool{}
		for _, slug := range Slugs(d, rules.SlugStyle(style)) {
			p.slugs[style][slug] = true
		}
	}
}

// OwnFragment reports whether a fragment means something without a heading: the top of the page and of its text, the
// README that GitHub shows, lines of the source, text to look for, a block, a route or parameter of the program that
// shows the page.
func OwnFragment(s string) bool {
	if s == "top" || s == "content" || s == "readme" || strings.HasPrefix(s, "!") || strings.HasPrefix(s, "^") ||
		strings.ContainsAny(s, "/=:") {
		return true
	}
	line, ok := strings.CutPrefix(s, "L")
	return ok && strings.Trim(line, "0123456789-LC") == "" && line != ""
}
