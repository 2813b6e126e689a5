package question

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// proposed returns the edit that a finding without a place proposes, as a sentence behind a space; "" if it proposes
// none, or if the choices show it.
func proposed(f *review.Finding) string { return strings.Replace(proposal(f), `.".`, `."`, 1) }

func proposal(f *review.Finding) string {
	switch want := engine.Clip(f.Want, 80); {
	case f.Remedy == review.Choose && len(f.Candidates) == 0:
		return fmt.Sprintf(" It proposes %q.", engine.Clip(strings.Join(f.Choices, `" or "`), 80))
	case f.Remedy != review.Replace:
		return ""
	case f.Want == "" && f.Old == "":
		return " It deletes the text."
	case f.Want == "":
		return fmt.Sprintf(" It deletes %q.", engine.Clip(f.Old, 80))
	case f.Old == "":
		return fmt.Sprintf(" It proposes %q.", want)
	default:
		return fmt.Sprintf(" It proposes %q for %q.", want, engine.Clip(f.Old, 80))
	}
}

// instead asks for the text that should replace the text of a finding.
func instead(doc *zone.Document, f *review.Finding) string {
	text := strings.Join(strings.Fields(string(doc.Bytes(engine.Place(doc, f)))), " ")
	if text == "" {
		return "What should the text be?"
	}
	return fmt.Sprintf("What should the text be instead of %q?", ends(text)) // all of it would be replaced
}

// leastAlike is how similar to the quote an offered place must be.
const leastAlike = 0.65

// places returns the choices for a finding that may mean several places, or one that is not certain: each place, shown
// as the edit that would be made there, with each of the texts that the finding offers; all of them, where the edit
// fits each; and none. A single edit is a question of yes or no, and asked is what it would be. There are no choices
// where no place is like the quote.
func places(doc *zone.Document, f *review.Finding) (choices []engine.Choice, asked string) {
	const most = 9
	var out []engine.Choice
	for _, c := range f.Candidates {
		if c.Like > 0 && c.Like < leastAlike {
			continue
		}
		place := engine.Choice{Label: placeLabel(doc, f, c), Effect: engine.EffectPlace, Start: c.Span.Start, End: c.Span.End}
		at := engine.Place(doc, &review.Finding{Span: c.Span, Old: f.Old})
		fits := f.Old == "" || string(doc.Bytes(at)) == f.Old
		switch {
		case f.Remedy == review.Choose:
			for _, want := range f.Choices {
				if chosen := place; fits {
					chosen.Text, chosen.Label = want, editLabel(doc, at, want)
					out = append(out, chosen)
				}
			}
			continue
		case f.Remedy == review.Replace && fits:
			place.Label = editLabel(doc, at, f.Want)
		}
		out = append(out, place)
	}
	if f.Remedy == review.Replace || f.Remedy == review.Choose {
		if len(out) == 1 {
			_, asked, _ = strings.Cut(out[0].Label, ": ")
			out[0].Label = "Yes"
			return append(out, engine.Choice{Label: "No. Drop the finding", Effect: engine.EffectKeep}), asked
		}
	}
	if len(out) == 0 {
		return nil, ""
	}
	out = out[:min(len(out), most)]
	if len(engine.Everywhere(doc, f)) > 1 {
		out = append(out, engine.Choice{Label: "All of them", Effect: engine.EffectPlaces})
	}
	return append(out, engine.Choice{Label: "None of them. Drop the finding", Effect: engine.EffectKeep}), ""
}

// editLabel shows a line with the edit that puts want in place of the bytes at s.
func editLabel(doc *zone.Document, s source.Span, want string) string {
	return fmt.Sprintf("line %d: %s", doc.Lines().Point(s.Start, source.CodePoint).Line, edited(doc, s, want))
}

