package model

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Kept is what is kept of the answers about one section. Lines count from that of the section, as 1.
type Kept struct {
	Issues  []issue
	Opinion *Opinion // the section is the first of its request
}

// An issue is kept with the number of its category, because no file has a word for none.
type issue struct {
	review.Issue
	Category uint8
}

// An Opinion is what an answer says of all sections of its request. It holds while the document has all of them.
type Opinion struct {
	Verdict   string
	Feedback  string
	Questions []format.Question
	Of        []string // the keys of the sections
}

// ErrNoReview is the error of an answer that has no review in it.
var ErrNoReview = errors.New("answered with no review in JSON")

// numbers are those that stand in front of the lines of a request.
var numbers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^ *\d+\| ?`) })

// Read returns what is kept of an answer, for each of the sections that were sent, whose keys are given. Findings in
// other documents are left out.
func Read(answer, document string, sections []Section, keys []string) ([]Kept, error) {
	start, end := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if start < 0 {
		return nil, ErrNoReview
	}
	if end > start && json.Valid([]byte(answer[start:end+1])) { // what stands around it is politeness
		answer = answer[start : end+1]
	}
	r, err := intake.Parse("its answer", []byte(answer), format.DocIterate)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoReview, err)
	}
	out := make([]Kept, len(sections))
	for _, said := range r.Issues {
		if said.Path != "" && !intake.SamePath(said.Path, document) {
			continue
		}
		said.Path, said.ID = "", ""
		n := sectionOf(&said, sections)
		if !sections[n].quotes(said.Place.Quote) {
			said.Place.Quote = numbers().ReplaceAllString(said.Place.Quote, "")
		}
		out[n].Issues = append(out[n].Issues, issue{moved(said, 1-sections[n].Line), uint8(said.Category)})
	}
	out[0].Opinion = &Opinion{
		Verdict: r.Verdict.String(), Feedback: r.Feedback, Questions: r.Questions, Of: slices.Clone(keys),
	}
	return out, nil
}

// sectionOf returns which section an issue is about: the only one that has its quote, else that of its line, else the
// first one.
func sectionOf(issue *review.Issue, sections []Section) int {
	byLine, byQuote, quotes := 0, 0, 0
	for n, s := range sections {
		if line := issue.Place.From.Line; line >= s.Line {
			byLine = n
		}
		if s.quotes(numbers().ReplaceAllString(issue.Place.Quote, "")) {
			byQuote = n
			quotes++
		}
	}
	if quotes == 1 {
		return byQuote
	}
	return byLine
}

// quotes reports whether a text stands in s, whatever its white space.
func (s Section) quotes(text string) bool {
	squeezed := func(t string) string { return strings.Join(strings.Fields(t), " ") }
	return strings.Contains(squeezed(s.Text), squeezed(text))
}

// moved returns an issue some lines further down.
func moved(issue review.Issue, by int) review.Issue {
	for _, p := range []*int{&issue.Place.From.Line, &issue.Place.To.Line} {
		if *p > 0 {
			*p = max(1, *p+by)
		}
	}
	return issue
}

// At returns the issues of a section with the lines of the document.
func (k Kept) At(s Section) []review.Issue {
	out := make([]review.Issue, len(k.Issues))
	for n, i := range k.Issues {
		out[n] = moved(i.Issue, s.Line-1)
		out[n].Category = rules.Category(i.Category)
	}
	return out
}
