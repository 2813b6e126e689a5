package locate

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// ownEdits takes the exact edits of a program, which hold for the very bytes that
// it read. They need a review that is known to be of this revision, or coordinates
// that the text has confirmed.
func (l *locator) ownEdits(f *review.Finding, issue *review.Issue) {
	f.Edits = nil
	fail := func(reason, details string) {
		f.Remedy, f.Why = review.NoRemedy, reason+": "+details
	}
	if f.State != review.Located {
		f.Remedy = review.NoRemedy
		return
	}
	if !l.current {
		fail(Stale, "the edits are those of the reviewed revision")
		return
	}
	if !l.foundThere(f, &issue.Place) {
		fail(Contradicted, "the quote stands elsewhere than at the coordinates, which the edits share")
		return
	}
	edits := make([]source.Edit, 0, len(issue.Edits))
	all := f.Span
	for i := range issue.Edits {
		e := &issue.Edits[i]
		s, why := resolve(l.d, &e.Range)
		switch {
		case uncounted(why):
			_, details, _ := strings.Cut(why, ": ")
			fail(Uncounted, details)
			return
		case why != "":
			fail(BadEdit, "it lies outside the document")
			return
		case !l.holds(s, e.Old), e.Range == issue.Place.Range && e.Range.To.Line > 0 && !l.holds(s, issue.Place.Quote):
			fail(Differs, "what the edit replaces is not what the review says stands there")
			return
		}
		edits = append(edits, source.Edit{Span: s, New: e.New})
		all = source.Span{Start: min(all.Start, s.Start), End: max(all.End, s.End)}
	}
	merged, err := source.Merge(edits)
	if err != nil {
		fail(BadEdit, "they overlap")
		return
	}
	if len(merged) == 0 {
		f.Remedy = review.NoRemedy
		return
	}
	f.Edits, f.Span = merged, all
}

// foundThere reports whether f was found by its coordinates, or by its quote in the
// line that they name: coordinates that point past the quote are wrong in the edits,
// too.
func (l *locator) foundThere(f *review.Finding, p *review.Place) bool {
	if f.Tier == TierCoordinates || p.Form == review.NoRange {
		return true
	}
	s, why := resolve(l.d, &p.Range)
	return uncounted(why) || why == "" && s.Contains(f.Span)
}

// holds reports whether old, where it is given, is what stands at s, line endings
// aside.
func (l *locator) holds(s source.Span, old string) bool {
	return old == "" || strings.ReplaceAll(string(l.d.Bytes(s)), "\r\n", "\n") == strings.ReplaceAll(old, "\r\n", "\n")
}

// editsSpan is the place that the edits of issue change, if it has any and the
// places of all are known.
func (l *locator) editsSpan(issue *review.Issue) (source.Span, bool) {
	var all source.Span
	if issue.Remedy != review.Edits {
		return all, false
	}
	for i := range issue.Edits {
		s, why := resolve(l.d, &issue.Edits[i].Range)
		if why != "" {
			return all, false
		}
		if i > 0 {
			s = source.Span{Start: min(all.Start, s.Start), End: max(all.End, s.End)}
		}
		all = s
	}
	return all, len(issue.Edits) > 0
}

// uncounted reports whether coordinates have no place because it is not known
// what they count.
func uncounted(why string) bool { return strings.HasPrefix(why, Uncounted) }
