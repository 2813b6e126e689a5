package engine

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Proposed says which edit a finding proposes that has no place yet, as a sentence behind a space; "" where it proposes
// none, or where the choices say so.
func Proposed(f *review.Finding) string { return strings.Replace(proposed(f), `.".`, `."`, 1) }

func proposed(f *review.Finding) string {
	switch want := Clip(f.Want, 80); {
	case f.Remedy == review.Choose && len(f.Candidates) == 0:
		return fmt.Sprintf(" It proposes %q.", Clip(strings.Join(f.Choices, `" or "`), 80))
	case f.Remedy != review.Replace:
		return ""
	case f.Want == "" && f.Old == "":
		return " It deletes the text."
	case f.Want == "":
		return fmt.Sprintf(" It deletes %q.", Clip(f.Old, 80))
	case f.Old == "":
		return fmt.Sprintf(" It proposes %q.", want)
	default:
		return fmt.Sprintf(" It proposes %q for %q.", want, Clip(f.Old, 80))
	}
}

// Unmade says what a finding proposes and why that is not done.
func Unmade(f *review.Finding, reason string) string {
	return strings.TrimSpace(Proposed(f) + " " + reason)
}

// Instead asks for the text that should stand in place of what a finding is about.
func Instead(doc *zone.Document, f *review.Finding) string {
	text := strings.Join(strings.Fields(string(doc.Bytes(Place(doc, f)))), " ")
	if text == "" {
		return "What should the text be?"
	}
	return fmt.Sprintf("What should the text be instead of %q?", Ends(text)) // all of it would be replaced
}

// Places returns the choices for a finding that may mean several places, or one that is not certain: each place, with
// each of the texts that the finding offers to choose from; all of them, where the edit fits each; and none.
func Places(doc *zone.Document, f *review.Finding) []Choice {
	const most = 9
	none := Choice{Label: "None of them. Drop the finding", Effect: EffectKeep}
	var out []Choice
	for _, c := range f.Candidates {
		place := Choice{Label: placeLabel(doc, f, c), Effect: EffectPlace, Start: c.Span.Start, End: c.Span.End}
		if f.Remedy != review.Choose {
			out = append(out, place)
			continue
		}
		for _, want := range f.Choices {
			at := Place(doc, &review.Finding{Span: c.Span, Old: f.Old})
			if f.Old != "" && string(doc.Bytes(at)) != f.Old {
				continue // the text to replace is not there
			}
			chosen := place
			chosen.Text = want
			chosen.Label += fmt.Sprintf(" -> %q", Clip(want, 80))
			out = append(out, chosen)
		}
	}
	out = out[:min(len(out), most)]
	if len(Everywhere(doc, f)) > 1 {
		out = append(out, Choice{Label: "All of them", Effect: EffectPlaces})
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
	return fmt.Sprintf("line %d: %q", lines.Point(c.Span.Start, source.CodePoint).Line, Clip(text, most))
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
	src, s := doc.Source(), Place(doc, f)
	start := bytes.LastIndexByte(src[:s.Start], '\n') + 1
	marks := string(src[start:s.Start])
	if strings.HasPrefix(text, marks) && !strings.ContainsFunc(marks, unicode.IsLetter) {
		s.Start = start
	}
	return s
}
