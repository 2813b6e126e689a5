package gitdir

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing/format/objfile"
)

// readLoose reads the loose object id without git, because starting a process takes longer than all else in a pass.
// ok is false where the object is packed or lies in an alternate, where its bytes don't hash to id, and where git might
// replace it.
func (o *objects) readLoose(id string) (kind string, data []byte, ok bool) {
	if o.store == "" || len(id) != 40 && len(id) != 64 || o.replaced() {
		return "", nil, false
	}
	f, err := os.Open(filepath.Join(o.store, id[:2], id[2:]))
	if err != nil {
		return "", nil, false
	}
	defer f.Close()
	r, err := objfile.NewReader(f)
	if err != nil {
		return "", nil, false
	}
	defer r.Close()
	is, size, err := r.Header()
	if err != nil || size > mostLoose {
		return "", nil, false
	}
	data, err = io.ReadAll(r)
	if kind = is.String(); err != nil || int64(len(data)) != size || objectID(o.algorithm, kind, data) != id {
		return "", nil, false
	}
	return kind, data, true
}

// mostLoose is the size up to which readLoose reads an object. Trees and commits are small.
const mostLoose = 8 << 20

// replaced reports whether objects of the repository may be replaced by others (git replace). It looks once.
func (o *objects) replaced() bool {
	o.replaces.Do(func() {
		common := filepath.Dir(o.store)
		packed, err := os.ReadFile(filepath.Join(common, "packed-refs"))
		_, loose := os.Lstat(filepath.Join(common, "refs", "replace"))
		_, tables := os.Lstat(filepath.Join(common, "reftable"))
		o.mayReplace = err != nil && !errors.Is(err, os.ErrNotExist) ||
			bytes.Contains(packed, []byte(" refs/replace/")) ||
			!errors.Is(loose, os.ErrNotExist) || !errors.Is(tables, os.ErrNotExist)
	})
	return o.mayReplace
}
