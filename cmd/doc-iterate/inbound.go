package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// inbound finds the links to headings of the documents of a run that stand in
// other documents of the repository. It is searched once, when the first heading
// is about to change what links to it must say.
func (s *session) inbound(docs []document) func(path string) []fixers.Inbound {
	index := sync.OnceValue(func() map[string][]fixers.Inbound { return s.linksOfOthers(docs) })
	return func(path string) []fixers.Inbound { return index()[followed(path)] }
}

// linksOfOthers is the links of the documents that are not in the run, by the
// absolute path, links followed, of the document they lead to. A link of one that is in
// the run counts as well where it names another by a path that is not that of the run,
// as a symbolic link makes one: only links that name it as the run does go along.
func (s *session) linksOfOthers(docs []document) map[string][]fixers.Inbound {
	out := map[string][]fixers.Inbound{}
	if rollback.Top(filepath.Dir(docs[0].path)) == "" {
		return out // outside of a repository there are no others
	}
	dir := followed(filepath.Dir(docs[0].path))
	// What can't be listed can't be read either: the links of the rest still count.
	up, names, _ := rollback.RepositoryFiles(s.ctx, dir, s.environ)
	root := filepath.ToSlash(filepath.Join(dir, up))
	run := newRunNames(docs)
	links, leads := make([]map[string][]fixers.Inbound, len(names)), make([]bool, len(names))
	parallel.OnAll(len(names), func(i int) {
		path := filepath.ToSlash(filepath.Join(dir, names[i]))
		defer parallel.In(path)
		real := path
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			real = followed(path)
			leads[i] = run.holds(real)
		}
		if !review.IsMarkdown(path) || run.real[real] {
			return
		}
		if src, err := readOther(path); err == nil {
			links[i] = linksIn(path, src, root)
		}
	})
	others := linkedTo{}
	one := newNaming(!filepath.IsAbs(docs[0].path))
	one.wd = realPath(".")
	for i, found := range links {
		others.add(out, found, filepath.ToSlash(one.of(filepath.Join(dir, names[i]))))
	}
	if !run.linked && !slices.Contains(leads, true) {
		return out
	}
	links = make([]map[string][]fixers.Inbound, len(docs))
	parallel.OnAll(len(docs), func(i int) {
		defer parallel.In(docs[i].path)
		links[i] = linksIn(fullPath(docs[i].path), docs[i].src, root)
		maps.DeleteFunc(links[i], func(target string, _ []fixers.Inbound) bool { return run.full[target] })
	})
	for i, found := range links {
		others.add(out, found, filepath.ToSlash(docs[i].path))
	}
	return out
}

// runNames is how the documents of a run are named, and where they lie.
type runNames struct {
	full, real map[string]bool // their full paths, and these with links followed
	linked     bool            // a link is in the path of one
}

func newRunNames(docs []document) runNames {
	r := runNames{full: map[string]bool{}, real: map[string]bool{}}
	for _, d := range docs {
		path, real := fullPath(d.path), followed(d.path)
		r.full[path], r.real[real] = true, true
		r.linked = r.linked || path != real
	}
	return r
}

// holds reports whether one of the documents is the file, or lies in the folder, at a
// path without links.
func (r runNames) holds(real string) bool {
	if r.real[real] {
		return true
	}
	for path := range r.real {
		if strings.HasPrefix(path, strings.TrimSuffix(real, "/")+"/") {
			return true
		}
	}
	return false
}

// linkedTo remembers where the targets of links lie, links followed.
type linkedTo map[string]string

// add adds the links of a document, which has this name, to out.
func (l linkedTo) add(out, found map[string][]fixers.Inbound, from string) {
	for _, target := range slices.Sorted(maps.Keys(found)) {
		real, ok := l[target]
		if !ok {
			real = followed(target)
			l[target] = real
		}
		for _, link := range found[target] {
			link.From = from
			out[real] = append(out[real], link)
		}
	}
}

// linksIn is the links to fragments of documents in a text.
func linksIn(path string, src []byte, root string) map[string][]fixers.Inbound {
	if !mayLink(src) {
		return nil
	}
	return fixers.LinksFrom(review.Parse(path, src), root)
}

// mayLink reports whether a text may have a link to a fragment of another
// document: a # that follows something other than the start of a heading. Most
// documents have none, and need not be parsed.
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

// fullPath is a path from the root of the file system; slashes separate it. Only the
// links in the path of the working directory are followed, as .. begins behind them.
func fullPath(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(realPath("."), path)
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// followed is fullPath with all links followed.
func followed(path string) string { return filepath.ToSlash(realPath(fullPath(path))) }
