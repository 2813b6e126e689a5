package locate

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Resolve turns a range of a review into bytes of d. It reports false where the
// range lies outside d or inside a character, or where it depends on a unit that
// is not known. A range that is known by its start alone is empty, one without
// columns the whole of its lines.
func Resolve(d *review.Document, r *review.Range) (source.Span, bool) {
	if r.AnyUnit {
		return anyUnit(d, *r)
	}
	switch r.Form {
	case review.Offsets:
		return offsets(d.Source(), r)
	case review.Points:
		return points(d.Lines(), r)
	case review.WholeLine:
		return wholeLine(d, r.From.Line)
	}
	return source.Span{}, false
}

// anyUnit is the range, if it is the same one in all units.
func anyUnit(d *review.Document, r review.Range) (source.Span, bool) {
	r.AnyUnit = false
	var first source.Span
	for i, unit := range []source.Unit{source.CodePoint, source.UTF16, source.Byte} {
		r.Unit = unit
		s, ok := Resolve(d, &r)
		if !ok || i > 0 && s != first {
			return source.Span{}, false
		}
		first = s
	}
	return first, true
}

// wholeLine is line n with its line ending, or, for the last line, with the one
// before it.
func wholeLine(d *review.Document, n int) (source.Span, bool) {
	lines := d.Lines()
	s, ok := lines.Span(n)
	if !ok {
		return s, false
	}
	if next, ok := lines.Span(n + 1); ok {
		s.End = next.Start
	} else if before, ok := lines.Span(n - 1); ok {
		s.Start = before.End
	}
	return s, true
}

func points(lines *source.Lines, r *review.Range) (source.Span, bool) {
	s, ok := lines.Span(r.From.Line)
	if !ok {
		return s, false
	}
	if r.From.Column > 0 {
		if s.Start, ok = lines.Offset(r.From, r.Unit); !ok {
			return s, false
		}
		if r.To.Line == 0 {
			s.End = s.Start
		}
	}
	if r.To.Line > 0 {
		last, ok := lines.Span(r.To.Line)
		if !ok {
			// The place behind the last line ending is where many programs end a range.
			if last, ok = lines.Span(r.To.Line - 1); !ok || r.To.Column > 1 {
				return s, false
			}
			s.End = last.End
			return s, s.Start <= s.End
		}
		s.End = last.End
		if r.To.Column > 0 {
			if s.End, ok = lines.Offset(r.To, r.Unit); !ok {
				return s, false
			}
		}
	}
	return s, s.Start <= s.End
}

// offsets turns offsets in r's unit into bytes.
func offsets(src []byte, r *review.Range) (source.Span, bool) {
	const mark = "\uFEFF"
	if r.SkipBOM && bytes.HasPrefix(src, []byte(mark)) {
		rest := *r
		rest.SkipBOM = false
		s, ok := offsets(src[len(mark):], &rest)
		return source.Span{Start: s.Start + len(mark), End: s.End + len(mark)}, ok
	}
	if r.Start < 0 || r.End < r.Start || r.End > len(src) {
		return source.Span{}, false // a unit is never shorter than a byte
	}
	if r.Unit == source.Byte {
		return source.Span{Start: r.Start, End: r.End}, true
	}
	start, ok := advance(src, 0, r.Start, r.Unit)
	if !ok {
		return source.Span{}, false
	}
	end, ok := advance(src, start, r.End-r.Start, r.Unit)
	return source.Span{Start: start, End: end}, ok
}

// advance is the offset that lies n units behind at.
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

// stands reports where, with its start at the given offset, the quote stands as
// it is written or as it is rendered.
func (l *locator) stands(at int, q *quotation) (place, bool) {
	if len(q.t.b) == 0 {
		return place{}, false
	}
	for _, s := range []*space{l.written, l.page} {
		from := s.t.from
		// The reading begins behind white space and block quote marks that the
		// coordinates may count.
		for i := sort.Search(len(from), func(i int) bool { return int(from[i]) >= at }); i < len(from) && int(from[i]) <= at+len(q.raw); i++ {
			if bytes.HasPrefix(s.b[i:], q.t.b) && l.blank(at, int(from[i])) {
				return l.placeOf(match{s.t, i, i + len(q.t.b)}, s == l.page), true
			}
			if s.b[i] != ' ' {
				break
			}
		}
	}
	return place{}, false
}

// blank reports whether only white space and Markdown's marks stand in
// [start,end).
func (l *locator) blank(start, end int) bool {
	return start <= end && len(bytes.Trim(l.d.Source()[start:end], " \t\r\n>*_~`[!(\\")) == 0
}
