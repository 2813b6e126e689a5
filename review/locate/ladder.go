package locate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/replacement"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// maxCandidates is how many places that are like the one that is meant are shown to a person; maxShown how many where
// the very words stand.
const (
	maxCandidates = 3
	maxShown      = 50
)

// place tries the rungs of the ladder until one decides. It sets the state of f, and its span if it has one. It returns
// the place and the quotation if f is Located by its quote.
func (l *locator) place(f *review.Finding, issue *review.Issue) (occurrence, *quotation) {
	p := &issue.Place
	raw := p.Quote
	if strings.TrimSpace(raw) == "" {
		raw = issue.Old
	}
	if strings.TrimSpace(raw) == "" {
		l.unquotedPlace(f, issue)
		return occurrence{}, nil
	}
	q := quote(raw)
	if there, ok := l.marks[issue]; ok {
		l.locate(f, TierQuote, there)
		return there, q
	}
	there, ok := l.confirmed(p, q)
	if ok {
		l.locate(f, TierCoordinates, there)
		return there, q
	}
	e := l.surroundings(p)
	found, crowded := l.occurrences(q)
	if crowded {
		found = l.occurrencesNear(q, p, e)
	}
	if s, ok := swapOf(issue); ok && s.isFence() {
		found, crowded = slices.Concat(l.groups(s)...), false // a fence with a language has the same marks
	}
	if all := l.narrow(l.toTheLetter(q, found), e); p.All != 0 && !crowded && l.everywhere(f, issue, all) {
		return occurrence{}, nil
	}
	found = l.choose(p, q, l.toTheLetter(q, found), e)
	if len(found) == 1 && p.All > 0 {
		l.probable(f, found[0], review.Because(Contradicted,
			"The review means several places, and the quote occurs once."))
		return occurrence{}, nil
	}
	if at := max(p.Nth-1, (len(found)+p.Nth)*min(1, -p.Nth)); p.Nth != 0 && len(found) > 1 && at >= 0 &&
		at < len(found) {
		found = found[at : at+1]
	}
	if len(found) == 1 && there.Text != nil && l.fit.basis != doubtful && !there.WholeWords() &&
		!l.contradicts(there, e) {
		found = []occurrence{there, found[0]} // a part of a word, and the word elsewhere
	}
	switch {
	case len(found) > 1 || len(found) == 0 && crowded:
		l.ambiguous(f, &issue.Place, found, crowded)
	case len(found) == 0:
		l.fuzzy(f, q, e)
	case l.undecodable(q):
		l.probable(f, found[0], review.Because(Roughly,
			"The quote contains U+FFFD, which may stand for bytes that are not UTF-8. Save the document as UTF-8."))
	case l.isPart(p, q, found[0]):
		l.probable(f, found[0], review.Because(Part, "The quote is part of a word, a number or a name there."))
	case found[0].loose:
		l.probable(f, found[0], review.Because(Roughly,
			"The document has this quote only with other punctuation or other word breaks."))
	case l.contradicts(found[0], e), l.rewrapped(p, q, found[0]),
		l.fit.basis != doubtful && l.lineContradicts(issue, q, found[0].span, e):
		l.probable(f, found[0], review.Because(Contradicted,
			"The quote occurs once, but not where the review says."))
	case l.fit.basis == doubtful && l.unwitnessed(issue, q, found[0], e):
		l.probable(f, found[0], review.Because(Unwitnessed,
			"The quote is short or roughly there, and the review may be of another text. Quote more of the text, or add --review-is-current."))
	default:
		l.locate(f, TierQuote, found[0])
		return found[0], q
	}
	return occurrence{}, nil
}

// isPart reports whether a place is a part of a word, a number or a name, where the quote does not end a name and say
// enough to tell which: by its length, by a sign that it begins with, or by its line.
func (l *locator) isPart(p *review.Place, q *quotation, found occurrence) bool {
	says := !q.short() || strings.ContainsRune("./#", q.t.FirstRune(0)) ||
		found.Text.LastRune(found.Start) != '#' && l.onLine(p, found)
	named := found.EndsName() && says && l.fit.basis != doubtful
	return found.like == same && !found.WholeWords() && !l.cutOff(found) && !named
}

