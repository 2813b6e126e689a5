package locate

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// ownEdits sets f to the exact edits of a program. These are for the very bytes that the program read, so that the
// review must be known to be of this revision.
func (l *locator) ownEdits(f *review.Finding, issue *review.Issue) {
	f.Edits = nil
	fail := func(code, text string) { f.Remedy, f.Reason = review.NoRemedy, review.Because(code, text) }
	if f.State != review.Located {
		f.Remedy = review.NoRemedy
		return
	}
	if !l.current {
		fail(Stale, "The edits may be for an older version. If the review is of this version, add --review-is-current.")
		return
	}
	if !l.foundThere(f, &issue.Place) {
		fail(Contradicted, "The quote is not at the position that the review gives, so its edits may be misplaced too.")
		return
	}
	edits := make([]source.Edit, 0, len(issue.Edits))
	all := f.Span
	for i := range issue.Edits {
		e := &issue.Edits[i]
		s, why := resolve(l.d, &e.Range)
		switch {
		case uncounted(why):
			fail(Uncounted, why)
			return
		case why != "":
			fail(BadEdit, "An edit of the review lies outside the document.")
			return
		case !l.holds(s, e.Old), e.Range == issue.Place.Range && e.Range.To.Line > 0 && !l.holds(s, issue.Place.Quote):
			fail(Differs, "The document has another text than the one that the edit replaces.")
			return
		}
		edits = append(edits, source.Edit{Span: s, New: e.New})
		all = all.Union(s)
	}
	merged, err := source.Merge(edits)
	if err != nil {
		fail(BadEdit, "The edits of the review overlap.")
		return
	}
	if len(merged) == 0 {
		f.Remedy = review.NoRemedy
		return
	}
	f.Edits, f.Span = merged, all
}

// foundThere reports whether f was found by its coordinates, or by its quote where they are. Coordinates that do not
// include the quote are wrong in the edits, too.
func (l *locator) foundThere(f *review.Finding, p *review.Place) bool {
	if f.Tier == TierCoordinates || p.Form == review.NoRange {
		return true
	}
	s, why := resolve(l.d, &p.Range)
	return uncounted(why) || why == "" && s.Contains(f.Span)
}

// holds reports whether old, if it is given, stands at s. Line endings may differ.
func (l *locator) holds(s source.Span, old string) bool {
	return old == "" || strings.ReplaceAll(string(l.d.Bytes(s)), "\r\n", "\n") == strings.ReplaceAll(old, "\r\n", "\n")
}

// editsSpan returns the span of all edits of issue, if it has any and their places are known.
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
			s = all.Union(s)
		}
		all = s
	}
	return all, len(issue.Edits) > 0
}
