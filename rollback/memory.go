package rollback

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Remember adds lines to the file of this name that all runs of a working tree share; outside of git it is all runs of
// the user. One write adds them all, so that runs at the same time don't mix their lines. name is a plain file name.
func Remember(ctx context.Context, p Place, name string, lines []byte) error {
	l, err := p.resolve(ctx)
	if err != nil {
		return err
	}
	defer l.close()
	if err := os.MkdirAll(l.Path, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(l.Path, filepath.Base(name)), os.O_WRONLY|os.O_CREATE|os.O_APPEND,
		0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(lines)
	return errors.Join(err, f.Close())
}

// Recall returns what Remember added, nil where it added nothing.
func Recall(ctx context.Context, p Place, name string) ([]byte, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	data, err := os.ReadFile(filepath.Join(l.Path, filepath.Base(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// Replace replaces what Remember added; empty data removes it.
func Replace(ctx context.Context, p Place, name string, data []byte) error {
	l, err := p.resolve(ctx)
	if err != nil {
		return err
	}
	defer l.close()
	file := filepath.Join(l.Path, filepath.Base(name))
	if len(data) > 0 {
		return WriteFileAtomic(file, data, 0o600)
	}
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