// everywhere places f at several equal texts that all are meant, and reports whether they are as many as the review
// says.
func (l *locator) everywhere(f *review.Finding, issue *review.Issue, all []occurrence) bool {
	n, old := len(all), issue.Place.Quote
	if n < 2 || issue.Place.All > 0 && n != issue.Place.All || issue.Remedy != review.Replace ||
		issue.Old != "" && issue.Old != old {
		return false
	}
	var edits []source.Edit
	for _, p := range all {
		if string(l.d.Bytes(p.span)) != old || !p.WholeWords() ||
			replacement.Judge(l.d, p.span, issue.Want, issue.Message).Doubt != "" {
			return false
		}
		edits = append(edits, source.Edit{Span: p.span, New: issue.Want})
	}
	l.locate(f, TierQuote, all[0])
	f.Span.End = all[n-1].span.End
	f.Remedy, f.Edits, f.Old, f.Want = review.Edits, edits, "", ""
	return true
}

func (l *locator) locate(f *review.Finding, tier uint8, p occurrence) {
	f.State, f.Tier, f.Span = review.Located, tier, p.span
}

func (l *locator) probable(f *review.Finding, p occurrence, why review.Reason) {
	f.State, f.Tier, f.Span, f.Reason = review.Probable, TierQuote, p.span, why
	f.Candidates = []review.Candidate{l.candidate(p.span, 1)}
}

func (l *locator) candidate(s source.Span, like float64) review.Candidate {
	return review.Candidate{Span: s, Text: strings.ToValidUTF8(string(l.d.Bytes(s)), "\uFFFD"), Like: like}
}

func (l *locator) ambiguous(f *review.Finding, given *review.Place, found []occurrence, crowded bool) {
	many := strconv.Itoa(len(found))
	if crowded {
		many = fmt.Sprintf("more than %d", maxPlaces)
	}
	f.State, f.Tier = review.Ambiguous, TierQuote
	witness := "the line"
	if given.From.Line > 0 {
		witness = "the column"
	}
	f.Reason = review.Because(Several,
		"The quote occurs "+many+" times, and nothing tells them apart. Quote more of the text, or give "+witness+".")
	for _, p := range found[:min(maxShown, len(found))] {
		f.Candidates = append(f.Candidates, l.candidate(p.span, 1))
	}
	f.AllPlaces = !crowded && len(found) <= maxShown
}

// unquotedPlace sets the place of an issue that quotes nothing: its coordinates, if they are known to be of this
// revision, or its section. If it is not known what the coordinates count, those of its edits may give the place;
// otherwise its line becomes a candidate.
func (l *locator) unquotedPlace(f *review.Finding, issue *review.Issue) {
	p := &issue.Place
	if l.placeByLikeness(f, issue) {
		return
	}
	f.State, f.Reason = review.Unlocated, review.Because(NoQuote, "The review quotes no text and gives no place.")
	if p.Form != review.NoRange {
		s, why := resolve(l.d, &p.Range)
		if edits, ok := l.editsSpan(issue); ok && l.current && uncounted(why) {
			s, why = edits, ""
		}
		exact := p.Measured || p.Form == review.Offsets || p.From.Column > 0
		switch {
		case why != "":
			if f.Reason = review.Because(OutOfBounds, why); uncounted(why) {
				f.Reason.Code = Uncounted
			}
			if s, ok := lineSpan(l.d, p.From.Line); ok && uncounted(why) && p.Form == review.Points {
				f.Candidates = append(f.Candidates, l.candidate(s, 0))
			}
		case !exact: // no flag makes an estimate exact
			f.Reason.Text = "The review gives only a line, which may be an estimate. Quote the text that is meant."
		case !l.current:
			if p.Form == review.Points {
				f.Candidates = []review.Candidate{l.candidate(s, 0)}
			}
			f.Reason = review.Because(Stale, "The review gives only a position and may describe an older version. "+
				"If it is of this version, add --review-is-current.")
		default:
			f.State, f.Tier, f.Span, f.Reason = review.Located, TierCoordinates, s, review.Reason{}
			return
		}
	}
	if s, ok := lineSpan(l.d, p.From.Line); ok && p.Form == review.Points && len(f.Candidates) == 0 {
		f.Candidates = []review.Candidate{l.candidate(s, 0)} // what the rule finds in that line may be meant
	}
	if spans := l.section(p.Section); len(spans) == 1 {
		f.State, f.Tier, f.Span = review.Region, TierSection, l.trimmed(spans[0])
		f.Reason = review.Because(SectionOnly, "The review names only a section.")
	} else {
		for _, s := range spans[:min(maxCandidates, len(spans))] {
			line, _ := l.d.Lines().Span(l.d.Lines().Number(s.Start))
			f.Candidates = append(f.Candidates, l.candidate(line, 0))
		}
	}
}

