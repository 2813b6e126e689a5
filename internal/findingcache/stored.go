package findingcache

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/review/link"
)

// magic ends a file of the cache, behind the place of its index. It changes with the form of the file.
const magic = "doc-iterate findings 2\n"

// A stored is a file of the cache: the results one behind the other, then this index, its length in eight
// bytes, and magic.
type stored struct {
	State   Hash // of all documents, where an entry depends on them
	Listing Hash // of the names of files, where an entry depends on them
	// Read is the files that were read for each purpose but to follow links.
	Read    [link.ForSlugs + 1][]file
	Entries []*entry

	file    *os.File
	entries map[string]*entry
}

// A file is one whose text findings depend on.
type file struct {
	Path string
	Hash Hash
}

// An entry is what is kept of one document.
type entry struct {
	Path                                  string
	Document                              Hash
	Listing, Generators, Slugs, LeftAlone bool
	Evidence                              []string
	Judged                                Hash // what these rules found
	Targets                               []file
	Counted                               Counted
	Listed                                bool // the result is findings, not text
	// At is where the result stands, and Size how long it is.
	At   int64
	Size int
	Sum  uint32
}

// readStored returns the file at path, nil where there is none that can be used.
func readStored(path string) *stored {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	s := &stored{file: f, entries: map[string]*entry{}}
	if !s.readIndex() {
		f.Close()
		return nil
	}
	return s
}

func (s *stored) readIndex() bool {
	info, err := s.file.Stat()
	tail := make([]byte, 8+len(magic))
	if err != nil || info.Size() < int64(len(tail)) {
		return false
	}
	end := info.Size() - int64(len(tail))
	if _, err := s.file.ReadAt(tail, end); err != nil || string(tail[8:]) != magic {
		return false
	}
	size := int64(binary.LittleEndian.Uint64(tail))
	if size < 0 || size > end {
		return false
	}
	if gob.NewDecoder(bufio.NewReader(io.NewSectionReader(s.file, end-size, size))).Decode(s) != nil {
		return false
	}
	for _, e := range s.Entries {
		if e.At < 0 || e.Size < 0 || int64(e.Size) > end-size || e.At > end-size-int64(e.Size) {
			return false
		}
		s.entries[e.Path] = e
	}
	return true
}

// read returns the result of an entry, nil where it isn't what was written.
func (s *stored) read(e *entry) []byte {
	text := make([]byte, e.Size)
	if _, err := s.file.ReadAt(text, e.At); err != nil || crc32.ChecksumIEEE(text) != e.Sum {
		return nil
	}
	return text
}

// result returns the result of an entry, false where it isn't what was written.
func (s *stored) result(e *entry) (r Result, ok bool) {
	kept := s.read(e)
	var err error
	if e.Listed {
		err = gob.NewDecoder(bytes.NewReader(kept)).Decode(&r)
	} else {
		r.Text = kept
	}
	r.Counted = e.Counted
	return r, kept != nil && err == nil
}

func (s *stored) close() {
	if s != nil {
		s.file.Close()
	}
}

// A writer makes the next file. It begins one when something is new.
type writer struct {
	path    string
	mutex   sync.Mutex
	file    *os.File // nil: nothing is new, or it can't be written
	out     *bufio.Writer
	at      int64
	failed  bool
	entries []*entry // that are new
	kept    []*entry // that the old file has
}

// keep takes an entry over from the old file.
func (w *writer) keep(e *entry) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.kept = append(w.kept, e)
}

// add writes a new entry.
func (w *writer) add(e *entry, result []byte) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	e.Size, e.Sum = len(result), crc32.ChecksumIEEE(result)
	if w.append(e, result) {
		w.entries = append(w.entries, e)
	}
}

func (w *writer) append(e *entry, parts ...[]byte) bool {
	if !w.begin() {
		return false
	}
	e.At = w.at
	for _, part := range parts {
		n, err := w.out.Write(part)
		w.at += int64(n)
		w.failed = w.failed || err != nil
	}
	return !w.failed
}

// begin makes the file, in a folder that only the user may read: it has text of documents.
func (w *writer) begin() bool {
	if w.file != nil || w.failed {
		return !w.failed
	}
	w.failed = true
	dir := filepath.Dir(w.path)
	if os.MkdirAll(dir, 0o700) != nil {
		return false
	}
	f, err := os.CreateTemp(dir, "new-")
	if err != nil {
		return false
	}
	w.file, w.out, w.failed = f, bufio.NewWriterSize(f, 256<<10), false
	return true
}

// uses reports whether one of the entries has a property.
func (w *writer) uses(has func(*entry) bool) bool {
	return slices.ContainsFunc(w.entries, has) || slices.ContainsFunc(w.kept, has)
}

// finish puts the new file in the place of the old one, unless that says the same.
func (w *writer) finish(s, old *stored) {
	if len(w.entries) == 0 && (len(w.kept) == 0 || old.State == s.State) {
		now := time.Now()
		os.Chtimes(w.path, now, now) // it is in use: see prune
		return
	}
	for _, e := range w.kept {
		moved := *e
		if text := old.read(e); text != nil && w.append(&moved, text) {
			w.entries = append(w.entries, &moved)
		}
	}
	if !w.begin() {
		return
	}
	defer os.Remove(w.file.Name())
	s.Entries = w.entries
	var index bytes.Buffer
	if gob.NewEncoder(&index).Encode(s) != nil {
		w.failed = true
	}
	w.append(&entry{}, index.Bytes(), binary.LittleEndian.AppendUint64(nil, uint64(index.Len())), []byte(magic))
	if w.out.Flush() != nil || w.file.Close() != nil || w.failed {
		return
	}
	if os.Rename(w.file.Name(), w.path) == nil {
		prune(filepath.Dir(w.path))
	}
}

// prune removes what nobody used for a month.
func prune(dir string) {
	const month = 30 * 24 * time.Hour
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > month {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
