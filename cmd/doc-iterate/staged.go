package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// stagedOnly tells the documents of which something is staged from the others. gone
// is the names of the files that the commit will not have any more.
func (s *session) stagedOnly(docs []document) (of, others []document, gone []string, err error) {
	staged := map[place]bool{}
	seen := map[string]bool{}
	where := newPlaces()
	for _, d := range docs {
		top := where.of(d.path).top
		if seen[top] {
			continue
		}
		seen[top] = true
		if top == "" {
			return nil, nil, nil, fmt.Errorf("--staged: %s is in no git repository", report.Visible(d.path))
		}
		names, err := rollback.StagedFiles(s.ctx, top, s.environ)
		if err != nil {
			return nil, nil, nil, err
		}
		without, err := rollback.Gone(s.ctx, top, s.environ, "")
		if err != nil {
			return nil, nil, nil, err
		}
		gone = append(gone, without...)
		for _, name := range names {
			staged[place{top, filepath.FromSlash(name)}] = true
		}
	}
	for _, d := range docs {
		if staged[where.of(d.path)] {
			of = append(of, d)
		} else {
			others = append(others, d)
		}
	}
	return of, others, gone, nil
}

// staged keeps the documents of which something is staged, as they are staged.
func (s *session) staged(c common, o *opened) error {
	docs, others, gone, err := s.stagedOnly(o.docs)
	if err != nil {
		return err
	}
	targets := slices.Clone(gone)
	for _, d := range docs {
		targets = append(targets, d.path)
	}
	inbound, others := linking(others, targets)
	o.around = append(o.around, others...)
	contents, err := s.revisions("", docs)
	if err != nil {
		return err
	}
	kept := docs[:0]
	var alone []string
	for _, d := range docs {
		file, err := d.read(nil)
		if _, ok := d.info.(indexed); ok {
			alone = append(alone, d.path)
			file, err = contents[d.path], gate.Admit(contents[d.path])
		}
		if err != nil {
			s.fail(o, d.path, err)
			continue
		}
		d.src, d.info = sameEndings(contents[d.path], file), nil
		kept = append(kept, d)
	}
	o.docs = append(kept, inbound...)
	if len(alone) > 0 {
		s.note(c, "%s: staged, and gone from the disk, where fix would need it", list(alone, 2))
	}
	return nil
}

// stagedAlone is the paths of the files below dir that are staged and gone from the
// disk: a commit will hold them all the same.
func (s *session) stagedAlone(dir string) []string {
	names, err := rollback.StagedFiles(s.ctx, dir, s.environ)
	if err != nil {
		return nil // which staged says with its reason
	}
	var paths []string
	for _, name := range names {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			paths = append(paths, path)
		}
	}
	return paths
}

// An indexed is the path of a file that is in the index alone, and describes it.
type indexed string

func (i indexed) Name() string     { return filepath.Base(string(i)) }
func (indexed) Size() int64        { return 0 }
func (indexed) Mode() fs.FileMode  { return 0o644 }
func (indexed) ModTime() time.Time { return time.Time{} }
func (indexed) IsDir() bool        { return false }
func (indexed) Sys() any           { return nil }

// linking tells the documents whose links may lead to one of the targets, which are
// paths, from the others: their rules want links to be checked, and the text has the
// name of a target, or, for the page of a folder, the folder's.
func linking(docs []document, targets []string) (linking, others []document) {
	var names [][]byte
	for _, t := range targets {
		stem := strings.TrimSuffix(filepath.Base(t), filepath.Ext(t))
		names = append(names, []byte(stem))
		if folder := filepath.Base(filepath.Dir(t)); folder != "." && folder != ".." {
			names = append(names, []byte(folder))
		}
	}
	for _, d := range docs {
		src, err := []byte(nil), error(nil)
		if d.set.References != nil {
			src, err = d.read(nil)
		}
		if err == nil && slices.ContainsFunc(names, func(name []byte) bool { return bytes.Contains(src, name) }) {
			d.src, d.inbound = src, true
			linking = append(linking, d)
		} else {
			others = append(others, d)
		}
	}
	return linking, others
}

// sameEndings gives text as git stores it the line endings of the file, where git
// converted them: without that every line would count as changed.
func sameEndings(stored, file []byte) []byte {
	if strings.Contains(string(file), "\r\n") && !strings.Contains(string(stored), "\r") {
		return []byte(strings.ReplaceAll(string(stored), "\n", "\r\n"))
	}
	return stored
}