// trimmed returns s without the white space at its end.
func (l *locator) trimmed(s source.Span) source.Span {
	for s.End > s.Start && strings.IndexByte(" \t\r\n", l.d.Text()[s.End-1]) >= 0 {
		s.End--
	}
	return s
}

// confirmed returns the place that the coordinates name, if the quote stands there, and whether that decides. Where the
// quote stands in several places, coordinates that are known to be of another revision decide nothing.
func (l *locator) confirmed(p *review.Place, q *quotation) (occurrence, bool) {
	if p.Form == review.Points && p.From.Column == 0 || l.undecodable(q) {
		return occurrence{}, false
	}
	s, ok := Resolve(l.d, &p.Range)
	if !ok {
		return occurrence{}, false
	}
	found, ok := l.quoteAt(s.Start, q)
	if !ok {
		return occurrence{}, false
	}
	if s != found.span && !found.WholeWords() && !l.cutOff(found) {
		return found, false // a part of a token must be named by both of its ends
	}
	if l.current {
		return found, true
	}
	if all, crowded := l.readsAlike(q); !crowded && len(all) < 2 {
		return found, true
	}
	return found, !l.stale && !l.contradicts(found, l.surroundings(p))
}

// cutOff reports whether p is a long quote that ends inside a word: then it was cut off.
func (l *locator) cutOff(p occurrence) bool {
	start, _ := p.Text.Bounded(p.Start, p.End)
	return start && p.End-p.Start >= minCut
}

// undecodable reports whether q has a U+FFFD that may stand for bytes of the document that are not UTF-8.
func (l *locator) undecodable(q *quotation) bool {
	return strings.ContainsRune(q.raw, utf8.RuneError) && l.d.ValidPrefix() < len(l.d.Text())
}

// rewrapped reports whether the lines of the quote are as many as those of the range that the review gives, and the
// only place where it stands breaks its lines at other words: the reviewer read another text, with the same words.
func (l *locator) rewrapped(p *review.Place, q *quotation, found occurrence) bool {
	trimmed := strings.TrimSpace(q.raw)
	lines := strings.Count(trimmed, "\n")
	exact := p.Form == review.Points && p.From.Column > 0 && p.To.Column > 0
	if lines == 0 || found.like == gapped || !exact || p.To.Line-p.From.Line != lines {
		return false
	}
	start := strings.Index(q.raw, trimmed)
	asQuoted := lettersAtBreaks(q.letters, q.t.From, start, trimmed)
	letters := reading.Letters(&reading.Text{Bytes: found.Match.Bytes()})
	from := found.Text.From[found.Start:found.End]
	here := lettersAtBreaks(letters, from, found.span.Start, string(l.d.Bytes(found.span)))
	return !slices.Equal(asQuoted, here)
}

// lettersAtBreaks returns, for each line feed of a text, how many bytes of letters stand before it. The text begins at
// the offset start, and letters is of a reading whose bytes stand for the offsets from.
func lettersAtBreaks(letters *reading.Haystack, from []int32, start int, text string) []int {
	var out []int
	for i := range len(text) {
		if text[i] == '\n' {
			end, _ := slices.BinarySearch(from, int32(start+i))
			out = append(out, letters.CountBefore(end))
		}
	}
	return out
}

// occurrencesNear returns the places of a quote in the line or the sections that the review names. It is for quotes
// that stand in too many places.
func (l *locator) occurrencesNear(q *quotation, p *review.Place, e surroundings) []occurrence {
	where := e.sections
	if !e.line.Empty() {
		where = []source.Span{e.line}
	} else if line, ok := lineSpan(l.d, p.From.Line+l.fit.shift); ok && givesLine(p) && l.fit.basis == thisText {
		where = []source.Span{line}
	}
	var found []occurrence
	for _, span := range where {
		found = l.occurrencesIn(found, q.t.Bytes, span, func(p occurrence) bool { return p.WholeWords() })
	}
	sortOccurrences(found)
	return found
}
