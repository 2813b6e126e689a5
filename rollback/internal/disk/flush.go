package disk

import (
	"errors"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// SyncAll syncs files or directories, some at a time: the disk writes its journal once for those that wait together.
func SyncAll(paths []string, sync func(path string) error) error {
	const atOnce = 16
	errs := make([]error, len(paths))
	parallel.Each(len(paths), atOnce, func(i int) { errs[i] = sync(paths[i]) })
	return errors.Join(errs...)
}
