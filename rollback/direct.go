package rollback

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// What git stores is read here without git where that is provably the same, since to start it takes longer than all that
// this package does itself: an object whose name is what its bytes hash to, and an index of a plain form. Anything else
// (packs, alternates, replaced objects, split and sparse indexes, forms that don't exist yet) is git's to read.

// loose reads the object of that name from a file of its own; ok is false where there is none, or git might say otherwise.
func (o *objects) loose(id string) (kind string, data []byte, ok bool) {
	if o.store == "" || len(id) != 40 && len(id) != 64 || o.replaced() {
		return "", nil, false
	}
	f, err := os.Open(filepath.Join(o.store, id[:2], id[2:]))
	if err != nil {
		return "", nil, false
	}
	defer f.Close()
	z, err := zlib.NewReader(f)
	if err != nil {
		return "", nil, false
	}
	defer z.Close()
	whole, err := io.ReadAll(io.LimitReader(z, mostLoose+1))
	header, data, ended := bytes.Cut(whole, []byte{0})
	kind, size, spaced := strings.Cut(string(header), " ")
	if err != nil || !ended || !spaced || len(whole) > mostLoose || size != strconv.Itoa(len(data)) || objectID(o.algorithm, kind, data) != id {
		return "", nil, false
	}
	return kind, data, true
}

// mostLoose is how large an object is read here: trees and commits are small.
const mostLoose = 8 << 20

// replaced reports that objects of the repository may be replaced by others (git replace). It is looked for once.
func (o *objects) replaced() bool {
	if o.replaces == unknownYet {
		o.replaces = none
		common := filepath.Dir(o.store)
		packed, err := os.ReadFile(filepath.Join(common, "packed-refs"))
		_, loose := os.Lstat(filepath.Join(common, "refs", "replace"))
		_, tables := os.Lstat(filepath.Join(common, "reftable"))
		if err != nil && !errors.Is(err, os.ErrNotExist) || bytes.Contains(packed, []byte(" refs/replace/")) ||
			!errors.Is(loose, os.ErrNotExist) || !errors.Is(tables, os.ErrNotExist) {
			o.replaces = some
		}
	}
	return o.replaces == some
}

// replacing says whether git takes some objects for others.
type replacing int

const (
	unknownYet replacing = iota
	none
	some
)

// reaches reports that all trees on the way to a path of a commit could be read here. They are remembered.
func (o *objects) reaches(commit, rel string) bool {
	kind, data, ok := o.loose(commit)
	line, _, _ := bytes.Cut(data, []byte("\n"))
	tree, is := strings.CutPrefix(string(line), "tree ")
	if !ok || kind != "commit" || !is {
		return false
	}
	for part := range strings.SplitSeq(rel, "/") {
		entries, known := o.known[tree]
		if !known {
			kind, data, ok := o.loose(tree)
			if !ok || kind != "tree" {
				return false
			}
			var err error
			if entries, err = parseTree(tree, data); err != nil {
				return false
			}
			o.remember(tree, entries)
		}
		tree = ""
		for _, e := range entries {
			if e.name == part && e.isTree() {
				tree = e.id
			}
		}
		if tree == "" {
			return true // the document, or nothing
		}
	}
	return true
}

// errUnusual says that an index has something that only git understands.
var errUnusual = errors.New("an index of an unusual form")

// parseIndex returns the entries of paths that an index has, by path, as `git ls-files -s -v` would print them.
func parseIndex(data []byte, width int, paths []string) (map[string][]indexEntry, error) {
	if len(data) < 12+width || string(data[:4]) != "DIRC" {
		return nil, errUnusual
	}
	version, count := binary.BigEndian.Uint32(data[4:]), int(binary.BigEndian.Uint32(data[8:]))
	if version < 2 || version > 4 {
		return nil, errUnusual
	}
	wanted := make(map[string]bool, len(paths))
	for _, path := range paths {
		wanted[path] = true
	}
	found := map[string][]indexEntry{}
	rest, name := data[12:len(data)-width], []byte(nil)
	for range count {
		e, size, err := parseEntry(rest, name, version, width)
		if err != nil {
			return nil, err
		}
		rest, name = rest[size:], e.name
		if wanted[string(name)] {
			found[string(name)] = append(found[string(name)], e.indexEntry)
		}
	}
	for len(rest) > 0 {
		if len(rest) < 8 || rest[0] < 'A' || rest[0] > 'Z' { // git must know the others to read the index at all
			return nil, errUnusual
		}
		size := 8 + int(binary.BigEndian.Uint32(rest[4:]))
		if size > len(rest) {
			return nil, errUnusual
		}
		rest = rest[size:]
	}
	return found, nil
}

type namedEntry struct {
	indexEntry
	name []byte
}

// parseEntry reads the entry that data begins with, and how long it is. before is the name of the entry before it.
func parseEntry(data, before []byte, version uint32, width int) (e namedEntry, size int, err error) {
	const (
		stat     = 40 // ten numbers; the mode is the seventh
		extended = 0x4000
		assumed  = 0x8000
		skipped  = 0x4000 // of the further flags
	)
	at := stat + width
	if len(data) < at+4 {
		return e, 0, errUnusual
	}
	flags := binary.BigEndian.Uint16(data[at:])
	e.mode, e.id, e.tag = fmt.Sprintf("%06o", binary.BigEndian.Uint32(data[24:])), hex.EncodeToString(data[stat:at]), 'H'
	stage := flags >> 12 & 3
	e.stage = strconv.Itoa(int(stage))
	at += 2
	if flags&extended != 0 {
		if version < 3 {
			return e, 0, errUnusual
		}
		if binary.BigEndian.Uint16(data[at:])&skipped != 0 {
			e.tag = 'S'
		}
		at += 2
	}
	if stage != 0 {
		e.tag = 'M'
	}
	if flags&assumed != 0 {
		e.tag += 'a' - 'A'
	}
	if version == 4 {
		cut, n := offset(data[at:])
		if n == 0 || cut > len(before) {
			return e, 0, errUnusual
		}
		at += n
		before = before[:len(before)-cut]
	} else {
		before = nil
	}
	end := bytes.IndexByte(data[at:], 0)
	if end < 0 {
		return e, 0, errUnusual
	}
	e.name = append(before[:len(before):len(before)], data[at:at+end]...)
	size = at + end + 1
	if version != 4 {
		size = (at + end + 8) &^ 7
	}
	if size > len(data) {
		return e, 0, errUnusual
	}
	return e, size, nil
}

// offset reads git's variable-length number, and how many bytes it takes: 0 where it isn't one.
func offset(data []byte) (value, size int) {
	for i, b := range data {
		value |= int(b & 0x7f)
		if b&0x80 == 0 {
			return value, i + 1
		}
		if value = (value + 1) << 7; i == 4 {
			break
		}
	}
	return 0, 0
}
