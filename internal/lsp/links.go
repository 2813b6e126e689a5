package lsp

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/workspace"
	"github.com/doc-iterate/doc-iterate/review/link"
)

// links is what a document may link to, and what links to it. It is found out when a link asks for it. It holds until
// something of what was read changes, and then another one takes its place.
type links struct {
	workspace workspace.Workspace
	once      sync.Once
	files     func() *link.Files
	inbound   func(path string) []fixers.Inbound

	mu   sync.Mutex
	read map[string]bool // the absolute paths of the files that were asked for
}

// newLinks returns what is around a document, of which nothing is known yet.
func (s *server) newLinks() *links {
	l := &links{read: map[string]bool{}}
	l.workspace = workspace.Workspace{
		Environ: s.Environ, Note: s.note, Warn: s.note,
		Buffer: func(path string) ([]byte, bool) {
			l.mu.Lock()
			l.read[workspace.Absolute(path)] = true
			l.mu.Unlock()
			return s.buffer(path)
		},
	}
	return l
}

// of returns the links around a revision.
func (l *links) of(s *server, r *revision) (files func() *link.Files, inbound func(path string) []fixers.Inbound) {
	l.once.Do(func() {
		docs := []workspace.Document{r.document}
		l.files = sync.OnceValue(func() *link.Files { return l.workspace.Files(s.ctx, docs) })
		l.inbound = l.workspace.Inbound(s.ctx, docs)
	})
	return l.files, l.inbound
}

// reads reports whether the file at an absolute path was asked for.
func (l *links) reads(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read[path]
}
