package main

import (
	"bytes"
	"path/filepath"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// inbound finds the links to headings of the documents of a run that stand in
// other documents of the repository. It is searched once, when the first heading
// is about to change what links to it must say.
func (s *session) inbound(docs []document) func(path string) []fixers.Inbound {
	index := sync.OnceValue(func() map[string][]fixers.Inbound { return s.linksOfOthers(docs) })
	return func(path string) []fixers.Inbound { return index()[fullPath(path)] }
}

// linksOfOthers is the links of the documents that are not in the run, by the
// absolute path of the document they lead to.
func (s *session) linksOfOthers(docs []document) map[string][]fixers.Inbound {
	out := map[string][]fixers.Inbound{}
	dir := filepath.Dir(docs[0].path)
	if rollback.Top(dir) == "" {
		return out // outside of a repository there are no others
	}
	root, names, err := rollback.RepositoryFiles(s.ctx, dir, s.environ)
	if err != nil {
		return out
	}
	inRun := map[string]bool{}
	for _, d := range docs {
		inRun[fullPath(d.path)] = true
	}
	links := make([]map[string][]fixers.Inbound, len(names))
	parallel.OnAll(len(names), func(i int) {
		path := fullPath(filepath.Join(dir, names[i]))
		if !review.IsMarkdown(path) || inRun[path] {
			return
		}
		src, err := readOther(path)
		if err != nil || !mayLink(src) {
			return
		}
		links[i] = fixers.LinksFrom(review.Parse(path, src), fullPath(filepath.Join(dir, root)))
	})
	for i, found := range links {
		for target, some := range found {
			for _, link := range some {
				link.From = filepath.ToSlash(filepath.Join(dir, names[i]))
				out[target] = append(out[target], link)
			}
		}
	}
	return out
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

// fullPath is a path as it is compared here; slashes separate it.
func fullPath(path string) string { return filepath.ToSlash(absolute(path)) }
