package locate

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Resolve turns a range of a review into bytes of d. It reports false if the range lies outside d or inside a
// character, or if it is not known what it counts and that makes a difference. A range with a start alone is empty. A
// range without columns is all of its lines, without a byte order mark.
func Resolve(d *zone.Document, r *review.Range) (source.Span, bool) {
	s, why := resolve(d, r)
	return s, why == ""
}

const (
	outside   = "The position lies outside the document."
	undecoded = "The position follows bytes that are not UTF-8, which programs count differently. " +
		"Save the document as UTF-8."
	unmarked = "The review does not say whether its positions count the byte order mark. Remove the mark."
	unitless = "The review does not say what its columns count, and here that makes a difference."
)

// uncounted reports whether why, of resolve, is that it is not known what the coordinates count.
func uncounted(why string) bool { return why != "" && why != outside }

// resolve is Resolve with the reason for which it fails. If the unit of the range is not known, or whether it counts a
// byte order mark, all readings must give the same span.
func resolve(d *zone.Document, r *review.Range) (source.Span, string) {
	units, marks := []source.Unit{r.Unit}, []review.BOM{r.BOM}
	if r.AnyUnit {
		units = []source.Unit{source.CodePoint, source.UTF16, source.Byte}
	}
	if r.BOM == review.BOMUnknown {
		marks = []review.BOM{review.BOMCounted}
		if markLen(d.Text()) > 0 {
			marks = append(marks, review.BOMSkipped)
		}
	}
	var first source.Span
	var firstWhy string
	for i, mark := range marks {
		for j, unit := range units {
			one := *r
			one.Unit, one.BOM, one.AnyUnit = unit, mark, false
			s, why := read(d, &one)
			switch {
			case why == undecoded:
				return source.Span{}, undecoded
			case i == 0 && j == 0:
				first, firstWhy = s, why
			case s == first && why == firstWhy:
			case j == 0:
				return source.Span{}, unmarked
			default:
				return source.Span{}, unitless
			}
		}
	}
	return first, firstWhy
}

// read resolves a range whose unit and treatment of a byte order mark are known. The span is empty if it fails.
func read(d *zone.Document, r *review.Range) (s source.Span, why string) {
	switch r.Form {
	case review.Offsets:
		s, why = offsets(d, r)
	case review.Points:
		s, why = points(d, r)
	case review.WholeLine:
		s, why = wholeLine(d, r.From.Line)
	default:
		why = outside
	}
	if why == "" && s.Start > s.End {
		why = outside
	}
	if why != "" {
		s = source.Span{}
	}
	return s, why
}

// markLen returns the length of the byte order mark that src begins with.
func markLen(src []byte) int {
	const mark = "\uFEFF"
	if bytes.HasPrefix(src, []byte(mark)) {
		return len(mark)
	}
	return 0
}

// lineSpan is line n. A byte order mark is no part of the first one: who means a line as a whole does not mean the
// mark.
func lineSpan(d *zone.Document, n int) (source.Span, bool) {
	s, ok := d.Lines().Span(n)
	if ok && n == 1 {
		s.Start = markLen(d.Text())
	}
	return s, ok
}

// wholeLine returns line n with its line ending, or, for the last line, with the line ending before it.
func wholeLine(d *zone.Document, n int) (source.Span, string) {
	s, ok := lineSpan(d, n)
	if !ok {
		return s, outside
	}
	if next, ok := lineSpan(d, n+1); ok {
		s.End = next.Start
	} else if before, ok := lineSpan(d, n-1); ok {
		s.Start = before.End
	}
	return s, ""
}

