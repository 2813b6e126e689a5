package markdown

import (
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// counted is a cache that counts how often each path is parsed.
type counted struct {
	*Cache[Document]
	mutex  sync.Mutex
	parsed map[string]int
}

func newCounted(limit int) *counted {
	c := &counted{parsed: map[string]int{}}
	c.Cache = NewCache(limit, func(path string, src []byte, _ Dialect) *Document {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.parsed[path]++
		return Parse(path, src, DialectOf(path))
	})
	return c
}

// TestCacheKnowsADocumentByAllThatItDependsOn asks for documents that differ in their path, bytes or dialect.
func TestCacheKnowsADocumentByAllThatItDependsOn(t *testing.T) {
	c := newCounted(CacheLimit)
	a := c.Parse("a.md", []byte("# A\n"), Dialect{})
	assert.Same(t, a, c.Parse("a.md", []byte("# A\n"), Dialect{}))
	assert.NotSame(t, a, c.Parse("b.md", []byte("# A\n"), Dialect{}))
	assert.NotSame(t, a, c.Parse("a.md", []byte("# B\n"), Dialect{}))
	assert.NotSame(t, a, c.Parse("a.md", []byte("# A\n"), Dialect{MDX: true}))
	assert.Equal(t, map[string]int{"a.md": 3, "b.md": 1}, c.parsed)
}

// TestCacheKeepsWhatWasAskedForLast fills a cache that has room for two documents with three.
func TestCacheKeepsWhatWasAskedForLast(t *testing.T) {
	c := newCounted(2 * memoryOf(1))
	for _, path := range []string{"a", "b", "a", "c"} { // b is the one that was not asked for longest
		c.Parse(path, []byte("x"), Dialect{})
	}
	assert.LessOrEqual(t, c.size, c.limit)
	runtime.GC()
	for _, path := range []string{"a", "c", "b"} {
		c.Parse(path, []byte("x"), Dialect{})
	}
	assert.Equal(t, map[string]int{"a": 1, "b": 2, "c": 1}, c.parsed)
}

// TestCacheFindsWhatIsInUse asks again for documents that are in use while the cache has no room for any of them: each
// step of a run that works on a large document would parse it anew otherwise.
func TestCacheFindsWhatIsInUse(t *testing.T) {
	c := newCounted(0)
	inUse := make([]*Document, 10)
	for i := range inUse {
		inUse[i] = c.Parse(fmt.Sprint(i), []byte("x"), Dialect{})
	}
	runtime.GC()
	for i, d := range inUse {
		assert.Same(t, d, c.Parse(fmt.Sprint(i), []byte("x"), Dialect{}))
		assert.Equal(t, 1, c.parsed[d.Path])
	}
	assert.Equal(t, 1, c.recent.Len())
}

// TestCacheParsesOnceForAll has many goroutines ask for the same documents at the same time.
func TestCacheParsesOnceForAll(t *testing.T) {
	c := newCounted(0)
	var group sync.WaitGroup
	got := make([][5]*Document, 20)
	for n := range got {
		group.Go(func() {
			for i := range got[n] {
				got[n][i] = c.Parse(fmt.Sprint(i), []byte("x"), Dialect{})
			}
		})
	}
	group.Wait()
	for n := range got {
		assert.True(t, got[0] == got[n])
	}
	assert.Equal(t, map[string]int{"0": 1, "1": 1, "2": 1, "3": 1, "4": 1}, c.parsed)
}

// TestCacheTriesAgainAfterAPanic has a document parsed whose first parse panics.
func TestCacheTriesAgainAfterAPanic(t *testing.T) {
	first := true
	c := NewCache(0, func(path string, src []byte, _ Dialect) *Document {
		if first {
			first = false
			panic("first")
		}
		return Parse(path, src, DialectOf(path))
	})
	assert.Panics(t, func() { c.Parse("a", nil, Dialect{}) })
	assert.Empty(t, c.entries)
	assert.NotNil(t, c.Parse("a", nil, Dialect{}))
}
