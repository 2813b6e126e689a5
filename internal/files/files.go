// Package files is the one door to what a run reads. Clones and archives can hold links to devices, pipes and files
// that are larger than the memory under every name that a program looks for.
//
// Invariants:
//   - What nobody named is a regular file, lies in its repository after all links, and has a limit.
//   - What a person named may be a pipe; waiting for it ends with the context.
//   - An error is an *fs.PathError: callers name the file as their user did.
//
// Package rollback does not come through here: it reads its own state, and the files of git.
package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
)

const (
	// MaxNamed is the most bytes of a file that a person named: a device that never ends would fill the memory.
	MaxNamed = 512 << 20
	// MaxSmall is the most bytes of a file that a run finds and that is no document: a configuration, answers, a
	// review.
	MaxSmall = 8 << 20
	// maxLinked is the most bytes that a run reads through links. A regular file takes its room on the disk; a clone of
	// few bytes can have many links to one large file.
	maxLinked = 256 << 20
)

// ErrInterrupted is the error of what a signal ended.
var ErrInterrupted = errors.New("interrupted; nothing was changed")

// A refusal is the reason for which the door stays closed.
type refusal string

func (r refusal) Error() string { return string(r) }

// Refused reports whether an error says that a file must not be read, and not that it can't be.
func Refused(err error) bool {
	var r refusal
	return errors.As(err, &r)
}

func refused(path, format string, args ...any) error {
	return &fs.PathError{Op: "open", Path: path, Err: refusal(fmt.Sprintf(format, args...))}
}

// A Door reads the files of a run that nobody named. The zero value reads through it.
type Door struct {
	// Root returns the folder, with links resolved, that the files in the folder dir may not leave. It may be nil where
	// ReadIn alone is called.
	Root func(dir string) string

	roots  sync.Map // what Root said, by folder
	real   sync.Map // the folders with links resolved
	linked atomic.Int64
}

// Read reads a file within the root of its folder.
func (d *Door) Read(path string, limit int64) ([]byte, error) {
	return d.ReadIn(cached(&d.roots, filepath.Dir(path), d.Root), path, limit)
}

// ReadIn reads a regular file of limit bytes at most that lies below root after all links. The root has its links
// resolved; "" for what the run found itself.
func (d *Door) ReadIn(root, path string, limit int64) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if link := info.Mode()&fs.ModeSymlink != 0; link || root != "" {
		leads := filepath.Join(cached(&d.real, filepath.Dir(path), RealPath), filepath.Base(path))
		if link {
			if info, err = os.Stat(path); err == nil {
				leads, err = filepath.EvalSymlinks(path)
			}
		}
		switch {
		case errors.Is(err, syscall.ELOOP):
			return nil, refused(path, "is a link that leads to itself")
		case err != nil && info == nil:
			return nil, err
		case root != "" && (err != nil || !Inside(root, leads)): // a pipe has no path
			return nil, refused(path, "leads out of %s", filepath.ToSlash(root))
		case link && info.Mode().IsRegular() && d.linked.Add(info.Size()) > maxLinked:
			return nil, refused(path, "is a link, and links lead to more than %d MB", maxLinked>>20)
		}
	}
	if !info.Mode().IsRegular() {
		return nil, refused(path, "is %s, not a file", Kind(info.Mode()))
	}
	return Read(path, info.Size(), limit)
}

func cached(known *sync.Map, dir string, find func(string) string) string {
	if at, ok := known.Load(dir); ok {
		return at.(string)
	}
	at := find(dir)
	known.Store(dir, at)
	return at
}

// Endings are how the names of documents end, in lower case.
type Endings []string

// Documents returns how documents end for servers, with more endings. What an agent or an editor may have edited is
// decided by who starts the server: a configuration comes with the clone.
func Documents(more []string) Endings {
	e := Endings{".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"}
	for _, one := range more {
		if one = strings.ToLower(strings.TrimSpace(one)); one != "" {
			e = append(e, "."+strings.TrimPrefix(one, "."))
		}
	}
	return e
}

// Has reports whether a file is a document by its name.
func (e Endings) Has(path string) bool {
	return slices.Contains(e, strings.ToLower(filepath.Ext(path)))
}

func (e Endings) String() string { return strings.Join(e, ", ") }

// RealPath returns the absolute path, with symbolic links resolved as far as they lead somewhere.
func RealPath(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		return real
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(abs)); err == nil {
		return filepath.Join(dir, filepath.Base(abs))
	}
	return abs
}

// Inside reports whether a path with links resolved is root or lies below it.
func Inside(root, path string) bool {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(root, abs)
	return err == nil && filepath.IsLocal(rel)
}

// Kind says what is at a path that is no file.
func Kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something special"
}

// Read reads a regular file of limit bytes at most, whoever named it. size is its expected length: a file that has just
// that length is not asked for more. What stands at the path is looked at when it is open, and is not waited for.
func Read(path string, size, limit int64) ([]byte, error) {
	f, mode, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !mode.IsRegular() {
		return nil, refused(path, "is %s, not a file", Kind(mode))
	}
	if size > limit {
		return nil, tooLarge(path, limit)
	}
	buffer := make([]byte, 0, max(size, 0)+1) // one more byte, to see the end of the file
	for {
		n, err := f.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case int64(len(buffer)) > limit:
			return nil, tooLarge(path, limit)
		case err == io.EOF || err == nil && n > 0 && int64(len(buffer)) == size:
			return buffer, nil
		case err != nil:
			return nil, err
		case len(buffer) == cap(buffer):
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}

func tooLarge(path string, limit int64) error {
	return refused(path, "is larger than %d MB", limit>>20)
}

// Named reads a file that a person named: a pipe, too, or a device that ends. It stops waiting when ctx ends.
func Named(ctx context.Context, path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular():
		return Read(path, info.Size(), MaxNamed)
	case info.IsDir():
		return nil, &fs.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	}
	opened, failed := make(chan *os.File, 1), make(chan error, 1)
	go func() {
		f, err := os.Open(path) // waits until somebody writes to a pipe
		if err != nil {
			failed <- err
			return
		}
		opened <- f
	}()
	select {
	case <-ctx.Done():
		return nil, ErrInterrupted
	case err := <-failed:
		return nil, err
	case f := <-opened:
		defer f.Close()
		return ReadAll(path, Interruptible(ctx, f))
	}
}

// ReadAll reads to the end what a person named.
func ReadAll(name string, r io.Reader) ([]byte, error) {
	var data bytes.Buffer // the buffers of io.ReadAll take several times the size
	if _, err := data.ReadFrom(io.LimitReader(r, MaxNamed+1)); err != nil {
		return nil, err
	}
	if data.Len() > MaxNamed {
		return nil, tooLarge(name, MaxNamed)
	}
	return data.Bytes(), nil
}

// Interruptible returns a reader that fails when a context ends: nobody may type at the terminal that is read, or write
// into the pipe.
func Interruptible(ctx context.Context, r io.Reader) io.Reader { return interruptible{ctx, r} }

type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		own := make([]byte, len(p)) // p is the caller's again when the context ends
		n, err := i.r.Read(own)
		done <- result{own[:n], err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, ErrInterrupted
	case got := <-done:
		return copy(p, got.data), got.err
	}
}
