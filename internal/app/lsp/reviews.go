package lsp

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// reviewEnding ends the names of reviews that are found next to a document.
const reviewEnding = ".review.json"

// An openedReview is a review that the client opened by a command, for one document or for all that it names.
type openedReview struct {
	file     string
	document string // its absolute path, "" for each that the review names
	named    bool   // a person named it, now
}

// reviewsOf returns the reviews of the document at path, located in its text.
func (s *server) reviewsOf(path string, text []byte) []followed {
	s.mu.Lock()
	reviews := slices.Clone(s.opened)
	for _, name := range s.settings.Reviews {
		reviews = append(reviews, openedReview{file: s.inRoot(name)})
	}
	s.mu.Unlock()
	for _, name := range workspace.SiblingFiles(path, reviewEnding) {
		r := openedReview{file: name}
		if stem, _ := strings.CutSuffix(filepath.Base(name),
			reviewEnding); stem == strings.TrimSuffix(filepath.Base(path),
			filepath.Ext(path)) {
			r.document = workspace.Absolute(path)
		}
		reviews = append(reviews, r)
	}
	var out []followed
	seen := map[string]bool{}
	for _, r := range reviews {
		file := workspace.RealPath(r.file)
		if seen[file] {
			continue
		}
		found := s.located(r, path, text)
		seen[file] = len(found) > 0
		out = append(out, found...)
	}
	return out
}

// read reads a review. A clone can bring settings with it, and what stands next to a document.
func (s *server) read(r openedReview) ([]reviewfiles.File, error) {
	return reviewfiles.Reader{Note: s.note, Unasked: !r.named}.Read(s.ctx, []string{r.file})
}

// located returns the reviews in a file that are of a document. It leaves out what earlier runs fixed, and what a
// person decided to keep.
func (s *server) located(r openedReview, path string, text []byte) []followed {
	files, err := s.read(r)
	if err != nil {
		s.tell("%v", err)
		return nil
	}
	doc := workspace.Document{Path: path, Source: text}
	docs := []workspace.Document{doc}
	if r.document != workspace.Absolute(path) && (r.document != "" || !files[0].Names(doc)) {
		return nil
	}
	if err := reviewfiles.Pair(files, docs, false, s.note); err != nil {
		s.tell("%v", err)
		return nil
	}
	parsed := func() *zone.Document { return s.trees.Parse(path, text, s.dialects.Of(path, nil)) }
	memory := history.Recall(s.ctx, s.Environ, docs)
	found := reviewfiles.Locating{Environ: s.Environ, Ledger: func(path string) *settled.Ledger {
		return memory.Settled(s.ctx, s.Environ, path)
	}}.Of(s.ctx, path, parsed, files)
	var kept []engine.Ask
	for _, a := range memory.With(path, nil) {
		if a.Effect == engine.EffectKeep {
			kept = append(kept, a.Ask)
		}
	}
	var out []followed
	for _, f := range found {
		f.Findings = slices.DeleteFunc(f.Findings, func(f review.Finding) bool {
			return f.Reason.Code == review.SettledIssue ||
				slices.ContainsFunc(kept, func(ask engine.Ask) bool {
					return ask.Key == string(f.Key) &&
						ask.IsAbout(&f)
				})
		})
		one := newFollowed(r.file, f, text)
		one.known = files[0].Identities()
		out = append(out, one)
	}
	return out
}

// taken returns what the editor did with the findings of reviews: those whose place holds what they want.
func taken(reviews []followed, text []byte) (out []settled.Entry) {
	sum := sha256.Sum256(text)
	for _, r := range reviews {
		for n, p := range r.places {
			f := &r.review.Findings[n]
			if r.file == "" || p.text == "" || f.State != review.Located || f.Content == "" ||
				f.Remedy == review.NoRemedy {
				continue
			}
			for _, want := range append([]string{f.Want}, f.Choices...) {
				now := made(f, p, want)
				start := p.Start
				if !p.gone && bytes.HasSuffix(text[:p.End], []byte(now)) { // what is added at an edge does not touch the place
					start = p.End - len(now)
				}
				if now == p.text || !bytes.HasPrefix(text[start:], []byte(now)) || p.gone && p.Len() != len(now) {
					continue
				}
				e := settled.Entry{Content: f.Content, Reviews: r.known, Run: "editor",
					Revision: hex.EncodeToString(sum[:]),
					Start:    start, End: start + len(now), Old: p.text, New: now, Cut: cmp.Or(f.Old, p.text), Put: want}
				e.SetAround(text)
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// made returns what the text of a finding becomes by its edits, or with want in place of what it is about.
func made(f *review.Finding, p place, want string) string {
	if f.Remedy == review.Edits {
		edits := slices.Clone(f.Edits)
		for n := range edits {
			edits[n].Span = moved(edits[n].Span, -p.was.Start)
		}
		if out, err := source.Apply([]byte(p.text), edits); err == nil {
			return string(out)
		}
	}
	return strings.Replace(p.text, cmp.Or(f.Old, p.text), want, 1)
}

// keepTaken writes to the ledger what the editor did with findings of reviews in a document that is saved.
func (s *server) keepTaken(d *document) {
	s.mu.Lock()
	entries := taken(d.reviews, d.now.text())
	s.mu.Unlock()
	if len(entries) == 0 {
		return
	}
	if err := history.Settle(s.ctx, s.Environ, d.path, entries); err != nil {
		s.tell("%s: later runs won't know that you did this: %v", d.path, err)
	}
}

// findReviews locates the reviews of a document again, in its present text.
func (s *server) findReviews(d *document) {
	s.mu.Lock()
	text := d.now.text()
	s.mu.Unlock()
	found := s.reviewsOf(d.path, text)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range d.reviews {
		if f.file == "" { // the reviews of programs stay
			found = append(found, f)
		}
	}
	d.reviews = followedTo(found, text, d.now.text())
	if s.open[d.uri] == d {
		s.invalidate(d)
	}
}

// findAllReviews calls findReviews for all open documents.
func (s *server) findAllReviews() {
	s.mu.Lock()
	open := slices.Collect(maps.Values(s.open))
	s.mu.Unlock()
	for _, d := range open {
		s.findReviews(d)
	}
	s.refresh()
}
