package rollback

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// A flush sees many files or directories to the disk. It is begun before they are written, so that no error of the
// disk in between is missed.
type flush struct {
	paths []string
	disks []*os.File // a directory of each file system; nil if every file is synced by itself
}

// many is from how many files on their file systems are synced as a whole: a call for each file has the disk write its
// journal, and empty its cache, for each.
const many = 16

func beginFlush(paths []string) (*flush, error) {
	f := &flush{paths: paths}
	if len(paths) < many || !wholeDisks {
		return f, nil
	}
	seen, devices := map[string]bool{}, map[uint64]bool{}
	for _, path := range paths {
		folder := filepath.Dir(path)
		if seen[folder] {
			continue
		}
		seen[folder] = true
		id, err := deviceOf(folder)
		if err == nil && devices[id] {
			continue
		}
		var disk *os.File
		if err == nil {
			disk, err = os.Open(folder)
		}
		if err != nil {
			return nil, errors.Join(err, f.close())
		}
		devices[id] = true
		f.disks = append(f.disks, disk)
	}
	return f, nil
}

// syncAll syncs a few files or directories at a time: the disk writes its journal once for those that wait together.
func syncAll(paths []string, sync func(path string) error) error {
	errs := make([]error, len(paths))
	parallel.Each(len(paths), many, func(i int) { errs[i] = sync(paths[i]) })
	return errors.Join(errs...)
}

// end does what was begun.
func (f *flush) end() error {
	var err error
	for _, disk := range f.disks {
		err = errors.Join(err, syncDisk(disk))
	}
	if len(f.disks) == 0 {
		err = syncAll(f.paths, syncPath)
	}
	return errors.Join(err, f.close())
}

func (f *flush) close() error {
	var err error
	for _, disk := range f.disks {
		err = errors.Join(err, disk.Close())
	}
	f.disks = nil
	return err
}
