package usage

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// text reads lines of text from at to end, with constructs that close on a later line of their paragraph. It returns
// where it stopped.
func (r *usageReader) text(at, end int) int {
	src := r.src
	for at < end {
		switch c := src[at]; zone.RunClasses[c] {
		case zone.SpaceByte:
			at++
		case zone.MarkByte:
			at = r.mark(at, end)
		default:
			if wordOpeners[c] && at+1 < end && source.IsLetter(src[at+1]) {
				at++ // it belongs to nothing that begins here
			}
			at = r.piece(at, end)
		}
	}
	return at
}

// piece reads a run of bytes that neither white space nor a mark interrupts.
func (r *usageReader) piece(at, end int) int {
	src := r.src
	doubt := false
	stop := at
scan:
	for ; stop < end; stop++ {
		switch zone.RunClasses[src[stop]] {
		case zone.SpaceByte, zone.MarkByte:
			break scan
		case zone.DoubtfulByte:
			doubt = true
		case zone.EndingByte:
			doubt = doubt || stop+1 < end && zone.RunClasses[src[stop+1]] == zone.PlainByte
		}
	}
	s := source.Span{Start: at, End: stop}
	if !doubt {
		r.prose(s)
		return stop
	}
	if src[at] == '\\' && stop == at+1 {
		return min(stop+1, end) // what is escaped is no mark
	}
	for s.Start < s.End && src[s.Start] == '_' {
		s.Start++
	}
	for s.End > s.Start && src[s.End-1] == '_' {
		s.End--
	}
	if !s.Empty() && src[s.Start] == '{' {
		if stop := closed(src, at, end); stop > 0 {
			r.skip(source.Span{Start: at, End: stop})
			return stop
		}
	}
	if core, area := zone.Classify(src, s); area != zone.Prose || Emoji(src[s.Start:s.End]) {
		r.skip(core)
		return stop
	}
	r.prose(s)
	return stop
}

// Emoji reports whether a run is :name:.
func Emoji(run []byte) bool {
	return len(run) > 2 && run[0] == ':' && run[len(run)-1] == ':'
}

// prose reads the words of a stretch of prose.
func (r *usageReader) prose(s source.Span) {
	src := r.src
	for at := s.Start; at < s.End; {
		char, n := utf8.DecodeRune(src[at:s.End])
		if !unicode.IsLetter(char) && !unicode.IsDigit(char) {
			at += n
			continue
		}
		stop := WordStop(src, at, s.End)
		r.word(source.Span{Start: at, End: stop})
		at = stop
	}
}

// maxMarkDistance is how many bytes are searched for the mark that closes another one.
const maxMarkDistance = 600

// mark steps over the mark at an offset, and over the construct that it opens.
func (r *usageReader) mark(at, end int) int {
	src := r.src
	switch src[at] {
	case '`':
		return r.codeSpan(at)
	case '<':
		if at+1 < end && (source.IsLetter(src[at+1]) || src[at+1] == '/' || src[at+1] == '!') {
			n := bytes.IndexByte(src[at:min(at+maxMarkDistance, len(src))], '>')
			if n >= 0 {
				stop := at + n + 1
				r.skip(source.Span{Start: at, End: stop})
				return stop
			}
		}
	case '[':
		r.openLink(at)
	case ']':
		return closeLink(src, at, end)
	}
	return at + 1
}

// codeSpan steps over a code span; backticks that nothing closes are text.
func (r *usageReader) codeSpan(at int) (stop int) {
	rest := r.src[at:min(at+maxMarkDistance, len(r.src))]
	width := source.RunLength(rest, '`')
	for i := width; i < len(rest); {
		n := bytes.IndexByte(rest[i:], '`')
		if n < 0 || bytes.Contains(rest[i:i+n], []byte("\n\n")) {
			break
		}
		i += n
		if n = source.RunLength(rest[i:], '`'); n == width {
			r.code(source.Span{Start: at, End: at + i + n})
			return at + i + n
		}
		i += n
	}
	return at + width
}

// openLink looks at the link that a bracket may open. The text of a link to a heading, or to another page of the same
// site, may be that title.
func (r *usageReader) openLink(at int) {
	rest := r.src[at+1 : min(at+maxMarkDistance, len(r.src))]
	n := bytes.IndexByte(rest, ']')
	if n < 0 || n+2 >= len(rest) || rest[n+1] != '(' || at > 0 && r.src[at-1] == '!' {
		return
	}
	destination := rest[n+2:]
	if end := bytes.IndexAny(destination, ") \n"); end >= 0 {
		destination = destination[:end]
	}
	if bytes.IndexByte(destination, '#') < 0 && (len(destination) == 0 || bytes.Contains(destination, []byte("://"))) {
		return
	}
	r.link = source.Span{Start: at + 1, End: at + 1 + n}
	r.mention(string(rest[:n]))
}

// closeLink steps over the destination or the label behind the text of a link.
func closeLink(src []byte, at, end int) int {
	if at+1 < end && (src[at+1] == '(' || src[at+1] == '[') {
		return max(closed(src, at+1, end), at+1)
	}
	return at + 1
}

// closed returns the offset behind what closes the brace, the bracket or the parenthesis at an offset, on its line and
// not too far from it; 0 for none. A label ends at a parenthesis too.
func closed(src []byte, at, end int) int {
	opener, depth := src[at], 0
	for i := at; i < min(end, at+maxMarkDistance) && src[i] != '\n'; i++ {
		switch c := src[i]; {
		case opener == '{':
			if c == '}' {
				return i + 1
			}
		case c == '\\' && i+1 < end && src[i+1] != '\n':
			i++
		case opener == '[':
			if c == ']' {
				return i + 1
			}
			if c == ')' {
				return 0
			}
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// wordOpeners may stand right before a word.
var wordOpeners = [256]bool{'(': true, '"': true, '\'': true}
