package reviewfiles

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// perReviewByte is how many bytes of memory a byte of a review takes at most. runItself is the memory of a run without
// reviews.
const (
	perReviewByte = 14
	runItself     = 64 << 20
)

// fit returns an error if these files are too large for the free memory: Go ends a process that gets no memory with a
// trace and without a clean-up.
func fit(names []string) error {
	size, largest, most := int64(0), "", int64(0)
	for _, name := range names {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() {
			continue
		}
		size += info.Size()
		if info.Size() > most {
			largest, most = name, info.Size()
		}
	}
	need := runItself + perReviewByte*size
	if free, known := freeMemory(); known && size >= 1<<20 && need > free {
		return fmt.Errorf("%s: the reviews have %d MB and may take %d MB of memory, of which there are %d MB; "+
			"split the review, or give the process more memory", wording.Visible(largest), size>>20, need>>20, free>>20)
	}
	return nil
}

// A fittingReader reads a review of unknown size as long as there is memory for it.
type fittingReader struct {
	io.Reader
	size int64
}

func (r *fittingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	before := r.size >> 20
	if r.size += int64(n); r.size>>20 == before {
		return n, err
	}
	need := runItself + (perReviewByte-1)*r.size // the bytes that were read are already allocated
	if free, known := freeMemory(); known && need > free {
		return n, fmt.Errorf("the review has more than %d MB and may take %d MB of memory more, of which there are %d MB; "+
			"split the review, or give the process more memory", r.size>>20, need>>20, free>>20)
	}
	return n, err
}

// freeMemory returns how much memory this process can still get, if the system says it: the least of the free memory
// and the limits of the container and of the address space.
func freeMemory() (bytes int64, known bool) {
	bytes, known = addressSpace()
	add := func(number string, unit int64) {
		if n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64); err == nil && (!known || n*unit < bytes) {
			bytes, known = n*unit, true
		}
	}
	info, _ := files.Read("/proc/meminfo", 0, files.MaxSmall)
	for line := range strings.Lines(string(info)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "MemAvailable:" {
			add(f[1], 1<<10)
		}
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		limit, _ := files.Read(file, 0, files.MaxSmall)
		add(string(limit), 1)
	}
	return bytes, known
}
