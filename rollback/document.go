package rollback

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A document is one file of a run.
type document struct {
	gitdir.TrackedFile             // Raw names the bytes that the next pass starts from
	disk               string      // names those in the working tree as far as this run knows: Raw, except with Squash
	ahead              []byte      // the bytes that Raw names, where disk names others
	was                fs.FileInfo // the file's info when disk was read or written, nil if unknown
	marked             bool        // it has marks of a conflict of a merge, or shows some
}

// openFile resolves and reads a document and checks what doesn't need git.
func openFile(given, dir string, l *gitdir.Lookup) (*document, error) {
	d, err := findFile(given, dir, l)
	if err == nil {
		err = d.load(l, func([]byte) string { return "" })
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// findFile resolves a document.
func findFile(given, dir string, l *gitdir.Lookup) (*document, error) {
	abs := given
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(dir, abs)
	}
	file, info, err := l.Resolve(given, abs)
	if err != nil {
		return nil, err
	}
	if file == given {
		file = given // without memory of its own
	}
	return &document{TrackedFile: gitdir.TrackedFile{Given: given, Path: file, Mode: "100644"}, was: info}, nil
}

// load reads a document that was found. name returns the rawID of its bytes.
func (d *document) load(l *gitdir.Lookup, name func([]byte) string) error {
	info, err := d.was, error(nil)
	if info == nil {
		info, err = os.Stat(d.Path)
	}
	if err != nil {
		return refusal.CannotOpen(d.Given, err)
	}
	if !info.Mode().IsRegular() {
		return refusal.New(d.Given, refusal.NotRegular, "is not a regular file", "name a document", nil)
	}
	if err := disk.CheckWritable(d.Path, info); err != nil {
		return refusal.New(d.Given, refusal.ReadOnly, "can't be written", "make it writable (chmod u+w), or copy it",
			err)
	}
	if unwritable := l.CanWrite(filepath.Dir(d.Path)); unwritable != nil {
		return refusal.New(d.Given, refusal.ReadOnly,
			"is in a directory that can't be written", "make "+filepath.Dir(d.Path)+" writable", unwritable)
	}
	d.was = info
	if info.Mode().Perm()&0o100 != 0 {
		d.Mode = "100755"
	}
	data, err := os.ReadFile(d.Path)
	if err != nil {
		return refusal.CannotOpen(d.Given, err)
	}
	d.marked = bytes.Contains(data, []byte("<<<<<<< ")) && bytes.Contains(data, []byte("\n>>>>>>> "))
	d.Raw, d.CRLF = name(data), bytes.Contains(data, []byte("\r\n"))
	d.Pointer, d.disk = bytes.HasPrefix(data, []byte("version https://git-lfs.github.com/spec/")), d.Raw
	return nil
}

// bytes returns the bytes that the next pass over d starts from.
func (r *Run) bytes(d *document) ([]byte, error) {
	if d.Raw != d.disk {
		return d.ahead, nil
	}
	return r.onDisk(d)
}

// onDisk reads d. It refuses a document that another program saved.
func (r *Run) onDisk(d *document) ([]byte, error) {
	data, err := os.ReadFile(d.Path)
	if err == nil && r.rawID(data) != d.disk {
		err = disk.ErrSaved
	}
	if err != nil {
		return nil, refusalFor(d.Given, err)
	}
	return data, nil
}
