package locate

import (
	"bytes"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A pastRevision is one that was reviewed, and how it became the one at hand.
type pastRevision struct {
	index *Index
	// lines and words map the reviewed revision to the one at hand, by the lines and by the words that differ.
	lines, words source.Mapping
	// sure says of the lines between two edits of lines whether a line among them stands once in each revision: then both
	// revisions mean the same by them.
	sure []bool
}

// pastRevision returns the revision with a hash, nil where it is not available.
func (x *Index) pastRevision(sum string, blob func(string) ([]byte, bool)) *pastRevision {
	if r, known := x.revisions[sum]; known || blob == nil {
		return r
	}
	x.revisions[sum] = nil
	if reviewed, ok := blob(sum); ok && hash(reviewed) == sum {
		x.revisions[sum] = x.since(reviewed)
	}
	return x.revisions[sum]
}

// since returns the revision of these bytes.
func (x *Index) since(reviewed []byte) *pastRevision {
	index := NewIndex(zone.Parse(x.d.Path, reviewed, x.d.Dialect))
	before, after := index.d.Text(), x.d.Text()
	r := &pastRevision{
		index: index,
		lines: source.NewMapping(source.Between(before, after)),
		words: source.NewMapping(source.BetweenWords(before, after)),
	}
	r.anchor(before, after)
	return r
}

// A snapshot locates issues in the revision that was reviewed and carries what it finds over to the one at hand.
type snapshot struct {
	*pastRevision
	old, now *locator
}

// anchor sets sure.
func (r *pastRevision) anchor(before, after []byte) {
	once := map[string][2]int{}
	for i, b := range [][]byte{before, after} {
		for line := range bytes.Lines(b) {
			n := once[string(line)]
			n[i]++
			once[string(line)] = n
		}
	}
	hunks := r.lines.Edits()
	r.sure = make([]bool, len(hunks)+1)
	start := 0
	for i := range r.sure {
		end := len(before)
		if i < len(hunks) {
			end = hunks[i].Start
		}
		for line := range bytes.Lines(before[start:end]) {
			if once[string(line)] == [2]int{1, 1} && len(bytes.TrimSpace(line)) > 0 {
				r.sure[i] = true
				break
			}
		}
		if start == 0 || end == len(before) {
			r.sure[i] = r.sure[i] || start < end // the edges of the file hold too
		}
		if i < len(hunks) {
			start = hunks[i].End
		}
	}
}

// finding locates an issue in the reviewed revision and carries it over.
func (s *snapshot) finding(issue *review.Issue) review.Finding {
	f := s.old.finding(issue)
	for i := range f.Candidates {
		s.candidate(&f.Candidates[i])
	}
	f.Candidates = slices.DeleteFunc(f.Candidates, func(c review.Candidate) bool { return c.Text == "" })
	switch f.State {
	case review.Located, review.Probable, review.Region:
	default:
		return f
	}
	if f.State == review.Region {
		return s.region(f, issue)
	}
	span, ok := s.carry(f.Span)
	if !ok {
		return s.outdated(f)
	}
	for i := range f.Edits { // they lie within the span, which no edit has touched
		f.Edits[i].Start += span.Start - f.Span.Start
		f.Edits[i].End += span.Start - f.Span.Start
	}
	if f.State == review.Located {
		f.Tier = TierSnapshot
	}
	f.Span = span
	return f
}

// region is the section of the same name, which may have been edited since.
func (s *snapshot) region(f review.Finding, issue *review.Issue) review.Finding {
	if spans := s.now.section(issue.Place.Section); len(spans) == 1 {
		f.Span = s.now.trimmed(spans[0])
		return f
	}
	return s.outdated(f)
}

// outdated is f without a place, with what now stands where it was.
func (s *snapshot) outdated(f review.Finding) review.Finding {
	c := review.Candidate{Span: f.Span}
	s.candidate(&c)
	f.State, f.Tier, f.Span = review.Outdated, TierSnapshot, source.Span{}
	f.Reason = review.Because(Changed, "This text was edited since the review.")
	f.Edits = nil
	if f.Remedy == review.Edits {
		f.Remedy = review.NoRemedy
	}
	f.Candidates = nil
	if c.Text != "" {
		f.Candidates = []review.Candidate{c}
	}
	return f
}

// candidate carries a candidate over as well as can be: to its place, or to the lines that were changed there. Where
// nothing is left its text is empty.
func (s *snapshot) candidate(c *review.Candidate) {
	span, touch := s.words.Span(c.Span, source.Tight)
	if touch != source.Untouched {
		i := s.hunkAt(c.Span)
		if i < 0 {
			c.Text = ""
			return
		}
		span = s.now.trimmed(s.lines.Written(i))
		c.Like = 0
	}
	*c = s.now.candidate(span, c.Like)
}

// hunkAt returns the index of the first edit of lines that overlaps span, -1 for none.
func (s *snapshot) hunkAt(span source.Span) int {
	hunks := s.lines.Edits()
	i := sort.Search(len(hunks), func(i int) bool { return hunks[i].End > span.Start })
	if i < len(hunks) && hunks[i].Start < span.End {
		return i
	}
	return -1
}

// carry maps a span of the reviewed revision to the one at hand. It fails where an edit touches the span, and where the
// difference of the two texts could be read in another way, in which the span means something else: between lines that
// all stand more than once, or within changed lines, if what stands around the span unchanged stands there more than
// once.
func (s *snapshot) carry(span source.Span) (source.Span, bool) {
	old, now := s.old.d.Text(), s.now.d.Text()
	to, touch := s.words.Span(span, source.Tight)
	if touch != source.Untouched {
		// Where much was edited, the shortest difference may cut through text that did not change.
		text := s.old.d.Bytes(span)
		if len(text) < minCut || !once(old, text) || !once(now, text) {
			return to, false
		}
		i := bytes.Index(now, text)
		return source.Span{Start: i, End: i + len(text)}, true
	}
	around := s.unchanged(span)
	i := s.hunkAt(span)
	if i < 0 {
		gap := sort.Search(len(s.sure)-1, func(i int) bool { return s.lines.Edits()[i].Start >= span.End })
		return to, s.sure[gap] || once(old, around) && once(now, around)
	}
	before, after := s.lines.Edits()[i].Span, s.lines.Written(i)
	if s.sure[i] && s.sure[i+1] && before.Contains(span) && after.Contains(to) {
		old, now = s.old.d.Bytes(before), s.now.d.Bytes(after)
	}
	return to, once(old, around) && once(now, around)
}

// reach is how many bytes on both sides of a span are taken for its surroundings.
const reach = 60

// unchanged is the text of a span with what stands around it up to the next edits.
func (s *snapshot) unchanged(span source.Span) []byte {
	low, high := max(0, span.Start-reach), min(len(s.old.d.Text()), span.End+reach)
	edits := s.words.Edits()
	next := sort.Search(len(edits), func(i int) bool { return edits[i].Start >= span.End })
	if next < len(edits) {
		high = min(high, edits[next].Start)
	}
	if next > 0 {
		low = max(low, edits[next-1].End)
	}
	if i := s.hunkAt(span); i >= 0 {
		hunk := s.lines.Edits()[i]
		low, high = max(low, min(span.Start, hunk.Start)), min(high, max(span.End, hunk.End))
	}
	return s.old.d.Text()[low:high]
}

// once reports whether b holds the text exactly once.
func once(b, text []byte) bool {
	i := bytes.Index(b, text)
	return len(text) > 0 && i >= 0 && !bytes.Contains(b[i+1:], text)
}
