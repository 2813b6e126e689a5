package lsp

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// links are the links from and to a document. They are read when a rule asks for them, and replaced when one of the
// files that were read changes.
type links struct {
	workspace workspace.Workspace
	once      sync.Once
	files     func() *link.Files
	inbound   func(path string) []link.Inbound
	others    func() []source.Stored

	mu   sync.Mutex
	read map[string]bool // the absolute paths of the files that were asked for
}

// newLinks returns the links of a document before anything around it is known.
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

// readAround makes the functions that read what is around a revision.
func (l *links) readAround(s *server, r *revision) {
	l.once.Do(func() {
		docs := []workspace.Document{r.document}
		l.files = sync.OnceValue(func() *link.Files { return l.workspace.Files(s.ctx, docs) })
		l.inbound = l.workspace.Inbound(s.ctx, docs)
		listed := l.workspace.OtherDocuments(s.ctx, workspace.Group{Documents: docs})
		l.others = sync.OnceValue(func() []source.Stored { return s.texts.keep(listed()) })
	})
}

// texts are the documents on the disk that are not open: evidence for how words are written. All open documents share
// them, and each is read once.
type texts struct {
	mu   sync.Mutex
	kept map[string]source.Stored
}

// keep returns documents that are read once.
func (t *texts) keep(listed []source.Stored) []source.Stored {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil {
		t.kept = map[string]source.Stored{}
	}
	fresh := source.Kept(listed)
	for n, one := range fresh {
		if before, known := t.kept[one.Path]; known {
			fresh[n] = before
		} else {
			t.kept[one.Path] = one
		}
	}
	return fresh
}

// forget makes a document be read again after it was saved; "" is all of them.
func (t *texts) forget(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if path == "" {
		t.kept = nil
	}
	delete(t.kept, path)
}

// reads reports whether the file at an absolute path was asked for.
func (l *links) reads(path string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.read[path]
}
