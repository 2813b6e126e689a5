package workspace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// SplitStaged returns the documents with staged changes, the others, and the names of the files that the
// commit will delete.
func (w *Workspace) SplitStaged(
	ctx context.Context, docs []Document,
) (of, others []Document, gone []string, err error) {
	staged, seen := map[Location]bool{}, map[string]bool{}
	where := NewLocations()
	for _, d := range docs {
		top := where.Of(d.Path).Top
		if seen[top] {
			continue
		}
		seen[top] = true
		if top == "" {
			return nil, nil, nil, fmt.Errorf("--staged: %s is in no git repository", wording.Visible(d.Path))
		}
		names, err := repo.StagedFiles(ctx, top, w.Environ)
		if err != nil {
			return nil, nil, nil, err
		}
		without, err := repo.Gone(ctx, top, w.Environ, "")
		if err != nil {
			return nil, nil, nil, err
		}
		gone = append(gone, without...)
		for _, name := range names {
			staged[Location{top, filepath.FromSlash(name)}] = true
		}
	}
	for _, d := range docs {
		if staged[where.Of(d.Path)] {
			of = append(of, d)
		} else {
			others = append(others, d)
		}
	}
	return of, others, gone, nil
}

// KeepStaged keeps the documents with staged changes, as they are staged, and those that may link to them.
func (w *Workspace) KeepStaged(ctx context.Context, s *Selection) error {
	docs, others, gone, err := w.SplitStaged(ctx, s.Documents)
	if err != nil {
		return err
	}
	targets := slices.Clone(gone)
	for _, d := range docs {
		targets = append(targets, d.Path)
	}
	linking, others := splitLinking(others, targets)
	s.Around = append(s.Around, others...)
	contents, err := w.stagedContents(ctx, docs)
	if err != nil {
		return err
	}
	kept := docs[:0]
	var indexOnly []string
	for _, d := range docs {
		file, err := d.Read()
		if d.inIndexOnly {
			indexOnly = append(indexOnly, d.Path)
			file, err = contents[d.Path], gate.Admit(contents[d.Path])
		}
		if err != nil {
			w.Fail(s, d.Path, err)
			continue
		}
		d.Source = withEndingsOf(file, contents[d.Path])
		kept = append(kept, d)
	}
	s.Documents = append(kept, linking...)
	if len(indexOnly) > 0 {
		w.Note("%s: staged, and gone from the disk, where fix would need it", wording.List(indexOnly, 2))
	}
	return nil
}

// indexOnly returns the paths of the files below dir that are staged and gone from the disk: a commit will hold them.
func (w *Workspace) indexOnly(ctx context.Context, dir string) []string {
	names, err := repo.StagedFiles(ctx, dir, w.Environ)
	if err != nil {
		return nil // KeepStaged reports the error
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

// indexed is the path of a file that is in the index alone. It describes that file.
type indexed string

func (i indexed) Name() string     { return filepath.Base(string(i)) }
func (indexed) Size() int64        { return 0 }
func (indexed) Mode() fs.FileMode  { return 0o644 }
func (indexed) ModTime() time.Time { return time.Time{} }
func (indexed) IsDir() bool        { return false }
func (indexed) Sys() any           { return nil }

// splitLinking returns the documents whose links may lead to one of the targets, which are paths, and the others.
// A document may link to a target if its rules want links to be checked, and its text has the name of the target or,
// because a target may be the page of a folder, the name of its folder.
func splitLinking(docs []Document, targets []string) (linking, others []Document) {
	var names [][]byte
	for _, t := range targets {
		names = append(names, []byte(strings.TrimSuffix(filepath.Base(t), filepath.Ext(t))))
		if folder := filepath.Base(filepath.Dir(t)); folder != "." && folder != ".." {
			names = append(names, []byte(folder))
		}
	}
	for _, d := range docs {
		src, err := []byte(nil), error(nil)
		if d.Rules.References != nil {
			src, err = d.Read()
		}
		if err == nil && slices.ContainsFunc(names, func(name []byte) bool { return bytes.Contains(src, name) }) {
			d.Source, d.LinksOnly = src, true
			linking = append(linking, d)
		} else {
			others = append(others, d)
		}
	}
	return linking, others
}

// withEndingsOf returns text as git stores it with the line endings of the file, where git converted them. Without
// that every line would count as changed.
func withEndingsOf(file, stored []byte) []byte {
	if bytes.Contains(file, []byte("\r\n")) && !bytes.Contains(stored, []byte("\r")) {
		return bytes.ReplaceAll(stored, []byte("\n"), []byte("\r\n"))
	}
	return stored
}
