package markdown

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A reading is the tree of a document and what was derived from it.
type reading struct {
	tree     tree.Tree
	lines    lazy.Value[*source.Lines]
	headings lazy.Value[[]Heading]
	named    lazy.Value[map[string][]source.Span] // fenced code blocks by their language
	beside   lazy.Value[map[int]uint8]            // the markers that lists beside others may have
	whole    lazy.Value[*Document]                // of a partial one
	above    lazy.Value[any]                      // see Beside
}

// derivedMemory is what the derived parts of documents are made in.
type derivedMemory struct {
	headings scratch.Space[headingMemory]
	lines    *source.Lines // nil: new ones
}

// A laterReading is made when something of its document is first asked for. It may be let go, and is made again then.
type laterReading struct {
	making sync.Mutex
	now    atomic.Pointer[reading]      // nil: not made, or let go
	lines  atomic.Pointer[source.Lines] // for which no tree is needed
	among  *readings
	size   int           // in bytes, as among counts; guarded by among
	turn   atomic.Uint32 // of the keeper in which the bytes of the document were last read
}

// reading returns the reading of d.
func (d *Document) reading() *reading {
	if d.later == nil {
		return d.now
	}
	if r := d.later.now.Load(); r != nil {
		return r
	}
	return d.later.make(d)
}

// make makes the reading of d, unless another goroutine did.
func (l *laterReading) make(d *Document) *reading {
	l.making.Lock()
	defer l.making.Unlock()
	if r := l.now.Load(); r != nil {
		return r
	}
	r := &reading{}
	d.reads()
	d.parser.read(d, &r.tree)
	l.keep(r)
	return r
}

// keep makes r the reading until it is let go.
func (l *laterReading) keep(r *reading) {
	l.now.Store(r)
	l.among.add(l, int(unsafe.Sizeof(reading{}))+r.tree.Size())
}

// linesOf returns the lines of d.
func (l *laterReading) linesOf(d *Document) *source.Lines {
	if lines := l.lines.Load(); lines != nil {
		return lines
	}
	l.making.Lock()
	defer l.making.Unlock()
	lines := l.lines.Load()
	if lines == nil {
		lines = source.NewLines(d.Source())
		l.lines.Store(lines)
		l.among.add(l, lines.Size())
	}
	return lines
}

// Forget lets the tree of d go, with what was derived from it, unless d was read at once. It is read again when
// something of it is asked for.
func (d *Document) Forget() {
	if d.later != nil {
		d.later.among.forget(d.later)
	}
}

// readings lets readings go where many take much memory: a run may have more documents than there is room for.
type readings struct {
	mutex sync.Mutex
	queue []*laterReading // in the order in which they were made; some were let go since
	size  int
	most  int // of size; what is derived from the trees takes about as much

	keeper source.Keeper  // of the bytes of the documents; nil for none
	turn   *atomic.Uint32 // of keeper
}

// reads tells the keeper of the bytes of d, once a turn, that they are read.
func (d *Document) reads() {
	if l := d.later; l != nil && l.turn.Load() != l.among.turn.Load() {
		l.read(len(d.src))
	}
}

func (l *laterReading) read(n int) {
	l.turn.Store(l.among.turn.Load())
	l.among.keeper.Read(n)
}

// mostReadings is how many bytes of trees a run keeps. Four times as many would save a fifth of the time of a fix of
// 148 MB, and take 150 MB more.
const mostReadings = 16 << 20

// add adds what was made of a document. Where that is too much, it lets go of what was made last, but for what is being
// worked on: each step of a run goes over the documents in the same order, and finds again what was made first.
func (k *readings) add(l *laterReading, size int) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.queue = append(k.queue, l)
	l.size, k.size = l.size+size, k.size+size
	for atWork := 4 * runtime.GOMAXPROCS(0); k.size > k.most && len(k.queue) > atWork; {
		last := len(k.queue) - 1 - atWork
		k.letGo(k.queue[last])
		k.queue = slices.Delete(k.queue, last, last+1)
	}
}

// forget lets a reading go.
func (k *readings) forget(l *laterReading) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.letGo(l)
	if n := len(k.queue); n > 0 && k.queue[n-1] == l {
		k.queue = k.queue[:n-1]
	}
}

func (k *readings) letGo(l *laterReading) {
	k.size -= l.size
	l.size = 0
	l.now.Store(nil)
	l.lines.Store(nil)
}
