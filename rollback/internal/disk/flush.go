package disk

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// A flush syncs many files or directories. It begins before they are written, so that it misses no error of the disk
// in between.
type flush struct {
	paths []string
	disks []*os.File // a directory of each file system; nil if every file is synced by itself
}

// ManyFiles is the number of files from which on whole file systems are synced: a call for each file makes the disk
// write its journal and empty its cache for each.
const ManyFiles = 16

// BeginFlush begins to flush paths. It is called before they are written.
func BeginFlush(paths []string) (*flush, error) {
	f := &flush{paths: paths}
	if len(paths) < ManyFiles || !CanSyncFileSystem {
		return f, nil
	}
	seen, devices := map[string]bool{}, map[uint64]bool{}
	for _, path := range paths {
		folder := filepath.Dir(path)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		id, err := Device(folder)
		if err == nil && devices[id] {
			continue
		}
		var disk *os.File
		if err == nil {
			disk, err = os.Open(folder)
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		devices[id] = true
		f.disks = append(f.disks, disk)
	}
	return f, nil
}

// SyncAll syncs a few files or directories at a time: the disk writes its journal once for those that wait together.
func SyncAll(paths []string, sync func(path string) error) error {
	errs := make([]error, len(paths))
	parallel.Each(len(paths), ManyFiles, func(i int) { errs[i] = sync(paths[i]) })
	return errors.Join(errs...)
}

// End syncs the paths.
func (f *flush) End() error {
	var err error
	for _, disk := range f.disks {
		err = errors.Join(err, SyncFileSystem(disk))
	}
	if len(f.disks) == 0 {
		err = SyncAll(f.paths, SyncPath)
	}
	return errors.Join(err, f.Close())
}

// Close ends the flush without syncing.
func (f *flush) Close() error {
	var err error
	for _, disk := range f.disks {
		err = errors.Join(err, disk.Close())
	}
	f.disks = nil
	return err
}