// points resolves a range of lines and columns.
func points(d *zone.Document, r *review.Range) (source.Span, string) {
	s, ok := lineSpan(d, r.From.Line)
	if !ok {
		return s, outside
	}
	var why string
	if r.From.Column > 0 {
		if s.Start, why = column(d, r.From, r); why != "" {
			return s, why
		}
		if r.To.Line == 0 {
			s.End = s.Start
		}
	}
	if r.To.Line > 0 {
		last, ok := lineSpan(d, r.To.Line)
		if !ok {
			// Many programs end a range behind the last line ending.
			if last, ok = lineSpan(d, r.To.Line-1); !ok || r.To.Column > 1 {
				return s, outside
			}
			s.End = last.End
			return s, ""
		}
		s.End = last.End
		if r.To.Column > 0 {
			if s.End, why = column(d, r.To, r); why != "" {
				return s, why
			}
		}
	}
	return s, ""
}

// column returns the offset of a point in r's unit. Behind bytes that are not UTF-8 it is not known: programs decode
// them to one U+FFFD a byte, or one for several, and count that as one unit or as three bytes.
func column(d *zone.Document, p source.Point, r *review.Range) (int, string) {
	if p.Line == 1 && r.BOM == review.BOMSkipped && markLen(d.Text()) > 0 {
		p.Column++
		if r.Unit == source.Byte {
			p.Column += markLen(d.Text()) - 1
		}
	}
	at, ok := d.Lines().Offset(p, r.Unit)
	s, _ := d.Lines().Span(p.Line)
	if d.ValidPrefix() < s.End { // otherwise the line is valid
		if valid := s.Start + source.ValidPrefix(d.Bytes(s)); valid < s.End && (!ok || at > valid) {
			return 0, undecoded
		}
	}
	if !ok {
		return 0, outside
	}
	return at, ""
}

// offsets resolves a range of offsets in r's unit. Behind bytes that are not UTF-8 they are not known, as columns are
// not.
func offsets(d *zone.Document, r *review.Range) (source.Span, string) {
	src, skip := d.Text(), 0
	if r.BOM == review.BOMSkipped {
		skip = markLen(src)
	}
	if r.Start < 0 || r.End < r.Start {
		return source.Span{}, outside
	}
	s := source.Span{Start: skip + r.Start, End: skip + r.End}
	ok := r.End <= len(src)-skip // a unit is never shorter than a byte
	if ok && r.Unit != source.Byte {
		if s.Start, ok = advance(src, skip, r.Start, r.Unit); ok {
			s.End, ok = advance(src, s.Start, r.End-r.Start, r.Unit)
		}
	}
	switch valid := d.ValidPrefix(); {
	case valid < len(src) && (!ok || s.End > valid):
		return source.Span{}, undecoded
	case !ok:
		return source.Span{}, outside
	}
	return s, ""
}

// advance returns the offset n units behind at.
func advance(src []byte, at, n int, unit source.Unit) (int, bool) {
	for n > 0 && at < len(src) {
		r, size := utf8.DecodeRune(src[at:])
		n--
		if unit == source.UTF16 && r > 0xFFFF {
			n--
		}
		at += size
	}
	return at, n == 0
}

// quoteAt returns the place of the quote that begins at an offset, as it is written or as it is rendered.
func (l *locator) quoteAt(at int, q *quotation) (occurrence, bool) {
	if len(q.t.Bytes) == 0 {
		return occurrence{}, false
	}
	for _, s := range []*reading.Haystack{l.written(), l.page()} {
		// The coordinates may count white space and block quote marks that the reading begins behind.
		from := s.Text.From
		i, _ := slices.BinarySearch(from, int32(at))
		for ; i < len(from) && int(from[i]) <= at+len(q.raw); i++ {
			if bytes.HasPrefix(s.Bytes[i:], q.t.Bytes) && l.onlyMarks(at, int(from[i])) {
				return l.occurrenceOf(s.Match(i, i+len(q.t.Bytes)), s == l.page()), true
			}
			if s.Bytes[i] != ' ' {
				break
			}
		}
	}
	return occurrence{}, false
}

// onlyMarks reports whether only white space and Markdown's marks stand in [start,end).
func (l *locator) onlyMarks(start, end int) bool {
	return start <= end && len(bytes.Trim(l.d.Text()[start:end], " \t\r\n>*_~`[!(\\")) == 0
}
