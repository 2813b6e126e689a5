package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A chunk is whole lines of a document that are parsed to the same blocks alone
// as within it: no block reaches over either end. It begins where nothing is open
// that what follows could go on with.
type chunk struct {
	source.Span
	// marks is what the chunk holds that asks for a tree.
	marks chunkMarks
	// level is that of the heading which is all that the chunk has; 0 for others.
	level uint8
	text  source.Span // of that heading
	rich  bool        // which may be more than text and code spans
}

// chunkMarks are set by the look of lines, and rather once too often: a mark
// that is not set proves that the chunk has nothing of the kind.
type chunkMarks uint16

const (
	// hasHeading: there may be a heading that is not the whole of the chunk.
	hasHeading chunkMarks = 1 << iota
	// hasBareFence: a fence may open code without an info string.
	hasBareFence
	// hasNamedFence: a fence may open code with one.
	hasNamedFence
	// hasDash, hasStar and hasPlus: a list may have that bullet.
	hasDash
	hasStar
	hasPlus
	// hasDefinition: a link or a footnote may be defined.
	hasDefinition
	// hasTerm: a term may stand in text.
	hasTerm
	// needed is set where the tree is asked for, and inlines where every inline node
	// is, rather than those around terms.
	needed
	inlines
)

func bulletMark(c byte) chunkMarks {
	switch c {
	case '-':
		return hasDash
	case '*':
		return hasStar
	}
	return hasPlus
}

// A chunker cuts a document into chunks in one sweep over its lines.
type chunker struct {
	src    []byte
	chunks []chunk
	// code is the bodies of fenced code blocks, in order.
	code []source.Span

	open       bool // a block may be open
	blank      bool // the line before is blank
	containers bool // a list, a quote or a footnote may be open
	lists      bool // one that a bullet or a number behind a blank line may go on with: no quote
	markup     bool // a block of HTML may be open, to the next blank line
	comment    bool // an HTML comment is open
	verbatim   bool // a block of HTML that blank lines do not end is open
	doubt      bool // no more cuts: what is open isn't known
	fence      tree.Fence
	body       int // where the code behind the fence starts
}

// split cuts src, from offset from on, into chunks. It is conservative: where it
// does not know what is open, it does not cut.
func (s *chunker) split(src []byte, from int) {
	*s = chunker{src: src, chunks: s.chunks[:0], code: s.code[:0]}
	for at := from; at < len(src); {
		if s.fence.Width > 0 {
			if at = source.LineWith(src, at, s.fence.Char); at == len(src) {
				s.current().End = at
				break
			}
		}
		at = s.line(at, s.lineEnd(at))
		s.chunks[len(s.chunks)-1].End = at
	}
	if s.fence.Width > 0 {
		s.code = append(s.code, source.Span{Start: s.body, End: len(src)})
	}
}

// line takes the line at [at,end), its line ending included, into account. It
// returns where the next one starts: behind a code block, where it knows that.
func (s *chunker) line(at, end int) int {
	if len(s.chunks) == 0 {
		s.cut(at)
	}
	if s.fence.Width > 0 {
		s.inFence(at, end)
		return end
	}
	if s.comment {
		if bytes.Contains(s.src[at:end], []byte("-->")) {
			s.comment, s.open = false, s.doubt
		}
		s.blank = false
		return end
	}
	if s.verbatim {
		if html.ClosesVerbatim(s.src[at:end]) {
			s.verbatim, s.open = false, s.doubt
		}
		s.blank = false
		return end
	}
	first := at
	for first < end && (s.src[first] == ' ' || s.src[first] == '\t') {
		first++
	}
	if first == end || s.src[first] == '\n' || s.src[first] == '\r' {
		s.blank, s.markup = true, false
		return end
	}
	heading := s.src[first] == '#' && first == at && !s.markup && isHeading(s.src[at:end])
	if !s.doubt {
		s.boundary(at, first, end, heading)
	}
	blank := s.blank
	s.blank = false
	switch c := s.src[first]; {
	case source.IsLetter(c) || c >= 0x80:
	case c == '`' || c == '~':
		if next := s.openFence(at, first, end, blank); next > 0 {
			end = next
		} else {
			s.marked(at, first, end, blank)
		}
	case first-at < 4 && c == '<' && bytes.IndexByte(s.src[at:first], '\t') < 0:
		s.open = true
		s.openMarkup(at, first, end)
		return end
	case c == '#' && first == at && at == s.current().Start && s.heading(at, end):
		return end
	default:
		s.marked(at, first, end, blank)
	}
	s.open = true
	return end
}

// boundary decides whether a chunk ends before the line at at, whose text starts at first.
func (s *chunker) boundary(at, first, end int, heading bool) {
	line := s.src[at:end]
	switch c := line[first-at]; {
	case !s.blank && (!s.open || heading) && s.openOverlay(at):
		s.giveUp()
		s.current().notAlone()
	case !s.open, s.blank && first == at && (!s.lists || c != '-' && c != '*' && c != '+' && !source.IsDigit(c) || isBreak(line)):
		s.cut(at)
	case heading, first == at && !s.markup && endsText(line) && !s.openOverlay(at):
		s.cut(at) // whatever is open ends there
	}
}

func (s *chunker) current() *chunk { return &s.chunks[len(s.chunks)-1] }

// notAlone says that more may follow in the chunk than its heading.
func (c *chunk) notAlone() {
	if c.level > 0 {
		c.level, c.marks = 0, c.marks|hasHeading
	}
}

