package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Evidence is what all documents of a run show of how words and lists are written, for shards of the run: each of them
// judges its documents as the whole run does, and reads no others. The shards together compare all documents with those
// that it was gathered from.
type Evidence struct {
	Version   int      `json:"evidence_version"`
	Program   string   `json:"program"`   // the version of doc-iterate that gathered it
	Rules     []string `json:"rules"`     // the IDs of those that were asked
	Documents []pinned `json:"documents"` // of the run, by path
	Others    []pinned `json:"beside"`    // the other documents of their repositories, by path
	Groups    []group  `json:"groups"`
}

// pinned is a document and the hash of its bytes, "" where the document can't be read.
type pinned struct {
	Path string `json:"path"`
	Sum  string `json:"sha256"`
}

// A group is documents that share a working tree and a configuration, and what they show.
type group struct {
	Config string        `json:"config"` // the file, "" for the shipped rules
	Tree   string        `json:"tree"`   // as a path from the working directory, "" outside of a repository
	Rules  string        `json:"rules"`  // a hash of the rules and the bytes of their file
	Habits habit.Counts  `json:"habits"`
	Text   review.Digest `json:"text"`
}

// WriteEvidence gathers the evidence of all documents of a selection, those of other shards too, and writes it to a
// file.
func (w *Workspace) WriteEvidence(ctx context.Context, name string, s *Selection) error {
	all := s.all()
	e := Evidence{Program: w.Version, Rules: w.asked(), Others: w.pins(w.allOthers(ctx, all), every)}
	e.Documents = w.pins(Texts(all), every)
	for _, g := range ByRules(all, nil) {
		p := w.groupOf(&g.Documents[0])
		p.Habits = w.counted[w.askerOf(&g.Documents[0])]
		run := review.OpenCorpus(review.Sources{
			Texts: Texts(g.Documents), Dialects: DialectsOf(g.Documents), Context: w.OtherDocuments(ctx, g),
			Jobs: w.Jobs,
		})
		p.Text = run.Digest(g.Documents[0].Rules, w.asks)
		e.Groups = append(e.Groups, p)
	}
	if err := e.write(name); err != nil {
		return err
	}
	w.Note("%s knows %s now", name, wording.Count(len(all), "document"))
	return nil
}

// all returns the documents of all shards by path.
func (s *Selection) all() []Document { return Group{Documents: s.Documents, Around: s.Around}.All() }

// allOthers returns the documents of all repositories of a run that are not in the run, by path.
func (w *Workspace) allOthers(ctx context.Context, all []Document) []source.Stored {
	inRun := make(map[string]bool, len(all))
	for i := range all {
		inRun[filepath.ToSlash(all[i].Path)] = true
	}
	var out []source.Stored
	for _, g := range ByRules(all, nil) {
		out = append(out, w.otherDocuments(ctx, g)...)
	}
	out = slices.DeleteFunc(out, func(t source.Stored) bool { return inRun[t.Path] })
	slices.SortFunc(out, func(a, b source.Stored) int { return strings.Compare(a.Path, b.Path) })
	return slices.CompactFunc(out, func(a, b source.Stored) bool { return a.Path == b.Path })
}

func (w *Workspace) asks(rule string) bool { return w.Asks == nil || w.Asks(rule) }

// asked returns the IDs of the rules that are asked.
func (w *Workspace) asked() (ids []string) {
	for _, r := range rule.All() {
		if w.asks(r.Rule.ID) {
			ids = append(ids, r.Rule.ID)
		}
	}
	return ids
}

// askerOf returns the rules of a document as they were before settle, and its working tree.
func (w *Workspace) askerOf(d *Document) asker {
	if w.where.known == nil {
		w.where = NewLocations()
	}
	by := asker{d.Rules, w.where.Of(d.Path).Top}
	if before := w.unsettled[d.Rules]; before != nil {
		by.rules = before
	}
	return by
}

// groupOf returns the group of a document, without what it shows.
func (w *Workspace) groupOf(d *Document) group {
	by, names := w.askerOf(d), NewNames(!filepath.IsAbs(d.Path))
	p := group{Config: d.Config}
	if by.top != "" {
		p.Tree = filepath.ToSlash(names.Of(by.top))
	}
	h := sha256.New()
	json.NewEncoder(h).Encode(by.rules)
	if d.Config != "" {
		p.Config = filepath.ToSlash(names.Of(d.Config))
		config, _ := new(files.Door).ReadIn("", d.Config, files.MaxNamed) // it was read before
		h.Write(config)
	}
	p.Rules = hex.EncodeToString(h.Sum(nil))
	return p
}

func every(int) bool { return true }

// pins returns documents with their hashes, those alone that which names by their index.
func (w *Workspace) pins(texts []source.Stored, which func(i int) bool) []pinned {
	out := make([]pinned, len(texts))
	parallel.Each(len(texts), w.Jobs, func(i int) {
		out[i].Path = nameOf(texts[i].Path)
		if which(i) {
			out[i].Sum = sumOf(texts[i])
		}
	})
	return out
}

