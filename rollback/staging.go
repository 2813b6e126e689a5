package rollback

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
)

// placeStaged says where the next bytes of every document are staged: in the document's own folder, so that they lie on
// its file system.
func (r *Run) placeStaged(p *publication) {
	for i := range p.Replacements {
		rep := &p.Replacements[i]
		rep.Temp = filepath.Join(filepath.Dir(rep.Path), fmt.Sprintf(".doc-iterate-%s-%d.tmp", r.id, i))
	}
}

// discard removes the staged files that are not complete.
func (p publication) discard() {
	for i := range p.Replacements {
		os.Remove(p.Replacements[i].Part())
	}
}

// stage writes the next bytes of every document that doesn't have them yet, and syncs them together. Only then
// do the files get the names of complete ones.
func (s *publisher) stage(p publication) ([]*replacement, error) {
	all := pointers(p.Replacements)
	likes := make([]fs.FileInfo, len(all))
	err := s.forEachNext(all, func(i int, text []byte) (err error) {
		likes[i], err = s.fileToReplace(all[i], text)
		return err
	})
	if err != nil {
		return nil, err
	}
	var staged []*replacement
	var parts []string
	for i, rep := range all {
		if likes[i] != nil {
			likes[len(staged)] = likes[i]
			staged, parts = append(staged, rep), append(parts, rep.Part())
		}
	}
	if len(staged) == 0 {
		return nil, nil
	}
	err = s.forEachNext(staged, func(i int, text []byte) error { return staged[i].Write(text, likes[i]) })
	s.at("written")
	if err == nil {
		if err = disk.SyncAll(parts, disk.SyncPath); err != nil {
			err = refusalFor(staged[0].Path, err)
		}
	}
	if err == nil {
		err = forEach(staged, func(i int) error { return os.Rename(staged[i].Part(), staged[i].Temp) })
	}
	if err != nil {
		p.discard()
		return nil, err
	}
	s.at("staged")
	return staged, nil
}

// forEachNext is forEach with the next bytes of each document.
func (s *publisher) forEachNext(reps []*replacement, f func(i int, next []byte) error) error {
	return forEach(reps, func(i int) error {
		next, err := s.bytes(reps[i].Next)
		if err != nil {
			return err
		}
		return f(i, next)
	})
}
