package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An Escalation is shown to a person when a loop ends: the attempts, their pattern, and the questions.
type Escalation struct {
	// Attempts says in one line each what the iterations did.
	Attempts []string `json:"attempts_summary"`
	// Pattern says what the attempts have in common.
	Pattern string `json:"pattern_detected"`
	// Diff is the change that the run made or took back, in unified format; empty if the settings leave it out.
	Diff string `json:"diff,omitempty"`
	// Question is the gravest of Questions, nil for none.
	Question *Ask `json:"question,omitempty"`
	// Questions are all questions for the person, the gravest first. Reports have them at another level.
	Questions []Ask `json:"-"`
}

// An Ask is one question with its choices. An answer names its ID and the number
// of a choice.
type Ask struct {
	ID       string `json:"id"`
	Document string `json:"document"`
	Finding  string `json:"finding,omitempty"`      // the id of the finding that it is about
	Key      string `json:"finding_key,omitempty"`  // the Key of that finding
	Revision string `json:"document_sha256"`        // of the bytes that it was asked about
	Said     string `json:"finding_said,omitempty"` // a hash of what a reviewer says in that finding, see SetAbout
	Beside   string `json:"beside,omitempty"`       // a hash of the lines that it stands in
	Severity string `json:"severity,omitempty"`     // of the finding
	// Objection is the Key of the objection that it is about, and About the question of a reviewer that it repeats.
	Objection string   `json:"objection,omitempty"`
	About     string   `json:"about,omitempty"`
	Line      int      `json:"line"` // in that revision, from 1
	Text      string   `json:"text"`
	Choices   []Choice `json:"choices"`
	// Unmade says what the finding proposes and why that is not done, for a person who does not see Text.
	Unmade string `json:"-"`
	// Edits are what the one choice that edits would make of the document, where a person is asked for yes or no.
	Edits []source.Edit `json:"-"`
}

// A Choice is one answer that a question offers.
type Choice struct {
	Number int    `json:"choice"`
	Label  string `json:"label"`
	Effect Effect `json:"effect"`
	// Text is the replacement of EffectReplace, unless the answer brings it:
	// NeedsText.
	Text      string `json:"text,omitempty"`
	NeedsText bool   `json:"needs_text,omitempty"`
	// Start and End are the bytes of EffectPlace, in the revision that the question
	// was asked about; Iterations is the number of EffectMore.
	Start      int `json:"start,omitempty"`
	End        int `json:"end,omitempty"`
	Iterations int `json:"iterations,omitempty"`
}

// An Effect says what the next run does with an answer.
type Effect string

// The effects.
const (
	// EffectReplace puts a text in place of the finding's.
	EffectReplace Effect = "replace"
	// EffectPlace gives the place of the finding.
	EffectPlace Effect = "place"
	// EffectPlaces says that the finding means all of its possible places.
	EffectPlaces Effect = "places"
	// EffectBreakLinks makes the fix although links then lead nowhere, or to another heading.
	EffectBreakLinks Effect = "break-links"
	// EffectLoseMarkup makes the fix although it removes a link, an image, code or a tag.
	EffectLoseMarkup Effect = "lose-markup"
	// EffectKeep leaves the text as it is: the finding is settled.
	EffectKeep Effect = "keep"
	// EffectReject leaves out an edit, and no other of the finding: Text is what it writes.
	EffectReject Effect = "reject"
	// EffectAnswer answers what a reviewer asked.
	EffectAnswer Effect = "answer"
	// EffectMore allows more iterations.
	EffectMore Effect = "more"
	// EffectSalvage makes the edits of a pass that do no harm.
	EffectSalvage Effect = "salvage"
	// EffectHand leaves it to a person's own edit.
	EffectHand Effect = "by-hand"
	// EffectPause leaves the document for now, EffectAbort for good.
	EffectPause Effect = "pause"
	EffectAbort Effect = "abort"
)

// Identify sets the id of a question whose choices are complete. The id is the same in every run. It is made of the
// finding and the text of its lines, or of about if there is no finding, and of the effects of the choices. The number
// of the line does not count.
func (a *Ask) Identify(about string) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q", a.Document, a.Key, about)
	if a.Said != "" || a.Beside != "" {
		fmt.Fprintf(h, " %q %q", a.Said, a.Beside)
	}
	for _, c := range a.Choices {
		fmt.Fprintf(h, " %s %q", c.Effect, c.Text)
	}
	a.ID = "q-" + hex.EncodeToString(h.Sum(nil))[:8]
}

// SetAbout says which finding the question is about. Findings of two reviews at one place may have the same Key.
func (a *Ask) SetAbout(f *review.Finding) {
	a.Finding, a.Key, a.Said = f.ID, string(f.Key), said(f)
}

// SetPlace says where the finding of the question stands. Two places with the same text may have the same Key in a
// document that was edited since.
func (a *Ask) SetPlace(doc *zone.Document, f *review.Finding) { a.Beside = beside(doc, f) }

// IsAbout reports whether the question is about f, a finding of this ID or Key.
func (a *Ask) IsAbout(f *review.Finding) bool { return a.Said == said(f) }

// FitsPlace reports whether f stands in the lines that the question was asked about.
func (a *Ask) FitsPlace(doc *zone.Document, f *review.Finding) bool {
	return a.Beside == "" || a.Beside == beside(doc, f)
}

// said returns a hash of the text of a reviewer's finding, "" for a built-in rule: its Keys are unique.
func said(f *review.Finding) string {
	if f.Source == review.BuiltIn {
		return ""
	}
	return short(fmt.Sprintf("%q %q %q", f.Message, f.Quoted, f.Want))
}

// maxBeside is the most bytes of a line on each side of a finding that tell where it stands. A line may be a whole
// document with a question for each word.
const maxBeside = 2000

// beside returns a hash of the lines that f stands in, "" without a place.
func beside(doc *zone.Document, f *review.Finding) string {
	if f.State != review.Located {
		return ""
	}
	lines := doc.Lines()
	first, _ := lines.Span(lines.Number(f.Span.Start))
	last, _ := lines.Span(lines.Number(f.Span.End))
	return short(string(doc.Bytes(source.Span{
		Start: max(first.Start, f.Span.Start-maxBeside), End: min(max(first.End, last.End), f.Span.End+maxBeside),
	})))
}

func short(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:4])
}

// Offer adds choices, and numbers them.
func (a *Ask) Offer(choices ...Choice) {
	for _, c := range choices {
		c.Number = len(a.Choices) + 1
		a.Choices = append(a.Choices, c)
	}
}

// LeftAlone returns a person's decision about a document as a whole, in words.
func (e Effect) LeftAlone() string {
	switch e {
	case "":
		return "A person left it for another time."
	case EffectPause:
		return "A person said to leave the document for now."
	}
	return "A person said to leave the document as it is."
}
