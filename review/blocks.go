package review

import (
	"bytes"

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

func fenceMark(bare bool) chunkMarks {
	if bare {
		return hasBareFence
	}
	return hasNamedFence
}

// A splitter cuts a document into chunks in one sweep over its lines.
type splitter struct {
	src    []byte
	chunks []chunk
	// code is the bodies of fenced code blocks, in order.
	code []source.Span

	open       bool // a block may be open
	blank      bool // the line before is blank
	containers bool // a list, a quote or a footnote may be open
	markup     bool // a block of HTML may be open, to the next blank line
	comment    bool // an HTML comment is open
	doubt      bool // no more cuts: what is open isn't known
	fence      struct {
		char  byte // 0 when none is open
		width int
		start int
	}
}

// split cuts src, from offset from on, into chunks. It is conservative: where it
// does not know what is open, it does not cut.
func (s *splitter) split(src []byte, from int) {
	*s = splitter{src: src, chunks: s.chunks[:0], code: s.code[:0]}
	for at := from; at < len(src); {
		if s.fence.char != 0 {
			if at = lineWith(src, at, s.fence.char); at == len(src) {
				s.current().End = at
				break
			}
		}
		at = s.line(at, s.lineEnd(at))
		s.chunks[len(s.chunks)-1].End = at
	}
	if s.fence.char != 0 {
		s.code = append(s.code, source.Span{Start: s.fence.start, End: len(src)})
	}
}

// lineWith is the start of the first line at or behind the start of a line that has a
// byte, len(src) when there is none. It takes steps of 32 bytes.
func lineWith(src []byte, at int, c byte) int {
	n := bytes.IndexByte(src[at:], c)
	if n < 0 {
		return len(src)
	}
	return at + bytes.LastIndexByte(src[at:at+n], '\n') + 1
}

// line takes the line at [at,end), its line ending included, into account. It
// returns where the next one starts: behind a code block, where it knows that.
func (s *splitter) line(at, end int) int {
	if len(s.chunks) == 0 {
		s.cut(at)
	}
	if s.fence.char != 0 {
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
	first := at
	for first < end && (s.src[first] == ' ' || s.src[first] == '\t') {
		first++
	}
	if first == end || s.src[first] == '\n' || s.src[first] == '\r' {
		s.blank, s.markup = true, false
		return end
	}
	if c := s.src[first]; s.doubt {
	} else if !s.open || s.blank && first == at && (!s.containers || c != '-' && c != '*' && c != '+' && !isDigit(c)) {
		s.cut(at)
	} else if c == '#' && first == at && !s.markup && isHeading(s.src[at:end]) {
		s.cut(at) // whatever is open ends there
	}
	blank := s.blank
	s.blank = false
	switch c := s.src[first]; {
	case isLetter(c) || c >= 0x80:
	case c == '`' || c == '~':
		if next := s.openFence(at, first, end, blank); next > 0 {
			end = next
		} else {
			s.marked(at, first, end, blank)
		}
	case first-at < 4 && c == '<':
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

// isHeading reports whether a line that begins with # is a heading.
func isHeading(line []byte) bool {
	n := run(line, '#')
	return n <= 6 && (n == len(line) || bytes.IndexByte([]byte(" \t\r\n"), line[n]) >= 0)
}

func (s *splitter) current() *chunk { return &s.chunks[len(s.chunks)-1] }

func (s *splitter) cut(at int) {
	if n := len(s.chunks); n == 0 || at > s.chunks[n-1].Start {
		s.chunks = append(s.chunks, chunk{Span: source.Span{Start: at, End: at}})
	}
	s.containers, s.markup = false, false
}

// giveUp ends the cutting. From now on every line is taken for what it may be.
func (s *splitter) giveUp() { s.doubt = true }

// inFence takes a line of the code block that is open into account.
func (s *splitter) inFence(at, end int) {
	line := bytes.TrimRight(s.src[at:end], " \t\r\n")
	indent := 0
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	f := &s.fence
	n := run(line[indent:], f.char)
	if n < f.width || n != len(line)-indent || indent > 3 {
		return
	}
	s.code = append(s.code, source.Span{Start: f.start, End: at})
	f.char = 0
	s.open, s.blank = s.doubt, false
}

// openFence is the end of the line if it opens a fenced code block, unless it is
// in what is code anyway, 0 if it does not. Of code in a container it is the end
// of the code, where that is known.
func (s *splitter) openFence(at, first, end int, blank bool) int {
	line := bytes.TrimRight(s.src[first:end], " \t\r\n")
	n := run(line, line[0])
	if n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	s.current().marks |= fenceMark(n == len(line))
	switch {
	case s.doubt:
		return end
	case s.markup || bytes.IndexByte(s.src[at:first], '\t') >= 0:
		s.giveUp()
		return end
	case first > at && s.containers:
		closing := s.closing(first-at, line[:n], end)
		if closing == 0 {
			s.giveUp() // it may stand in the container, and end with it
			return end
		}
		if blank || first-at < 4 {
			s.code = append(s.code, source.Span{Start: end, End: closing})
		}
		return s.lineEnd(closing)
	case first-at > 3:
		return end // in code, or in the text of a paragraph
	}
	f := &s.fence
	f.char, f.width, f.start = line[0], n, end
	return end
}

// closing is where the line starts that closes the fence of a code block within a
// container, whose body starts at at; 0 where that depends on what the container
// is. Where every line is indented as the fence is, all of them stand in the
// container, if the fence does; and if they are no code of a fence, they are code
// or text of a paragraph all the same, and open nothing.
func (s *splitter) closing(indent int, fence []byte, at int) int {
	for at < len(s.src) {
		end := s.lineEnd(at)
		line := bytes.TrimRight(s.src[at:end], " \t\r\n")
		first := 0
		for first < len(line) && line[first] == ' ' {
			first++
		}
		if n := run(line[first:], fence[0]); n >= len(fence) && first+n == len(line) {
			if first != indent {
				return 0
			}
			return at
		}
		if len(line) > 0 && first < indent {
			return 0
		}
		at = end
	}
	return 0
}

// lineEnd is where the line after that of an offset starts.
func (s *splitter) lineEnd(at int) int {
	if n := bytes.IndexByte(s.src[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(s.src)
}

// openMarkup looks at a line that begins with an angle bracket.
func (s *splitter) openMarkup(at, first, end int) {
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
	case len(line) > 1 && (line[1] == '!' || line[1] == '?'), verbatimBlock(line[1:]):
		s.giveUp()
	default:
		s.markup = true
	}
}

// verbatimBlock reports whether a tag opens one of the blocks of HTML that blank
// lines do not end.
func verbatimBlock(tag []byte) bool {
	for _, name := range []string{"script", "pre", "style", "textarea"} {
		if len(tag) >= len(name) && bytes.EqualFold(tag[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

// heading reports whether the line, which begins a chunk, is a heading that is
// all of it, and plain text.
func (s *splitter) heading(at, end int) bool {
	level := run(s.src[at:end], '#')
	if level > 6 {
		return false
	}
	text := source.Span{Start: at + level, End: end}
	for text.End > text.Start && bytes.IndexByte([]byte(" \t\r\n"), s.src[text.End-1]) >= 0 {
		text.End--
	}
	if text.Empty() || s.src[text.Start] != ' ' || !plainText(s.src[text.Start:text.End]) {
		return false
	}
	for s.src[text.Start] == ' ' {
		text.Start++
	}
	c := s.current()
	c.level, c.text = uint8(level), text
	s.open = false
	return true
}

// plainText reports whether a line of text is nothing but text and code spans
// wherever it stands, and no overlay.
func plainText(text []byte) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			span := codeSpan(text[i:])
			if span == 0 {
				return false
			}
			i += span - 1
		case c == '!' && (i+1 == len(text) || text[i+1] != '['):
		case !plainBytes[c]:
			return false
		case c == '.' && i > 0 && text[i-1]|0x20 == 'w', c == ':' && i+1 < len(text) && text[i+1] != ' ':
			return false // www.… and http://… and :emoji:
		}
	}
	return true
}

// codeSpan is the length of the code span that text begins with, up to the next run
// of as many backticks; 0 where there is none.
func codeSpan(text []byte) int {
	width := run(text, '`')
	for i := width; i < len(text); {
		n := bytes.IndexByte(text[i:], '`')
		if n < 0 {
			return 0
		}
		i += n
		if n = run(text[i:], '`'); n == width {
			return i + n
		}
		i += n
	}
	return 0
}

// plainBytes are the bytes that mean themselves in a line of text.
var plainBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != 0x7F
	}
	for _, c := range []byte("*_`[]<>&\\~!@#{}$%|") {
		t[c] = false
	}
	return t
}()

// marked looks at a line that begins with a sign or a digit. blank says that the
// line before it is blank.
func (s *splitter) marked(at, first, end int, blank bool) {
	c := s.current()
	if isBreak(s.src[first:end]) {
		if s.src[first] == '-' && !blank && at > c.Start {
			c.marks |= hasHeading // or the underline of one
		}
		return
	}
	i := first
	for ; i < end; i++ {
		b := s.src[i]
		if b == '-' || b == '*' || b == '+' {
			if i+1 == end || isSpace(s.src[i+1]) {
				c.marks |= bulletMark(b)
				s.containers = true
			}
		} else if b == '>' || b == '.' || b == ')' {
			s.containers = true
		} else if b != ' ' && b != '\t' && !isDigit(b) {
			break
		}
	}
	rest := bytes.TrimRight(s.src[i:end], " \t\r\n")
	if len(rest) == 0 {
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
		if run(rest, '=') == len(rest) {
			c.marks |= hasHeading
		}
	case '`', '~':
		s.fenceBehindMark(first, i, end)
	case '<':
		if s.markup = true; len(rest) > 1 && (rest[1] == '!' || rest[1] == '?' || verbatimBlock(rest[1:])) {
			s.giveUp()
		}
	case '[':
		if bytes.HasPrefix(rest, []byte("[^")) {
			s.containers = true
			s.footnote(rest)
		}
	}
}

// trailing is how many spaces and tabs stand at the end of text.
func trailing(text []byte) int { return len(text) - len(bytes.TrimRight(text, " \t")) }

// isBreak reports whether a line is a thematic break wherever it is not text.
func isBreak(line []byte) bool {
	n := 0
	for _, c := range line {
		if c == line[0] {
			n++
		} else if !isSpace(c) {
			return false
		}
	}
	return n >= 3 && (line[0] == '-' || line[0] == '*' || line[0] == '_')
}

// fenceBehindMark looks at a line on which something that may be a fence stands,
// at i, behind the marks of its containers.
func (s *splitter) fenceBehindMark(first, i, end int) {
	line := bytes.TrimRight(s.src[i:end], " \t\r\n")
	n := run(line, line[0])
	if i == first || n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return
	}
	s.current().marks |= fenceMark(n == len(line))
	if s.src[first] != '>' { // in a quotation the code ends with it, whose lines all begin so
		s.giveUp()
	}
}