// edited shows what an edit would make of the text at s: the words that go as [-old-], those that come as {+new+}, and
// some words of the line on both sides.
func edited(doc *zone.Document, s source.Span, want string) string {
	const around, longest = 40, 400
	src, lines := doc.Source(), doc.Lines()
	first, _ := lines.Span(lines.Number(s.Start))
	last, _ := lines.Span(lines.Number(max(s.Start, s.End-1)))
	start, end := max(first.Start, s.Start-around), min(max(last.End, s.End), s.End+around)
	if start > first.Start { // whole words
		if n := bytes.IndexByte(src[start:s.Start], ' '); n >= 0 {
			start += n
		}
	}
	if end < last.End {
		if n := bytes.LastIndexByte(src[s.End:end], ' '); n >= 0 {
			end = s.End + n
		}
	}
	var b strings.Builder
	if start > first.Start {
		b.WriteString("… ")
	}
	b.Write(src[start:s.Start])
	old, at := src[s.Start:s.End], 0
	for _, e := range source.BetweenPhrases(old, []byte(want)) {
		b.Write(old[at:e.Start])
		if e.Len() > 0 {
			b.WriteString("[-" + string(old[e.Start:e.End]) + "-]")
		}
		if e.New != "" {
			b.WriteString("{+" + e.New + "+}")
		}
		at = e.End
	}
	b.Write(old[at:])
	b.Write(src[s.End:end])
	if end < last.End {
		b.WriteString(" …")
	}
	return engine.Clip(strings.Join(strings.Fields(strings.ToValidUTF8(b.String(), "")), " "), longest)
}

// placeLabel shows a place that a finding without a text may mean: its words, or, if several places have the same
// words, as much of its line as fits.
func placeLabel(doc *zone.Document, f *review.Finding, c review.Candidate) string {
	const longest, around = 80, 40
	src, most, span := doc.Source(), longest, wholeWords(doc.Source(), c.Span)
	lines := doc.Lines()
	if f.State == review.Ambiguous {
		line, _ := lines.Span(lines.Number(c.Span.Start))
		span.Start = max(line.Start, c.Span.Start-around)
		span.End = min(max(line.End, c.Span.End), c.Span.End+around)
		most += 2 * around
	}
	text := strings.Join(strings.Fields(strings.ToValidUTF8(string(src[span.Start:span.End]), "")), " ")
	return fmt.Sprintf("line %d: %q", lines.Point(c.Span.Start, source.CodePoint).Line, engine.Clip(text, most))
}

// wholeWords returns s with the rest of the words that it begins and ends in.
func wholeWords(src []byte, s source.Span) source.Span {
	const longest = 24
	out := s
	for out.Start > max(0, s.Start-longest) {
		r, n := utf8.DecodeLastRune(src[:out.Start])
		if first, _ := utf8.DecodeRune(src[out.Start:]); !letter(r) || !letter(first) {
			break
		}
		out.Start -= n
	}
	for out.End < min(len(src), s.End+longest) {
		r, n := utf8.DecodeRune(src[out.End:])
		if last, _ := utf8.DecodeLastRune(src[:out.End]); !letter(r) || !letter(last) {
			break
		}
		out.End += n
	}
	return out
}

func letter(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// Replaced returns the span that a text for the place of f replaces. It includes the marks at the start of the line if
// the text begins with the same ones.
func Replaced(doc *zone.Document, f *review.Finding, text string) source.Span {
	src, s := doc.Source(), engine.Place(doc, f)
	start := bytes.LastIndexByte(src[:s.Start], '\n') + 1
	marks := string(src[start:s.Start])
	if strings.HasPrefix(text, marks) && !strings.ContainsFunc(marks, unicode.IsLetter) {
		s.Start = start
	}
	return s
}

// ends returns a text, or the beginning and the end of a long one.
func ends(text string) string {
	const head, tail = 50, 30
	runes := []rune(text)
	if len(runes) <= head+tail {
		return text
	}
	first, last := string(runes[:head]), string(runes[len(runes)-tail:])
	if n := strings.LastIndexByte(first, ' '); n > 0 { // whole words, where there are some
		first = first[:n]
	}
	if _, words, ok := strings.Cut(last, " "); ok {
		last = words
	}
	return first + " … " + last
}
