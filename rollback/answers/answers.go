// Package answers keeps what language models and reviewers answered, in files of the user's cache. Every run and every
// repository of the user reads it.
//
// Invariants:
//   - An answer is kept as soon as it is put, whatever happens to the process then.
//   - The store is bounded. Nothing depends on it: what can't be read or written is asked for again.
package answers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// Bounds of the store.
const (
	MaxBytes = 256 << 20
	MaxAge   = 30 * 24 * time.Hour // since the last use
	maxFile  = 4 << 20
)

// A Store has answers by their keys. A nil *Store keeps nothing.
type Store struct {
	folder string // "" is unknown
}

// Open returns the store of the user.
func Open(environ []string) *Store {
	env := gitdir.Environ(environ)
	home := filepath.Join(env.Get("HOME"), ".cache")
	for _, dir := range []string{env.Get("XDG_CACHE_HOME"), env.Get("LocalAppData"), home} {
		if filepath.IsAbs(dir) {
			return &Store{filepath.Join(dir, "doc-iterate", "answers")}
		}
	}
	return nil
}

// path returns the file of a key, which is hexadecimal.
func (s *Store) path(key string) string { return filepath.Join(s.folder, key[:2], key) }

// Get returns the answer stored for a key, or nil, and notes that it was used.
func (s *Store) Get(key string) []byte {
	if s == nil {
		return nil
	}
	path := s.path(key)
	info, err := os.Lstat(path)
	const writtenByOthers = 0o022
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile || disk.OwnedByOther(info) ||
		disk.HasModes && info.Mode().Perm()&writtenByOthers != 0 {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(path, now, now)
	return data
}

// Put keeps an answer. Nobody else can read it.
func (s *Store) Put(key string, data []byte) error {
	if s == nil || len(data) > maxFile {
		return nil
	}
	path := s.path(key)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return disk.WriteFileAtomic(path, data, 0o600)
}

// A file is one that the store has.
type file struct {
	path string
	size int64
	used time.Time
}

func (s *Store) files() (out []file) {
	if s == nil {
		return nil
	}
	_ = filepath.WalkDir(s.folder, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			out = append(out, file{path, info.Size(), info.ModTime()})
		}
		return nil
	})
	return out
}

// String returns "answers of models and programs: 2, 1 KB of at most 256 MB, in FOLDER", or "" where there are none.
func (s *Store) String() string {
	all, size := s.files(), int64(0)
	for _, f := range all {
		size += f.size
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("answers of models and programs: %d, %d KB of at most %d MB, in %s", len(all), (size+1023)>>10,
		MaxBytes>>20, s.folder)
}

// Prune removes what was not used for long, and what is over the bound: what was used last stays.
func (s *Store) Prune(now time.Time) { s.prune(now, MaxBytes) }

func (s *Store) prune(now time.Time, most int64) {
	all := s.files()
	slices.SortFunc(all, func(a, b file) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	sum := int64(0)
	for _, f := range all {
		if sum += f.size; sum > most || now.Sub(f.used) > MaxAge {
			_ = os.Remove(f.path)
		}
	}
}
