package intake

import (
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// isOwn takes whatever is no other format, so that errors say what is missing.
func isOwn(jsontree.Node) bool { return true }

// ownReview reads doc-iterate's own format and the looser shapes of it.
func (r *reader) ownReview(root jsontree.Node) {
	if root.Kind() == jsontree.Array {
		r.repair("read a bare list as the issues of a review")
		r.ownIssues(root)
		return
	}
	f := r.open(root, nil, reviewFields())
	if inner := f.get("review"); inner.Kind() == jsontree.Object {
		name := clip(inner.written, 40)
		if !f.has("issues") {
			r.repair("read the object in %q as the review", name)
			f = r.open(inner.Node, nil, reviewFields())
		} else if r.open(inner.Node, named(inner.written), reviewFields()).has("issues") {
			r.fail(inner.Offset(), named("issues"), "stand both in the object %q and beside it; keep one of them", name)
		}
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
	switch issues := f.get("issues"); {
	case !issues.Exists():
		r.fail(root.Offset(), named("issues"), "is missing; a review without issues says so with an empty list")
	case issues.Kind() != jsontree.Array:
		r.fail(issues.Offset(), named("issues"), "is %v; want a list of objects", issues.Kind())
	default:
		r.ownIssues(issues.Node)
	}
}

var verdicts = sync.OnceValue(func() map[string]Verdict {
	return map[string]Verdict{
		"approve": Approve, "approved": Approve, "accept": Approve, "accepted": Approve, "pass": Approve,
		"passed": Approve, "ok": Approve, "lgtm": Approve, "good": Approve,
		"needs_work": NeedsWork, "changes_requested": NeedsWork, "request_changes": NeedsWork,
		"needs_changes": NeedsWork, "needs_revision": NeedsWork, "revise": NeedsWork, "needs_improvement": NeedsWork,
		"minor_changes": NeedsWork, "major_changes": NeedsWork, "fail": NeedsWork, "failed": NeedsWork,
		"reject": Reject, "rejected": Reject,
	}
})

// verdict reads the judgement. A word that is not known is an error under the format's
// own name of the field. Under another name the field may be about something else, and
// is left out.
func (r *reader) verdict(f fields) Verdict {
	v := f.get("verdict")
	if v.Exists() && v.written != "verdict" {
		if _, known := verdicts()[snake(strings.ToLower(strings.TrimSpace(v.Text())))]; !known {
			r.repair("ignored the field %q, which is no verdict", clip(v.written, 40))
			return NoVerdict
		}
	}
	verdict, ok := oneOf(f, "verdict", verdicts(), "approve, needs_work or reject")
	if !ok && strings.TrimSpace(v.Text()) != "" {
		return NeedsWork // no approval that could be read
	}
	if word := v.Text(); ok && word != verdict.String() {
		r.repair("read the verdict %q as %v", clip(word, 40), verdict)
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
	v := f.get("reviewer")
	if !v.Exists() {
		return Reviewer{}
	}
	if v.Kind() != jsontree.Object {
		r.repair("read %v in %s as the reviewer's name", v.Kind(), v.written)
		return Reviewer{Name: Clean(strings.Join(textsIn(v.Node), ", "))}
	}
	in := r.open(v.Node, named("reviewer"), reviewerFields())
	return Reviewer{Clean(in.str("name")), Clean(in.str("version"))}
}

func (r *reader) iteration(f fields) Iteration {
	v := f.get("iteration")
	if !v.Exists() {
		return Iteration{}
	}
	if v.Kind() != jsontree.Object {
		r.repair("read %v in iteration as the current one", v.Kind())
		return Iteration{Current: f.whole("iteration", 0)}
	}
	in := r.open(v.Node, named("iteration"), iterationFields())
	return Iteration{in.whole("current", 0), in.whole("max", 0)}
}

// outOf reads scores such as 7/10 and 85%.
var outOf = pattern(`^([0-9]+(?:\.[0-9]+)?)\s*(?:/|out of)\s*([0-9]+)$|^([0-9]+(?:\.[0-9]+)?)\s*%$`)

// score reads the quality score. A rating under another name and without a scale could
// mean anything, so it is left out.
func (r *reader) score(f fields) *float64 {
	v := f.get("quality_score")
	if m := outOf().FindStringSubmatch(strings.TrimSpace(f.strIfText("quality_score"))); m != nil {
		x, _ := strconv.ParseFloat(m[1]+m[3], 64)
		scale := 100.0
		if m[2] != "" {
			scale, _ = strconv.ParseFloat(m[2], 64)
		}
		if x <= scale && scale > 0 {
			r.repair("read the string in %s as a score", v.written)
			x *= 100 / scale
			return &x
		}
	}
	if v.Exists() && v.written != "quality_score" && v.Kind() != jsontree.Object {
		if x, err := strconv.ParseFloat(v.Text(), 64); err != nil || x <= 10 || x > 100 || math.IsNaN(x) {
			r.repair("ignored %s, because its scale is unknown", v.written)
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
	if v := f.get("coverage"); v.Kind() == jsontree.Object {
		return r.open(v.Node, named("coverage"), coverageFields()).texts("sections")
	}
	return f.texts("coverage")
}

func (r *reader) questions(f fields) []Question {
	v := f.get("questions")
	if v.Kind() == jsontree.String {
		r.repair("read a string as the text of a question")
		return []Question{{ID: "q1", Text: Clean(v.Text())}}
	}
	if v.Exists() && v.Kind() != jsontree.Array {
		f.fail("questions", "is %v; want a list of objects", v.Kind())
	}
	var out []Question
	for i, n := range v.Items() {
		q := Question{ID: fmt.Sprintf("q%d", i+1)}
		if n.Kind() == jsontree.String {
			r.repair("read a string as the text of a question")
			q.Text = Clean(n.Text())
			out = append(out, q)
			continue
		}
		in := r.open(n, numbered("questions", i), questionFields())
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

func (r *reader) ownIssues(list jsontree.Node) {
	r.mute = true
	r.expect(list)
	r.inPortions(list, func(r *reader, elements iter.Seq2[int, jsontree.Node]) {
		for i, n := range elements {
			r.ownIssue(i, n)
			if r.tooManyErrors() {
				return
			}
		}
	})
	if r.mute && list.First().Exists() && len(r.errs) == 0 {
		r.fail(list.Offset(), numbered("issues", 0), "description is missing, and nothing else says what the issue is")
	}
}
