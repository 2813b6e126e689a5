package rollback

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
)

// removeStaged removes the staged files of p. It keeps displaced bytes that are stored nowhere else.
func (s *publisher) removeStaged(p publication) error {
	var now, later []*replacement
	for _, rep := range pointers(p.Replacements) {
		if s.removeLater != nil && rep.Sealed && rep.InSharedFolder() {
			later = append(later, rep)
		} else {
			now = append(now, rep)
		}
	}
	err := s.removeEach(now)
	if len(later) > 0 {
		if err == nil && s.removeLater(p.folder()) == nil {
			return nil
		}
		err = errors.Join(err, s.removeEach(later))
	}
	p.clear()
	return err
}

func (s *publisher) removeEach(reps []*replacement) error {
	errs := make([]error, len(reps))
	var telling sync.Mutex
	_ = forEach(reps, func(i int) error {
		errs[i] = s.removeOne(reps[i], &telling)
		return nil // the others are removed all the same
	})
	return errors.Join(errs...)
}

func (s *publisher) removeOne(rep *replacement, telling *sync.Mutex) error {
	if rep.Sealed {
		return os.Remove(rep.Temp)
	}
	data, err := os.ReadFile(rep.Temp)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !s.isKnown(data, rep) {
		name, err := backup.KeepOne(s.dir, data)
		if err != nil {
			return err
		}
		telling.Lock()
		s.notice("a save of " + rep.Path + " by another program was kept as " + filepath.Join(s.dir, "content", name))
		telling.Unlock()
	}
	return os.Remove(rep.Temp)
}

func (s *publisher) isKnown(data []byte, rep *replacement) bool {
	for _, id := range []string{rep.Base, rep.Next} {
		if b, err := s.bytes(id); err == nil && bytes.Equal(b, data) {
			return true
		}
	}
	return false
}

// removeLater removes the displaced files of a publication while the run goes on: on a disk with the mount option
// discard, this takes as long as the rest of the run. What is left when the process ends is removed by the next run or
// by Prune.
func (r *Run) removeLater(folder string) error {
	r.removals++
	if err := r.state.MoveToTrash(folder, fmt.Sprintf("%s-%d", r.id, r.removals)); err != nil {
		return err
	}
	r.at("aside")
	r.state.EmptyTrash()
	return nil
}
