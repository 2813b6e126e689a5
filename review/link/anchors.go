package link

import (
	"bytes"
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Anchors are the fragments that links to one document may name.
type Anchors struct {
	// Slugs are the fragments of the headings in order; see the function Slugs.
	Slugs []string

	own    *ownAnchors
	slugs  map[string]bool
	terms  map[string]bool // the fragments of the terms that are defined
	folded func() map[string][]string
}

// ownAnchors are what a document says of its fragments, whatever the style of the slugs.
type ownAnchors struct {
	once sync.Once
	// ids are the fragments that the document sets itself: id and name attributes of HTML, and attribute lists.
	ids   map[string]bool
	terms []string
	// objects are those of a program whose documentation mkdocstrings puts in the place of ::: a.b.
	objects []string
	// open is set if the document includes other files, whose headings are not known.
	open bool
}

type anchorKey struct {
	path  string
	style rules.SlugStyle
}

// anchorCache keeps the anchors of the documents that were asked for last. Most links lead to documents nearby, and the
// anchors of a large repository would take most of the memory of a run.
type anchorCache struct {
	mutex   sync.Mutex
	entries map[anchorKey]func() *Anchors
	own     map[string]*ownAnchors // by path
}

// get returns the anchors of a document. If they are not in the cache, it computes them from the result of parse, which
// may be nil.
func (c *anchorCache) get(key anchorKey, parse func() *zone.Document) *Anchors {
	const most = 2048
	c.mutex.Lock()
	anchors := c.entries[key]
	if anchors == nil {
		if c.entries == nil || len(c.entries) >= most {
			c.entries, c.own = map[anchorKey]func() *Anchors{}, map[string]*ownAnchors{}
		}
		own := cmp.Or(c.own[key.path], new(ownAnchors))
		anchors = sync.OnceValue(func() *Anchors {
			doc := parse()
			if doc == nil {
				return nil
			}
			return newAnchors(doc, key.style, own)
		})
		c.entries[key], c.own[key.path] = anchors, own
	}
	c.mutex.Unlock()
	return anchors()
}

// newAnchors returns the anchors of d. own is filled where it was not yet.
func newAnchors(d *zone.Document, style rules.SlugStyle, own *ownAnchors) *Anchors {
	own.once.Do(func() { own.find(d) })
	a := &Anchors{Slugs: Slugs(d, style), own: own, slugs: map[string]bool{}, terms: map[string]bool{}}
	for _, s := range a.Slugs {
		a.slugs[s] = true
	}
	for _, term := range own.terms {
		id := base(term, style)
		a.terms[id] = true
		if a.slugs[id] { // the heading of this name is the second one
			a.terms[id+"-1"] = true
		}
	}
	a.folded = sync.OnceValue(a.fold)
	return a
}

func (a *ownAnchors) find(d *zone.Document) {
	a.ids = map[string]bool{}
	nodes := d.Nodes()
	for i := range nodes {
		for _, span := range tagIDs(d, &nodes[i]) {
			a.ids[string(d.Bytes(span))] = true
		}
	}
	for id := range listIDs(d.Text()) {
		a.ids[id] = true
	}
	if bytes.Contains(d.Text(), []byte(":::")) { // most documents have none, and the expression takes its time
		for _, m := range objectBlock.FindAllSubmatch(d.Text(), -1) {
			a.objects = append(a.objects, string(m[1]))
		}
	}
	a.terms = slices.Collect(definedTerms(d.Text()))
	a.open = includes(d.Text())
}

// definedTerms yields the terms of definition lists, without marks: Hugo and Pandoc's writers give them fragments.
func definedTerms(src []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		if !bytes.Contains(src, []byte("\n: ")) && !bytes.Contains(src, []byte("  : ")) { // or in an item
			return
		}
		term := ""
		for line := range bytes.Lines(src) {
			switch line = bytes.TrimSpace(line); {
			case len(line) == 0:
			case !bytes.HasPrefix(line, []byte(": ")):
				term = string(line)
			case term != "":
				if !yield(strings.NewReplacer("`", "", "*", "").Replace(term)) {
					return
				}
				term = ""
			}
		}
	}
}

var objectBlock = regexp.MustCompile(`(?m)^:::[ \t]+([\w.]+)[ \t]*\r?$`)

// includeMarks are the directives by which generators include other files in a page, includeWords those with the word
// include.
var (
	includeMarks = []string{"--8<--", "[!INCLUDE", "{!", "<<[", "\nlisting:", "\n@include "}
	includeWords = []string{"{{#include", "{% include", "{%- include", "{{< include", "{{% include", "!include"}
)

func includes(src []byte) bool {
	holds := func(mark string) bool { return bytes.Contains(src, []byte(mark)) }
	if slices.ContainsFunc(includeMarks, holds) || holds("include") && slices.ContainsFunc(includeWords, holds) {
		return true
	}
	return holds("{{") && slices.ContainsFunc(shortcodeFile.FindAllSubmatch(src, -1), func(m [][]byte) bool {
		return !bytes.HasSuffix(m[1], []byte("ref"))
	})
}

// shortcodeFile matches the call of a shortcode that names a page, which it shows or, as ref and relref do, links to.
var shortcodeFile = regexp.MustCompile(`\{\{[<%]\s*([\w/-]+)[^{}]*\.md["\s]`)

// Has reports whether a link may name the fragment. It is true for any fragment of a document that includes others.
func (a *Anchors) Has(fragment string) bool {
	fragment = strings.TrimPrefix(fragment, "user-content-")
	return a.slugs[fragment] || a.without(fragment) || a.without(strings.TrimPrefix(fragment, "+"))
}

// without reports whether a link may name the fragment although no heading has it.
func (a *Anchors) without(fragment string) bool {
	return a.own.open || a.own.ids[fragment] || a.terms[fragment] ||
		slices.ContainsFunc(a.own.objects, func(object string) bool {
			rest, of := strings.CutPrefix(fragment, object)
			return of && (rest == "" || rest[0] == '.')
		})
}

// fold indexes the slugs by their letters and digits in lower case.
func (a *Anchors) fold() map[string][]string {
	folded := map[string][]string{}
	for _, s := range a.Slugs {
		key := foldFragment(s)
		folded[key] = append(folded[key], s)
	}
	return folded
}

// Folded returns the slugs that equal the fragment if case and punctuation do not count.
func (a *Anchors) Folded(fragment string) []string { return a.folded()[foldFragment(fragment)] }

// foldFragment keeps letters and digits: any generator tells two headings apart by them.
func foldFragment(s string) string {
	return strings.Map(func(r rune) rune {
		if source.WordRune(r) && r != '_' {
			return r
		}
		return -1
	}, strings.ToLower(s))
}
