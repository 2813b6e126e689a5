package rollback

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// partial ends the names of files and folders that are not complete.
const partial = ".part"

// stageBeside has the next bytes of every document staged beside it.
func (r *Run) stageBeside(p *publication) {
	for i := range p.Replacements {
		rep := &p.Replacements[i]
		rep.Temp = filepath.Join(filepath.Dir(rep.Path), fmt.Sprintf(".doc-iterate-%s-%d.tmp", r.id, i))
	}
}

// stageTogether has the next bytes of many documents staged in one folder of the run, as far as they lie on its file system,
// and of a few beside them. Among files that were removed lately a file system may take a hundred times as long to make one,
// and in a folder of the run's own there are none; and a single rename says that all of it is complete.
func (r *Run) stageTogether(p *publication) {
	r.stageBeside(p)
	disk, err := deviceOf(r.dir)
	if err != nil || len(p.Replacements) < many {
		return
	}
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; liesOn(disk, rep.was) {
			rep.Temp = filepath.Join(r.staged(), strconv.Itoa(i))
		}
	}
}

// staged is the folder of what is staged together. Its name is no other run's: see scatter.
func (r *Run) staged() string { return filepath.Join(r.dir, "staged-"+r.id) }

// together reports whether the next bytes are staged in the folder of those that are staged together.
func (r *replacement) together() bool { return filepath.Dir(r.Temp) != filepath.Dir(r.Path) }

// folder is where next bytes are staged together, "" where all are staged beside their documents.
func (p publication) folder() string {
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; rep.together() {
			return filepath.Dir(rep.Temp)
		}
	}
	return ""
}

// part is the name of the file with the next bytes until they are complete and on the disk. A folder is complete as a whole.
func (r *replacement) part() string {
	if r.together() {
		return filepath.Join(filepath.Dir(r.Temp)+partial, filepath.Base(r.Temp))
	}
	return r.Temp + partial
}

// prepare makes the folder, empty, under the name that it has until all that it holds is complete.
func (p publication) prepare() error {
	folder := p.folder()
	if folder == "" {
		return nil
	}
	scatter(filepath.Dir(folder))
	return errors.Join(os.RemoveAll(folder+partial), os.Mkdir(folder+partial, 0o700))
}

// complete gives the staged files the names that say that they are complete and on the disk.
func (p publication) complete(staged []*replacement) error {
	if folder := p.folder(); folder != "" {
		if err := rename(folder+partial, folder); err != nil {
			return about(staged[0], err)
		}
	}
	return each(staged, func(i int, _ *[]byte) error {
		if staged[i].together() {
			return nil
		}
		return rename(staged[i].part(), staged[i].Temp)
	})
}

// clear removes the folder, unless it holds a file that could not be swept.
func (p publication) clear() {
	if folder := p.folder(); folder != "" {
		os.Remove(folder)
	}
}

// discard removes what is staged and not complete.
func (p publication) discard() {
	for i := range p.Replacements {
		if rep := &p.Replacements[i]; !rep.together() {
			os.Remove(rep.part())
		}
	}
	if folder := p.folder(); folder != "" {
		os.RemoveAll(folder + partial)
	}
}

// stage writes the next bytes of every document that doesn't have them yet, and sees them to the disk together. Only
// then do the files get the names that say they are complete.
func (s *site) stage(p publication) ([]*replacement, error) {
	all := pointers(p.Replacements)
	texts, likes := make([][]byte, len(all)), make([]fs.FileInfo, len(all))
	err := each(all, func(i int, buffer *[]byte) (err error) {
		if texts[i], err = s.bytes(all[i].Next); err == nil {
			likes[i], err = s.stands(all[i], texts[i], buffer)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var staged []*replacement
	var parts []string
	for i, rep := range all {
		if likes[i] != nil {
			texts[len(staged)], likes[len(staged)] = texts[i], likes[i]
			staged, parts = append(staged, rep), append(parts, rep.part())
		}
	}
	if len(staged) == 0 {
		return nil, nil
	}
	if err := p.prepare(); err != nil {
		return nil, about(staged[0], err)
	}
	disks, err := beginFlush(parts)
	if err != nil {
		p.discard()
		return nil, about(staged[0], err)
	}
	err = each(staged, func(i int, _ *[]byte) error { return staged[i].write(texts[i], likes[i]) })
	s.at("written")
	if err == nil {
		if err = disks.end(); err != nil {
			err = about(staged[0], err)
		}
	} else {
		err = errors.Join(err, disks.close())
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