func (s *chunker) cut(at int) {
	if n := len(s.chunks); n == 0 || at > s.chunks[n-1].Start {
		s.chunks = append(s.chunks, chunk{Span: source.Span{Start: at, End: at}})
	}
	s.containers, s.lists, s.markup = false, false, false
}

// giveUp ends the cutting. From now on every line is taken for what it may be.
func (s *chunker) giveUp() { s.doubt = true }

// lineEnd returns where the line after that of an offset starts.
func (s *chunker) lineEnd(at int) int {
	if n := bytes.IndexByte(s.src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(s.src)
}

// openMarkup looks at a line that begins with an angle bracket.
func (s *chunker) openMarkup(at, first, end int) {
	if s.doubt {
		return // it may be code
	}
	line := s.src[first:end]
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		if bytes.HasPrefix(line[4:], []byte(">")) || bytes.HasPrefix(line[4:], []byte("->")) || first > at && s.containers || s.markup {
			s.giveUp()
			return
		}
		s.comment = !bytes.Contains(line[4:], []byte("-->"))
		s.open = s.comment || s.doubt
	case first == at && !s.markup && html.OpensVerbatim(line):
		s.verbatim = !html.ClosesVerbatim(line)
		s.open = s.verbatim
	case len(line) > 1 && (line[1] == '!' || line[1] == '?'), html.VerbatimBlock(line[1:]):
		s.giveUp()
	default:
		s.markup = true
	}
}

// marked looks at a line that begins with a sign or a digit. blank says that the
// line before it is blank.
func (s *chunker) marked(at, first, end int, blank bool) {
	c := s.current()
	if isBreak(s.src[first:end]) {
		if s.src[first] == '-' && !blank && at > c.Start {
			c.marks |= hasHeading // or the underline of one
		}
		return
	}
	i := first
	quoted := s.src[first] == '>' && first-at < 4 && bytes.IndexByte(s.src[at:first], '\t') < 0 // what follows stands in the quote
	for ; i < end; i++ {
		b := s.src[i]
		if b == '-' || b == '*' || b == '+' {
			if i+1 == end || source.IsSpace(s.src[i+1]) {
				c.marks |= bulletMark(b)
				s.containers, s.lists = true, s.lists || !quoted
			}
		} else if b == '>' || b == '.' || b == ')' {
			s.containers, s.lists = true, s.lists || !quoted
		} else if b != ' ' && b != '\t' && !source.IsDigit(b) {
			break
		}
	}
	rest := bytes.TrimRight(s.src[i:end], " \t\r\n")
	if len(rest) == 0 {
		if bytes.IndexByte(s.src[at:i], '\t') >= 0 && !source.IsDigit(s.src[i-1-trailing(s.src[first:i])]) {
			s.giveUp() // goldmark may take the next line into the item
		}
		// Nothing but the marks of containers: a list item without text, or, with a dash,
		// the underline of a heading.
		if !blank && at > c.Start && s.src[i-1-trailing(s.src[first:i])] == '-' {
			c.marks |= hasHeading
		}
		return
	}
	switch rest[0] {
	case '#':
		if isHeading(rest) {
			c.marks |= hasHeading
		}
	case '=':
		if source.RunLength(rest, '=') == len(rest) {
			c.marks |= hasHeading
		}
	case '`', '~':
		s.fenceBehindMark(first, i, end)
	case '<':
		if s.markup = true; !wholeComment(rest) && len(rest) > 1 && (rest[1] == '!' || rest[1] == '?' || html.VerbatimBlock(rest[1:])) {
			s.giveUp()
		}
	case '[':
		if bytes.HasPrefix(rest, []byte("[^")) {
			s.containers, s.lists = true, s.lists || !quoted
			s.footnote(rest)
			s.joinDefinition(at, rest, blank)
		} else if i > first {
			s.joinDefinition(at, rest, blank)
		}
	}
}

// joinDefinition takes the last cut back where the line at at, the first of its chunk,
// may begin a list with a definition, and stands right below other text: whether
// that list is tight depends, in goldmark, on the line before.
func (s *chunker) joinDefinition(at int, rest []byte, blank bool) {
	n := len(s.chunks) - 1
	if end := bytes.IndexByte(rest, ']'); n == 0 || blank || at > s.chunks[n].Start ||
		end > 0 && rest[end-1] != '\\' && (end+1 == len(rest) || rest[end+1] != ':') {
		return
	}
	last := &s.chunks[n-1]
	last.marks |= s.chunks[n].marks
	last.notAlone()
	s.chunks = s.chunks[:n]
}

// wholeComment reports whether a line begins with a comment of HTML that ends on it.
func wholeComment(line []byte) bool {
	return bytes.HasPrefix(line, []byte("<!--")) && bytes.Index(line[4:], []byte("-->")) > 0 && line[4] != '>' && line[4] != '-'
}

// endsText reports whether a line opens a comment of HTML, of which nobody doubts
// where it ends, or code.
func endsText(line []byte) bool {
	switch line[0] {
	case '<':
		return bytes.HasPrefix(line, []byte("<!--")) && !bytes.HasPrefix(line[4:], []byte(">")) && !bytes.HasPrefix(line[4:], []byte("->"))
	}
	return tree.OpeningFence(line).Width > 0
}

// trailing returns how many spaces and tabs stand at the end of text.
func trailing(text []byte) int { return len(text) - len(bytes.TrimRight(text, " \t")) }

// isBreak reports whether a line is a thematic break wherever it is not text.
func isBreak(line []byte) bool {
	n := 0
	for _, c := range line {
		if c == line[0] {
			n++
		} else if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return n >= 3 && (line[0] == '-' || line[0] == '*' || line[0] == '_')
}
