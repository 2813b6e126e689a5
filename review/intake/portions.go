package intake

import (
	"iter"
	"runtime"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
)

// portionSize is how many elements of a list of findings are read by one reader, where there are more.
const portionSize = 1000

// inPortions has read read the elements of a list, those of a long one on all processors. Of an element nothing may be
// asked any more when the next one is handed out. It stops where too much is wrong. What came of the list is the same
// as if r had read all of it.
func (r *reader) inPortions(list jsontree.Node, read func(r *reader, elements iter.Seq2[int, jsontree.Node])) {
	portions := list.Portions(portionSize)
	if len(portions) < 2 {
		read(r, list.InTurn())
		return
	}
	atATime := 4 * runtime.GOMAXPROCS(0)
	rooms := make([][]review.Issue, atATime)
	for some := range slices.Chunk(portions, atATime) {
		readers := make([]*reader, len(some))
		parallel.OnAll(len(some), func(i int) {
			if rooms[i] == nil {
				rooms[i] = make([]review.Issue, 0, portionSize)
			}
			readers[i] = &reader{name: r.name, src: r.src, base: r.base, review: &Review{Issues: rooms[i]}, mute: r.mute,
				portion: true}
			read(readers[i], some[i].InTurn())
		})
		for i, portion := range readers {
			r.take(portion)
			clear(portion.review.Issues)
			rooms[i] = portion.review.Issues[:0]
		}
		if r.tooManyErrors() {
			return
		}
	}
}

// take adds what the reader of a portion found.
func (r *reader) take(portion *reader) {
	for _, f := range portion.failures {
		r.fail(f.offset, f.where, "%s", f.msg)
	}
	kindOf := make(map[string]string, len(portion.kinds))
	for kind, note := range portion.kinds {
		kindOf[note] = kind
	}
	for _, note := range portion.order {
		n := portion.notes[note]
		if kind, counted := kindOf[note]; counted {
			note = r.noteOf(kind, note)
		}
		r.countRepair(note, n)
	}
	r.more += portion.more
	for _, issue := range portion.review.Issues {
		r.add(issue)
	}
	r.mute = r.mute && portion.mute
}
