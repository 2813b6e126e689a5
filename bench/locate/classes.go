package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A class is one way in which a review is imprecise.
type class struct {
	name string
	make func(*rand.Rand, []byte) []testCase
	// least is the share of cases that must be located exactly.
	least float64
	// most is the share of cases that may be located at all, where nothing should be and
	// no method could tell in all of them.
	most float64
	// none is set where nothing may be located.
	none bool
}

// perDocument is how many cases of a class a document gives.
const perDocument = 5

func classes() []class {
	return append([]class{
		{name: "coordinates right", make: coordinatesRight, least: 0.95},
		{name: "coordinates wrong", make: noisy(func(_ *rand.Rand, q string) string { return q }), least: 0.95},
		{name: "markup stripped", make: stripped, least: 0.95},
		{name: "smart quotes", make: noisy(smart), least: 0.95},
		{name: "case", make: noisy(otherCase), least: 0.95},
		{name: "whitespace", make: noisy(whitespace)},
		{name: "truncated", make: truncated, least: 0.92},
		{name: "1 edit", make: drift(1, false)},
		{name: "1 edit, snapshot", make: drift(1, true)},
		{name: "5 edits", make: drift(5, false)},
		{name: "5 edits, snapshot", make: drift(5, true)},
		{name: "20 edits", make: drift(20, false)},
		{name: "20 edits, snapshot", make: drift(20, true), least: 0.95},
		{name: "100 edits", make: drift(100, false)},
		{name: "100 edits, snapshot", make: drift(100, true)},
		{name: "repeated, 20 edits, snapshot", make: driftRepeated, least: 0.95},
		{name: "target edited", make: edited(false)},
		{name: "target edited, snapshot", make: edited(true)},
		{name: "target deleted", make: deleted(false), none: true},
		{name: "target deleted, snapshot", make: deleted(true), none: true},
		{name: "one of two deleted", make: oneOfTwo},
		{name: "look-alike", make: lookAlike(false), none: true},
		{name: "look-alike, snapshot", make: lookAlike(true), none: true},
		{name: "duplicates", make: duplicates},
		{name: "duplicates, section", make: duplicatesInSections},
		{name: "duplicates, context", make: duplicatesInContext},
		{name: "section only", make: sectionOnly, none: true},
		{name: "CRLF", make: crlf},
		{name: "CJK and emoji", make: wide},
	}, staleClasses()...)
}

// issueAt is an issue with a quote and a rough line, as a model writes it.
func issueAt(rng *rand.Rand, src []byte, s source.Span, quote string) review.Issue {
	lines := source.NewLines(src)
	line := max(1, lines.Number(s.Start)+rng.IntN(21)-10)
	return review.Issue{ID: "a", Place: review.Place{
		Quote: quote,
		Range: review.Range{Form: review.Points, From: source.Point{Line: line}},
	}}
}

// located puts exact coordinates into an issue.
func located(issue review.Issue, src []byte, s source.Span, unit source.Unit) review.Issue {
	lines := source.NewLines(src)
	issue.Place.Range = review.Range{Form: review.Points, Unit: unit, From: lines.Point(s.Start, unit), To: lines.Point(s.End, unit)}
	return issue
}

func coordinatesRight(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 1, 12, perDocument, anywhere) {
		issue := located(review.Issue{ID: "a"}, src, s, source.Unit(rng.IntN(3)))
		issue.Place.Quote = string(src[s.Start:s.End])
		out = append(out, testCase{doc: src, issue: issue, truth: &s})
	}
	return out
}

// noisy makes cases of passages that stand once, quoted with the noise and given
// with a wrong line and column.
func noisy(noise func(*rand.Rand, string) string) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 4, 20, perDocument, once) {
			issue := issueAt(rng, src, s, noise(rng, string(src[s.Start:s.End])))
			if rng.IntN(2) == 0 {
				issue.Place.From.Column = 1 + rng.IntN(60)
			}
			out = append(out, testCase{doc: src, issue: issue, truth: &s})
		}
		return out
	}
}

func stripped(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 4, 20, 4*perDocument, once) {
		raw := string(src[s.Start:s.End])
		quote, ok := strip(raw)
		if !ok || quote == raw || len(out) == perDocument {
			continue
		}
		out = append(out, testCase{doc: src, issue: issueAt(rng, src, s, quote), truth: &s})
	}
	return out
}

