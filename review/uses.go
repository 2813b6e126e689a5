package review

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/link"
)

// Uses is what the findings in a document depend on beyond its bytes, the rules and this program.
type Uses struct {
	Links link.Uses
	// Evidence is the rules that go by the text of the whole corpus here, and Judged a hash of what they found.
	Evidence []string
	Judged   [sha256.Size]byte
	asked    bool // the reviewer that runs has asked for the evidence
}

// recording returns c for one goroutine: what findings depend on is added to u.
func (c *Corpus) recording(u *Uses) *Corpus {
	return &Corpus{Site: c.Site.Recording(&u.Links), gathered: c.gathered, uses: u}
}

// useEvidence notes that the text of the whole corpus is asked.
func (c *Corpus) useEvidence() {
	if c.uses != nil {
		c.uses.asked = true
	}
}

// ran notes whether the reviewer of a rule has asked for the evidence.
func (c *Corpus) ran(rule string) {
	if c.uses != nil && c.uses.asked {
		c.uses.Evidence, c.uses.asked = append(c.uses.Evidence, rule), false
	}
}

// Record has Uses return what the findings of the last document depend on.
func (s *Scratch) Record() {
	s.uses = new(Uses)
	s.corpus = s.corpus.recording(s.uses)
}

// Uses returns what the findings of the last document depend on, and the answers of Corpus since. It holds until the
// next one.
func (s *Scratch) Uses() *Uses { return s.uses }

// Corpus returns the corpus for questions about the last document.
func (s *Scratch) Corpus() *Corpus { return s.corpus }

// JudgeAgain returns the hash of what some rules find in the document at path now, for comparison with Uses.Judged.
// It reads no more of the document than these rules need.
func (s *Scratch) JudgeAgain(path string, src []byte, ids []string) [sha256.Size]byte {
	key := strings.Join(ids, " ")
	again := s.again[key]
	if again == nil {
		reviewers := slices.Clone(s.reviewers)
		reviewers = slices.DeleteFunc(reviewers, func(r Reviewer) bool { return !slices.Contains(ids, r.Rule.ID) })
		again = s.corpus.NewScratch(s.set, reviewers)
		again.Keyless()
		if s.again == nil {
			s.again = map[string]*Scratch{}
		}
		s.again[key] = again
	}
	_, found := again.Review(path, src)
	return judged(found, ids)
}

// judged returns a hash of what some rules found: of all that a report says of it.
func judged(found []Finding, ids []string) [sha256.Size]byte {
	h := sha256.New()
	var line []byte
	for i := range found {
		if f := &found[i]; slices.Contains(ids, f.Rule) {
			line = fmt.Appendf(line[:0], "%s %d %d %d %d %d %d %q %q %q %q %q %q\n", f.Rule, f.Span.Start, f.Span.End, f.Severity, f.State,
				f.Remedy, f.AutoFix, f.Message, f.Old, f.Want, f.Reason.Code, f.Reason.Text, f.Choices)
			h.Write(line)
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}
