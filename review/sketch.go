package review

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
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
	n, known := needsOf(set, reviewers)
	d := sketch(&r.sketchers, n, known, path, src, nil)
	d.of = r
	return d, Review(d, set, reviewers)
}

// A sketcher makes documents of which but some chunks are parsed. It is used by
// one goroutine at a time and keeps its memory.
type sketcher struct {
	splitter
	definitions
	listReader listReader
	needs      needs
	edited     []source.Span // where the edits of a revision are
	nodes      []Node        // of the last document
	codeLines  []source.Span // the same
}

// sketch is the document at path as far as the reviewers need it, which is all of
// it where what they need isn't known. Of a revision, what its edits touched is
// parsed too.
func sketch(memory *sync.Pool, n needs, known bool, path string, src []byte, of *revision) *Document {
	front := frontMatter(src)
	d := newDocument(path, src, front)
	if strings.HasSuffix(path, ".mdx") || loneReturn(src) {
		d.parse()
		return d
	}
	s, _ := memory.Get().(*sketcher)
	if s == nil {
		s = &sketcher{}
	}
	defer memory.Put(s)
	s.split(src, front.End)
	s.needs, s.edited = n, s.edited[:0]
	d.cuts = s.cuts()
	if !known || !s.mark(n) || of != nil && !s.touch(d, of) {
		d.parse()
		return d
	}
	d.partial = true
	s.assemble(d)
	return d
}

// needs is what reviewers ask for.
type needs struct {
	marks  chunkMarks
	tables []*rules.TermTable
	links  bool
	// habits: where code has no language, the other code shows how the document
	// writes the name of one.
	habits bool
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
			if config := set.Style.FencedCodeLanguage; config != nil {
				n.marks |= hasBareFence
				n.habits = config.Infer
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
	wanted := n.marks
	if n.habits && s.holds(hasBareFence) {
		wanted |= hasNamedFence
	}
	for i := range s.chunks {
		if c := &s.chunks[i]; c.marks&wanted != 0 {
			c.marks |= needed
		}
	}
	return true
}

// holds reports whether a chunk has one of the marks.
func (s *sketcher) holds(marks chunkMarks) bool {
	return slices.ContainsFunc(s.chunks, func(c chunk) bool { return c.marks&marks != 0 })
}

// markText marks what stands in [start,end), which is no code.
func (s *sketcher) markText(n needs, start, end int) bool {
	text := s.src[start:end]
	if reaches(text) {
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
func (s *sketcher) at(offset int) *chunk { return &s.chunks[s.index(offset)] }

// index is that of the chunk that holds an offset, or of the first behind it.
func (s *sketcher) index(offset int) int {
	low, high := 0, len(s.chunks)
	for low < high {
		if mid := (low + high) / 2; s.chunks[mid].End <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
