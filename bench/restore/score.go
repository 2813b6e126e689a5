package main

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A fate is what became of one planted error in the bytes of the document.
type fate uint8

const (
	left     fate = iota // the error stands there as before
	restored             // the document has what it had before the error
	wrong                // the place has another text
)

// fates compares the bytes of a damaged document after a run with those that it had. Unasked is a change that stands
// apart from all errors, "" for none.
func fates(src, after []byte, all []finding) (out []fate, unasked string) {
	if out = assign(src, after, all); out != nil {
		return out, ""
	}
	// Something else was written. Each stretch of lines with errors is compared by itself.
	out = make([]fate, len(all))
	at, pos := 0, 0
	for i := 0; i < len(all); {
		area := around(src, all[i].span)
		j := i + 1
		for j < len(all) && around(src, all[j].span).Start <= area.End {
			area.End = around(src, all[j].span).End
			j++
		}
		gap := src[at:area.Start]
		if !bytes.HasPrefix(after[pos:], gap) {
			return out, difference(src[at:], after[pos:])
		}
		pos += len(gap)
		end := len(after)
		if rest := following(src, all, j, area.End); len(rest) > 0 {
			k := bytes.Index(after[pos:], rest)
			if k < 0 {
				return out, difference(src[area.Start:], after[pos:])
			}
			end = pos + k
		}
		mine := make([]finding, 0, j-i)
		for _, f := range all[i:j] {
			f.span.Start, f.span.End = f.span.Start-area.Start, f.span.End-area.Start
			mine = append(mine, f)
		}
		part := assign(src[area.Start:area.End], after[pos:end], mine)
		for k := i; k < j; k++ {
			out[k] = wrong
			if part != nil {
				out[k] = part[k-i]
			}
		}
		at, pos, i = area.End, end, j
	}
	if !bytes.Equal(src[at:], after[pos:]) {
		return out, difference(src[at:], after[pos:])
	}
	return out, ""
}

// around is the lines of s with one line on both sides.
func around(src []byte, s source.Span) source.Span {
	s = lineSpan(src, s)
	s = lineSpan(src, source.Span{Start: max(0, s.Start-1), End: min(len(src), s.End+1)})
	return s
}

// following is the bytes behind an area up to the next one.
func following(src []byte, all []finding, next, end int) []byte {
	if next == len(all) {
		return src[end:]
	}
	return src[end:max(end, around(src, all[next].span).Start)]
}

// assign finds out which errors are gone, where after is src but for them; nil where it is not.
func assign(src, after []byte, all []finding) []fate {
	out := make([]fate, len(all))
	var try func(i, at, pos int) bool
	try = func(i, at, pos int) bool {
		if i == len(all) {
			return bytes.Equal(src[at:], after[pos:])
		}
		f := all[i]
		gap := src[at:f.span.Start]
		if !bytes.HasPrefix(after[pos:], gap) {
			return false
		}
		pos += len(gap)
		for _, c := range []struct {
			text string
			fate fate
		}{{f.new, restored}, {f.old, left}} {
			if bytes.HasPrefix(after[pos:], []byte(c.text)) {
				out[i] = c.fate
				if try(i+1, f.span.End, pos+len(c.text)) {
					return true
				}
			}
		}
		return false
	}
	if !try(0, 0, 0) {
		return nil
	}
	return out
}

// difference shows where two texts begin to differ.
func difference(a, b []byte) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	from := max(0, n-40)
	return string(a[from:min(len(a), n+60)]) + "\n      => " + string(b[from:min(len(b), n+60)])
}