func truncated(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 8, 25, perDocument, once) {
		words := strings.Fields(string(src[s.Start:s.End]))
		dots := []string{"...", "…", " ...", " [...]"}[rng.IntN(4)]
		cut := 4 + rng.IntN(len(words)-6)
		switch rng.IntN(3) {
		case 0: // the end is missing
			quote := strings.Join(words[:cut], " ")
			if end := wordEnd(src, s, cut); bytes.Count(src, src[s.Start:end]) == 1 {
				t := source.Span{Start: s.Start, End: end}
				out = append(out, testCase{doc: src, issue: issueAt(rng, src, s, quote+dots), truth: &t})
			}
		case 1: // the middle is missing
			from := 2 + rng.IntN(3)
			quote := strings.Join(words[:from], " ") + " " + strings.TrimSpace(dots) + " " + strings.Join(words[len(words)-3:], " ")
			out = append(out, testCase{doc: src, issue: issueAt(rng, src, s, quote), truth: &s})
		case 2: // the quote stops, and does not say so
			if end := wordEnd(src, s, cut); bytes.Count(src, src[s.Start:end]) == 1 {
				t := source.Span{Start: s.Start, End: end}
				out = append(out, testCase{doc: src, issue: issueAt(rng, src, s, string(src[s.Start:end])), truth: &t})
			}
		}
	}
	return out
}

// options names the reviewed revision, and has it at hand with snapshot.
func options(before []byte, snapshot bool) locate.Options {
	if !snapshot {
		return locate.Options{}
	}
	sum := sha256.Sum256(before)
	return locate.Options{
		DocumentSHA256: hex.EncodeToString(sum[:]),
		Blob:           func(string) ([]byte, bool) { return before, true },
	}
}

// drift makes cases in a document that was edited elsewhere since the review.
func drift(n int, snapshot bool) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 3, 15, perDocument, once) {
			after, edits := scatter(rng, src, s, n)
			truth, touch := source.NewMapping(edits).Span(s, source.Tight)
			if touch != source.Untouched {
				continue
			}
			issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
			issue.Place.Quote = string(src[s.Start:s.End])
			out = append(out, testCase{doc: after, issue: issue, opts: options(src, snapshot), truth: &truth})
		}
		return out
	}
}

// driftRepeated is drift for short passages that stand more than once, which only
// their coordinates in the reviewed revision tell apart.
func driftRepeated(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 1, 3, perDocument, repeated) {
		after, edits := scatter(rng, src, s, 20)
		truth, touch := source.NewMapping(edits).Span(s, source.Tight)
		if touch != source.Untouched {
			continue
		}
		issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
		issue.Place.Quote = string(src[s.Start:s.End])
		out = append(out, testCase{doc: after, issue: issue, opts: options(src, true), truth: &truth})
	}
	return out
}

// edited makes cases in which the passage itself was edited: what is located must
// at least be there.
func edited(snapshot bool) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 4, 15, perDocument, once) {
			text := string(src[s.Start:s.End])
			edit := source.Edit{Span: s, New: reword(rng, text, 1+rng.IntN(3))}
			after, err := source.Apply(src, []source.Edit{edit})
			if err != nil || edit.New == text {
				continue
			}
			truth := source.Span{Start: s.Start, End: s.Start + len(edit.New)}
			issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
			issue.Place.Quote = text
			out = append(out, testCase{doc: after, issue: issue, opts: options(src, snapshot), truth: &truth})
		}
		return out
	}
}

func deleted(snapshot bool) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 3, 15, perDocument, once) {
			after, _ := source.Apply(src, []source.Edit{{Span: s}})
			issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
			issue.Place.Quote = string(src[s.Start:s.End])
			out = append(out, testCase{doc: after, issue: issue, opts: options(src, snapshot)})
		}
		return out
	}
}

// oneOfTwo deletes the one of two equal passages that is meant; the review names
// what stood around it, which tells it from the other.
func oneOfTwo(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	letters := bare(src)
	for _, s := range passages(rng, src, 2, 8, perDocument, twice) {
		if prefix, suffix := around(src, s); bytes.Count(letters, bare([]byte(prefix+string(src[s.Start:s.End])+suffix))) != 1 {
			continue
		}
		after, _ := source.Apply(src, []source.Edit{{Span: s}})
		issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
		issue.Place.Quote = string(src[s.Start:s.End])
		issue.Place.Prefix, issue.Place.Suffix = around(src, s)
		out = append(out, testCase{doc: after, issue: issue})
	}
	return out
}