func sumOf(t source.Stored) string {
	src, err := t.Read()
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

// nameOf returns a path as evidence names it. JSON has no bytes that are not UTF-8.
func nameOf(path string) string { return strings.ToValidUTF8(filepath.ToSlash(path), "\uFFFD") }

// openEvidence reads the file of --evidence, and compares it with the documents of a run before their rules are
// settled.
func (w *Workspace) openEvidence(ctx context.Context, s *Selection) error {
	if w.Evidence == "" {
		return nil
	}
	e, err := readEvidence(ctx, w.Evidence)
	if err != nil {
		return err
	}
	if why := w.differs(ctx, e, s); why != "" {
		return fmt.Errorf("%s: %s; make it again with `doc-iterate check --write-evidence` from what is checked here",
			w.Evidence, why)
	}
	w.given = e
	return nil
}

// differs says what evidence was gathered from that is not so here, "" where all is.
func (w *Workspace) differs(ctx context.Context, e *Evidence, s *Selection) string {
	all := s.all()
	others := w.allOthers(ctx, all)
	share := max(1, w.Shard.Total)
	own := map[string]bool{}
	for i := range s.Documents {
		own[s.Documents[i].Path] = true
	}
	switch asked := w.asked(); {
	case e.Program != w.Version:
		return fmt.Sprintf("was made by doc-iterate %s, and this is %s", e.Program, w.Version)
	case !slices.Equal(e.Rules, asked):
		return fmt.Sprintf("was made with other rules than are asked now (%s), as --only and --skip say",
			otherRules(e.Rules, asked))
	}
	texts := Texts(all)
	return cmp.Or(otherNames(e.Documents, texts), otherNames(e.Others, others), w.otherGroups(e, all),
		w.otherTexts(e.Documents, texts, func(i int) bool { return own[texts[i].Path] }),
		w.otherTexts(e.Others, others, func(i int) bool { return i%share == max(0, w.Shard.Index-1) }))
}

// otherRules lists the rules that are in one list and not in the other.
func otherRules(a, b []string) string {
	var out []string
	for _, id := range slices.Concat(a, b) {
		if slices.Contains(a, id) != slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	return wording.List(out, 3)
}

// otherGroups says where the rules are others than those of the evidence.
func (w *Workspace) otherGroups(e *Evidence, all []Document) string {
	groups := ByRules(all, nil)
	for i := range groups {
		p := w.groupOf(&groups[i].Documents[0])
		if e.group(&p) != nil {
			continue
		}
		config := cmp.Or(p.Config, "the shipped rules")
		if slices.ContainsFunc(e.Groups, func(q group) bool { return q.Config == p.Config && q.Tree == p.Tree }) {
			return fmt.Sprintf("was made with other rules than %s has now", wording.Visible(config))
		}
		return fmt.Sprintf("was made where other rules than those of %s held for %s", wording.Visible(config),
			wording.Visible(groups[i].Documents[0].Path))
	}
	if len(groups) != len(e.Groups) {
		return "was made where more configurations held"
	}
	return ""
}

// otherNames names a document that is here alone, or was there alone.
func otherNames(was []pinned, texts []source.Stored) string {
	for i := range max(len(was), len(texts)) {
		switch {
		case i == len(was) || i < len(texts) && nameOf(texts[i].Path) < was[i].Path:
			return fmt.Sprintf("was made without %s", wording.Visible(texts[i].Path))
		case i == len(texts) || nameOf(texts[i].Path) > was[i].Path:
			return fmt.Sprintf("was made of %s too, which is not among the documents here",
				wording.Visible(was[i].Path))
		}
	}
	return ""
}

// otherTexts names a document whose text is another one now. It reads those that which names, as far as the names are
// as they were.
func (w *Workspace) otherTexts(was []pinned, texts []source.Stored, which func(i int) bool) string {
	if len(was) != len(texts) {
		return ""
	}
	for i, is := range w.pins(texts, which) {
		if which(i) && is.Sum != was[i].Sum {
			return fmt.Sprintf("was made when %s had another text", wording.Visible(is.Path))
		}
	}
	return ""
}

// group returns the group with the same documents and rules, nil where there is none.
func (e *Evidence) group(p *group) *group {
	for i := range e.Groups {
		if q := &e.Groups[i]; q.Config == p.Config && q.Tree == p.Tree && q.Rules == p.Rules {
			return q
		}
	}
	return nil
}

// habitsGiven returns what the evidence says of the habits in a document's repository.
func (w *Workspace) habitsGiven(d *Document) (counts habit.Counts, ok bool) {
	if w.given == nil {
		return counts, false
	}
	p := w.groupOf(d)
	q := w.given.group(&p)
	return q.Habits, true
}

// Known returns the evidence for a group of documents, nil where none was named.
func (w *Workspace) Known(g Group) *review.Known {
	if w.given == nil {
		return nil
	}
	p := w.groupOf(&g.Documents[0])
	return &review.Known{Digest: w.given.group(&p).Text, Judged: Texts(g.Documents)}
}
