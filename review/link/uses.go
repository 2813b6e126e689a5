package link

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Uses is what the answers of a Site depended on, beyond the bytes of the document that asked. Another review of the
// same bytes gives the same findings as long as all of it is as it was. One goroutine records at a time.
type Uses struct {
	Listing    bool // which documents and files there are
	Generators bool // the files that tell which generator makes the site
	Slugs      bool // what the links of the repository show of how fragments are made
	// Targets is the documents and files whose text was looked at.
	Targets map[string]bool
	// LeftAlone says that a fragment was left alone because the rule isn't known.
	LeftAlone bool
}

// Recording returns s for one goroutine: what its answers depend on is added to u.
func (s *Site) Recording(u *Uses) *Site {
	recording := *s
	recording.uses = u
	return &recording
}

// use notes that an answer depends on something.
func (s *Site) use(note func(*Uses)) {
	if s.uses != nil {
		note(s.uses)
	}
}

func (s *Site) useText(path string) {
	s.use(func(u *Uses) {
		if u.Targets == nil {
			u.Targets = map[string]bool{}
		}
		u.Targets[path] = true
	})
}

// A Purpose is what files are read for, beyond the links that lead to them.
type Purpose uint8

const (
	forLinks Purpose = iota
	// ForGenerators is to find the generators of a site.
	ForGenerators
	// ForSlugs is to see how the links of the repository write fragments.
	ForSlugs
)

// readings is the files that were read for each purpose.
type readings struct {
	mutex sync.Mutex
	paths [ForSlugs + 1]map[string]bool
}

func (r *readings) add(path string, purpose Purpose) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.paths[purpose] == nil {
		r.paths[purpose] = map[string]bool{}
	}
	r.paths[purpose][path] = true
}

// ReadFor returns the files that were read for a purpose so far, sorted.
func (f *Files) ReadFor(purpose Purpose) []string {
	if f == nil {
		return nil
	}
	f.readings.mutex.Lock()
	defer f.readings.mutex.Unlock()
	return slices.Sorted(maps.Keys(f.readings.paths[purpose]))
}

// Digest returns a hash of which files there are, and of where they are named from. It is that of nothing where f is
// nil.
func (f *Files) Digest() [sha256.Size]byte {
	if f == nil {
		return [sha256.Size]byte{}
	}
	h := sha256.New()
	h.Write([]byte(f.root + "\x00" + strings.Join(f.here, "/") + "\x00"))
	for _, path := range slices.Sorted(maps.Keys(f.entries)) {
		h.Write([]byte(path))
		h.Write([]byte{0, byte(f.entries[path])})
	}
	return [sha256.Size]byte(h.Sum(nil))
}
