package main

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A fate is what became of one planted error in the bytes of the document.
type fate uint8

const (
	left     fate = iota // the error stands there as before
	restored             // the document has what it had before the error
	wrong                // the place has another text
)

// fates compares the bytes of a damaged document after a run with those that it had, and with what the run says of each
// error. Apart is set where something was changed that is beside no error. Diff shows what was written otherwise.
func fates(src, after []byte, all []plant.Error, said []verdict) (out []fate, apart bool, diff string) {
	if out = assign(src, after, all); out != nil {
		return out, false, ""
	}
	out = make([]fate, len(all))
	var edits []source.Edit
	for i, f := range all {
		if said[i].fixed {
			out[i] = restored
			edits = append(edits, source.Edit{Span: f.Span, New: f.New})
		}
	}
	want, err := source.Apply(src, edits)
	if err != nil {
		return out, true, err.Error()
	}
	mapping := source.NewMapping(edits)
	for _, e := range source.BetweenWords(want, after) {
		beside := false
		for i, f := range all {
			if at, _ := mapping.Span(f.Span, source.Wide); around(want, at).Overlaps(around(want, e.Span)) {
				out[i], beside = wrong, true
			}
		}
		apart = apart || !beside
	}
	return out, apart, source.Unified("wanted", "got", want, after)
}

// around is the lines of s.
func around(src []byte, s source.Span) source.Span {
	s = plant.Line(src, s)
	return source.Span{Start: s.Start, End: s.End + 1}
}

// assign finds out which errors are gone where after differs from src by them alone; nil where it differs more.
func assign(src, after []byte, all []plant.Error) []fate {
	out := make([]fate, len(all))
	var try func(i, at, pos int) bool
	try = func(i, at, pos int) bool {
		if i == len(all) {
			return bytes.Equal(src[at:], after[pos:])
		}
		f := all[i]
		gap := src[at:f.Span.Start]
		if !bytes.HasPrefix(after[pos:], gap) {
			return false
		}
		pos += len(gap)
		for _, c := range []struct {
			text string
			fate fate
		}{{f.New, restored}, {f.Old, left}} {
			if bytes.HasPrefix(after[pos:], []byte(c.text)) {
				out[i] = c.fate
				if try(i+1, f.Span.End, pos+len(c.text)) {
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
