//go:build linux || darwin

package memory

import (
	"bytes"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// paged keeps bytes in a temporary file that is mapped into memory, so that the system need not hold what nobody reads.
// What cannot be kept there is kept in Go's memory. Several goroutines may use it.
type paged struct {
	mutex    sync.Mutex
	held     int // bytes in Go's memory
	file     *os.File
	segments [][]byte
	used     int // bytes of the last segment
}

// segment is how many bytes are mapped at a time.
const segment = 64 << 20

// keep returns a copy of b, which must not be written to.
func (p *paged) keep(b []byte) []byte {
	const inMemory = 1 << 20
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.held+len(b) > inMemory && len(b) > 0 && p.room(len(b)) {
		last := len(p.segments) - 1
		if _, err := p.file.WriteAt(b, int64(last)*segment+int64(p.used)); err == nil {
			at := p.used
			p.used += len(b)
			return p.segments[last][at:p.used:p.used]
		}
	}
	p.held += len(b)
	return bytes.Clone(b)
}

// room reports whether the last segment has room for n bytes, and maps another where it has none.
func (p *paged) room(n int) bool {
	if len(p.segments) > 0 && p.used+n <= segment {
		return true
	}
	if n > segment {
		return false
	}
	if p.file == nil {
		f, err := os.CreateTemp("", "doc-iterate-")
		if err != nil {
			return false
		}
		os.Remove(f.Name())
		p.file = f
	}
	size := int64(len(p.segments)+1) * segment
	if p.file.Truncate(size) != nil {
		return false
	}
	mapped, err := unix.Mmap(int(p.file.Fd()), size-segment, segment, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return false
	}
	p.segments, p.used = append(p.segments, mapped), 0
	return true
}

// release has the system take back what it holds of the file; what is read is loaded again.
func (p *paged) release() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, s := range p.segments {
		_ = unix.Madvise(s, unix.MADV_DONTNEED)
	}
}
