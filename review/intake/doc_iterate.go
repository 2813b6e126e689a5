package intake

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// isOwn takes whatever is no other format, so that errors say what is missing.
func isOwn(jsontree.Node) bool { return true }

// ownReview reads doc-iterate's own format and the looser shapes of it.
func ownReview(r *format.Reader, root jsontree.Node) {
	if root.Kind() == jsontree.Array {
		r.Repair("read a bare list as the issues of a review")
		ownIssues(r, root)
		return
	}
	f, whole := r.Open(root, nil, format.ReviewFields()), root
	if inner := f.Get("review"); inner.Kind() == jsontree.Object {
		name := format.Clip(inner.Written, 40)
		if !f.Has("issues") {
			r.Repair("read the object in %q as the review", name)
			strays(r, root, f)
			f, whole = r.Open(inner.Node, nil, format.ReviewFields()), inner.Node
		} else if r.Open(inner.Node, format.Named(inner.Written), format.ReviewFields()).Has("issues") {
			r.Fail(inner.Offset(), format.Named("issues"), "stand both in the object %q and beside it; keep one of them", name)
		}
	}
	v := r.Review
	v.Document = f.Str("document")
	v.DocumentSHA256 = hashOf(r, f)
	v.Reviewer = reviewerOf(r, f)
	v.Iteration = iterationOf(r, f)
	v.QualityScore = scoreOf(r, f)
	v.Verdict = verdictOf(r, f)
	v.Feedback = remark.Clean(f.Str("feedback"))
	v.Coverage = coverageOf(r, f)
	v.Questions = questionsOf(r, f)
	v.Tokens = f.Whole("tokens", 0)
	stray := strays(r, whole, f)
	switch issues := f.Get("issues"); {
	case !issues.Exists() && stray:
	case !issues.Exists():
		r.Fail(root.Offset(), format.Named("issues"), "is missing; a review without issues says so with an empty list")
	case issues.Kind() != jsontree.Array:
		r.Fail(issues.Offset(), format.Named("issues"), "is %v; want a list of objects", issues.Kind())
	default:
		ownIssues(r, issues.Node)
	}
}

var verdicts = sync.OnceValue(func() map[string]format.Verdict {
	return map[string]format.Verdict{
		"approve": format.Approve, "approved": format.Approve, "accept": format.Approve, "accepted": format.Approve, "pass": format.Approve,
		"passed": format.Approve, "ok": format.Approve, "lgtm": format.Approve, "good": format.Approve,
		"needs_work": format.NeedsWork, "changes_requested": format.NeedsWork, "request_changes": format.NeedsWork,
		"needs_changes": format.NeedsWork, "needs_revision": format.NeedsWork, "revise": format.NeedsWork, "needs_improvement": format.NeedsWork,
		"minor_changes": format.NeedsWork, "major_changes": format.NeedsWork, "fail": format.NeedsWork, "failed": format.NeedsWork,
		"reject": format.Reject, "rejected": format.Reject,
	}
})

// verdictOf reads the judgement. A word that is not known is an error under the format's own name of the field. Under
// another name the field may be about something else, and is left out.
func verdictOf(r *format.Reader, f format.Fields) format.Verdict {
	v := f.Get("verdict")
	if v.Exists() && v.Written != "verdict" {
		if _, known := verdicts()[format.Snake(strings.ToLower(strings.TrimSpace(v.Text())))]; !known {
			r.Repair("ignored the field %q, which is no verdict", format.Clip(v.Written, 40))
			return format.NoVerdict
		}
	}
	verdict, ok := format.OneOf(f, "verdict", verdicts(), "approve, needs_work or reject")
	if !ok && strings.TrimSpace(v.Text()) != "" {
		return format.NeedsWork // no approval that could be read
	}
	if word := v.Text(); ok && word != verdict.String() {
		r.Repair("read the verdict %q as %v", format.Clip(word, 40), verdict)
	}
	return verdict
}

func hashOf(r *format.Reader, f format.Fields) string {
	sum := strings.ToLower(f.Str("document_sha256"))
	sum = strings.TrimPrefix(sum, "sha256:")
	if sum == "" {
		return ""
	}
	if len(sum) != 64 || strings.Trim(sum, "0123456789abcdef") != "" {
		f.Fail("document_sha256", "is %q; want 64 hexadecimal digits, as sha256sum prints them", format.Clip(sum, 80))
		return ""
	}
	return sum
}

