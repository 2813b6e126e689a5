package intake

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/envelope"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// A threadForm is a list of threads or of single comments whose fields have names of their own. Members are parted by
// dots, a list is gone through; of several texts the first is the comment, and the others are answers to it.
type threadForm struct {
	program, list, has             string // list "" is the value itself
	path, first, last, hunk, quote string
	title, body, replies, closed   string
}

// threadForms are the forms in which hosts, editors and reviewing programs give comments.
func threadForms() []threadForm {
	const threads = "data.repository.pullRequest.reviewThreads.nodes"
	return []threadForm{
		{program: "github", list: threads, has: "comments path", path: "path", first: "startLine", last: "line",
			hunk: "comments.nodes.diffHunk", body: "comments.nodes.body", replies: "comments.nodes.body",
			closed: "isResolved"},
		{program: "github", list: "comments", has: "path body", path: "path", first: "start_line", last: "line",
			hunk: "diff_hunk", body: "body"},
		{program: "github", has: "path body line", path: "path", first: "start_line", last: "line",
			hunk: "diff_hunk", body: "body"},
		{program: "github", list: "reviews", has: "body state author", body: "body"},
		{program: "github", list: "comments", has: "body author", body: "body", closed: "isMinimized"},
		{program: "github", has: "body issue_url", body: "body"},
		{program: "github", has: "body state user", body: "body"},
		{program: "codex", list: "findings", has: "code_location", path: "code_location.absolute_file_path",
			body:  "body",
			first: "code_location.line_range.start", last: "code_location.line_range.end", title: "title"},
		{program: "google-docs", list: "comments", has: "content author", quote: "quotedFileContent.value",
			body:    "content",
			replies: "replies.content", closed: "resolved"},
		{program: "hypothesis", list: "rows", has: "text target", quote: "target.selector.exact", body: "text"},
	}
}

// threadsOf returns the forms that a value has, with their lists.
func threadsOf(n jsontree.Node) (forms []threadForm, lists []jsontree.Node) {
	for _, form := range threadForms() {
		list := n
		if form.list != "" {
			list = n.Get(strings.Split(form.list, ".")...)
		}
		if list.First().Has(strings.Fields(form.has)...) {
			forms, lists = append(forms, form), append(lists, list)
		}
	}
	return forms, lists
}

// isThreads recognises comments of a host, an editor or a reviewing program.
func isThreads(n jsontree.Node) bool {
	forms, _ := threadsOf(n)
	return len(forms) > 0
}

// readThreads reads comments. One that names no place is a review of its own, in prose.
func readThreads(r *format.Reader, n jsontree.Node) {
	forms, lists := threadsOf(n)
	if body := n.Get("body"); body.Kind() == jsontree.String {
		readBody(r, body.Text(), body)
	}
	for i, form := range forms {
		r.Review.Reviewer.Name = form.program
		for _, item := range lists[i].Items() {
			form.read(r, item)
		}
	}
}

// readBody reads a comment without a place.
func readBody(r *format.Reader, text string, at jsontree.Node) {
	if !nothingFound().MatchString(text) {
		r.Origin = r.LineOf(at.Offset())
		beside(r, text)
		r.Origin = 0
	}
}

func (form *threadForm) read(r *format.Reader, item jsontree.Node) {
	texts := func(path string) []string {
		if path == "" {
			return nil
		}
		return envelope.TextsAt(item, strings.Split(path, "."))
	}
	one := func(path string) string { return strings.Join(texts(path)[:min(1, len(texts(path)))], "") }
	body, replies := one(form.body), texts(form.replies)
	if form.replies == form.body && len(replies) > 0 {
		replies = replies[1:]
	}
	closed := form.closed != "" && item.Get(form.closed).Text() == "true" || item.Get("state").Is("DISMISSED")
	quote := one(form.quote)
	if form.path == "" && quote == "" {
		first := len(r.Review.Issues)
		readBody(r, body, item)
		for i := first; closed && i < len(r.Review.Issues); i++ {
			r.Review.Issues[i].Standing, r.Review.Issues[i].Why = review.Closed, form.closed
		}
		return
	}
	c := comment{body: body, line: r.LineOf(item.Offset())}
	for _, said := range replies {
		c.replies = append(c.replies, reply{said, c.line})
	}
	issue := map[string]any{"document": one(form.path)}
	if closed {
		issue["standing"] = "resolved"
	}
	last := numberAt(item, form.last)
	first := numberAt(item, form.first)
	setLines(issue, strconv.Itoa(cmp.Or(first, last)), strconv.Itoa(last))
	if quote != "" {
		issue["quote"] = quote
	}
	if title := one(form.title); title != "" {
		c.body = title + ". " + body
		if m := remark.Parse(body)[0]; m.Edits { // the title only names it
			c.body = body
		}
	}
	old, there := []string(nil), false
	if form.hunk != "" && last > 0 {
		old, there = hunkEnd(one(form.hunk), last-cmp.Or(first, last)+1)
	}
	c.add(r, issue, old, there, last > 0 && one(form.hunk) == "")
}

// numberAt returns a number at a path of members, 0 for none.
func numberAt(n jsontree.Node, path string) int {
	number, err := strconv.Atoi(n.Get(strings.Split(path, ".")...).Text())
	if err != nil || number < 0 || number > format.MaxInt {
		return 0
	}
	return number
}
