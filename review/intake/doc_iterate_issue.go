package intake

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/rules"
)

// severities holds what reviews call the three severities.
var severities = sync.OnceValue(func() map[string]rules.Severity {
	return format.Words(map[rules.Severity]string{
		rules.Blocker: "blocker blocking critical fatal severe error must must_fix p0",
		rules.Warning: "warning warn major high medium moderate important should should_fix p1",
		rules.Suggestion: "suggestion minor low info information informational note notice nit nitpick trivial hint " +
			"optional cosmetic could p2 p3",
	})
})

// ownIssue adds issue number i, counted from 0: once for each of its places.
func ownIssue(r *format.Reader, i int, n jsontree.Node) {
	where := format.Numbered("issues", i)
	r.Odd = nil
	if n.Kind() != jsontree.Object {
		r.Fail(n.Offset(), where, "is %v; want an object", n.Kind())
		return
	}
	if id := n.Get("id"); id.Kind() == jsontree.String {
		where = format.Named(fmt.Sprintf("issue %q", format.Clip(remark.Clean(id.Text()), 40)))
	}
	f := r.Open(n, where, format.IssueFields())
	nameTexts(f, n)
	issue := review.Issue{
		ID:         remark.Clean(f.Str("id")),
		Rule:       remark.Clean(f.Str("rule")),
		Path:       f.Str("document"),
		Severity:   rules.Warning,
		Message:    remark.Clean(f.Str("description")),
		Confidence: 1,
		Citations:  slices.Clone(f.Texts("citations")),
	}
	if issue.Message == "" {
		issue.Message = remark.Clean(f.Str("title"))
	}
	for i, c := range issue.Citations {
		issue.Citations[i] = remark.Clean(c)
	}
	if s, ok := severityOf(r, f); ok {
		issue.Severity = s
	}
	issue.Category = categoryOf(r, f)
	if yes, given := f.Flag("auto_fixable"); given {
		issue.AutoFix = review.AutoFixNo
		if yes {
			issue.AutoFix = review.AutoFixYes
		}
	}
	issue.RequiresHuman, _ = f.Flag("requires_human")
	if x, ok := f.Share("confidence"); ok {
		issue.Confidence = x
	}
	var document string
	var more []review.Place
	issue.Place, more, document = places(r, f)
	switch {
	case issue.Path == "":
		issue.Path = document
	case document != "" && !SamePath(issue.Path, document):
		f.Fail("location", "is in %q, and the issue is about %q; keep one of them",
			format.Clip(document, 80), format.Clip(issue.Path, 80))
		issue.Place, more = review.Place{}, nil
		r.Odd["old_value"] = true // nothing is edited in a document that may be the other one
	case len(document) > len(issue.Path):
		issue.Path = document // the other is its end, and may be the whole name of another document
	}
	readRemedy(r, f, &issue)
	stand(r, n, &issue)
	r.Unsure(&issue, len(more) > 0)
	r.Mute = r.Mute && issue.Message == "" && issue.Place.Quote == "" && issue.Old == ""
	r.Add(issue)
	for _, issue.Place = range more {
		r.Add(issue)
	}
	if len(more) > 0 {
		r.Repair("read a finding with several places as one for each")
	}
}

// nameTexts finds the new text of an issue, and the old one, behind keys that are not known: two texts much alike.
func nameTexts(f format.Fields, n jsontree.Node) {
	if f.Has("new_value") || f.Has("proposal") || f.Has("choices") {
		return
	}
	var old format.Field
	for _, name := range []string{"old_value", "quote"} {
		if v := f.Get(name); old.Written == "" && v.Kind() == jsontree.String {
			old = v
		}
	}
	var others []format.Field
	for key, v := range n.Members() {
		if format.IssueFields()[format.Snake(key.Text())] != "" || v.Kind() != jsontree.String || v.Text() == "" {
			continue
		}
		one := format.Field{Node: v, Written: key.Text()}
		if old.Written == "" {
			for _, other := range others {
				if remark.IsVersion(v.Text(), other.Text()) {
					f.ByKey["old_value"], f.ByKey["new_value"] = other, one
					return
				}
			}
			others = append(others, one)
		} else if remark.IsVersion(v.Text(), old.Text()) {
			f.ByKey["new_value"] = one
			return
		}
	}
}

