package rule

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// UnusedSuppression is the rule unused-suppression. All does not list it: callers add it if they are asked for it. No
// comment switches it off.
var UnusedSuppression = review.Reviewer{
	Rule: rules.Rule{
		ID:       unusedSuppression,
		Category: rules.CategoryStyle,
		Title:    "Suppression that suppresses nothing",
		Doc: rules.Doc{
			What:    "A comment switches rules off where none of them finds anything.",
			Why:     "It hides the next finding, of which nobody knows.",
			Example: "    <!-- doc-iterate-disable-next-line terminology -->",
			Fix:     "None: only a person knows what the comment is still for.",
			Leaves: "Comments of other programs; and, where other programs review too, those that name no rule or one of " +
				"theirs.",
			Config: "It has no key. `--unused-suppressions` asks for it, and so does `--only unused-suppression`.",
		},
	},
	Find:       findUnusedSuppressions,
	Unsilenced: true,
}

const unusedSuppression = "unused-suppression"

func findUnusedSuppressions(p *review.Pass) {
	for _, comment := range unusedComments(p) {
		p.Report(review.Finding{
			Severity: rules.Suggestion, Span: comment, AutoFix: review.AutoFixNo,
			Message: "Remove the comment: it switches nothing off.",
		})
	}
}

// unusedComments returns the places of the document's own suppression comments that suppress no finding of a built-in
// rule.
func unusedComments(p *review.Pass) []source.Span {
	d, set := p.Doc, p.Set
	s := d.Suppressions()
	reviewers := All()
	ours := func(rule string) bool {
		return len(set.Reviewers) == 0 || slices.ContainsFunc(reviewers,
			func(r review.Reviewer) bool { return r.Rule.ID == rule })
	}
	used := map[source.Span]bool{} // by the place of the comment
	note := func(rule string, comment source.Span) { used[comment] = used[comment] || !ours(rule) }
	for rule, list := range s.Switches[zone.OwnProgram] {
		for _, t := range list {
			if t.Off {
				note(rule, t.Comment)
			}
		}
	}
	for rule, spans := range s.Spans[zone.OwnProgram] {
		for _, span := range spans {
			note(rule, span.Comment)
		}
	}
	if len(used) == 0 {
		return nil
	}
	for _, r := range reviewers {
		r.Find(&review.Pass{Doc: d, Corpus: p.Corpus, Set: set, Report: func(f review.Finding) {
			if comment, off := s.By(review.BuiltIn, r.Rule.ID, f.Span.Start); off {
				used[comment] = true
			}
		}})
	}
	var out []source.Span
	for comment, used := range used {
		if !used {
			out = append(out, comment)
		}
	}
	slices.SortFunc(out, source.Compare)
	return out
}
