package main

import (
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/workspace"
)

// A memoryLimit is a soft memory limit, so that the garbage collector of a check runs rarely. It grows with what is
// alive, which is what was found so far: below that the collector would run all the time.
type memoryLimit struct {
	least int64 // bytes
	set   atomic.Int64
	done  atomic.Int64 // documents
}

// limitMemory sets the limit for a check of the documents. The process takes up to 62 MB where little is found, of which
// 8 to 10 are not Go's. Where the tree of the largest document takes more, the limit is higher.
func limitMemory(docs []workspace.Document) *memoryLimit {
	const usual, base, perByte = 54 << 20, 40 << 20, 8
	largest := int64(0)
	for i := range docs {
		largest = max(largest, docs[i].Size)
	}
	l := &memoryLimit{least: max(usual, base+perByte*largest)}
	l.set.Store(l.least)
	debug.SetMemoryLimit(l.least)
	return l
}

// step says that a document was reviewed. Now and then it looks at what is alive. l may be nil.
func (l *memoryLimit) step() {
	const every, beside = 128, 24 << 20 // documents, and bytes beside those that are alive
	if l == nil || l.done.Add(1)%every != 0 {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return
	}
	limit := max(l.least, int64(live[0].Value.Uint64())*3/2+beside)
	if l.set.Swap(limit) != limit {
		debug.SetMemoryLimit(limit)
	}
}
