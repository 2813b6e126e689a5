// Package settled says which issues of a review are done already: by an earlier run, as a ledger knows, or by whoever
// edited the document, as its text shows. What is done is not done again at another place.
//
// Invariants:
//   - Where an earlier run edited the place of an issue, the issue is done or open there, and nowhere else.
//   - Without a record, only a text that shows the edit among enough of the words around it is a sign. Where the old text
//     stands elsewhere too, a person is asked.
package settled

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An Entry is what an earlier run did with an issue, as a ledger keeps it.
type Entry struct {
	Content  string   `json:"content"`            // see SetContent
	Reviews  []string `json:"reviews"`            // by which the review of the run is known
	Run      string   `json:"run"`                // its ID
	Revision string   `json:"revision"`           // the SHA-256 of the document after the run
	Start    int      `json:"start"`              // of the place in that revision
	End      int      `json:"end"`                //
	Old      string   `json:"old"`                // what stood at the place
	New      string   `json:"new"`                // what the run made of it
	Cut      string   `json:"cut,omitempty"`      // the part of Old that was replaced
	Put      string   `json:"put,omitempty"`      // by what
	Answered bool     `json:"answered,omitempty"` // a person said where or what
	Before   string   `json:"before,omitempty"`   // what stands before the place, where the revision may not be kept
	Behind   string   `json:"behind,omitempty"`   // and behind it
}

// SetAround keeps what stands around the place in the revision.
func (e *Entry) SetAround(text []byte) {
	const most = 60
	e.Before = string(text[max(0, e.Start-most):e.Start])
	e.Behind = string(text[e.End:min(len(text), e.End+most)])
}

// found returns the one place where the new text, or else the old one, stands between the texts around it.
func (e *Entry) found(src []byte) (source.Span, bool) {
	if e.Before+e.Behind == "" {
		return source.Span{}, false
	}
	for _, reach := range []int{60, 24, 8} { // less of it may have stayed
		before, behind := e.Before[max(0, len(e.Before)-reach):], e.Behind[:min(len(e.Behind), reach)]
		for _, text := range []string{e.New, e.Old} {
			whole := []byte(before + text + behind)
			if at := bytes.Index(src, whole); at >= 0 && bytes.Count(src, whole) == 1 {
				start := at + len(before)
				return source.Span{Start: start, End: start + len(text)}, true
			}
		}
	}
	return source.Span{}, false
}

// SetContent gives each issue of a review its Content, a hash of all that the review says in it. The second of two
// equal ones differs.
func SetContent(issues []review.Issue) {
	counts := map[string]int{}
	for n := range issues {
		i := &issues[n]
		p := &i.Place
		said := fmt.Sprintf("%q %q %q %q %q %q %v %v %q %q %q", i.Rule, i.Message, p.Section, p.Quote, p.Prefix,
			p.Suffix,
			p.From, p.To, i.Old, i.Want, i.Choices)
		counts[said]++
		sum := sha256.Sum256(fmt.Append(nil, said, counts[said]))
		i.Content = hex.EncodeToString(sum[:8])
	}
}

// A Review is a review whose issues are marked.
type Review struct {
	Names   []string // by which it is known; see Entry.Reviews
	Current bool     // it is of the document at hand
	Issues  []review.Issue
}

// A Ledger is what is known of earlier runs over a document.
type Ledger struct {
	Entries []Entry
	// Text returns the revision with a SHA-256, nil where it is not kept.
	Text func(sum string) []byte
	past map[string]source.Mapping // from revisions to the document, by their SHA-256
}

// Mark sets the Standing of the issues of a review that are done, and of those that may be. It returns how many earlier
// runs did, and where those are that are open again: by ID.
func (l *Ledger) Mark(d *zone.Document, r Review) (done int, open map[string]Place) {
	open = map[string]Place{}
	entries := map[string]*Entry{}
	for n := range l.Entries {
		entries[l.Entries[n].Content] = &l.Entries[n] // the last one counts
	}
	seen := newSearch(d)
	seen.hold(r.Issues)
	for n := range r.Issues {
		i := &r.Issues[n]
		if i.Standing != review.Open && i.Standing != review.Doubted {
			continue
		}
		e := entries[i.Content]
		if e == nil || !l.mark(d, r, i, e, open) {
			seen.mark(i, r.Current)
		}
		if e != nil && i.Standing == review.Settled {
			done++
		}
	}
	return done, open
}

// A Place is where an issue is open again, and the text that is to stand there.
type Place struct {
	source.Span
	Text string
}

// mark sets the standing of an issue that an entry knows. It reports false where that says nothing.
func (l *Ledger) mark(d *zone.Document, r Review, i *review.Issue, e *Entry, open map[string]Place) bool {
	text, ok := l.carried(d, e)
	if !ok {
		return false
	}
	here := string(d.Source()[text.Start:text.End])
	back, at := e.isBack(here)
	if !intersect(e.Reviews, r.Names) {
		if r.Current || back {
			return false
		}
		i.Standing, i.Why = review.PerhapsDone, "the run "+e.Run+" did the same for another review"
		return true
	}
	switch {
	case !back:
		i.Standing, i.Why = review.Settled, "settled in run "+e.Run
	case !e.Answered:
		start := text.Start + at
		open[i.ID] = Place{source.Span{Start: start, End: start + len(e.Cut)}, e.Put}
	}
	return true
}

// isBack reports whether what stood at the place before the run stands there again, and where the part that was
// replaced begins.
func (e *Entry) isBack(here string) (back bool, at int) {
	if here == e.New {
		return false, 0
	}
	if n := strings.Index(here, e.Old); e.Old != "" && n >= 0 {
		return strings.Count(here, e.Old) > strings.Count(e.New, e.Old) || !strings.Contains(here, e.New),
			n + max(0, strings.Index(e.Old, e.Cut))
	}
	if strings.TrimSpace(e.Cut) == "" {
		return e.Old == "" && strings.TrimSpace(here) == "", 0
	}
	return strings.Count(here, e.Cut) > strings.Count(e.New, e.Cut), strings.Index(here, e.Cut)
}

// carried returns the place of an entry in d. It reports false where the revision of the entry is not kept.
func (l *Ledger) carried(d *zone.Document, e *Entry) (source.Span, bool) {
	m, ok := l.past[e.Revision]
	if !ok {
		text := l.Text(e.Revision)
		if text == nil {
			return e.found(d.Source())
		}
		if l.past == nil {
			l.past = map[string]source.Mapping{}
		}
		m = source.NewMapping(source.BetweenWords(text, d.Source()))
		l.past[e.Revision] = m
	}
	s, _ := m.Span(source.Span{Start: e.Start, End: e.End}, source.Wide)
	return s, s.Valid(len(d.Source()))
}

func intersect(a, b []string) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}
