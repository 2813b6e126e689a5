package intake

import (
	"fmt"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

var severities = sync.OnceValue(func() map[string]rules.Severity {
	return map[string]rules.Severity{
		"blocker": rules.Blocker, "blocking": rules.Blocker, "critical": rules.Blocker, "fatal": rules.Blocker,
		"severe": rules.Blocker, "error": rules.Blocker, "must": rules.Blocker, "must_fix": rules.Blocker, "p0": rules.Blocker,
		"warning": rules.Warning, "warn": rules.Warning, "major": rules.Warning, "high": rules.Warning, "medium": rules.Warning,
		"moderate": rules.Warning, "important": rules.Warning, "should": rules.Warning, "should_fix": rules.Warning, "p1": rules.Warning,
		"suggestion": rules.Suggestion, "minor": rules.Suggestion, "low": rules.Suggestion, "info": rules.Suggestion,
		"information": rules.Suggestion, "informational": rules.Suggestion, "note": rules.Suggestion, "notice": rules.Suggestion,
		"nit": rules.Suggestion, "nitpick": rules.Suggestion, "trivial": rules.Suggestion, "hint": rules.Suggestion,
		"optional": rules.Suggestion, "cosmetic": rules.Suggestion, "could": rules.Suggestion, "p2": rules.Suggestion, "p3": rules.Suggestion,
	}
})

// ownIssue reads issue number i, counted from 0.
func (r *reader) ownIssue(i int, n node) review.Issue {
	where := fmt.Sprintf("issues[%d]", i)
	if id, ok := n.get("id"); ok && id.kind() == text {
		where = fmt.Sprintf("issue %q", clip(Clean(id.str()), 40))
	}
	f := r.open(n, where, issueFields())
	issue := review.Issue{
		ID:         Clean(f.str("id")),
		Rule:       Clean(f.str("rule")),
		Path:       f.str("document"),
		Severity:   rules.Warning,
		Message:    Clean(f.str("description")),
		Confidence: 1,
		Citations:  f.texts("citations"),
	}
	if issue.Message == "" {
		issue.Message = Clean(f.str("title"))
	}
	for i, c := range issue.Citations {
		issue.Citations[i] = Clean(c)
	}
	if s, ok := oneOf(f, "severity", severities(), "blocker, warning or suggestion"); ok {
		if word := f.str("severity"); word != s.String() {
			r.repair("took the severity %q for %v", clip(word, 40), s)
		}
		issue.Severity = s
	}
	issue.Category = r.category(f)
	if yes, given := f.flag("auto_fixable"); given {
		issue.AutoFix = review.AutoFixNo
		if yes {
			issue.AutoFix = review.AutoFixYes
		}
	}
	issue.RequiresHuman, _ = f.flag("requires_human")
	if x, ok := f.num("confidence"); ok {
		if x < 0 || x > 1 {
			f.fail("confidence", "is %v; want a number from 0 to 1", x)
		}
		issue.Confidence = x
	}
	var document string
	issue.Place, document = r.place(f)
	switch {
	case issue.Path == "":
		issue.Path = document
	case document != "" && !SamePath(issue.Path, document):
		f.fail("location", "is in %q, and the issue is about %q; keep one of them", clip(document, 80), clip(issue.Path, 80))
	case len(document) > len(issue.Path):
		issue.Path = document // the other is its end, and may be the whole name of another document
	}
	r.remedy(f, &issue)
	if issue.Message == "" && issue.Place.Quote == "" && issue.Old == "" {
		f.fail("description", "is missing, and so is everything that would say what the issue is")
	}
	return issue
}

// category is one of review.json's categories. Another word is what a model
// calls it; it says nothing that is acted upon and is left out.
func (r *reader) category(f fields) rules.Category {
	if !f.has("category") {
		return 0
	}
	word := strings.ToLower(f.str("category"))
	c, err := rules.ParseCategory(word)
	if err != nil && word != "" {
		r.repair("left out the category %q", clip(word, 40))
	}
	return c
}

// remedy reads what the issue offers to resolve it.
func (r *reader) remedy(f fields, issue *review.Issue) {
	issue.Old = f.str("old_value")
	if f.has("choices") {
		r.choices(f, issue)
	}
	want, given := f.byKey["new_value"]
	switch {
	case given && snake(want.written) == "new_value":
		r.replacement(f, issue)
	case given && (!f.has("proposal") || !isNothing(want.str())):
		r.proposal(f, "new_value", issue)
	case f.has("proposal"):
		r.proposal(f, "proposal", issue)
	}
}

// choices reads the ways out of which a person picks one. What is picked is put into
// the document, so that what tells what to do is none.
func (r *reader) choices(f fields, issue *review.Issue) {
	issue.Remedy = review.Choose
	written := f.byKey["choices"].written
	for _, s := range f.texts("choices") {
		switch kind, _ := weigh(s, replaced(issue)); kind {
		case advice:
			r.advise(issue, written, s)
		case nothing:
			r.repair("left out a text of %q, which offers no other", written)
		default:
			issue.Choices = append(issue.Choices, s)
		}
	}
}

// replaced is the text that the issue is to replace, "" where the review does not
// have it.
func replaced(issue *review.Issue) string {
	if issue.Old != "" {
		return issue.Old
	}
	return issue.Place.Quote
}

// replacement reads new_value, which is documented to be one.
func (r *reader) replacement(f fields, issue *review.Issue) {
	s := f.str("new_value")
	if misplaced(s, replaced(issue)) {
		r.advise(issue, "new_value", s)
		return
	}
	issue.Remedy, issue.Want = review.Replace, s
	if issue.Old == "" && issue.Place.Quote == "" && issue.Place.Form == review.NoRange {
		f.fail("new_value", "has nothing to replace; give old_value or location.quote")
	}
}

// proposal reads a field whose name does not say, or not as review.json does,
// whether it holds a replacement or advice.
func (r *reader) proposal(f fields, name string, issue *review.Issue) {
	s, written := f.str(name), f.byKey[name].written
	kind, of := weigh(s, replaced(issue))
	switch kind {
	case instead:
		if name != "new_value" { // open has said so of its other names
			r.repair("took the field %q for new_value", written)
		}
		issue.Remedy, issue.Want = review.Replace, s
	case doubtful:
		r.repair("left it to a person whether %q is a replacement, because it is little like the text that it is for", written)
		issue.Remedy, issue.Choices = review.Choose, append(issue.Choices, of)
	case advice:
		r.advise(issue, written, s)
	case nothing:
		r.repair("left out %q, which offers no other text", written)
	}
}

// advise shows advice with what the issue says. It is no choice: who picks it
// agrees with it, and would have it in the document.
func (r *reader) advise(issue *review.Issue, field, s string) {
	r.repair("took %q for advice, which is shown and not inserted", field)
	said := Clean(s)
	switch {
	case issue.Message == "":
		issue.Message = said
	case !strings.Contains(strings.ToLower(issue.Message), strings.ToLower(said)):
		issue.Message = strings.TrimRight(issue.Message, ". ") + ". Advice: " + said
	}
}
