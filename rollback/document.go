package rollback

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A document is one file of a run.
type document struct {
	gitdir.TrackedFile             // its base is what the next pass starts from
	disk               []byte      // the bytes in the working tree as far as this run knows: base, except with Squash
	ids                []idOfText  // the last results of Run.idOf, two at most
	was                fs.FileInfo // the file's info when disk was read or written, nil if unknown
}

// An idOfText is the ID of some bytes of a document.
type idOfText struct {
	data []byte
	id   string
}

// openFile resolves and reads a document and checks what doesn't need git.
func openFile(given, dir string, l *gitdir.Lookup) (*document, error) {
	d, err := findFile(given, dir, l)
	if err == nil {
		err = d.load(l, Known{})
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

// load reads a document that was found.
func (d *document) load(l *gitdir.Lookup, known Known) error {
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
	if d.was = info; disk.Unchanged(known.Info, info) {
		d.was = known.Info // of many documents, two would be a good part of the memory of a run
	}
	if info.Mode().Perm()&0o100 != 0 {
		d.Mode = "100755"
	}
	if d.Data = known.Bytes; d.was != known.Info || int64(len(d.Data)) != info.Size() {
		if d.Data, err = os.ReadFile(d.Path); err != nil {
			return refusal.CannotOpen(d.Given, err)
		}
	}
	d.disk = d.Data
	return nil
}
