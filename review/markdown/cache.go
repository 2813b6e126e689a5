package markdown

import (
	"container/list"
	"crypto/sha256"
	"runtime"
	"sync"
	"unsafe"
	"weak"
)

// CacheLimit is how many bytes of documents a Cache keeps unless its owner has a reason for another limit. Each
// collection of garbage looks at all of them.
const CacheLimit = 16 << 20

// A Cache keeps parsed documents, those that were asked for last, up to a limit of bytes. A document that is gone is
// parsed again when somebody asks for it. While somebody uses a document, the cache returns this very document, whether
// or not it still keeps it, and nobody parses it twice. Several goroutines may use a Cache.
//
// D is a parsed document, with what its package derives from the tree.
type Cache[D any] struct {
	parse func(path string, src []byte, dialect Dialect) *D
	limit int

	mutex   sync.Mutex
	entries map[cacheKey]*cacheEntry[D]
	// places finds the entry without a hash: bytes at the same place are the same as long as an entry holds them.
	places map[place]*cacheEntry[D]
	recent *list.List // the entries that are kept, the one that was asked for last at the front
	size   int        // the sum of the sizes of those
}

// A cacheKey is all that a parsed document depends on.
type cacheKey struct {
	path    string
	content [sha256.Size]byte
	dialect Dialect
}

// A place is where the bytes of a document are in memory.
type place struct {
	path    string
	first   *byte
	length  int
	dialect Dialect
}

type cacheEntry[D any] struct {
	key     cacheKey
	place   place // of the bytes that were parsed
	size    int
	parsing sync.Mutex // held by who parses the document; others wait for it

	// Cache.mutex guards what follows.
	waiting int             // how many goroutines parse the document or wait for it
	kept    *D              // nil where the cache let the document go
	used    weak.Pointer[D] // finds the document as long as somebody uses it
	at      *list.Element   // in Cache.recent; nil where kept is
}

// NewCache returns a cache of what parse returns. It keeps documents of about limit bytes in memory, and always the one
// that was asked for last.
func NewCache[D any](limit int, parse func(path string, src []byte, dialect Dialect) *D) *Cache[D] {
	return &Cache[D]{parse: parse, limit: limit, entries: map[cacheKey]*cacheEntry[D]{},
		places: map[place]*cacheEntry[D]{}, recent: list.New()}
}

// Parse returns the document with these bytes. The caller must not change src afterwards.
func (c *Cache[D]) Parse(path string, src []byte, dialect Dialect) *D {
	at := place{path, unsafe.SliceData(src), len(src), dialect}
	if d := c.at(at); d != nil {
		return d
	}
	e, d := c.find(cacheKey{path, sha256.Sum256(src), dialect}, at)
	if d == nil {
		d = c.fill(e, src)
	}
	return d
}

// at returns the document with the bytes at a place in memory, nil where the cache knows none.
func (c *Cache[D]) at(p place) *D {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e := c.places[p]
	if e == nil {
		return nil
	}
	d := e.used.Value()
	if d != nil {
		c.keep(e, d)
	}
	return d
}

// find returns the entry of key, and its document. Where that is nil, the caller must call fill.
func (c *Cache[D]) find(key cacheKey, at place) (*cacheEntry[D], *D) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e := c.entries[key]
	if e == nil {
		e = &cacheEntry[D]{key: key, place: at, size: memoryOf(at.length)}
		c.entries[key], c.places[at] = e, e
	}
	d := e.used.Value()
	if d == nil {
		e.waiting++
		return e, nil
	}
	c.keep(e, d)
	return e, d
}

// fill parses the document of e, unless another goroutine did meanwhile.
func (c *Cache[D]) fill(e *cacheEntry[D], src []byte) *D {
	e.parsing.Lock()
	defer e.parsing.Unlock()
	defer c.leave(e)
	if d := e.used.Value(); d != nil { // only who holds e.parsing sets it
		return d
	}
	d := c.parse(e.key.path, src, e.key.dialect)
	runtime.AddCleanup(d, forgotten[D].remove, forgotten[D]{weak.Make(c), e.key})
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e.used = weak.Make(d)
	c.keep(e, d)
	return d
}

// leave says that one goroutine less waits for e. It runs after a panic of parse too, so that the next one tries again.
func (c *Cache[D]) leave(e *cacheEntry[D]) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	e.waiting--
	c.drop(e)
}

// drop removes e if it leads to no document.
func (c *Cache[D]) drop(e *cacheEntry[D]) {
	if e.waiting == 0 && e.used.Value() == nil {
		delete(c.entries, e.key)
		delete(c.places, e.place)
	}
}

// A forgotten document is one that nobody uses any more. It does not hold its cache in memory.
type forgotten[D any] struct {
	cache weak.Pointer[Cache[D]]
	key   cacheKey
}

// remove removes the entry of the document.
func (f forgotten[D]) remove() {
	c := f.cache.Value()
	if c == nil {
		return
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if e := c.entries[f.key]; e != nil {
		c.drop(e)
	}
}

// keep makes e the entry that was asked for last, and lets those go for which there is no room.
func (c *Cache[D]) keep(e *cacheEntry[D], d *D) {
	if e.at != nil {
		c.recent.MoveToFront(e.at)
		return
	}
	e.kept, e.at = d, c.recent.PushFront(e)
	c.size += e.size
	for c.size > c.limit && c.recent.Len() > 1 {
		last := c.recent.Remove(c.recent.Back()).(*cacheEntry[D])
		last.kept, last.at = nil, nil
		c.size -= last.size
	}
}

// memoryOf estimates how many bytes a document takes, with its tree and its zones, from the length of its source.
func memoryOf(length int) int { return 4<<10 + 8*length }
