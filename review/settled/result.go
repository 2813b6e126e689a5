package settled

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/identity"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The measures of a sign: how many words on each side of a change make it one anywhere, how many words or letters make
// it one near the place that the review gives, and how near that is.
const (
	wordsAround = 3
	wordsNear   = 3
	lettersNear = 12
	linesNear   = 3
	// mostShort is how often a shorter text, or a name, may stand in a document in which it says something.
	mostShort = 3
)

// A search looks for what issues would make of a document.
type search struct {
	d    *zone.Document
	text func() *reading.Haystack
	open []source.Span // the only places of the quotes that a review still has there
}

func newSearch(d *zone.Document) *search {
	return &search{d: d, text: sync.OnceValue(func() *reading.Haystack { return reading.NewHaystack(reading.Written(d.Source())) })}
}

// hold keeps the places of quotes that stand once: what stands in them is to be edited, and is no result.
func (s *search) hold(issues []review.Issue) {
	for n := range issues {
		if quote := issues[n].Place.Quote; strings.TrimSpace(quote) != "" && issues[n].Standing == review.Open {
			if found := s.find(quote); len(found) == 1 {
				s.open = append(s.open, found[0])
			}
		}
	}
}

// find returns where a text stands as whole words, however its lines are broken.
func (s *search) find(text string) []source.Span {
	const most = 50
	folded := reading.Written([]byte(text)).Bytes
	var out []source.Span
	for _, at := range s.text().Find(folded, most) {
		if m := s.text().Match(at, at+len(folded)); m.WholeWords() {
			out = append(out, m.Span())
		}
	}
	return out
}

// mark sets the standing of an issue that no ledger knows.
func (s *search) mark(i *review.Issue, current bool) {
	if current || i.Remedy != review.Replace && i.Remedy != review.Choose {
		return
	}
	wants := i.Choices
	if i.Remedy == review.Replace {
		wants = []string{i.Want}
	}
	quote := cmp.Or(i.Place.Quote, i.Old)
	if strings.TrimSpace(quote) == "" {
		return
	}
	for _, want := range wants {
		if standing := s.standing(&i.Place, quote, i.Old, want); standing != review.Open {
			i.Standing, i.Why = standing, "the document has it already"
			if want == "" {
				i.Why = "the text that it deletes is gone"
			}
			return
		}
	}
}

// standing says what the text shows about an edit that puts want in place of old in a quote.
func (s *search) standing(p *review.Place, quote, old, want string) review.Standing {
	before, behind, ok := strings.Cut(quote, old)
	if old == "" {
		before, behind, ok = "", "", true
	}
	if !ok || strings.Contains(behind, old) && old != "" {
		return review.Open
	}
	made := before + want + behind
	if identity.Normalise(made) == identity.Normalise(quote) {
		return review.Open
	}
	if strings.TrimSpace(made) == "" {
		found := s.find(quote)
		alone := len(found) == 1 && long(quote) // so much text is gone or is meant
		if p.Prefix == "" && p.Suffix == "" && !alone && (len(found) == 0 || s.givesPlace(p) &&
			!slices.ContainsFunc(found, s.near(p))) {
			return review.PerhapsDone
		}
		return review.Open
	}
	if strings.Contains(identity.Normalise(quote), identity.Normalise(made)) {
		return review.Open // the rest of the quote stands there before and after
	}
	if bytes.Equal(reading.Written([]byte(made)).Bytes, reading.Written([]byte(quote)).Bytes) {
		return review.Open // other quotation marks, of which a search knows nothing
	}
	quoted := s.find(quote)
	results := slices.DeleteFunc(s.find(p.Prefix+made+p.Suffix), func(r source.Span) bool {
		// What is added to a quote and stands at the end of the line before it may be what goes from there.
		broken := !strings.Contains(made, "\n") && strings.Contains(string(s.d.Bytes(r)), "\n")
		return broken && slices.ContainsFunc(quoted, r.Contains) ||
			slices.ContainsFunc(s.open, func(q source.Span) bool { return q.Contains(r) })
	})
	if len(results) == 0 {
		return review.Open
	}
	quotes := slices.DeleteFunc(quoted, func(q source.Span) bool {
		return slices.ContainsFunc(results, func(r source.Span) bool { return r.Contains(q) })
	})
	if q := s.nearest(p, quotes); q >= 0 && q <= linesNear && q < s.nearest(p, results) {
		return review.Open
	}
	inLine := func(at source.Span) bool { return s.linesFrom(p, at) == 0 }
	near := s.near(p)
	switch stands := slices.ContainsFunc(quotes, near); {
	case around(p.Prefix+quote+p.Suffix, p.Prefix+made+p.Suffix):
		if slices.ContainsFunc(quotes, inLine) && !slices.ContainsFunc(results, near) {
			return review.Open // the result is another place
		}
	case len(quotes) == 1 && misspelt(quote, made):
		return review.Open // a word that is none is still there; the right one may stand near it anyway
	case long(made) && slices.ContainsFunc(results, near) &&
		(len(results) <= mostShort || strings.Contains(made, " ")):
		results = slices.DeleteFunc(results, func(r source.Span) bool { return !near(r) })
	case !s.givesPlace(p), len(results) > mostShort,
		!stands && len(quotes) > 0 && another(quote, made) && !slices.ContainsFunc(results, near):
		return review.Open
	case !stands, slices.ContainsFunc(results, inLine) && !slices.ContainsFunc(quotes, inLine):
		return review.PerhapsDone
	default:
		return review.Open
	}
	if len(results) == 1 && len(quotes) == 0 {
		return review.Settled
	}
	return review.PerhapsDone
}

