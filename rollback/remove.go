package rollback

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
)

// removeStaged removes the staged files of p. It keeps displaced bytes that are stored nowhere else.
func (s *publisher) removeStaged(p publication) error {
	reps := pointers(p.Replacements)
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