// severityNamed returns the severity that the name of a list has in it, as critical_issues has.
func severityNamed(list string) (rules.Severity, bool) {
	for word := range strings.SplitSeq(format.Snake(list), "_") {
		if s, known := severities()[strings.TrimSuffix(word, "s")]; known {
			return s, true
		}
	}
	return 0, false
}

// stand reads whether a finding is still to be done, and what its words ask for beside its edit.
func stand(r *format.Reader, n jsontree.Node, issue *review.Issue) {
	const low = 0.3
	m := remark.Remark{}
	if issue.Remedy == review.NoRemedy && !issue.RequiresHuman {
		m = ordered(issue, issue.Message)
	}
	if !m.Edits {
		m.Beside(issue.Message)
	}
	if issue.Remedy == review.NoRemedy {
		m.Rest = "" // the whole of it stays open
	}
	if m.Standing > issue.Standing && (issue.Remedy != review.NoRemedy || m.Standing == review.Closed) {
		issue.Standing, issue.Why = m.Standing, remark.Clean(m.Why)
	}
	if issue.Confidence < low && issue.Standing < review.Doubted {
		issue.Standing, issue.Why = review.Doubted, fmt.Sprintf("confidence %v", issue.Confidence)
	}
	if why := closes(n); why != "" {
		issue.Standing, issue.Why = review.Closed, remark.Clean(why)
	}
	if m.Rest != "" && issue.Standing != review.Closed {
		r.Missed(r.LineOf(n.Offset()), m.Rest)
	}
}

// orderedIn is ordered for the field that holds the new text: what orders an edit there begins with the order.
func orderedIn(issue *review.Issue, s string) remark.Remark {
	s = remark.WithoutBrackets(s)
	text := strings.HasPrefix(s, "to ") || strings.HasPrefix(s, "{") // words for a sentence, a call of a template
	lead, _, _ := strings.Cut(strings.ToLower(s), " ")               // an arrow or a label, perhaps of the old text
	same := strings.HasPrefix(strings.ToLower(replaced(issue)), strings.TrimSuffix(lead, ":"))
	if text || same && strings.ContainsAny(lead, "→:") || !remark.Begins(s) || remark.Says(replaced(issue), s) {
		return remark.Remark{}
	}
	return ordered(issue, s)
}

// ordered makes the edit that words ask for within the text that an issue is about, and returns what else they say.
func ordered(issue *review.Issue, words string) remark.Remark {
	old := replaced(issue)
	if old == "" || !strings.ContainsAny(words, " /→>「") || !remark.Orders(words) {
		return remark.Remark{}
	}
	all := remark.Within(words, old)
	m := all[0]
	if len(all) != 1 || !m.Edits || m.All != 0 || m.Quote != old && m.Old == "" {
		return remark.Remark{}
	}
	issue.Remedy, issue.Want, issue.Place.Nth = review.Replace, m.Want, m.Nth
	if m.Old != "" {
		issue.Old = m.Old
	}
	return m
}

// severityOf reads one of the three, also where its word stands among others, as in "high
// (8/10)". The scale of a number is not known.
func severityOf(r *format.Reader, f format.Fields) (rules.Severity, bool) {
	text := f.Str("severity")
	found := map[rules.Severity]bool{}
	var s rules.Severity
	if known, ok := severities()[strings.Trim(format.Snake(strings.ToLower(strings.TrimSpace(text))), "_.!")]; ok {
		s, found[known] = known, true
	} else {
		for _, word := range remark.Terms(text) {
			if known, ok := severities()[word]; ok {
				s, found[known] = known, true
			}
		}
	}
	switch {
	case text == "":
		return 0, false
	case len(found) != 1:
		f.Fail("severity", "is %q; want blocker, warning or suggestion", format.Clip(text, 40))
		return 0, false
	case text != s.String():
		r.Repair("read the severity %q as %v", format.Clip(text, 40), s)
	}
	return s, true
}

// categoryOf reads one of review.json's categories. Another word is a model's own; nothing
// depends on it, and it is left out.
func categoryOf(r *format.Reader, f format.Fields) rules.Category {
	if !f.Has("category") {
		return 0
	}
	word := strings.ToLower(f.Str("category"))
	c, err := rules.ParseCategory(word)
	if err != nil && word != "" {
		r.Repair("ignored the category %q", format.Clip(word, 40))
	}
	return c
}

