package usage

import (
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A twiceRead keeps the bytes of documents from the first time that they are read
// to the second one. To open a file costs more than to read it, so it is small
// ones that pay: on the corpus nine of ten files are half of the bytes. While
// evidence is gathered the run needs hardly any other memory.
type twiceRead struct {
	texts    []source.Stored
	inMemory bool // to read a text again costs nothing
	workers  int
	kept     [][]byte
	size     atomic.Int64
}

const (
	mostKept    = 16 << 20
	largestKept = 32 << 10
)

// each calls f for all texts of the run that can be read, in any order, on
// several goroutines, each with a number of its own below workers.
func (t *twiceRead) each(f func(i int, src []byte, worker int)) {
	memory := make([]struct{ buffer, slab []byte }, t.workers)
	parallel.EachOn(len(t.texts), len(memory), func(i, worker int) {
		src, m := t.kept[i], &memory[worker]
		if src == nil {
			var err error
			if src, err = t.texts[i].Read(&m.buffer); err != nil {
				return // who reviews the document says so
			}
			t.kept[i] = t.keep(src, &m.slab)
		}
		src = source.WithLineFeeds(src)
		defer parallel.In(t.texts[i].Path)
		f(i, src, worker)
	})
}

// keep is a copy of src, in a slab of memory that is used by one goroutine; nil
// where it is not to be kept.
func (t *twiceRead) keep(src []byte, slab *[]byte) []byte {
	if t.inMemory || len(src) == 0 || len(src) > largestKept || t.size.Add(int64(len(src))) > mostKept {
		return nil
	}
	if cap(*slab)-len(*slab) < len(src) {
		*slab = make([]byte, 0, 16*largestKept)
	}
	at := len(*slab)
	*slab = append(*slab, src...)
	return (*slab)[at:]
}
