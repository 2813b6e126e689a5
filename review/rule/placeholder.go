package rule

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Placeholder is the rule placeholder.
var Placeholder = review.Reviewer{
	Rule: rules.Rule{
		ID:       "placeholder",
		Category: rules.CategoryPlaceholder,
		Title:    "Placeholder left in the text",
		Section:  "placeholders",
		Doc: rules.Doc{
			What: "The text, as readers see it, holds a word that stands for something still to be written. A sentence " +
				"that speaks of TODO or FIXME as notes in code is none: \"remove the TODO comments\".",
			Why:     "A reader can't use it, and published placeholders look like neglect.",
			Example: "    The timeout is TBD.",
			Fix:     "None: only a person knows what belongs there.",
			Leaves:  "Everything.",
		},
	},
	Find: findPlaceholders,
}

// notes are placeholders that texts speak of: they are also what programmers leave in code.
var notes = wording.Set("todo todos fixme fixmes")

// verbs are words behind which a placeholder stands for what is missing.
var verbs = wording.Set("is are be was were still remains currently")

// spokenOf reports whether a sentence speaks of a note in code: it stands between words of one line, without a colon.
// "Remove the TODO comments", but not "TODO write this" and "The limit is TODO for now".
func spokenOf(text []byte, s source.Span) bool {
	if !notes()[strings.ToLower(string(text[s.Start:s.End]))] {
		return false
	}
	next, _ := utf8.DecodeRune(text[s.End:])
	if unicode.IsLetter(next) { // of a language without spaces
		return true
	}
	before, after := bytes.TrimRight(text[:s.Start], " "), bytes.TrimLeft(text[s.End:], " ")
	last, _ := utf8.DecodeLastRune(before)
	next, _ = utf8.DecodeRune(after)
	word := before[bytes.LastIndexFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })+1:]
	return len(before) < s.Start && unicode.IsLetter(last) && len(after) < len(text)-s.End &&
		(unicode.IsLetter(next) || next == '(') && !verbs()[strings.ToLower(string(word))]
}

func findPlaceholders(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Placeholders
	if config == nil || !terms.MayHold(d.Text(), config.Table()) {
		return
	}
	report := func(at source.Span, seen string) {
		p.Report(review.Finding{
			Severity: config.Severity,
			Message:  fmt.Sprintf("Write what %q stands for.", seen),
			Span:     at, RequiresHuman: true, AutoFix: review.AutoFixNo,
		})
	}
	var found []source.Span
	for _, hit := range terms.Hits(d, config.Table()) {
		s := source.Span{Start: hit.Start, End: hit.WordEnd}
		found = append(found, s)
		if spokenOf(d.Text(), s) {
			continue
		}
		report(s, terms.Unwrapped(string(d.Bytes(s))))
	}
	for hit := range terms.RenderedHits(d, config.Table()) {
		if !overlapsOne(found, hit.Span) {
			report(hit.Span, hit.Old)
		}
	}
	reportUnjudgedText(p, config.Table(), "placeholder")
}
