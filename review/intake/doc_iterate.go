package intake

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The names of review.json's fields, and what models call them that were given
// no schema.
var (
	reviewFields = aliases(map[string]string{
		"document":        "doc file path filename file_name file_path filepath document_path doc_path",
		"document_title":  "title",
		"document_sha256": "sha256 document_hash",
		"reviewer":        "author reviewed_by tool model",
		"iteration":       "pass round",
		"quality_score":   "score overall_score rating overall_rating quality",
		"verdict":         "status result decision outcome recommendation overall_verdict",
		"feedback":        "summary overview overall_feedback general_feedback overall overall_comment",
		"coverage":        "sections_reviewed",
		"questions":       "open_questions",
		"issues":          "findings comments items problems suggestions review_comments annotations remarks errors issues_found",
		"tokens":          "tokens_used token_usage",
		"review":          "review_result result_review document_review",
		"schema":          "$schema",
		"version":         "",
	})
	issueFields = aliases(map[string]string{
		"id":             "number no issue_id nr",
		"severity":       "level priority importance",
		"category":       "type kind issue_type",
		"rule":           "rule_id check rule_name",
		"description":    "problem comment why explanation message issue reason detail details note rationale",
		"title":          "",
		"document":       "doc file path filename file_name file_path",
		"auto_fixable":   "autofixable auto_fix fixable can_auto_fix",
		"requires_human": "needs_human human_required requires_human_review",
		"location":       "where position place",
		"old_value":      "original old before old_text original_text find current current_text",
		"new_value":      "replacement new after new_text replace replace_with corrected corrected_text correction",
		"proposal":       "fix suggested suggestion suggested_fix suggested_text proposed_fix recommended",
		"choices":        "options alternatives",
		"confidence":     "certainty",
		"citations":      "citation sources references evidence",
		"line":           "line_number lineno start_line line_start",
		"column":         "col column_number start_column column_start",
		"end_line":       "line_end",
		"end_column":     "column_end end_col",
		"column_unit":    "",
		"section":        "heading heading_path section_title section_path",
		"quote":          "text excerpt snippet quoted_text passage sentence context",
		"prefix":         "",
		"suffix":         "",
	})
	iterationFields = aliases(map[string]string{"current": "iteration number", "max": "max_iterations maximum", "started_at": "", "history": ""})
	reviewerFields  = aliases(map[string]string{"name": "model tool id", "version": ""})
	questionFields  = aliases(map[string]string{"id": "number", "text": "question description", "critical": "blocking", "answered": "resolved"})
	coverageFields  = aliases(map[string]string{"sections": "sections_reviewed reviewed"})
)

// aliases turns name → "alias alias" around.
func aliases(names map[string]string) map[string]string {
	out := make(map[string]string, 8*len(names))
	for name, others := range names {
		out[name] = name
		for _, other := range strings.Fields(others) {
			out[other] = name
		}
	}
	return out
}

// isOwn takes whatever is no other format, so that the errors say what is
// missing.
func isOwn(node) bool { return true }

// ownReview reads doc-iterate's own format and the looser shapes of it.
func (r *reader) ownReview(root node) {
	if root.kind() == array {
		r.repair("took a bare list for the issues of a review")
		r.ownIssues(root)
		return
	}
	f := r.open(root, "", reviewFields)
	if inner, ok := f.byKey["review"]; ok && !f.has("issues") && inner.kind() == object {
		r.repair("took the object in %q for the review", clip(inner.written, 40))
		f = r.open(inner.node, "", reviewFields)
	}
	v := r.review
	v.Document = f.str("document")
	v.DocumentSHA256 = r.sha256(f)
	v.Reviewer = r.reviewer(f)
	v.Iteration = r.iteration(f)
	v.QualityScore = r.score(f)
	v.Verdict = r.verdict(f)
	v.Feedback = Clean(f.str("feedback"))
	v.Coverage = r.coverage(f)
	v.Questions = r.questions(f)
	v.Tokens = f.whole("tokens", 0)
	issues, ok := f.byKey["issues"]
	switch {
	case !ok:
		r.fail(root.offset(), "issues", "is missing; a review without issues says so with an empty list")
	case issues.kind() != array:
		r.fail(issues.offset(), "issues", "is %v; want a list of objects", issues.kind())
	default:
		r.ownIssues(issues.node)
	}
}

