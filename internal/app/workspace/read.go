package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// ReadAll reads r to its end. Errors begin with name.
func ReadAll(name string, r io.Reader) ([]byte, error) {
	data, err := files.ReadAll(name, r)
	return data, named(name, err)
}

// ReadFile reads a file that a person named and that may also be a pipe. Its errors name the file once.
func ReadFile(ctx context.Context, name string) ([]byte, error) {
	data, err := files.Named(ctx, name)
	return data, named(name, err)
}

// ReadUnasked reads a file that nobody named and that is no document. Its errors name the file once.
func ReadUnasked(name string) ([]byte, error) {
	data, err := new(files.Door).ReadIn(rootOf(filepath.Dir(name)), name, files.MaxSmall)
	return data, named(name, err)
}

func named(name string, err error) error {
	if err == nil || errors.Is(err, files.ErrInterrupted) {
		return err
	}
	return fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
}

// rootOf returns the folder that what is read in the folder dir must not leave: its working tree or, outside of one,
// the working directory where dir is below it, and dir itself where it is not.
func rootOf(dir string) string {
	if top := repo.Top(dir); top != "" {
		return top
	}
	real, here := RealPath(dir), RealPath(".")
	if files.Inside(here, real) {
		return here
	}
	return real
}

// unasked reads what a run found and nobody named.
type unasked struct {
	once sync.Once
	door files.Door
	told sync.Map // the paths of which the user was told that they can't be read
}

// read reads a file, and tells once of one that must not be read.
func (u *unasked) read(path string, note func(format string, args ...any)) ([]byte, error) {
	u.once.Do(func() { u.door.Root = rootOf })
	limit := int64(files.MaxSmall)
	if link.IsMarkdown(path) {
		limit = gate.MaxSize
	}
	data, err := u.door.Read(path, limit)
	if files.Refused(err) {
		if _, told := u.told.LoadOrStore(filepath.ToSlash(path), true); !told {
			note("%s: %v, and is not read", wording.Visible(path), wording.WithoutPath(err))
		}
	}
	return data, err
}

// readDocument reads a document. It returns an error for what is no text, too.
func (u *unasked) readDocument(path string, note func(format string, args ...any)) ([]byte, error) {
	data, err := u.read(path, note)
	if err == nil {
		err = gate.Admit(data)
	}
	return data, err
}

// other reads a document that is not of the run but links to one that is, or is linked from one.
func (w *Workspace) other(path string) ([]byte, error) {
	if w.Buffer != nil {
		if text, open := w.Buffer(path); open {
			return text, nil
		}
	}
	return w.unasked.readDocument(path, w.Note)
}

// SiblingFiles returns the files in the folder of a document whose names end so, sorted.
func SiblingFiles(document, ending string) []string {
	dir := filepath.Dir(document)
	entries, _ := os.ReadDir(dir) // a folder that is not there has no files
	var out []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ending) {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}