// lookAlike puts a passage that differs in a word in the place of the one that is
// meant, or elsewhere.
func lookAlike(snapshot bool) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 5, 15, perDocument, once) {
			text := string(src[s.Start:s.End])
			like := resemble(rng, text)
			if like == text {
				continue
			}
			after := bytes.Replace(src, []byte(text), []byte("Something else entirely."), 1)
			after = append(slices.Clone(after), "\n\n"+like+"\n"...)
			if strings.Contains(strings.Join(strings.Fields(string(after)), " "), strings.Join(strings.Fields(text), " ")) {
				continue // a word was put in front of it, and that is all
			}
			issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
			issue.Place.Quote = text
			out = append(out, testCase{doc: after, issue: issue, opts: options(src, snapshot)})
		}
		return out
	}
}

// duplicates are passages that stand more than once, with a line that is mostly wrong and
// nothing else.
func duplicates(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 1, 8, perDocument, repeated) {
		issue := issueAt(rng, src, s, string(src[s.Start:s.End]))
		out = append(out, testCase{doc: src, issue: issue, truth: &s})
	}
	return out
}

// duplicatesInSections are told apart by the section that they stand in.
func duplicatesInSections(rng *rand.Rand, src []byte) []testCase {
	d := zone.Parse("doc.md", src, markdown.Dialect{})
	var out []testCase
	for _, s := range passages(rng, src, 1, 8, perDocument, repeated) {
		i := d.HeadingAt(s.Start)
		if i < 0 {
			continue
		}
		h := d.Headings()[i]
		same := slices.IndexFunc(d.Headings(), func(o markdown.Heading) bool { return o.Section != h.Section && strings.EqualFold(o.Text, h.Text) })
		text := src[s.Start:s.End]
		if same >= 0 || bytes.Count(bytes.ToLower(src[h.Section.Start:h.Section.End]), bytes.ToLower(text)) != 1 {
			continue
		}
		issue := issueAt(rng, src, s, string(text))
		issue.Place.Section = strings.Join(d.HeadingPath(s.Start), " > ")
		out = append(out, testCase{doc: src, issue: issue, truth: &s})
	}
	return out
}

// duplicatesInContext are told apart by what stands around them.
func duplicatesInContext(rng *rand.Rand, src []byte) []testCase {
	var out []testCase
	for _, s := range passages(rng, src, 1, 8, perDocument, repeated) {
		prefix, suffix := around(src, s)
		if bytes.Count(src, []byte(prefix+string(src[s.Start:s.End])+suffix)) != 1 {
			continue
		}
		issue := issueAt(rng, src, s, string(src[s.Start:s.End]))
		issue.Place.Prefix, issue.Place.Suffix = prefix, suffix
		out = append(out, testCase{doc: src, issue: issue, truth: &s})
	}
	return out
}

// around is what stands directly before and behind s, some words of each.
func around(src []byte, s source.Span) (prefix, suffix string) {
	return strings.ToValidUTF8(string(src[max(0, s.Start-40):s.Start]), ""), strings.ToValidUTF8(string(src[s.End:min(len(src), s.End+40)]), "")
}

func sectionOnly(rng *rand.Rand, src []byte) []testCase {
	d := zone.Parse("doc.md", src, markdown.Dialect{})
	hs := d.Headings()
	var out []testCase
	for range min(perDocument, len(hs)) {
		h := hs[rng.IntN(len(hs))]
		out = append(out, testCase{doc: src, issue: review.Issue{ID: "a", Place: review.Place{Section: h.Text}}})
	}
	return out
}

// crlf quotes with \n what the document has with \r\n.
func crlf(rng *rand.Rand, src []byte) []testCase {
	src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	var out []testCase
	for _, s := range passages(rng, src, 6, 25, perDocument, once) {
		quote := strings.ReplaceAll(string(src[s.Start:s.End]), "\r\n", "\n")
		out = append(out, testCase{doc: src, issue: issueAt(rng, src, s, quote), truth: &s})
	}
	return out
}