var verdicts = map[string]Verdict{
	"approve": Approve, "approved": Approve, "accept": Approve, "accepted": Approve, "pass": Approve, "passed": Approve,
	"ok": Approve, "lgtm": Approve, "good": Approve,
	"needs_work": NeedsWork, "changes_requested": NeedsWork, "request_changes": NeedsWork, "needs_changes": NeedsWork,
	"needs_revision": NeedsWork, "revise": NeedsWork, "needs_improvement": NeedsWork, "minor_changes": NeedsWork,
	"major_changes": NeedsWork, "fail": NeedsWork, "failed": NeedsWork,
	"reject": Reject, "rejected": Reject,
}

// verdict is the judgement. A word that is not known is wrong under the format's
// own name of the field; under another name the field may be about something
// else, and is left out.
func (r *reader) verdict(f fields) Verdict {
	v, ok := f.byKey["verdict"]
	if !ok {
		return NoVerdict
	}
	if v.written != "verdict" {
		if _, known := verdicts[snake(strings.ToLower(strings.TrimSpace(v.str())))]; !known {
			r.repair("left out the field %q, which is no verdict", clip(v.written, 40))
			return NoVerdict
		}
	}
	verdict, ok := oneOf(f, "verdict", verdicts, "approve, needs_work or reject")
	if word := v.str(); ok && word != verdict.String() {
		r.repair("took the verdict %q for %v", clip(word, 40), verdict)
	}
	return verdict
}

func (r *reader) sha256(f fields) string {
	sum := strings.ToLower(f.str("document_sha256"))
	sum = strings.TrimPrefix(sum, "sha256:")
	if sum == "" {
		return ""
	}
	if len(sum) != 64 || strings.Trim(sum, "0123456789abcdef") != "" {
		f.fail("document_sha256", "is %q; want 64 hexadecimal digits, as sha256sum prints them", clip(sum, 80))
		return ""
	}
	return sum
}

func (r *reader) reviewer(f fields) Reviewer {
	v, ok := f.byKey["reviewer"]
	if !ok {
		return Reviewer{}
	}
	if v.kind() == text {
		r.repair("took the string in %s for the reviewer's name", v.written)
		return Reviewer{Name: Clean(v.str())}
	}
	in := r.open(v.node, "reviewer", reviewerFields)
	return Reviewer{Clean(in.str("name")), Clean(in.str("version"))}
}

func (r *reader) iteration(f fields) Iteration {
	v, ok := f.byKey["iteration"]
	if !ok {
		return Iteration{}
	}
	if v.kind() != object {
		r.repair("took the number in iteration for the current one")
		return Iteration{Current: f.whole("iteration", 0)}
	}
	in := r.open(v.node, "iteration", iterationFields)
	return Iteration{in.whole("current", 0), in.whole("max", 0)}
}

