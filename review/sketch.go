package review

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

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
	nodes int // of the last document
	// What the document defines for links and footnotes, once it is asked for.
	defined    bool
	references map[string]parser.Reference
	labels     map[string]bool
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
	size := 0
	for i := range s.chunks {
		c := &s.chunks[i]
		if c.marks&n.marks != 0 {
			c.marks |= needed
		}
		if c.marks&needed != 0 {
			size += c.Len()
		}
	}
	return size <= len(s.src)*3/4
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
			c.marks |= needed
			at = table.Candidate(text, min(c.End-start, len(text)))
		}
	}
	if n.links {
		for at := bytes.IndexAny(text, "[<"); at >= 0 && at < len(text); {
			c := s.at(start + at)
			c.marks |= needed
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

// inAddress reports whether the word at an offset is the host of a URL or the
// extension of a file, which is nowhere prose: see classify.
func inAddress(text []byte, at int) bool {
	if bytes.HasSuffix(text[:at], []byte("://")) {
		return true
	}
	i := at - 1
	if i < 1 || text[i] != '.' || !wordBytes[text[i-1]] {
		return false
	}
	for i > 0 && wordBytes[text[i-1]] {
		i--
	}
	return i == 0 || isSpace(text[i-1])
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

// assemble gives d its tree: that of the chunks that are needed, plain headings,
// and a paragraph for each stretch of the rest.
func (s *sketcher) assemble(d *Document) {
	f := flattener{src: s.src}
	f.nodes = make([]Node, 0, 16+s.nodes)
	f.nodes = append(f.nodes, Node{Kind: Root, Parts: &noParts, Span: source.Span{Start: d.front.End, End: len(s.src)}})
	s.defined, s.references, s.labels = false, nil, nil
	rest := false // the last node stands for what is not parsed
	for i := 0; i < len(s.chunks); i++ {
		c := &s.chunks[i]
		switch {
		case c.level > 0:
			f.plainHeading(c)
			rest = false
		case c.marks&needed != 0:
			span := c.Span
			for i+1 < len(s.chunks) && s.chunks[i+1].marks&needed != 0 && s.chunks[i+1].level == 0 {
				i++
				span.End = s.chunks[i].End
			}
			f.chunk(span, s.definitions())
			d.regions = append(d.regions, span)
			rest = false
		case rest:
			f.nodes[len(f.nodes)-1].Span.End = c.End
		default:
			f.nodes = append(f.nodes, Node{Kind: Paragraph, End: len(f.nodes) + 1, Span: c.Span, Parts: &noParts})
			rest = true
		}
	}
	f.nodes[0].End = len(f.nodes)
	s.nodes = len(f.nodes)
	d.nodes, d.code = f.nodes, f.code
}

// A definedContext is a context of the parser that knows what other chunks of the
// document define.
type definedContext struct {
	parser.Context
	references map[string]parser.Reference
}

func (c definedContext) Reference(label string) (parser.Reference, bool) {
	r, ok := c.references[label]
	return r, ok
}

// definitions is a context that knows what the document defines for links and
// footnotes. A context remembers more than that of what it has parsed, so each is
// used once.
func (s *sketcher) definitions() parser.Context {
	if !s.defined {
		s.defined, s.references = true, map[string]parser.Reference{}
		for i := range s.chunks {
			if c := &s.chunks[i]; c.marks&hasDefinition != 0 {
				s.define(c.Span)
			}
		}
	}
	context := parser.NewContext()
	context.Set(footnoteLabels, s.labels)
	return definedContext{context, s.references}
}

// define takes up what a stretch of the document defines. Of several definitions
// of one label the first counts.
func (s *sketcher) define(span source.Span) {
	context := parser.NewContext()
	context.Set(footnoteLabels, s.labels)
	markdown().Parse(text.NewReader(s.src[span.Start:span.End]), parser.WithContext(context))
	for _, ref := range context.References() {
		key := util.ToLinkReference(ref.Label())
		if _, ok := s.references[key]; !ok {
			s.references[key] = parser.NewReference(ref.Label(), ref.Destination(), ref.Title()) // without the tree
		}
	}
	s.labels, _ = context.Get(footnoteLabels).(map[string]bool)
}

// markDefinitions marks the chunks that may define something in [start,end).
func (s *sketcher) markDefinitions(start, end int) {
	for at := start; ; {
		i := bytes.Index(s.src[at:end], []byte("]:"))
		if i < 0 {
			return
		}
		at += i + 2
		s.at(at - 1).marks |= hasDefinition
	}
}

// chunk parses a stretch of the document that is parsed alone to the same blocks
// as within it.
func (f *flattener) chunk(s source.Span, context parser.Context) {
	whole := f.src
	f.src, f.base, f.floor = whole[:s.End], s.Start, s.Start
	f.children(markdown().Parse(text.NewReader(whole[s.Start:s.End]), parser.WithContext(context)), 0)
	f.src = whole
}

// plainHeading adds a heading whose text is a single node.
func (f *flattener) plainHeading(c *chunk) {
	i := len(f.nodes)
	end := f.lineEnd(c.text.End)
	f.nodes = append(f.nodes,
		Node{Kind: ATXHeading, Level: c.level, End: i + 2, Span: source.Span{Start: c.Start, End: end}, Content: c.text, Parts: &noParts},
		Node{Kind: Text, Parent: i, End: i + 2, Span: c.text, Content: c.text, Parts: &noParts})
}
