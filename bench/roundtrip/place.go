package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A place is what one finding is about: whole words with one planted error.
type place struct {
	source.Span
	old, new string
}

// planted plants errors in the text of a document, and returns their places in document order.
func planted(rng *rand.Rand, src []byte, n int) ([]byte, []place) {
	damaged, all := plant.Errors(rng, src, n)
	var out []place
	var undo []source.Edit
	for _, e := range all {
		switch e.Class {
		case "fence language", "list marker", "front matter", "link destination", "missing sentence", "extra sentence", "heading words", "heading case":
			undo = append(undo, source.Edit{Span: e.Span, New: e.New}) // no words of a line, or words that links follow
		}
	}
	clean, err := source.Apply(damaged, undo)
	if err != nil {
		return src, nil
	}
	mapping := source.NewMapping(undo)
	for _, e := range all {
		if slices.ContainsFunc(undo, func(u source.Edit) bool { return u.Span == e.Span }) {
			continue
		}
		at, _ := mapping.Span(e.Span, source.Wide)
		s := words(clean, at)
		before, behind := string(clean[s.Start:at.Start]), string(clean[at.End:s.End])
		out = append(out, place{s, string(clean[s.Start:s.End]), before + e.New + behind})
	}
	return clean, out
}

// words widens s to whole words, and to a word on each side where words are missing or too many.
func words(src []byte, s source.Span) source.Span {
	line := plant.Line(src, s)
	for s.Start > line.Start && src[s.Start-1] != ' ' {
		s.Start--
	}
	for s.End < line.End && src[s.End] != ' ' {
		s.End++
	}
	return s
}

// compare returns what stands at each place after a pass, and how many bytes were taken out or put in elsewhere. The
// spaces beside a place are part of it, because a diff may put an edit on either side of them.
func compare(damaged, after []byte, all []place) (became []string, outside int) {
	if became = between(damaged, after, all); became != nil {
		return became, 0
	}
	edits := source.BetweenWords(damaged, after)
	mapping := source.NewMapping(edits)
	var areas []source.Span
	for _, p := range all {
		s := p.Span
		if s.Start > 0 && damaged[s.Start-1] == ' ' {
			s.Start--
		}
		if s.End < len(damaged) && damaged[s.End] == ' ' {
			s.End++
		}
		areas = append(areas, s)
		at, _ := mapping.Span(s, source.Wide)
		became = append(became, strings.TrimSpace(string(after[at.Start:at.End])))
	}
	for _, e := range edits {
		if !slices.ContainsFunc(areas, func(s source.Span) bool { return s.Contains(e.Span) }) {
			outside += e.Len() + len(e.New)
		}
	}
	return became, outside
}

// between returns what stands between the bytes around the places, nil where these were changed.
func between(damaged, after []byte, all []place) []string {
	out := make([]string, 0, len(all))
	at, pos := 0, 0
	for i := 0; i <= len(all); i++ {
		end := len(damaged)
		if i < len(all) {
			end = all[i].Start
		}
		gap := damaged[at:end]
		var n int
		switch {
		case i == len(all):
			if n = len(after) - pos - len(gap); n < 0 || !bytes.HasSuffix(after, gap) {
				return nil
			}
		default:
			if n = bytes.Index(after[pos:], gap); n < 0 || i == 0 && n > 0 {
				return nil
			}
		}
		if i > 0 {
			out = append(out, string(after[pos:pos+n]))
		}
		pos += n + len(gap)
		if i < len(all) {
			at = all[i].End
		}
	}
	return out
}
