package findingcache

import (
	"crypto/sha256"
	"hash"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Cache answers for the documents of one group, which are reviewed together. It may be used by several goroutines.
type Cache struct {
	corpus *review.Corpus
	docs   map[string]Hash // the documents that are reviewed as they are now, by path
	around map[string]source.Stored
	state  func() Hash // of all of them, and of what is evidence beside them
	path   string      // of the file
	old    *stored     // nil: there is none
	next   *writer
	// others is what the hashes of other files are, of type func() Hash by path.
	others  sync.Map
	listing func() Hash
	same    func(link.Purpose) bool
}

// Open returns the cache in the file at path for some documents of a corpus, those that are reviewed. hashes has what
// is known of them, or reads them. texts is all documents of the corpus, and beside returns more, whose text is
// evidence. Where beside is nil the evidence was gathered before, and is named by the key.
func Open(
	path string, corpus *review.Corpus, reviewed, texts []source.Stored, beside func() []source.Stored,
	hashes *Hashes,
) *Cache {
	c := &Cache{corpus: corpus, path: path, docs: make(map[string]Hash, len(reviewed)), old: readStored(path)}
	for i, h := range hashes.Of(reviewed) {
		c.docs[reviewed[i].Path] = h
	}
	if len(texts) > len(reviewed) {
		c.around = make(map[string]source.Stored, len(texts))
		for _, t := range texts {
			c.around[t.Path] = t
		}
	}
	c.state = sync.OnceValue(func() Hash {
		if beside == nil {
			return Hash{}
		}
		more, all := beside(), sha256.New()
		for _, t := range [][]source.Stored{texts, more} {
			addState(all, t, hashes.Of(t))
		}
		return Hash(all.Sum(nil))
	})
	c.next = &writer{path: path}
	c.listing = sync.OnceValue(func() Hash {
		names := sha256.New()
		files := c.corpus.Files().Digest()
		names.Write(files[:])
		for _, t := range texts {
			names.Write(append([]byte(t.Path), 0))
		}
		return Hash(names.Sum(nil))
	})
	generators, slugs := c.sameFiles(link.ForGenerators), c.sameFiles(link.ForSlugs)
	c.same = func(p link.Purpose) bool {
		if p == link.ForGenerators {
			return generators()
		}
		return slugs()
	}
	return c
}

func addState(all hash.Hash, texts []source.Stored, hashes []Hash) {
	for i, t := range texts {
		all.Write(append([]byte(t.Path), 0))
		all.Write(hashes[i][:])
	}
	all.Write([]byte{0})
}

// sameFiles returns whether the files that were read for a purpose are as they were.
func (c *Cache) sameFiles(p link.Purpose) func() bool {
	return sync.OnceValue(func() bool {
		return !slices.ContainsFunc(c.old.Read[p], func(f file) bool { return c.hashOf(f.Path) != f.Hash })
	})
}

// hashOf returns the hash of a document or of another file of the repository.
func (c *Cache) hashOf(path string) Hash {
	if h, ok := c.docs[path]; ok {
		return h
	}
	once, _ := c.others.LoadOrStore(path, sync.OnceValue(func() (h Hash) {
		if t, ok := c.around[path]; ok {
			return hashOf(t, new([]byte))
		}
		if src, err := c.corpus.Files().Text(path); err == nil {
			h = sha256.Sum256(src)
		}
		return h
	}))
	return once.(func() Hash)()
}

// Find returns what was kept of the document at path, if a review would give it again. judge returns what some rules
// find now, as review.Uses has it. c may be nil.
func (c *Cache) Find(path string, judge func(rules []string) Hash) (result Result, ok bool) {
	if c == nil || c.old == nil {
		return result, false
	}
	e := c.old.entries[path]
	if e == nil || e.Document != c.docs[path] || e.Document == (Hash{}) || !c.holds(e) {
		return result, false
	}
	if len(e.Evidence) > 0 && c.old.State != c.state() && judge(e.Evidence) != e.Judged {
		return result, false
	}
	if result, ok = c.old.result(e); !ok {
		return Result{}, false
	}
	if e.LeftAlone {
		c.corpus.LeaveAlone()
	}
	c.next.keep(e)
	return result, true
}

// holds reports whether the files are as they were that the findings of an entry depended on.
func (c *Cache) holds(e *entry) bool {
	switch {
	case e.Listing && c.old.Listing != c.listing(),
		e.Generators && !c.same(link.ForGenerators), e.Slugs && !c.same(link.ForSlugs):
		return false
	}
	return !slices.ContainsFunc(e.Targets, func(t file) bool { return c.hashOf(t.Path) != t.Hash })
}

// Keep keeps the result of the document at path, whose bytes are src. c may be nil.
func (c *Cache) Keep(path string, src []byte, uses *review.Uses, result Result) {
	if c == nil || sha256.Sum256(src) != c.docs[path] {
		return // it was changed in the meantime
	}
	kept, listed, err := result.bytes()
	if err != nil {
		return
	}
	e := &entry{
		Path: path, Document: c.docs[path], Listing: uses.Links.Listing, Generators: uses.Links.Generators,
		Slugs: uses.Links.Slugs, LeftAlone: uses.Links.LeftAlone,
		Evidence: uses.Evidence, Judged: uses.Judged, Counted: result.Counted, Listed: listed,
	}
	for target := range uses.Links.Targets {
		if target != path {
			e.Targets = append(e.Targets, file{target, c.hashOf(target)})
		}
	}
	c.next.add(e, kept)
}

// Close replaces the file of the cache where something is new.
func (c *Cache) Close() {
	if c == nil {
		return
	}
	defer c.old.close()
	s := &stored{}
	if c.old != nil {
		s.State = c.old.State
	}
	if c.next.uses(func(e *entry) bool { return len(e.Evidence) > 0 }) {
		s.State = c.state()
	}
	if c.next.uses(func(e *entry) bool { return e.Listing }) {
		s.Listing = c.listing()
	}
	for _, p := range []link.Purpose{link.ForGenerators, link.ForSlugs} {
		if !c.next.uses(func(e *entry) bool { return e.Generators || e.Slugs }) {
			continue
		}
		s.Read[p] = c.filesReadFor(p)
	}
	c.next.finish(s, c.old)
}

// filesReadFor returns the files that were read for a purpose, now or, where nothing asked for it now, before.
func (c *Cache) filesReadFor(p link.Purpose) []file {
	var out []file
	known := map[string]bool{}
	for _, path := range c.corpus.Files().ReadFor(p) {
		known[path] = true
		out = append(out, file{path, c.hashOf(path)})
	}
	if c.old != nil {
		for _, f := range c.old.Read[p] {
			if !known[f.Path] && c.hashOf(f.Path) == f.Hash {
				out = append(out, f)
			}
		}
	}
	slices.SortFunc(out, func(a, b file) int { return strings.Compare(a.Path, b.Path) })
	return out
}
