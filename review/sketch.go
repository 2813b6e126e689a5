package review

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Review is the document at path, whose bytes are src, as far as the reviewers
// need it, and what they find in it: the same as on the document that Parse makes.
//
// Most of a document can be proved clean without a tree: no term occurs in a
// paragraph, a heading is plain text, a list has the right bullets. Where that is
// proved the document has a single empty paragraph instead. All headings are
// there. Whoever needs more than the findings, their fixes and their places, such
// as another program, is to Parse.
func (r *Run) Review(path string, src []byte, set *rules.Set, reviewers []Reviewer) (*Document, []Finding) {
	if d := r.sketch(path, src, set, reviewers); d != nil {
		if found := Review(d, set, reviewers); !d.movesSlugs(found) {
			return d, found
		}
	}
	d := r.Parse(path, src)
	return d, Review(d, set, reviewers)
}

// movesSlugs reports whether a fix may change what links to a heading have to
// say; then all links are needed.
func (d *Document) movesSlugs(found []Finding) bool {
	for i := range found {
		if f := &found[i]; f.Rule == Terminology.Rule.ID && !strings.EqualFold(f.Old, f.Want) && d.ZoneAt(f.Span.Start) == HeadingText {
			return true
		}
	}
	return false
}

// A sketcher makes documents of which but some chunks are parsed. It is used by
// one goroutine at a time and keeps its memory.
type sketcher struct {
	splitter
	definitions
	listReader listReader
	needs      needs
	nodes      int // of the last document
}

// sketch is the document as far as the reviewers need it; nil when that takes
// all of it.
func (r *Run) sketch(path string, src []byte, set *rules.Set, reviewers []Reviewer) *Document {
	if strings.HasSuffix(path, ".mdx") || loneReturn(src) {
		return nil
	}
	n, ok := needsOf(set, reviewers)
	if !ok {
		return nil
	}
	s, _ := r.sketchers.Get().(*sketcher)
	if s == nil {
		s = &sketcher{}
	}
	defer r.sketchers.Put(s)
	front := frontMatter(src)
	s.split(src, front.End)
	s.needs = n
	if !s.mark(n) {
		return nil
	}
	d := newDocument(path, src, front)
	s.assemble(d)
	d.run = func() *Run { return r }
	return d
}

// needs is what reviewers ask for.
type needs struct {
	marks  chunkMarks
	tables []*rules.TermTable
	links  bool
}

// needsOf is false for reviewers of which nothing is known.
func needsOf(set *rules.Set, reviewers []Reviewer) (needs, bool) {
	n := needs{marks: hasHeading}
	for i := range reviewers {
		switch reviewers[i].Rule.ID {
		case Terminology.Rule.ID:
			if len(set.Terminology) > 0 {
				n.tables = append(n.tables, set.Terms())
			}
		case Placeholder.Rule.ID:
			if set.Placeholders != nil {
				n.tables = append(n.tables, set.Placeholders.Table())
			}
		case FencedCodeLanguage.Rule.ID:
			if set.Style.FencedCodeLanguage != nil {
				n.marks |= hasBareFence
			}
		case ListMarker.Rule.ID:
			if config := set.Style.ListMarker; config != nil {
				n.marks |= (hasDash | hasStar | hasPlus) &^ bulletMark(config.Marker)
			}
		case Reference.Rule.ID:
			n.links = n.links || set.References != nil
		case HeadingCase.Rule.ID, RequiredSection.Rule.ID:
		default:
			return n, false
		}
	}
	return n, true
}

// mark sets which chunks are needed. It reports false where the tree of the whole
// document is.
func (s *sketcher) mark(n needs) bool {
	if len(s.chunks) == 0 {
		return true
	}
	at := s.chunks[0].Start
	for _, code := range s.code {
		if !s.markText(n, at, code.Start) {
			return false
		}
		at = code.End
	}
	if !s.markText(n, at, len(s.src)) {
		return false
	}
	for i := range s.chunks {
		if c := &s.chunks[i]; c.marks&n.marks != 0 {
			c.marks |= needed
		}
	}
	return true
}

// markText marks what stands in [start,end), which is no code.
func (s *sketcher) markText(n needs, start, end int) bool {
	text := s.src[start:end]
	if reaches(text) || suppresses(text) {
		return false
	}
	s.markDefinitions(start, end)
	for _, table := range n.tables {
		for at := table.Candidate(text, 0); at < len(text); {
			if inAddress(text, at) {
				at = table.Candidate(text, at+1)
				continue
			}
			c := s.at(start + at)
			c.marks |= hasTerm | needed
			at = table.Candidate(text, min(c.End-start, len(text)))
		}
	}
	if n.links {
		for at := bytes.IndexAny(text, "[<"); at >= 0 && at < len(text); {
			c := s.at(start + at)
			c.marks |= inlines | needed
			at = min(c.End-start, len(text))
			next := bytes.IndexAny(text[at:], "[<")
			if next < 0 {
				break
			}
			at += next
		}
	}
	return true
}

// at is the chunk that holds an offset.
func (s *sketcher) at(offset int) *chunk {
	low, high := 0, len(s.chunks)
	for low < high {
		if mid := (low + high) / 2; s.chunks[mid].End <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return &s.chunks[low]
}
