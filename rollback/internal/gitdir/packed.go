package gitdir

import (
	"bytes"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// packs reads the objects in the packs of a repository by go-git, within the process. It uses only the packages of
// go-git for packs: go-git's storage would read settings at every start of the program.
type packs []*packfile.Packfile

// openPacks opens the packs of an object store. What it can't read is left out; git can.
func openPacks(store string) packs {
	dir := osfs.New(store)
	entries, err := dir.ReadDir("pack")
	if err != nil {
		return nil
	}
	var all packs
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".idx")
		if !ok {
			continue
		}
		list, err := dir.Open("pack/" + e.Name())
		if err != nil {
			continue
		}
		index := idxfile.NewMemoryIndex()
		err = idxfile.NewDecoder(list).Decode(index)
		list.Close()
		if err != nil {
			continue
		}
		if file, err := dir.Open("pack/" + name + ".pack"); err == nil {
			all = append(all, packfile.NewPackfile(index, nil, file, 0))
		}
	}
	return all
}

func (p packs) close() {
	for _, pack := range p {
		pack.Close()
	}
}

// read returns the type and the content of an object, if one of the packs has it.
func (p packs) read(id string) (kind string, data []byte, ok bool) {
	for _, pack := range p {
		object, err := pack.Get(plumbing.NewHash(id))
		if err != nil {
			continue
		}
		r, err := object.Reader()
		if err != nil {
			continue
		}
		var b bytes.Buffer
		_, err = b.ReadFrom(r)
		r.Close()
		if err == nil {
			return object.Type().String(), b.Bytes(), true
		}
	}
	return "", nil, false
}
