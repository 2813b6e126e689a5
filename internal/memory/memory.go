// Package memory keeps a run within the memory that there is: it refuses reviews that are too large for it, and sets
// how often the garbage collector runs.
//
// Invariants: a variable of the environment that sets the collector, GOGC or GOMEMLIMIT, is obeyed; the caller looks at
// GOMEMLIMIT, this package at GOGC.
package memory

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// perReviewByte is how many bytes of memory a byte of a review takes at most, and beside that what a run takes.
const (
	perReviewByte = 14
	besideReviews = 64 << 20
)

// FitReviews has the garbage collector run often where the reviews in these files are large, and returns an error
// where they are too large for the memory that there is: Go ends a process that gets none with a trace and without
// cleaning up. The name "-" is in; it returns the reader to take for in.
func FitReviews(names []string, in io.Reader) (io.Reader, error) {
	size, largest, most := int64(0), "", int64(0)
	for _, name := range names {
		if name == "-" {
			in = &fittingReview{Reader: in}
			continue
		}
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		size += info.Size()
		if info.Size() > most {
			largest, most = name, info.Size()
		}
	}
	need := besideReviews + perReviewByte*size
	if size < 1<<20 {
		return in, nil
	}
	if there, known := available(); known && need > there {
		return in, fmt.Errorf("%s: the reviews have %d MB and may take %d MB of memory, of which there are %d MB; "+
			"split the review, or give the process more memory",
			wording.Visible(largest), size>>20, need>>20, there>>20)
	}
	followReviews(size)
	return in, nil
}

// often is by how much the heap grows between collections where reviews are large, in percent.
const often = 20

// followReviews has the garbage collector run often for reviews of so many bytes, and less often where little of what
// they may take is alive after a collection: a review by a linter names its places and takes little beside its bytes.
// The user may say how often instead.
func followReviews(size int64) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(often)
		r := &reviewLimit{size: size, set: often}
		behindCollections(r.follow)
	}
}

// A reviewLimit says by how much the heap grows between collections in a run with large reviews.
type reviewLimit struct {
	size int64  // of all reviews, in bytes
	set  uint64 // in percent
}

// follow lets the heap grow to four times the size of the reviews, without what any run takes, but to no more than
// twice what is alive. It returns false when something else says how much it grows.
func (r *reviewLimit) follow() bool {
	const most = 100
	heap, ok := readHeap()
	if !ok || heap.percent != r.set {
		return false
	}
	percent := uint64(min(max(100*(heapFor(r.size)-heap.live)/max(heap.live, 1), often), most))
	if percent != r.set {
		r.set = percent
		debug.SetGCPercent(int(percent))
	}
	return true
}

// heapFor returns to how many bytes the heap may grow for reviews of so many, without what any run takes.
func heapFor(reviews int64) int64 {
	const perByte, usual = 4, 16 << 20
	return perByte*reviews - usual
}

// A fittingReview reads a review whose size is not known, as long as there is memory for it.
type fittingReview struct {
	io.Reader
	size int64
}

func (f *fittingReview) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	before := f.size >> 20
	if f.size += int64(n); f.size>>20 == before {
		return n, err
	}
	if before == 0 {
		followReviews(1 << 20)
	}
	there, known := available()
	if need := besideReviews + (perReviewByte-1)*f.size; known && need > there { // f.size of it is taken already
		return n, fmt.Errorf("the review has more than %d MB and may take %d MB of memory more, of which there are "+
			"%d MB; split the review, or give the process more memory", f.size>>20, need>>20, there>>20)
	}
	return n, err
}

// available returns how much memory this process can still get, as far as the system says: what is free, and the
// limit of the container.
func available() (bytes int64, known bool) {
	if n, ok := addressSpace(); ok {
		bytes, known = n, true
	}
	add := func(n int64) {
		if !known || n < bytes {
			bytes, known = n, true
		}
	}
	if data, err := os.ReadFile("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(data)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "MemAvailable:" {
				if kB, err := strconv.ParseInt(f[1], 10, 64); err == nil {
					add(kB << 10)
				}
			}
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if data, err := os.ReadFile(file); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil {
				add(n)
			}
		}
	}
	return bytes, known
}

// A Limit is a soft memory limit, so that the garbage collector of a check runs rarely. It grows with what is
// alive after each collection: below that the collector would run all the time.
type Limit struct {
	least int64 // bytes; 0 where the run is a fix
	set   int64
	// given is by how much the heap grew between collections before a fix had much, in percent; 0 until then. Less than
	// half says that there are large reviews: then the runtime gives back what is free before it takes more.
	given uint64
	ended atomic.Bool
	paged paged
	read  atomic.Int64  // bytes that were read in this turn
	turn  atomic.Uint32 // how often paged gave back what was read
}