// outOf reads scores such as 7/10 and 85%.
var outOf = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?)\s*(?:/|out of)\s*([0-9]+)$|^([0-9]+(?:\.[0-9]+)?)\s*%$`)

// score is the quality score. A rating of another name and without a scale could
// mean anything, and decides nothing, so it is left out.
func (r *reader) score(f fields) *float64 {
	v, ok := f.byKey["quality_score"]
	if !ok {
		return nil
	}
	if m := outOf.FindStringSubmatch(strings.TrimSpace(v.str())); m != nil && v.kind() == text {
		x, _ := strconv.ParseFloat(m[1]+m[3], 64)
		scale := 100.0
		if m[2] != "" {
			scale, _ = strconv.ParseFloat(m[2], 64)
		}
		if x <= scale && scale > 0 {
			r.repair("took the string in %s for a score", v.written)
			x *= 100 / scale
			return &x
		}
	}
	if v.written != "quality_score" && v.kind() != object {
		if x, err := strconv.ParseFloat(v.str(), 64); err != nil || x <= 10 || x > 100 || math.IsNaN(x) {
			r.repair("left out %s, whose scale is not said", v.written)
			return nil
		}
	}
	x, ok := f.num("quality_score")
	if !ok {
		return nil
	}
	if x < 0 || x > 100 {
		f.fail("quality_score", "is %v; want a number from 0 to 100", x)
		return nil
	}
	return &x
}

func (r *reader) coverage(f fields) []string {
	v, ok := f.byKey["coverage"]
	if !ok {
		return nil
	}
	in, name := f, "coverage"
	if v.kind() == object {
		in, name = r.open(v.node, "coverage", coverageFields), "sections"
	}
	return in.texts(name)
}

func (r *reader) questions(f fields) []Question {
	v, ok := f.byKey["questions"]
	if !ok {
		return nil
	}
	if v.kind() != array {
		f.fail("questions", "is %v; want a list of objects", v.kind())
		return nil
	}
	var out []Question
	for i, n := range v.list() {
		q := Question{ID: fmt.Sprintf("q%d", i+1)}
		if n.kind() == text {
			r.repair("took a string for the text of a question")
			q.Text = Clean(n.str())
			out = append(out, q)
			continue
		}
		in := r.open(n, fmt.Sprintf("questions[%d]", i), questionFields)
		if in.has("id") {
			q.ID = Clean(in.str("id"))
		}
		q.Text = Clean(in.str("text"))
		q.Critical, _ = in.flag("critical")
		q.Answered, _ = in.flag("answered")
		out = append(out, q)
	}
	return out
}

func (r *reader) ownIssues(list node) {
	i := 0
	list.elements(func(_, n node) bool {
		r.review.Issues = append(r.review.Issues, r.ownIssue(i, n))
		i++
		return len(r.errs) <= maxErrors
	})
}

var severities = map[string]rules.Severity{
	"blocker": rules.Blocker, "blocking": rules.Blocker, "critical": rules.Blocker, "fatal": rules.Blocker,
	"severe": rules.Blocker, "error": rules.Blocker, "must": rules.Blocker, "must_fix": rules.Blocker, "p0": rules.Blocker,
	"warning": rules.Warning, "warn": rules.Warning, "major": rules.Warning, "high": rules.Warning, "medium": rules.Warning,
	"moderate": rules.Warning, "important": rules.Warning, "should": rules.Warning, "should_fix": rules.Warning, "p1": rules.Warning,
	"suggestion": rules.Suggestion, "minor": rules.Suggestion, "low": rules.Suggestion, "info": rules.Suggestion,
	"information": rules.Suggestion, "informational": rules.Suggestion, "note": rules.Suggestion, "notice": rules.Suggestion,
	"nit": rules.Suggestion, "nitpick": rules.Suggestion, "trivial": rules.Suggestion, "hint": rules.Suggestion,
	"optional": rules.Suggestion, "cosmetic": rules.Suggestion, "could": rules.Suggestion, "p2": rules.Suggestion, "p3": rules.Suggestion,
}

// ownIssue reads issue number i, counted from 0.
func (r *reader) ownIssue(i int, n node) review.Issue {
	where := fmt.Sprintf("issues[%d]", i)
	if id, ok := n.get("id"); ok && id.kind() == text {
		where = fmt.Sprintf("issue %q", clip(Clean(id.str()), 40))
	}
	f := r.open(n, where, issueFields)
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
	if s, ok := oneOf(f, "severity", severities, "blocker, warning or suggestion"); ok {
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
	issue.Place = r.place(f)
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
		issue.Remedy, issue.Choices = review.Choose, f.texts("choices")
	}
	if f.has("proposal") && !f.has("new_value") {
		r.proposal(f, issue)
		return
	}
	if f.has("new_value") {
		issue.Remedy, issue.Want = review.Replace, f.str("new_value")
		if issue.Old == "" && issue.Place.Quote == "" && issue.Place.Form == review.NoRange {
			f.fail("new_value", "has nothing to replace; give old_value or location.quote")
		}
	}
}

// proposal reads a field whose name does not say whether it holds a replacement
// or advice. What begins as an instruction is advice.
func (r *reader) proposal(f fields, issue *review.Issue) {
	old := issue.Old
	if old == "" {
		old = issue.Place.Quote
	}
	s := f.str("proposal")
	if old == "" || advises(s, old) {
		r.repair("took %q for advice, which is shown and not inserted", f.byKey["proposal"].written)
		issue.Remedy, issue.Choices = review.Choose, append(issue.Choices, s)
		return
	}
	r.repair("took the field %q for new_value", f.byKey["proposal"].written)
	issue.Remedy, issue.Want = review.Replace, s
}

var instruction = regexp.MustCompile(`(?i)^(add|adjust|avoid|break|capitali[sz]e|change|check|clarify|consider|convert|correct|cut|define|delete|describe|drop|ensure|explain|fix|give|include|insert|link|make|mention|merge|move|omit|perhaps|please|prefer|provide|put|reduce|remove|rename|reorder|rephrase|replace|rewrite|reword|say|shorten|should|simplify|specify|spell|split|state|switch|try|update|use|verify|write|you (could|should|may|might))\b`)

// advises reports whether s tells what to do instead of standing in for old: it
// starts as an instruction and old does not start with the same word.
func advises(s, old string) bool {
	verb := instruction.FindString(strings.TrimSpace(s))
	return verb != "" && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(old)), strings.ToLower(verb))
}

// place reads a location, whose fields loose reviews put beside it.
func (r *reader) place(f fields) review.Place {
	in := f
	if v, ok := f.byKey["location"]; ok {
		switch v.kind() {
		case object:
			in = r.open(v.node, join(f.where, "location"), issueFields)
			for name, value := range f.byKey {
				if _, inner := in.byKey[name]; !inner {
					in.byKey[name] = value
				}
			}
		case text:
			p := r.points(f)
			words(&p, v.str())
			r.repair("took the string in %q for a section and a line", v.written)
			return p
		case number:
			r.repair("took the number in %q for a line", v.written)
			in.byKey = map[string]field{"line": v, "quote": f.byKey["quote"]}
			if !f.has("quote") {
				delete(in.byKey, "quote")
			}
		default:
			f.fail("location", "is %v; want an object", v.kind())
			return review.Place{}
		}
	}
	return r.points(in)
}

// lineRange reads lines such as "12-14".
var lineRange = regexp.MustCompile(`^\s*[Ll]?(?:ines?\s+)?([0-9]{1,9})\s*(?:-|–|to)\s*[Ll]?([0-9]{1,9})\s*$`)

func (r *reader) points(f fields) review.Place {
	p := review.Place{
		Section: f.str("section"),
		Quote:   f.str("quote"),
		Prefix:  f.str("prefix"),
		Suffix:  f.str("suffix"),
	}
	if u := f.str("column_unit"); u != "" {
		unit, err := source.ParseUnit(u)
		if err != nil {
			f.fail("column_unit", "is %q; want codepoint, utf16 or byte", clip(u, 40))
		}
		p.Unit = unit
	}
	if m := lineRange.FindStringSubmatch(f.strIfText("line")); m != nil {
		r.repair("took the string in line for a first and a last line")
		p.From.Line, _ = strconv.Atoi(m[1])
		p.To.Line, _ = strconv.Atoi(m[2])
	} else {
		p.From.Line = f.whole("line", 1)
		p.To.Line = f.whole("end_line", 1)
	}
	p.From.Column, p.To.Column = f.whole("column", 1), f.whole("end_column", 1)
	if p.From.Line == 0 {
		if p.To.Line > 0 || p.From.Column > 0 || p.To.Column > 0 {
			f.fail("line", "is missing; a column or an end says nothing without it")
		}
		p.To = source.Point{}
		return p
	}
	p.Form = review.Points
	if p.To.Line == 0 && p.To.Column > 0 {
		p.To.Line = p.From.Line
	}
	if p.To.Line > 0 && (p.To.Line < p.From.Line || p.To.Line == p.From.Line && p.To.Column > 0 && p.To.Column < p.From.Column) {
		f.fail("end_line", "ends before it starts")
	}
	return p
}

// strIfText is the value of a field that is a string, "" for others.
func (f fields) strIfText(name string) string {
	if v, ok := f.byKey[name]; ok && v.kind() == text {
		return v.str()
	}
	return ""
}

// lineWords reads places such as "Usage, about line 18".
var lineWords = regexp.MustCompile(`(?i)^(.*?)[\s,;:(]*(?:(?:about|around|near|at|on|circa|~)\s*)?\b(?:lines?|ln\.?)\s*~?([0-9]{1,9})(?:\s*(?:-|–|to)\s*([0-9]{1,9}))?\)?\s*$`)

// words reads a place in words into a section and lines.
func words(p *review.Place, s string) {
	if m := lineWords.FindStringSubmatch(s); m != nil {
		p.Form = review.Points
		p.From.Line, _ = strconv.Atoi(m[2])
		p.To.Line, _ = strconv.Atoi(m[3])
		s = m[1]
	}
	s = strings.TrimSpace(s)
	for _, prefix := range []string{"section ", "Section "} {
		s = strings.TrimPrefix(s, prefix)
	}
	if p.Section == "" {
		p.Section = strings.Trim(s, "\"'“”‘’ ")
	}
}
