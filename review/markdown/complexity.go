package markdown

import (
	"bytes"
	"fmt"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// maxSteps is the most work, in steps of about a nanosecond, that the parser may have beyond what is linear in the
// document. People's documents take a thousandth of it.
const maxSteps = 4e9

// What things cost in steps, rounded up: a container for each other one that it
// stands in, a mark or a definition for each one before it, a byte of a label or a destination,
// a bracket that closes for each line of its paragraph below it.
const (
	costDepth       = 12
	costMark        = 20
	costBracket     = 4000 // rather for the memory that one takes
	costLabel       = 50
	costDestination = 5
	costDefinition  = 12
	costLine        = 2
)

// smallBlock is the size in bytes of blocks in which nothing can add up to maxSteps: n bytes cost no more than 12n² for
// containers, 10n² for marks, 2.5n² for destinations, n²/2 for tildes, n²/4 for definitions, n²/8 for brackets above
// other lines, and 27,000n for brackets and labels.
const smallBlock = 12 << 10

// CheckComplexity returns an error for a document that would take hours to parse. The time of goldmark grows with the
// square of some inputs: unmatched marks of emphasis in one paragraph, links without an end, containers within
// containers. CheckComplexity takes linear time.
func CheckComplexity(src []byte) error {
	blank := []byte("\n\n")
	for at := 0; len(src)-at > smallBlock; {
		// Whether there are large blocks shows in a few bytes of each stretch of that size.
		if n := bytes.LastIndex(src[at:at+smallBlock], blank); n >= 0 {
			at += n + len(blank)
			continue
		}
		end := len(src)
		if n := bytes.Index(src[at+smallBlock-1:], blank); n >= 0 {
			end = at + smallBlock - 1 + n + len(blank)
		}
		b := workMeter{src: src[:end]}
		if line, what := b.block(at); what != "" {
			n := 1 + bytes.Count(src[:line], []byte{'\n'})
			return fmt.Errorf("line %d: %s, which would take hours to parse; break the text up with blank lines", n,
				what)
		}
		at = end
	}
	return nil
}

// A workMeter adds up the work for one block. Several blocks that no empty line
// parts are one to it, except items of lists and rows of tables.
type workMeter struct {
	src   []byte
	steps float64
	marks float64 // of emphasis in the paragraph that may still be open
	// opened are the widths of the marks that nothing closed yet, by their byte; of each the last ones.
	opened [128][]int
	open   []int // the brackets that are open
	// closed counts the brackets that were closed in the paragraph so far.
	closed float64
	// definitions counts those that follow each other.
	definitions float64
	whole       bool // the last line is a definition behind which another one may begin
	table       bool
	fence       tree.Fence
	indent      int // of the fence
}

// block returns the start of the line at which there is too much work, and what makes it; "" when there is not.
func (b *workMeter) block(at int) (line int, what string) {
	for ; at < len(b.src); at++ {
		end := len(b.src)
		if n := bytes.IndexByte(b.src[at:], '\n'); n >= 0 {
			end = at + n
		}
		if !b.code(b.src[at:end]) {
			if what := b.line(at, end); what != "" {
				return at, what
			}
		}
		at = end
	}
	return 0, ""
}

// code reports whether a line belongs to a fenced code block.
func (b *workMeter) code(line []byte) bool {
	rest := bytes.TrimLeft(line, " ")
	indent := len(line) - len(rest)
	if b.fence.Width > 0 {
		if len(rest) > 0 && indent < b.indent {
			b.fence = tree.Fence{} // its container is closed
			return false
		}
		if indent < 4 && b.fence.ClosedBy(rest) {
			b.fence = tree.Fence{}
		}
		return true
	}
	if indent < 4 {
		b.fence, b.indent = tree.OpeningFence(rest), indent
	}
	return b.fence.Width > 0
}

// line adds the work for one line, and says what is too much of it.
func (b *workMeter) line(at, end int) string {
	depth, i := 0.0, at
prefix:
	for ; i < end; i++ {
		switch c := b.src[i]; {
		case c == '>':
			depth++
		case c == '-' || c == '*' || c == '+':
			if i+1 < end && !source.IsSpace(b.src[i+1]) {
				break prefix
			}
			if depth++; i+2 < end && !source.IsSpace(b.src[i+2]) {
				b.paragraph() // an item with text is one of its own
			}
		case c == '|' && i == at:
			b.table = b.table || bytes.Trim(b.src[at:end], "|-: \t\r") == nil
		case (c == '.' || c == ')') && i > at && source.IsDigit(b.src[i-1]):
			depth++
		case c != ' ' && c != '\t' && !source.IsDigit(c):
			break prefix
		}
	}
	if i < end && b.src[i] == '[' && bytes.Contains(b.src[i:end], []byte("]:")) {
		if b.whole { // such are read in parts
			b.definitions = min(b.definitions, tree.DefinitionPart)
			b.paragraph()
		}
		b.definitions++
		b.steps += costDefinition * b.definitions
		if i+1 < end && b.src[i+1] == '^' {
			depth += float64(bytes.Count(b.src[i:end], []byte("]:"))) // footnotes hold footnotes
		}
	} else {
		b.definitions = 0
	}
	b.whole = tree.IsWholeDefinition(b.src[at:end])
	if b.table || i < end && b.src[i] == '#' && i < at+4 {
		b.paragraph()
	}
	if b.steps += costLine*b.closed + costDepth*depth*depth; b.steps > maxSteps {
		switch {
		case b.definitions > depth:
			return fmt.Sprintf("%.0f definitions stand in one paragraph", b.definitions)
		case b.closed > depth:
			return fmt.Sprintf("%.0f pairs of brackets stand in a paragraph of very many lines", b.closed)
		}
		return fmt.Sprintf("%.0f block quotes, lists or footnotes stand within each other", depth)
	}
	return b.inline(i, end)
}

// paragraph begins another one.
func (b *workMeter) paragraph() {
	b.marks, b.closed, b.open = 0, 0, b.open[:0]
	b.opened['*'], b.opened['_'], b.opened['~'] = nil, nil, nil
}

// mark counts a mark of emphasis. One that closes the last one of its kind leaves nothing open: the parser looks no
// further for either.
func (b *workMeter) mark(at, width int) {
	kind := b.src[at]
	before := at == 0 || source.IsSpace(b.src[at-1])
	behind := at+width >= len(b.src) || source.IsSpace(b.src[at+width])
	last := len(b.opened[kind]) - 1
	if !before && behind && last >= 0 && b.opened[kind][last] == width {
		b.opened[kind] = b.opened[kind][:last]
		b.marks--
		return
	}
	b.marks++
	if before && !behind {
		b.opened[kind] = append(b.opened[kind], width)
	} else {
		b.opened[kind] = b.opened[kind][:0] // what opens and closes stands between
	}
}

func (b *workMeter) inline(at, end int) string {
	const longest = 1000 // bytes of a label that are looked at
	for ; at < end; at++ {
		n := bytes.IndexAny(b.src[at:end], "*_~[]")
		if n < 0 {
			break
		}
		switch at += n; b.src[at] {
		case '[':
			b.open = append(b.open, at)
			b.steps += costBracket
		case ']':
			if n := len(b.open); n > 0 {
				b.steps += costLabel * float64(min(at-b.open[n-1], longest))
				b.open = b.open[:n-1]
				b.closed++
			}
			if at+1 < end && b.src[at+1] == '(' {
				b.steps += costDestination * float64(b.destination(at+2))
			}
			if b.steps > maxSteps {
				return "there are links in which nothing ends a destination or a label"
			}
		default:
			width := source.RunLength(b.src[at:end], b.src[at])
			if b.src[at] == '~' {
				b.steps += float64(width) * float64(width) / 2 // each is counted from
			}
			b.mark(at, width)
			at += width - 1
			if b.steps += costMark * b.marks; b.steps > maxSteps {
				return fmt.Sprintf("%.0f marks of emphasis stand in one paragraph, or too many tildes in a row",
					b.marks)
			}
		}
	}
	return ""
}

// destination returns how far the parser reads to find that a link's destination and title end, or don't.
func (b *workMeter) destination(from int) int {
	src := b.src
	i := from
	if i < len(src) && src[i] == '<' {
		if n := bytes.IndexAny(src[i:], ">\n"); n >= 0 {
			return n
		}
		return len(src) - i
	}
	// The steps may be too many for an int of 32 bits.
	enough := src[:from+int(min(float64(len(src)-from), max(maxSteps-b.steps, 0)+1))]
	for depth := 0; i < len(enough) && !source.IsSpace(enough[i]); i++ {
		switch enough[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return i - from
			}
		}
	}
	if i == len(enough) {
		return i - from
	}
	for i < len(src) && source.IsSpace(src[i]) {
		i++
	}
	if i < len(src) && (src[i] == '"' || src[i] == '\'' || src[i] == '(') {
		closer := src[i]
		if closer == '(' {
			closer = ')'
		}
		if n := bytes.IndexByte(src[i+1:], closer); n >= 0 {
			return i + n - from
		}
		return len(src) - from
	}
	return i - from
}
