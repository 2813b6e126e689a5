package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A chunk is a run of whole lines that goldmark parses to the same blocks whether it reads them alone or within the
// document: no block crosses the start or the end of a chunk.
type chunk struct {
	source.Span
	// marks says what the chunk may contain.
	marks chunkMarks
	// level is set where the chunk is a single heading and nothing else. It is the level of that heading.
	level uint8
	text  source.Span // the content of that heading
	rich  bool        // that content may hold more than text and code spans
}

// chunkMarks say what a chunk may contain. They are set from the look of single lines, so a mark may be set for
// nothing. A mark that is not set proves that the chunk has nothing of the kind.
type chunkMarks uint16

const (
	// hasHeading: the chunk may have a heading beside other blocks.
	hasHeading chunkMarks = 1 << iota
	// hasBareFence: the chunk may have a fenced code block without an info string.
	hasBareFence
	// hasNamedFence: the chunk may have a fenced code block with an info string.
	hasNamedFence
	// hasDash, hasStar and hasPlus: the chunk may have a list with that bullet.
	hasDash
	hasStar
	hasPlus
	// hasDefinition: the chunk may define a link or a footnote.
	hasDefinition
	// hasTerm: a term may occur in the text of the chunk.
	hasTerm
	// needed: somebody asked for the nodes of the chunk. inlines: for all its inline nodes, not only those around terms.
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

// A chunker cuts a document into chunks. It reads each line once.
type chunker struct {
	src    []byte
	chunks []chunk
	// code holds the bodies of fenced code blocks, in document order.
	code []source.Span

	open       bool // a block may be open after the last line
	blank      bool // the last line was blank
	containers bool // a list, a quote or a footnote may be open
	lists      bool // a list may be open that a marker after a blank line continues, and no quote is
	markup     bool // an HTML block may be open that ends at the next blank line
	comment    bool // an HTML comment is open
	verbatim   bool // an HTML block is open that blank lines do not end
	doubt      bool // the chunker lost track of what is open and makes no more cuts
	fence      tree.Fence
	body       int // where the code after the fence starts
}

// split cuts src into chunks, starting at offset from. Where it cannot tell which blocks are open, it makes no cut.
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

// line reads the line [at,end), line ending included. It returns the start of the next line to read, which lies behind
// a fenced code block where the end of that is known.
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

// boundary decides whether a chunk ends before the line at offset at. The text of that line starts at first.
func (s *chunker) boundary(at, first, end int, heading bool) {
	line := s.src[at:end]
	switch c := line[first-at]; {
	case !s.blank && (!s.open || heading) && s.openOverlay(at):
		s.giveUp()
		s.current().notAlone()
	case !s.open, s.blank && first == at && (!s.lists || c != '-' && c != '*' && c != '+' && !source.IsDigit(c) || isBreak(line)):
		s.cut(at)
	case heading, first == at && !s.markup && endsText(line) && !s.openOverlay(at):
		s.cut(at) // it ends whatever block is open
	}
}

func (s *chunker) current() *chunk { return &s.chunks[len(s.chunks)-1] }

// notAlone records that the chunk may have more than its heading.
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

// giveUp stops making cuts. It treats every later line as any block that it may be.
func (s *chunker) giveUp() { s.doubt = true }

// lineEnd returns the offset after the line that holds at.
func (s *chunker) lineEnd(at int) int {
	if n := bytes.IndexByte(s.src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(s.src)
}

// openMarkup reads a line that begins with an angle bracket.
func (s *chunker) openMarkup(at, first, end int) {
	if s.doubt {
		return // four spaces or more: it may be indented code
	}
	line := s.src[first:end]
	switch {
	case bytes.HasPrefix(line, []byte("<!--")):
		if bytes.HasPrefix(line[4:], []byte(">")) || bytes.HasPrefix(line[4:], []byte("->")) || first > at && s.containers ||
			s.markup {
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

// marked reads a line that begins with a sign or a digit. blank says whether the line before it is blank.
func (s *chunker) marked(at, first, end int, blank bool) {
	c := s.current()
	if isBreak(s.src[first:end]) {
		if s.src[first] == '-' && !blank && at > c.Start {
			c.marks |= hasHeading // or a setext underline
		}
		return
	}
	i := first
	// The text behind the mark is in a quote.
	quoted := s.src[first] == '>' && first-at < 4 && bytes.IndexByte(s.src[at:first], '\t') < 0
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
			s.giveUp() // goldmark may read the next line as part of the item
		}
		// The line has only container marks: an item without text or, with a dash, a setext underline.
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
		if s.markup = true; len(rest) > 1 && (rest[1] == '!' || rest[1] == '?' || html.VerbatimBlock(rest[1:])) {
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

// joinDefinition undoes the last cut if the line at offset at, which begins the new chunk, may start a list whose text
// is a link definition, directly below other text. goldmark decides by the line before whether such a list is tight.
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

// endsText reports whether a line surely ends a paragraph: it opens an HTML comment or fenced code.
func endsText(line []byte) bool {
	switch line[0] {
	case '<':
		return bytes.HasPrefix(line, []byte("<!--")) && !bytes.HasPrefix(line[4:], []byte(">")) && !bytes.HasPrefix(line[4:], []byte("->"))
	}
	return tree.OpeningFence(line).Width > 0
}

// trailing counts the spaces and tabs at the end of text.
func trailing(text []byte) int { return len(text) - len(bytes.TrimRight(text, " \t")) }

// isBreak reports whether a line is a thematic break, provided that it continues no other block.
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
