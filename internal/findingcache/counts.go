package findingcache

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Counts keeps what portions of documents were counted to have for habits, by the hash of their bytes. It belongs to
// one program and working directory, and is not for several goroutines.
type Counts struct {
	// Hashes are those of the documents that were asked about, as they were before they were counted.
	Hashes  Hashes
	file    string
	read    bool
	known   map[Hash]habit.Counts
	used    map[Hash]habit.Counts
	changed bool
}

// OpenCounts returns the counts in the user's cache, nil where there is no such folder. Nothing is read before a
// portion is asked for.
func OpenCounts(getenv func(string) string, version string, jobs int) *Counts {
	file := fileFor(getenv, version, "counts of habits 1")
	if file == "" {
		return nil
	}
	known, used := map[Hash]habit.Counts{}, map[Hash]habit.Counts{}
	return &Counts{Hashes: Hashes{Jobs: jobs}, file: file, known: known, used: used}
}

// Memory returns what answers for portions, nil where c is nil. Delimiters of emphasis are counted only where they are
// asked for. A portion that is not whole is not worth it.
func (c *Counts) Memory(delimiters bool) habit.Memory {
	if c == nil {
		return nil
	}
	return func(portion []source.Stored, count func() habit.Counts) habit.Counts {
		if len(portion) < habit.Portion {
			return count()
		}
		if !c.read {
			c.read = true
			c.load()
		}
		key := keyOf(c.Hashes.Of(portion), delimiters)
		n, ok := c.known[key]
		if !ok {
			n = count()
			now := Hashes{Jobs: c.Hashes.Jobs}
			if keyOf(now.Of(portion), delimiters) != key {
				return n // it was changed in the meantime
			}
			c.known[key], c.changed = n, true
		}
		c.used[key] = n
		return n
	}
}

func keyOf(portion []Hash, delimiters bool) Hash {
	all := sha256.New()
	fmt.Fprintln(all, delimiters)
	for _, h := range portion {
		all.Write(h[:])
	}
	return Hash(all.Sum(nil))
}

// load reads the file. One that is damaged is passed over.
func (c *Counts) load() {
	data, err := os.ReadFile(c.file)
	if err != nil || len(data) < crc32.Size {
		return
	}
	sum, data := data[:crc32.Size], data[crc32.Size:]
	whole := binary.LittleEndian.Uint32(sum) == crc32.ChecksumIEEE(data)
	if !whole || gob.NewDecoder(bytes.NewReader(data)).Decode(&c.known) != nil {
		c.known = map[Hash]habit.Counts{}
	}
}

// Close writes the file anew where a portion is new. c may be nil.
func (c *Counts) Close() {
	if c == nil || !c.changed {
		return
	}
	const most = 4096
	if len(c.known) > most {
		c.known = maps.Clone(c.used)
	}
	var out bytes.Buffer
	if gob.NewEncoder(&out).Encode(c.known) != nil || os.MkdirAll(filepath.Dir(c.file), 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(c.file), "new-")
	if err != nil {
		return
	}
	defer os.Remove(f.Name())
	sum := binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(out.Bytes()))
	_, err = f.Write(append(sum, out.Bytes()...))
	if f.Close() == nil && err == nil {
		os.Rename(f.Name(), c.file)
	}
	c.changed = false
}