func reviewerOf(r *format.Reader, f format.Fields) format.Reviewer {
	v := f.Get("reviewer")
	if !v.Exists() {
		return format.Reviewer{}
	}
	if v.Kind() != jsontree.Object {
		r.Repair("read %v in %s as the reviewer's name", v.Kind(), v.Written)
		return format.Reviewer{Name: remark.Clean(strings.Join(format.TextsIn(v.Node), ", "))}
	}
	in := r.Open(v.Node, format.Named("reviewer"), format.ReviewerFields())
	return format.Reviewer{Name: remark.Clean(in.Str("name")), Version: remark.Clean(in.Str("version"))}
}

func iterationOf(r *format.Reader, f format.Fields) format.Iteration {
	v := f.Get("iteration")
	if !v.Exists() {
		return format.Iteration{}
	}
	if v.Kind() != jsontree.Object {
		r.Repair("read %v in iteration as the current one", v.Kind())
		return format.Iteration{Current: f.Whole("iteration", 0)}
	}
	in := r.Open(v.Node, format.Named("iteration"), format.IterationFields())
	return format.Iteration{Current: in.Whole("current", 0), Max: in.Whole("max", 0)}
}

// scoreOf reads the quality score. A rating under another name and without a scale could
// mean anything, so it is left out.
func scoreOf(r *format.Reader, f format.Fields) *float64 {
	v := f.Get("quality_score")
	if m := format.OutOf().FindStringSubmatch(strings.TrimSpace(f.StrIfText("quality_score"))); m != nil {
		x, _ := strconv.ParseFloat(m[1]+m[3], 64)
		scale := 100.0
		if m[2] != "" {
			scale, _ = strconv.ParseFloat(m[2], 64)
		}
		if x <= scale && scale > 0 {
			r.Repair("read the string in %s as a score", v.Written)
			x *= 100 / scale
			return &x
		}
	}
	if v.Exists() && v.Written != "quality_score" && v.Kind() != jsontree.Object {
		if x, err := strconv.ParseFloat(v.Text(), 64); err != nil || x <= 10 || x > 100 || math.IsNaN(x) {
			r.Repair("ignored %s, because its scale is unknown", v.Written)
			return nil
		}
	}
	x, ok := f.Num("quality_score")
	if !ok {
		return nil
	}
	if x < 0 || x > 100 {
		f.Fail("quality_score", "is %v; want a number from 0 to 100", x)
		return nil
	}
	return &x
}

func coverageOf(r *format.Reader, f format.Fields) []string {
	if v := f.Get("coverage"); v.Kind() == jsontree.Object {
		return r.Open(v.Node, format.Named("coverage"), format.CoverageFields()).Texts("sections")
	}
	return f.Texts("coverage")
}

func questionsOf(r *format.Reader, f format.Fields) []format.Question {
	v := f.Get("questions")
	if v.Kind() == jsontree.String {
		r.Repair("read a string as the text of a question")
		return []format.Question{{ID: "q1", Text: remark.Clean(v.Text())}}
	}
	if v.Exists() && v.Kind() != jsontree.Array {
		f.Fail("questions", "is %v; want a list of objects", v.Kind())
	}
	var out []format.Question
	for i, n := range v.Items() {
		q := format.Question{ID: fmt.Sprintf("q%d", i+1)}
		if n.Kind() == jsontree.String {
			r.Repair("read a string as the text of a question")
			q.Text = remark.Clean(n.Text())
			out = append(out, q)
			continue
		}
		in := r.Open(n, format.Numbered("questions", i), format.QuestionFields())
		if in.Has("id") {
			q.ID = remark.Clean(in.Str("id"))
		}
		q.Text = remark.Clean(in.Str("text"))
		q.Critical, _ = in.Flag("critical")
		q.Answered, _ = in.Flag("answered")
		out = append(out, q)
	}
	return out
}

func ownIssues(r *format.Reader, list jsontree.Node) {
	r.Mute = true
	for i, n := range list.Items() {
		if ownIssue(r, i, n); r.TooManyErrors() {
			return
		}
	}
	if r.Mute && list.First().Exists() && len(r.Errs) == 0 {
		r.Fail(list.Offset(), format.Numbered("issues", 0), "description is missing, and nothing else says what the issue is")
	}
}
