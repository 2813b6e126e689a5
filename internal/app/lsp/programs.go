package lsp

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop"
)

// askPrograms runs the configured reviewers on a document that was saved, if the client wants that and the
// configuration is trusted. Their findings are shown when they are done.
func (s *server) askPrograms(d *document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	set, config, text := d.now.document.Rules, d.now.document.Config, d.now.text()
	if !s.settings.External || set == nil || len(set.Reviewers) == 0 {
		return
	}
	if d.leave != nil {
		d.leave()
	}
	ctx, leave := context.WithCancel(s.ctx)
	d.leave = leave
	go func() {
		defer leave()
		var failed error
		defer func() {
			if failed != nil && ctx.Err() == nil {
				s.tell("%s: %v", d.path, failed)
			}
		}()
		defer parallel.Catch(&failed)
		allowed := &programs.Leave{Always: s.AllowExternal, Environ: s.Environ}
		if failed = allowed.Ask(ctx, set, config); failed != nil {
			return
		}
		for _, e := range programs.Reviewers(set, config, nil) {
			if len(e.Program().For) == 0 { // the others are for gaps of a run
				s.ask(ctx, d, e, text)
			}
		}
		s.refresh()
	}()
}

// ask runs one reviewer on the text of a document.
func (s *server) ask(ctx context.Context, d *document, e loop.External, text []byte) {
	name := e.Program().Name
	said, err := e.Review(ctx, loop.Request{Document: s.trees.Parse(d.path, text, d.now.document.Dialect),
		Iteration: 1, Max: 1})
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		s.tell("reviewer %s: %v", name, err)
		return
	}
	said.Reviewer = name
	s.mu.Lock()
	defer s.mu.Unlock()
	d.reviews = slices.DeleteFunc(slices.Clone(d.reviews), func(f followed) bool {
		return f.file == "" && f.review.Reviewer == name
	})
	d.reviews = append(d.reviews, followedTo([]followed{newFollowed("", said, text)}, text, d.now.text())...)
	if s.open[d.uri] == d {
		s.invalidate(d)
	}
}
