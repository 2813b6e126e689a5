package intake

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// severities holds what reviews call the three severities.
var severities = sync.OnceValue(func() map[string]rules.Severity {
	return words(map[rules.Severity]string{
		rules.Blocker: "blocker blocking critical fatal severe error must must_fix p0",
		rules.Warning: "warning warn major high medium moderate important should should_fix p1",
		rules.Suggestion: "suggestion minor low info information informational note notice nit nitpick trivial hint " +
			"optional cosmetic could p2 p3",
	})
})

// words inverts a table of the words for each value, with spaces between them.
func words[T comparable](table map[T]string) map[string]T {
	out := map[string]T{}
	for value, list := range table {
		for word := range strings.FieldsSeq(list) {
			out[word] = value
		}
	}
	return out
}

// ownIssue adds issue number i, counted from 0: once for each of its places.
func (r *reader) ownIssue(i int, n jsontree.Node) {
	where := numbered("issues", i)
	r.odd = nil
	if n.Kind() != jsontree.Object {
		r.fail(n.Offset(), where, "is %v; want an object", n.Kind())
		return
	}
	if id := n.Get("id"); id.Kind() == jsontree.String {
		where = named(fmt.Sprintf("issue %q", clip(Clean(id.Text()), 40)))
	}
	f := r.open(n, where, issueFields())
	defer f.release()
	issue := review.Issue{
		ID:         Clean(f.str("id")),
		Rule:       Clean(f.str("rule")),
		Path:       f.str("document"),
		Severity:   rules.Warning,
		Message:    Clean(f.str("description")),
		Confidence: 1,
		Citations:  slices.Clone(f.texts("citations")),
	}
	if issue.Message == "" {
		issue.Message = Clean(f.str("title"))
	}
	for i, c := range issue.Citations {
		issue.Citations[i] = Clean(c)
	}
	if s, ok := r.severity(f); ok {
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
	if x, ok := f.share("confidence"); ok {
		issue.Confidence = x
	}
	var document string
	var more []review.Place
	issue.Place, more, document = r.places(f)
	switch {
	case issue.Path == "":
		issue.Path = document
	case document != "" && !SamePath(issue.Path, document):
		f.fail("location", "is in %q, and the issue is about %q; keep one of them",
			clip(document, 80), clip(issue.Path, 80))
		issue.Place, more = review.Place{}, nil
		r.odd["old_value"] = true // nothing is edited in a document that may be the other one
	case len(document) > len(issue.Path):
		issue.Path = document // the other is its end, and may be the whole name of another document
	}
	r.remedy(f, &issue)
	r.unsure(&issue, len(more) > 0)
	r.mute = r.mute && issue.Message == "" && issue.Place.Quote == "" && issue.Old == ""
	r.add(issue)
	for _, issue.Place = range more {
		r.add(issue)
	}
	if len(more) > 0 {
		r.repair("read a finding with several places as one for each")
	}
}

// severity reads one of the three, also where its word stands among others, as in "high
// (8/10)". The scale of a number is not known.
func (r *reader) severity(f fields) (rules.Severity, bool) {
	text := f.str("severity")
	found := map[rules.Severity]bool{}
	var s rules.Severity
	if known, ok := severities()[strings.Trim(snake(strings.ToLower(strings.TrimSpace(text))), "_.!")]; ok {
		s, found[known] = known, true
	} else {
		for _, word := range terms(text) {
			if known, ok := severities()[word]; ok {
				s, found[known] = known, true
			}
		}
	}
	switch {
	case text == "":
		return 0, false
	case len(found) != 1:
		f.fail("severity", "is %q; want blocker, warning or suggestion", clip(text, 40))
		return 0, false
	case text != s.String():
		r.repair("read the severity %q as %v", clip(text, 40), s)
	}
	return s, true
}

// category reads one of review.json's categories. Another word is a model's own; nothing
// depends on it, and it is left out.
func (r *reader) category(f fields) rules.Category {
	if !f.has("category") {
		return 0
	}
	word := strings.ToLower(f.str("category"))
	c, err := rules.ParseCategory(word)
	if err != nil && word != "" {
		r.repair("ignored the category %q", clip(word, 40))
	}
	return c
}

// remedy reads what the issue offers to resolve it.
func (r *reader) remedy(f fields, issue *review.Issue) {
	issue.Old = f.str("old_value")
	if f.has("choices") {
		r.choices(f, issue)
	}
	want := f.get("new_value")
	if texts := f.several("new_value"); len(texts) > 1 && !f.has("choices") {
		f.byKey["choices"] = want
		r.choices(f, issue)
		r.repair("read the list in %s as choices", want.written)
		want = field{}
	}
	given := want.Exists()
	switch {
	case given && snake(want.written) == "new_value" && want.Kind() == jsontree.String:
		r.replacement(f, issue)
	case given && (!f.has("proposal") || !isNothing(want.Text())):
		r.proposal(f, "new_value", issue)
	case f.has("proposal"):
		r.proposal(f, "proposal", issue)
	}
	r.act(f, issue)
}

// choices reads the texts of which a person picks one. The picked text is put into
// the document, so that an instruction is no choice.
func (r *reader) choices(f fields, issue *review.Issue) {
	issue.Remedy = review.Choose
	written := f.get("choices").written
	for _, s := range f.texts("choices") {
		kind, of := classify(s, replaced(issue))
		switch kind {
		case advice, removal:
			r.advise(issue, written, s)
		case nothing:
			r.repair("ignored a text of %q without content", written)
		default:
			issue.Choices = append(issue.Choices, of)
		}
	}
}

// replaced returns the text that the issue is to replace, "" where the review does not
// have it.
func replaced(issue *review.Issue) string { return cmp.Or(issue.Old, issue.Place.Quote) }

// replacement reads new_value, which is documented to be one.
func (r *reader) replacement(f fields, issue *review.Issue) {
	s := f.str("new_value")
	done, given := actions()[snake(strings.ToLower(f.str("action")))]
	kind, of := meantBy(s, replaced(issue), given && done != replaceText)
	switch kind {
	case removal:
		r.repair("took new_value for the order to delete the old text")
		issue.Remedy, issue.Want = review.Replace, ""
		return
	case doubtful:
		r.repair("left it to a person whether new_value is a replacement, because it reads like an order")
		issue.Remedy, issue.Choices = review.Choose, append(issue.Choices, of)
		return
	case advice, nothing:
		r.advise(issue, "new_value", s)
		return
	}
	if s == "" && asksPart(issue.Message, replaced(issue)) {
		r.advise(issue, "new_value", issue.Message)
		return
	}
	issue.Remedy, issue.Want = review.Replace, s
	if issue.Old == "" && issue.Place.Quote == "" && issue.Place.Form == review.NoRange {
		f.fail("new_value", "has nothing to replace; give old_value or location.quote")
	}
}

// meantBy says what a review means by s in the field that is documented to replace old. What is added beside old may
// have a label, or words in quotation marks.
func meantBy(s, old string, added bool) (kind meaning, of string) {
	bare, was, unlike := strings.TrimSpace(s), strings.TrimSpace(old), likeness(s, old) < alike
	if kind, of = worded(s, old); kind == replacement && unlike {
		kind, of = speech(s, old), s
	}
	if kind == replacement && misplaced(s, old, unlike) {
		return advice, s
	}
	if kind == replacement && !added {
		kind, of = marked(bare, was)
	}
	if kind == replacement && !added && unlike {
		kind, of = led(bare, was)
	}
	if kind == replacement && unlike {
		kind, of = filled(bare, was), s
	}
	if kind == replacement && !added && unlike {
		kind = hardly(bare, was)
	}
	return kind, of
}

// proposal reads a field that may hold a replacement or advice: its name does not say
// which, or is not that of review.json.
func (r *reader) proposal(f fields, name string, issue *review.Issue) {
	s, written := f.str(name), f.get(name).written
	kind, of := classify(s, replaced(issue))
	if strings.TrimSpace(s) == "" && asksDeletion(issue.Message, replaced(issue)) {
		kind = removal
	}
	if kind == doubtful && completes(s, replaced(issue), issue.Message) {
		kind = replacement
	}
	switch kind {
	case replacement:
		if name != "new_value" { // open has noted the other names of new_value
			r.repair("read the field %q as new_value", written)
		}
		issue.Remedy, issue.Want = review.Replace, s
	case doubtful:
		r.repair("%q may be no replacement, so it was not applied, "+
			"because it resembles the old text too little", written)
		issue.Remedy, issue.Choices = review.Choose, append(issue.Choices, of)
	case advice:
		r.advise(issue, written, s)
	case removal:
		r.repair("took %q for the order to delete the old text", written)
		issue.Remedy, issue.Want = review.Replace, ""
	case nothing:
		r.repair("ignored %q, which contains no text", written)
	}
}

// advise adds advice to the message of the issue. Advice is no choice: who picks it
// agrees with it, and would get its words into the document.
func (r *reader) advise(issue *review.Issue, field, s string) {
	r.repair("'%s' reads like advice, so it was not applied", field)
	said := Clean(s)
	switch {
	case issue.Message == "":
		issue.Message = said
	case !strings.Contains(strings.ToLower(issue.Message), strings.ToLower(said)):
		issue.Message = strings.TrimRight(issue.Message, ". ") + ". Advice: " + said
	}
}