// SetLimit sets the limit for a check whose largest document, and whose reviews, have so many bytes, until End. The
// process takes up to 62 MB where little is found, of which 8 to 10 are not Go's. Where the tree of the largest
// document takes more, or reviews took more when they were read, the limit is higher.
func SetLimit(largest, reviews int64) *Limit {
	const usual, base, perByte = 54 << 20, 40 << 20, 8
	l := &Limit{least: max(usual, base+perByte*largest, heapFor(reviews))}
	l.set = l.least
	debug.SetMemoryLimit(l.least)
	l.watch()
	return l
}

// FollowFix returns a Limit for a run that keeps what it knows of all its documents, until End. It limits nothing while
// little is alive, and then lets the heap grow by half: a limit so near would have the collector run all the time, as
// it counts what is free between the objects, too.
func FollowFix() *Limit {
	l := &Limit{}
	l.watch()
	l.releaseOften()
	return l
}

// Keep returns a copy of the bytes of a document, which must not be written to and holds until the process ends. Where
// there are many it is kept outside of Go's memory, and what was read of it is given back many times a second.
func (l *Limit) Keep(b []byte) []byte { return l.paged.keep(b) }

// Read has the system take back what was read of the bytes that Keep keeps when more of them were read since the last
// time. To read a byte may bring the 64 KB around it. That a timer does the same is not enough: where other processes
// are at work it may come late, when all has been read.
func (l *Limit) Read(n int) {
	const around, most = 64 << 10, 16 << 20
	if l.read.Add(int64(n)+around) > most {
		l.release()
	}
}

// Turn counts how often what was read was given back.
func (l *Limit) Turn() *atomic.Uint32 { return &l.turn }

func (l *Limit) release() {
	l.read.Store(0)
	l.turn.Add(1)
	l.paged.release()
}

// End leaves the limit as it is. l may be nil.
func (l *Limit) End() {
	if l != nil {
		l.ended.Store(true)
	}
}

// watch has the limit follow what each collection finds alive.
func (l *Limit) watch() {
	behindCollections(func() bool {
		if l.ended.Load() {
			return false
		}
		l.follow()
		return true
	})
}

// behindCollections calls f behind the next collection, and behind each one after it until f returns false.
func behindCollections(f func() bool) {
	type collected struct{ f func() bool }
	runtime.SetFinalizer(&collected{f}, func(c *collected) {
		if c.f() {
			behindCollections(c.f)
		}
	})
}

// releaseOften has the system take back what it holds of the documents. Between two collections of a large heap all of
// them may be read.
func (l *Limit) releaseOften() {
	time.AfterFunc(2*time.Millisecond, func() {
		if !l.ended.Load() {
			l.release()
			l.releaseOften()
		}
	})
}

// follow sets the limit by what is alive.
func (l *Limit) follow() {
	const beside = 32 << 20 // bytes beside those that are alive
	heap, ok := readHeap()
	switch {
	case !ok:
	case l.least == 0:
		l.followFix(heap)
	default:
		if limit := max(l.least, heap.live*5/4+heap.between+beside); l.set != limit {
			l.set = limit
			debug.SetMemoryLimit(limit)
		}
	}
}

// A heap is what the runtime says of Go's memory.
type heap struct {
	live, between int64  // bytes that the last collection found alive, and those that are free between them
	percent       uint64 // by how much it grows until the next collection
}

// readHeap asks the runtime. It returns false where that does not say.
func readHeap() (heap, bool) {
	says := []metrics.Sample{
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}, {Name: "/gc/gogc:percent"},
	}
	metrics.Read(says)
	for _, sample := range says {
		if sample.Value.Kind() != metrics.KindUint64 {
			return heap{}, false
		}
	}
	return heap{int64(says[0].Value.Uint64()), int64(says[1].Value.Uint64()), says[2].Value.Uint64()}, true
}

// half is by how much the heap of a fix grows between collections where much is alive, in percent.
const half = 50

// followFix sets by how much the heap grows until the next collection: by half where much is alive, and by less where
// that is more than a fix may take. Large reviews may have it grow by less already.
func (l *Limit) followFix(h heap) {
	const much, most, beside = 48 << 20, 260 << 20, 28 << 20
	const least = 12 // percent; with less the collector would run all the time
	if h.live <= much && l.given == 0 || os.Getenv("GOGC") != "" {
		return
	}
	if l.given == 0 {
		l.given = h.percent
	}
	percent := min(uint64(min(max(100*(most-h.live)/h.live, least), half)), l.given)
	if percent != h.percent {
		debug.SetGCPercent(int(percent))
	}
	// So far above what is alive that the collector does not run more often: it has the runtime give back what is free.
	debug.SetMemoryLimit(h.live + h.live*int64(percent)/100 + h.between + beside)
}
