package plant

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"
)

// A Document is one that errors are planted in.
type Document struct {
	Name   string
	Hash   uint64 // decides the order, and random choices about it
	Source []byte
}

// Documents returns n of the documents of a usual size below a folder, in an order that the seed decides.
func Documents(dir string, n int, seed uint64) ([]Document, error) {
	var out []Document
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		info, err := entry.Info()
		if err != nil || info.Size() < 2000 || info.Size() > 60_000 {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		h := fnv.New64a()
		fmt.Fprint(h, seed, filepath.ToSlash(rel))
		out = append(out, Document{Name: path, Hash: h.Sum64()})
		return nil
	})
	slices.SortFunc(out, func(a, b Document) int {
		if a.Hash < b.Hash {
			return -1
		}
		return 1
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no Markdown documents of 2 to 60 kB", dir)
	}
	out = out[:min(n, len(out))]
	for i := range out {
		if out[i].Source, err = os.ReadFile(out[i].Name); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(out, func(d Document) bool { return !utf8.Valid(d.Source) }), err
}