// around reports whether the words that an edit leaves on each side of it are enough to know the place by.
func around(quote, made string) bool {
	a, b := strings.Fields(quote), strings.Fields(made)
	before, behind := 0, 0
	for before < min(len(a), len(b)) && a[before] == b[before] {
		before++
	}
	for behind < min(len(a), len(b))-before && a[len(a)-1-behind] == b[len(b)-1-behind] {
		behind++
	}
	return before >= wordsAround && behind >= wordsAround
}

// another reports whether made is a word that has nothing of the quote. Where both stand far from the place of a
// finding, it says nothing.
func another(quote, made string) bool {
	return !strings.Contains(made, quote) && !strings.Contains(made, " ")
}

// misspelt reports whether a text is a word that English lacks, and another one a word of it that differs by a letter
// or two.
func misspelt(quote, made string) bool {
	const most = 2
	quote, made = strings.ToLower(quote), strings.ToLower(made)
	return !usage.Listed(quote) && usage.Listed(made) && rules.Distance(quote, made) <= min(most, len(quote)/2)
}

func long(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			letters++
		}
	}
	return letters >= lettersNear || len(strings.Fields(text)) >= wordsNear
}

// linesFrom returns how many lines a place is from the line that the review gives, -1 where it gives none.
func (s *search) linesFrom(p *review.Place, at source.Span) int {
	if p.Form != review.Points && p.Form != review.WholeLine || p.From.Line == 0 {
		return -1
	}
	off := s.d.Lines().Number(at.Start) - p.From.Line
	return max(off, -off)
}

// nearest returns how many lines the nearest of the places is from the line that the review gives, -1 where it gives
// none or there is no place.
func (s *search) nearest(p *review.Place, places []source.Span) int {
	least := -1
	for _, at := range places {
		if n := s.linesFrom(p, at); n >= 0 && (least < 0 || n < least) {
			least = n
		}
	}
	return least
}

// givesPlace reports whether a review gives a line or a section.
func (s *search) givesPlace(p *review.Place) bool {
	return s.linesFrom(p, source.Span{}) >= 0 || p.Section != ""
}

// near returns a function that reports whether a place is near the line that the review gives, or in its section.
func (s *search) near(p *review.Place) func(source.Span) bool {
	name := identity.Normalise(strings.TrimLeft(p.Section[strings.LastIndex(p.Section, ">")+1:], "# "))
	return func(at source.Span) bool {
		if off := s.linesFrom(p, at); off >= 0 && off <= linesNear {
			return true
		}
		return name != "" && slices.ContainsFunc(s.d.HeadingPath(at.Start), func(h string) bool {
			return identity.Normalise(h) == name
		})
	}
}
