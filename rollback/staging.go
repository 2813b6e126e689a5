package rollback

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
)

// stageInFolders stages the next bytes of every document in the document's own folder.
func (r *Run) stageInFolders(p *publication) {
	for i := range p.Replacements {
		rep := &p.Replacements[i]
		rep.Temp = filepath.Join(filepath.Dir(rep.Path), fmt.Sprintf(".doc-iterate-%s-%d.tmp", r.id, i))
	}
}

// stageTogether stages the next bytes of many documents in one folder of the run, if they lie on its file system. It
// stages those of a few documents in their own folders. A file system may take a hundred times as long to create a file
// near files that were removed lately, which a new folder does not have. And a single rename marks the whole folder as
// complete.
func (r *Run) stageTogether(p *publication) {
	r.stageInFolders(p)
	device, err := disk.Device(r.dir)
	if err != nil || len(p.Replacements) < disk.ManyFiles {
		return
	}
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; disk.OnDevice(device, rep.Was) {
			rep.Temp = filepath.Join(r.staged(), strconv.Itoa(i))
		}
	}
}

// staged returns the folder of the files that are staged together. No other run uses its name: see disk.SpreadFolders.
func (r *Run) staged() string { return filepath.Join(r.dir, "staged-"+r.id) }

// folder returns the folder of the files that are staged together, "" if all are staged in the folders of their
// documents.
func (p publication) folder() string {
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; rep.InSharedFolder() {
			return filepath.Dir(rep.Temp)
		}
	}
	return ""
}

// prepare creates the folder, empty, under the name that it has until all files in it are complete.
func (p publication) prepare() error {
	folder := p.folder()
	if folder == "" {
		return nil
	}
	disk.SpreadFolders(filepath.Dir(folder))
	return errors.Join(os.RemoveAll(folder+disk.Partial), os.Mkdir(folder+disk.Partial, 0o700))
}

// complete gives the staged files the names of files that are complete and synced.
func (p publication) complete(staged []*replacement) error {
	if folder := p.folder(); folder != "" {
		if err := os.Rename(folder+disk.Partial, folder); err != nil {
			return refusalFor(staged[0].Path, err)
		}
	}
	return forEach(staged, func(i int) error {
		if staged[i].InSharedFolder() {
			return nil
		}
		return os.Rename(staged[i].Part(), staged[i].Temp)
	})
}

// clear removes the folder, unless it holds a file that could not be removed.
func (p publication) clear() {
	if folder := p.folder(); folder != "" {
		os.Remove(folder)
	}
}

// discard removes the staged files that are not complete.
func (p publication) discard() {
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; !rep.InSharedFolder() {
			os.Remove(rep.Part())
		}
	}
	if folder := p.folder(); folder != "" {
		os.RemoveAll(folder + disk.Partial)
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
	if err := p.prepare(); err != nil {
		return nil, refusalFor(staged[0].Path, err)
	}
	disks, err := disk.BeginFlush(parts)
	if err != nil {
		p.discard()
		return nil, refusalFor(staged[0].Path, err)
	}
	err = s.forEachNext(staged, func(i int, text []byte) error { return staged[i].Write(text, likes[i]) })
	s.at("written")
	if err == nil {
		if err = disks.End(); err != nil {
			err = refusalFor(staged[0].Path, err)
		}
	} else {
		err = errors.Join(err, disks.Close())
	}
	if err == nil {
		err = p.complete(staged)
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