// readRemedy reads what the issue offers to resolve it.
func readRemedy(r *format.Reader, f format.Fields, issue *review.Issue) {
	issue.Old = f.Str("old_value")
	if f.Has("choices") {
		readChoices(r, f, issue)
	}
	want := f.Get("new_value")
	if texts := f.Several("new_value"); len(texts) > 1 && !f.Has("choices") {
		f.ByKey["choices"] = want
		readChoices(r, f, issue)
		r.Repair("read the list in %s as choices", want.Written)
		want = format.Field{}
	}
	explicit := format.Snake(want.Written) == "new_value" && want.Kind() == jsontree.String
	switch given := want.Exists(); {
	case given && (explicit || !f.Has("proposal") || strings.TrimSpace(want.Text()) != ""):
		readNewText(r, f, "new_value", issue, explicit)
	case f.Has("proposal"):
		readNewText(r, f, "proposal", issue, false)
	}
	act(r, f, issue)
}

// readChoices reads the texts that a person picks from. Whether they are texts for the place is judged there.
func readChoices(r *format.Reader, f format.Fields, issue *review.Issue) {
	issue.Remedy = review.Choose
	for _, s := range f.Texts("choices") {
		switch kind := remark.MeaningOf(s, replaced(issue)); {
		case kind == remark.Removal || kind == remark.Advice:
			r.Advise(issue, f.Get("choices").Written, s)
		case kind == remark.Nothing:
			r.Repair("ignored a text of %q without content", f.Get("choices").Written)
		default:
			issue.Choices = append(issue.Choices, s)
		}
	}
}

// replaced returns the text that the issue is to replace, "" where the review does not have it.
func replaced(issue *review.Issue) string { return cmp.Or(issue.Old, issue.Place.Quote) }

// readNewText reads a field for the new text. It may hold an order instead, or nothing; whether any other text is one
// for the place, is judged where the place is known. The name of an explicit one says that it is a text. A field of
// another name may have it in quotation marks.
func readNewText(r *format.Reader, f format.Fields, name string, issue *review.Issue, explicit bool) {
	s, written, old := f.Str(name), f.Get(name).Written, replaced(issue)
	done, given := actions()[format.Snake(strings.ToLower(f.Str("action")))]
	was := *issue
	if m := orderedIn(issue, s); m.Edits && given && done != replaceText && done != deleteText {
		*issue = was
		r.Advise(issue, written, s)
		return
	} else if m.Edits {
		issue.Standing, issue.Why = m.Standing, m.Why
		r.Repair("read the order in %q", written)
		return
	}
	kind := remark.MeaningOf(s, old)
	left, orders, sure := remark.Deletion(issue.Message, old)
	blank := strings.TrimSpace(s) == ""
	switch inner, wrapped := remark.Unwrap(strings.TrimSpace(s), old); {
	case blank && orders && sure:
		if !explicit {
			r.Repair("took the empty %q for the deletion that the description asks for", written)
		}
		kind, s = remark.Text, left
	case blank && orders:
		r.Repair("left it to a person what to delete, because the description names a part of the old text")
		return
	case blank && explicit:
		kind = remark.Text
	case wrapped && !explicit:
		s = inner
	}
	if old == "" && !explicit && kind == remark.Text {
		kind = remark.Doubtful
	}
	issue.Remedy, issue.Want = review.Replace, s
	switch kind {
	case remark.Text:
		if issue.Old == "" && issue.Place.Quote == "" && issue.Place.Form == review.NoRange {
			f.Fail(name, "has nothing to replace; give old_value or location.quote")
		}
	case remark.Removal:
		r.Repair("took %q for the order to delete the old text", written)
		issue.Want = ""
	case remark.Doubtful:
		r.Repair("left it to a person whether %q is a replacement", written)
		issue.Remedy, issue.Want, issue.Choices = review.Choose, "", append(issue.Choices, s)
	case remark.Advice, remark.Nothing:
		issue.Remedy, issue.Want = review.NoRemedy, ""
		if len(issue.Choices) > 0 {
			issue.Remedy = review.Choose
		}
		r.Advise(issue, written, s)
	}
}
