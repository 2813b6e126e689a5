package intake

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
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
	id, answers                    string // an answer is an item of its own that names others
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
		{program: "hypothesis", list: "rows", has: "text target", path: "uri", quote: "target.selector.exact",
			body: "text", id: "id", answers: "references"},
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
		answers, pages := map[string][]string{}, map[string]bool{}
		for _, item := range lists[i].Items() {
			for _, id := range envelope.TextsAt(item, []string{form.answers}) {
				answers[id] = append(answers[id], envelope.TextsAt(item, []string{form.body})...)
			}
			pages[item.Get("uri").Text()] = true
		}
		for _, item := range lists[i].Items() {
			if form.path == "uri" && len(pages) == 1 { // of the one page that all are about
				form.path = ""
			}
			if form.answers == "" || !item.Get(form.answers).First().Exists() {
				form.read(r, item, answers[item.Get(form.id).Text()])
			}
		}
	}
}

// documentOf returns the document that a page of a site is made of.
func documentOf(uri string) string {
	if u, err := url.Parse(uri); err == nil && u.Host != "" {
		name := strings.TrimSuffix(strings.Trim(u.Path, "/"), ".html")
		return cmp.Or(name, "index") + ".md"
	}
	return uri
}

// readBody reads a comment without a place.
func readBody(r *format.Reader, text string, at jsontree.Node) {
	overview := strings.Contains(text, "Copilot reviewed ") && !strings.Contains(text, "suppressed") ||
		strings.Contains(text, "auto-generated comment: summarize by coderabbit")
	if !nothingFound().MatchString(text) && !overview {
		r.Origin = r.LineOf(at.Offset())
		beside(r, text)
		r.Origin = 0
	}
}

func (form *threadForm) read(r *format.Reader, item jsontree.Node, answers []string) {
	texts := func(path string) []string {
		if path == "" {
			return nil
		}
		return envelope.TextsAt(item, strings.Split(path, "."))
	}
	one := func(path string) string { return strings.Join(texts(path)[:min(1, len(texts(path)))], "") }
	body, replies := one(form.body), append(texts(form.replies), answers...)
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
	issue := map[string]any{"document": documentOf(one(form.path))}
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
		old, there = edits.HunkEnd(one(form.hunk), last-cmp.Or(first, last)+1)
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
