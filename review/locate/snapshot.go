package locate

import (
	"bytes"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A snapshot locates issues in the revision that was reviewed and carries what it
// finds over to the one at hand.
type snapshot struct {
	old, now *locator
	edits    []source.Edit
	// sure says of each stretch between two edits whether it is certain that both
	// revisions mean the same by it: it, or the changed lines that it lies in, are
	// held by a line that stands once in each.
	sure []bool
	// hunks is the changed lines, old and new.
	hunks []hunk
}

// A hunk is lines that differ.
type hunk struct{ old, now source.Span }

func newSnapshot(reviewed []byte, now *locator) *snapshot {
	old := newLocator(review.Parse(now.d.Path, reviewed), now.reviewer)
	old.current = true
	s := &snapshot{old: old, now: now, edits: source.BetweenWords(reviewed, now.d.Source())}
	shift := 0
	for _, e := range source.Between(reviewed, now.d.Source()) {
		s.hunks = append(s.hunks, hunk{e.Span, source.Span{Start: e.Start + shift, End: e.Start + shift + len(e.New)}})
		shift += len(e.New) - e.Len()
	}
	s.anchor(reviewed, now.d.Source())
	return s
}

// anchor finds out which of the stretches between hunks hold a line that stands
// once in each revision, as long as it is there at all.
func (s *snapshot) anchor(before, after []byte) {
	once := map[string][2]int{}
	for i, b := range [][]byte{before, after} {
		for line := range bytes.Lines(b) {
			n := once[string(line)]
			n[i]++
			once[string(line)] = n
		}
	}
	s.sure = make([]bool, len(s.hunks)+1)
	start := 0
	for i := range s.sure {
		end := len(before)
		if i < len(s.hunks) {
			end = s.hunks[i].old.Start
		}
		for line := range bytes.Lines(before[start:end]) {
			if once[string(line)] == [2]int{1, 1} && len(bytes.TrimSpace(line)) > 0 {
				s.sure[i] = true
				break
			}
		}
		if start == 0 || end == len(before) {
			s.sure[i] = s.sure[i] || start < end // the edges of the file hold too
		}
		if i < len(s.hunks) {
			start = s.hunks[i].old.End
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
	f.Why = Changed + ": the text was edited since the review"
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

// candidate carries a candidate over as well as can be: to its place, or to the
// lines that were changed there. Where nothing is left its text is empty.
func (s *snapshot) candidate(c *review.Candidate) {
	span, ok := source.Carry(c.Span, s.edits)
	if !ok {
		i := s.hunkAt(c.Span)
		if i < 0 {
			c.Text = ""
			return
		}
		span = s.now.trimmed(s.hunks[i].now)
		c.Like = 0
	}
	*c = s.now.candidate(span, c.Like)
}

// hunkAt is the first hunk that overlaps span, -1 for none.
func (s *snapshot) hunkAt(span source.Span) int {
	i := sort.Search(len(s.hunks), func(i int) bool { return s.hunks[i].old.End > span.Start })
	if i < len(s.hunks) && s.hunks[i].old.Start < span.End {
		return i
	}
	return -1
}

// carry maps a span of the reviewed revision to the one at hand. It fails where
// an edit touches the span, and where the difference of the two texts could be
// read in another way, in which the span means something else: between lines
// that all stand more than once, or within changed lines, if what stands around
// the span unchanged stands there more than once.
func (s *snapshot) carry(span source.Span) (source.Span, bool) {
	old, now := s.old.d.Source(), s.now.d.Source()
	to, ok := source.Carry(span, s.edits)
	if !ok {
		// Where much was edited, the shortest difference may cut through what nobody
		// touched.
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
		gap := sort.Search(len(s.hunks), func(i int) bool { return s.hunks[i].old.Start >= span.End })
		return to, s.sure[gap] || once(old, around) && once(now, around)
	}
	h := s.hunks[i]
	if s.sure[i] && s.sure[i+1] && h.old.Contains(span) && h.now.Contains(to) {
		old, now = s.old.d.Bytes(h.old), s.now.d.Bytes(h.now)
	}
	return to, once(old, around) && once(now, around)
}

// reach is how many bytes on both sides of a span are taken for its surroundings.
const reach = 60

// unchanged is the text of a span with what stands around it up to the next
// edits.
func (s *snapshot) unchanged(span source.Span) []byte {
	low, high := max(0, span.Start-reach), min(len(s.old.d.Source()), span.End+reach)
	next := sort.Search(len(s.edits), func(i int) bool { return s.edits[i].Start >= span.End })
	if next < len(s.edits) {
		high = min(high, s.edits[next].Start)
	}
	if next > 0 {
		low = max(low, s.edits[next-1].End)
	}
	if i := s.hunkAt(span); i >= 0 {
		low, high = max(low, min(span.Start, s.hunks[i].old.Start)), min(high, max(span.End, s.hunks[i].old.End))
	}
	return s.old.d.Source()[low:high]
}

// once reports whether b holds the text exactly once.
func once(b, text []byte) bool {
	i := bytes.Index(b, text)
	return len(text) > 0 && i >= 0 && !bytes.Contains(b[i+1:], text)
}
