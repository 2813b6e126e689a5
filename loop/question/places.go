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

// proposed says which edit a finding proposes that has no place yet, as a sentence behind a space; "" where it proposes
// none, or where the choices say so.
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

// instead asks for the text that should stand in place of what a finding is about.
func instead(doc *zone.Document, f *review.Finding) string {
	text := strings.Join(strings.Fields(string(doc.Bytes(engine.Place(doc, f)))), " ")
	if text == "" {
		return "What should the text be?"
	}
	return fmt.Sprintf("What should the text be instead of %q?", ends(text)) // all of it would be replaced
}

// places returns the choices for a finding that may mean several places, or one that is not certain: each place, with
// each of the texts that the finding offers to choose from; all of them, where the edit fits each; and none.
func places(doc *zone.Document, f *review.Finding) []engine.Choice {
	const most = 9
	none := engine.Choice{Label: "None of them. Drop the finding", Effect: engine.EffectKeep}
	var out []engine.Choice
	for _, c := range f.Candidates {
		place := engine.Choice{Label: placeLabel(doc, f, c), Effect: engine.EffectPlace, Start: c.Span.Start, End: c.Span.End}
		if f.Remedy != review.Choose {
			out = append(out, place)
			continue
		}
		for _, want := range f.Choices {
			at := engine.Place(doc, &review.Finding{Span: c.Span, Old: f.Old})
			if f.Old != "" && string(doc.Bytes(at)) != f.Old {
				continue // the text to replace is not there
			}
			chosen := place
			chosen.Text = want
			chosen.Label += fmt.Sprintf(" -> %q", engine.Clip(want, 80))
			out = append(out, chosen)
		}
	}
	out = out[:min(len(out), most)]
	if len(engine.Everywhere(doc, f)) > 1 {
		out = append(out, engine.Choice{Label: "All of them", Effect: engine.EffectPlaces})
	}
	return append(out, none)
}

// placeLabel shows a place that a finding may mean: its text, in whole words, or, where the same words stand in each of
// several places, as much of its line as fits.
func placeLabel(doc *zone.Document, f *review.Finding, c review.Candidate) string {
	const longest, beside = 80, 40
	src, most, span := doc.Source(), longest, wholeWords(doc.Source(), c.Span)
	lines := doc.Lines()
	if f.State == review.Ambiguous {
		line, _ := lines.Span(lines.Number(c.Span.Start))
		span.Start = max(line.Start, c.Span.Start-beside)
		span.End = min(max(line.End, c.Span.End), c.Span.End+beside)
		most += 2 * beside
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

// Replaced returns the span that a text for the place of f replaces: with the marks at the start of the line, where the
// text begins with the same ones.
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
