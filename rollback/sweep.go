package rollback

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// sweep removes the files that were staged. What was displaced is only removed if it is known elsewhere.
func (s *site) sweep(p publication) error {
	var now, later []*replacement
	for _, rep := range pointers(p.Replacements) {
		if s.later != nil && rep.sealed && rep.together() {
			later = append(later, rep)
		} else {
			now = append(now, rep)
		}
	}
	err := s.sweepAll(now)
	if len(later) > 0 {
		if err == nil && s.later(p.folder()) == nil {
			return nil
		}
		err = errors.Join(err, s.sweepAll(later))
	}
	p.clear()
	return err
}

func (s *site) sweepAll(reps []*replacement) error {
	errs := make([]error, len(reps))
	var telling sync.Mutex
	_ = each(reps, func(i int, buffer *[]byte) error {
		errs[i] = s.sweepOne(reps[i], buffer, &telling)
		return nil // the others are swept all the same
	})
	return errors.Join(errs...)
}

func (s *site) sweepOne(rep *replacement, buffer *[]byte, telling *sync.Mutex) error {
	if rep.sealed {
		return os.Remove(rep.Temp)
	}
	data, err := readOver(*buffer, rep.Temp, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if *buffer = data; !s.known(data, rep) {
		name, err := keep(s.dir, data)
		if err != nil {
			return err
		}
		telling.Lock()
		s.notice("a save of " + rep.Path + " that came in between is kept as " + filepath.Join(s.dir, "content", name))
		telling.Unlock()
	}
	return os.Remove(rep.Temp)
}

func (s *site) known(data []byte, rep *replacement) bool {
	for _, id := range []string{rep.Base, rep.Next} {
		if b, err := s.bytes(id); err == nil && bytes.Equal(b, data) {
			return true
		}
	}
	return false
}

// sweepLater removes what a publication displaced while the run goes on, since it may take as long as all the rest: some
// disks are told of each file that it is free, and answer one by one. From here on nothing needs these files; what is left
// of them when the process ends is the next run's to remove, or that of prune.
func (r *Run) sweepLater(folder string) error {
	r.sweeps++
	if err := r.folder.putAside(folder, fmt.Sprintf("%s-%d", r.id, r.sweeps)); err != nil {
		return err
	}
	r.at("aside")
	r.folder.sweep()
	return nil
}

// aside is where folders lie of which all is to be removed.
func (f *folder) aside() string { return filepath.Join(f.path, "swept") }

func (f *folder) putAside(dir, name string) error {
	if err := os.MkdirAll(f.aside(), 0o755); err != nil {
		return err
	}
	return rename(dir, filepath.Join(f.aside(), name))
}

// sweep begins to remove what was put aside. Two that do so at a time don't mind each other.
func (f *folder) sweep() {
	entries, err := os.ReadDir(f.aside())
	if err != nil || len(entries) == 0 {
		return
	}
	f.sweeping.Go(func() { sweepAside(f.aside(), entries) })
}

// sweepAside removes folders that runs put aside, and nothing else that may stand there.
func sweepAside(dir string, entries []fs.DirEntry) {
	for _, e := range entries {
		if n := strings.LastIndexByte(e.Name(), '-'); n >= 0 && e.IsDir() && runName().MatchString(e.Name()[:n]) {
			os.RemoveAll(filepath.Join(dir, e.Name())) // what can't be removed now may be some other time
		}
	}
}
