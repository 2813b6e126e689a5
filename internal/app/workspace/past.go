package workspace

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// eachRepository calls f once for each repository that documents lie in, with its top, the names of these documents
// there, and their paths. Without documents it calls f for the repository of the working directory.
func eachRepository(docs []Document, f func(top string, names, paths []string) error) error {
	where := NewLocations()
	groups := grouped(docs, func(d Document) string { return where.Of(d.Path).Top })
	if len(docs) == 0 {
		groups = [][]Document{nil}
	}
	for _, group := range groups {
		var top string
		var names, paths []string
		for _, d := range group {
			at := where.Of(d.Path)
			top, names, paths = at.Top, append(names, at.Name), append(paths, d.Path)
		}
		if len(group) == 0 {
			top = repo.Top(".")
		}
		if top == "" {
			path := wording.Visible(append(paths, ".")[0])
			return fmt.Errorf("%s is in no git repository, so there is nothing to compare it with", path)
		}
		if err := f(top, names, paths); err != nil {
			return err
		}
	}
	return nil
}

// stagedContents returns the staged bytes of documents by path. It leaves out those that the index does not hold.
func (w *Workspace) stagedContents(ctx context.Context, docs []Document) (map[string][]byte, error) {
	out := map[string][]byte{}
	return out, eachRepository(docs, func(top string, names, paths []string) error {
		found, err := repo.Revisions(ctx, top, w.Environ, "", names)
		for i, name := range names {
			if data, ok := found[name]; ok {
				out[paths[i]] = data
			}
		}
		return err
	})
}

// A past is documents and files as they were in an older revision.
type past struct {
	before   map[string][]byte   // the bytes that documents had, by path, also under another name
	oldPaths map[string]string   // of documents that had another name
	deleted  map[string][]string // by the top of their repository, the files that are gone, as paths from there
}

// past returns the documents as they were where the work since rev began.
func (w *Workspace) past(ctx context.Context, rev string, docs []Document) (past, error) {
	out := past{map[string][]byte{}, map[string]string{}, map[string][]string{}}
	return out, eachRepository(docs, func(top string, names, paths []string) error {
		base, err := repo.Base(ctx, top, w.Environ, rev)
		if err != nil || base == "" {
			return err
		}
		if out.deleted[top], err = repo.Gone(ctx, top, w.Environ, base); err != nil {
			return err
		}
		found, err := repo.Revisions(ctx, top, w.Environ, base, names)
		if err != nil {
			return err
		}
		oldNames := names
		if len(found) < len(names) {
			if oldNames, err = w.addRenamed(ctx, top, base, names, found); err != nil {
				return err
			}
		}
		for i, name := range oldNames {
			data, ok := found[name]
			if !ok {
				continue
			}
			out.before[paths[i]] = data
			if rel, err := filepath.Rel(filepath.Dir(names[i]), name); err == nil && name != names[i] {
				out.oldPaths[paths[i]] = filepath.Join(filepath.Dir(paths[i]), rel)
			}
		}
		return nil
	})
}

// addRenamed returns names, with the older name of each file that was renamed since base. It adds the bytes of these
// to found.
func (w *Workspace) addRenamed(
	ctx context.Context, top, base string, names []string, found map[string][]byte,
) ([]string, error) {
	before, err := repo.Renamed(ctx, top, w.Environ, base, w.Staged)
	if err != nil || len(before) == 0 {
		return names, err
	}
	names = slices.Clone(names)
	var moved []string
	for i, name := range names {
		if old, ok := before[filepath.ToSlash(name)]; ok && found[name] == nil {
			names[i] = filepath.FromSlash(old)
			moved = append(moved, names[i])
		}
	}
	more, err := repo.Revisions(ctx, top, w.Environ, base, moved)
	maps.Copy(found, more)
	return names, err
}
