package workspace

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// Inbound returns a function that finds the links to headings of a document of the run from documents of the
// repository outside the run. The repository is searched once, on the first call: when a heading is about to change.
func (w *Workspace) Inbound(ctx context.Context, docs []Document) func(path string) []link.Inbound {
	index := sync.OnceValue(func() map[string][]link.Inbound { return w.linksFromOutside(ctx, docs) })
	return func(path string) []link.Inbound { return index()[resolved(path)] }
}

// linksFromOutside returns the links of the documents that are not in the run, by the resolved path of the document
// that they lead to. A link from a document of the run counts too where it names another one by a path that is not
// that of the run, as a symbolic link allows: the fix changes only links that name the document as the run does.
func (w *Workspace) linksFromOutside(ctx context.Context, docs []Document) map[string][]link.Inbound {
	out := map[string][]link.Inbound{}
	if repo.Top(filepath.Dir(docs[0].Path)) == "" {
		return out // outside of a repository there are no others
	}
	dir := resolved(filepath.Dir(docs[0].Path))
	// What can't be listed can't be read either. The links of the rest still count.
	up, files, _ := repo.RepositoryFiles(ctx, dir, w.Environ)
	root := filepath.ToSlash(filepath.Join(dir, up))
	run := newRunPaths(docs)
	links, linkToRun := make([]map[string][]link.Inbound, len(files)), make([]bool, len(files))
	parallel.OnAll(len(files), func(i int) {
		path := filepath.ToSlash(filepath.Join(dir, files[i]))
		defer parallel.In(path)
		real := path
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			real = resolved(path)
			linkToRun[i] = run.holds(real)
		}
		if !link.IsMarkdown(path) || run.resolved[real] {
			return
		}
		if src, err := w.other(path); err == nil {
			links[i] = linksIn(path, src, root)
		}
	})
	targets := linkTargets{}
	names := NewNames(!filepath.IsAbs(docs[0].Path))
	names.wd = RealPath(".")
	for i, found := range links {
		targets.add(out, found, filepath.ToSlash(names.Of(filepath.Join(dir, files[i]))))
	}
	if !run.symlinked && !slices.Contains(linkToRun, true) {
		return out
	}
	links = make([]map[string][]link.Inbound, len(docs))
	parallel.OnAll(len(docs), func(i int) {
		defer parallel.In(docs[i].Path)
		links[i] = linksIn(FullPath(docs[i].Path), docs[i].Text(), root)
		maps.DeleteFunc(links[i], func(target string, _ []link.Inbound) bool { return run.full[target] })
	})
	for i, found := range links {
		targets.add(out, found, filepath.ToSlash(docs[i].Path))
	}
	return out
}

// runPaths is the paths of the documents of a run.
type runPaths struct {
	full, resolved map[string]bool
	symlinked      bool // a symbolic link is in one of the paths
}

func newRunPaths(docs []Document) runPaths {
	r := runPaths{full: map[string]bool{}, resolved: map[string]bool{}}
	for _, d := range docs {
		path, real := FullPath(d.Path), resolved(d.Path)
		r.full[path], r.resolved[real] = true, true
		r.symlinked = r.symlinked || path != real
	}
	return r
}

// holds reports whether one of the documents is the file at a resolved path, or lies in the folder there.
func (r runPaths) holds(real string) bool {
	folder := strings.TrimSuffix(real, "/") + "/"
	for path := range r.resolved {
		if path == real || strings.HasPrefix(path, folder) {
			return true
		}
	}
	return false
}

// linkTargets caches the resolved paths of link targets.
type linkTargets map[string]string

// add adds the links of the document that is called from to out.
func (l linkTargets) add(out, found map[string][]link.Inbound, from string) {
	for _, target := range slices.Sorted(maps.Keys(found)) {
		real, ok := l[target]
		if !ok {
			real = resolved(target)
			l[target] = real
		}
		for _, i := range found[target] {
			i.From = from
			out[real] = append(out[real], i)
		}
	}
}

// linksIn returns the links in a text to fragments of documents.
func linksIn(path string, src []byte, root string) map[string][]link.Inbound {
	if !mayLink(src) {
		return nil
	}
	return link.InboundFrom(zone.Parse(path, src, markdown.DialectOf(path)), root)
}

// mayLink reports whether a text may have a link to a fragment of another document: a # that follows something other
// than the start of a heading. Most documents have none, and need not be parsed.
func mayLink(src []byte) bool {
	for {
		at := bytes.IndexByte(src, '#')
		if at < 0 {
			return false
		}
		if at > 0 && bytes.IndexByte([]byte("#( \t\r\n<"), src[at-1]) < 0 {
			return true
		}
		src = src[at+1:]
	}
}

// Files returns the files that documents of one repository may link to, and that tell which generator makes a site of
// them. The files are named as the documents are. Outside of a repository they are what lies below the folder that
// the documents share, or below that of the site. Where not all files can be listed, Files says so and returns nil.
func (w *Workspace) Files(ctx context.Context, docs []Document) *link.Files {
	dir := "."
	absolute := filepath.IsAbs(docs[0].Path)
	where := NewLocations()
	top := where.folder(filepath.Dir(docs[0].Path)).Top
	switch {
	case top == "":
		dir = siteFolder(SharedFolder(docs))
	case absolute || top != repo.Top("."):
		dir = filepath.Dir(docs[0].Path)
	}
	root, files, err := w.list(ctx, dir)
	if err != nil {
		reason, _, _ := strings.Cut(err.Error(), "\n")
		if slices.ContainsFunc(docs, func(d Document) bool { return d.Rules.References != nil }) {
			w.Note("%s: links to other files are not checked, as these can't be listed: %s", dir, reason)
		}
		return nil
	}
	names, known := NewNames(!absolute), make(map[string]*Document, len(docs))
	for i := range docs {
		known[docs[i].Path] = &docs[i]
	}
	for i := range files {
		files[i] = filepath.ToSlash(names.Of(filepath.Join(dir, files[i])))
		if d := known[files[i]]; d != nil {
			files[i] = d.Path // of many documents, two names would take much memory
		}
	}
	read := func(path string) ([]byte, error) {
		if d := known[path]; d != nil {
			return d.Read()
		}
		return w.other(path)
	}
	out := link.NewFiles(filepath.ToSlash(names.Of(filepath.Join(dir, root))), files, read)
	if here := where.folder("."); !absolute && here.Top == top && top != "" {
		out.From(filepath.ToSlash(here.Name))
	}
	out.NoteUnknown(func() {
		w.slugs.Do(func() {
			w.Note("fragments of links are left alone: nothing shows how the site names its headings; name its generator in " +
				"references.slug")
		})
	})
	return out
}

// siteFolder returns the nearest folder from dir upwards that has a generator's files, dir where there is none.
func siteFolder(dir string) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	for at := abs; filepath.Dir(at) != at; at = filepath.Dir(at) {
		entries, _ := os.ReadDir(at)
		if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return link.TellsGenerator(e.Name()) }) {
			up, err := filepath.Rel(abs, at)
			if err != nil {
				return dir
			}
			return filepath.Join(dir, up)
		}
	}
	return dir
}
