package rollback

import (
	"io/fs"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Refusal is work that was not done: it could have cost somebody's work, or can't be done at all. When one is
// returned, every document has the bytes it had before the call. The command exits with 2.
type Refusal = refusal.Error

// A Reason says why a Refusal was returned.
type Reason = refusal.Reason

// NoneLeft is the Reason of Open where every document was refused, Edited that of a document that was saved by somebody
// else while the run was at work.
const (
	NoneLeft = refusal.NoneLeft
	Edited   = refusal.Edited
)

// ReasonOf returns the reason of a Refusal anywhere in err's chain, or "".
func ReasonOf(err error) Reason { return refusal.ReasonOf(err) }

// WriteFileAtomic replaces the file at path with data, or creates it with perm. Readers see the old bytes or the new
// ones, also after a power cut. An existing file keeps its mode, owner and extended attributes.
func WriteFileAtomic(path string, data []byte, perm fs.FileMode) error {
	return disk.WriteFileAtomic(path, data, perm)
}
