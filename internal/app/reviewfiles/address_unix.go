//go:build unix

package reviewfiles

import (
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/doc-iterate/doc-iterate/internal/files"
)

// addressSpace returns the limit of the address space (ulimit -v), less what Go reserves of it.
func addressSpace() (bytes int64, limited bool) {
	reserved := int64(512 << 20) // by the runtime, where the system does not say
	if data, err := files.Read("/proc/self/statm", 0, files.MaxSmall); err == nil {
		pages, _, _ := strings.Cut(string(data), " ")
		if n, err := strconv.ParseInt(pages, 10, 64); err == nil {
			reserved = n * int64(os.Getpagesize())
		}
	}
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || uint64(limit.Cur) > math.MaxInt64/2 {
		return 0, false
	}
	return max(0, int64(limit.Cur)-reserved), true
}
