package intake

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// critic matches the marks of CriticMarkup: an insertion, a deletion, a substitution, a comment and a highlight.
var critic = remark.Pattern(`(?s)\{\+\+(.*?)\+\+\}|\{--(.*?)--\}|\{~~(.*?)~>(.*?)~~\}|\{>>(.*?)<<\}|\{==(.*?)==\}`)

// marked are the other ways to mark changes in a text, each with what CriticMarkup writes for it: HTML's, git's word
// diff and pandoc's tracked changes.
var marked = sync.OnceValue(func() [][]notation {
	const attributes = `(?:\s[^{}]*)?\}`
	return [][]notation{{
		{remark.Pattern(`(?s)<del\b[^>]*>((?:[^<]|<[^/])*)</del>[ \t]*<ins\b[^>]*>(.*?)</ins>`), "{~~$1~>$2~~}"},
		{remark.Pattern(`(?s)<ins\b[^>]*>(.*?)</ins>`), "{++$1++}"}, {remark.Pattern(`(?s)<del\b[^>]*>(.*?)</del>`), "{--$1--}"},
		{remark.Pattern(`</?[a-z][^<>]*>`), ""},
	}, {
		{remark.Pattern(`(?s)\[-((?:[^-]|-[^\]])*)-\]\{\+(.*?)\+\}`), "{~~$1~>$2~~}"},
		{remark.Pattern(`(?s)\[-(.*?)-\]`), "{--$1--}"}, {remark.Pattern(`(?s)\{\+(.*?)\+\}`), "{++$1++}"},
	}, {
		{remark.Pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.comment-start` + attributes), "{>>$1<<}"},
		{remark.Pattern(`\[\]\{\.(?:comment-end|paragraph-insertion|paragraph-deletion)` + attributes), ""},
		{remark.Pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.insertion` + attributes), "{++$1++}"},
		{remark.Pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.deletion` + attributes), "{--$1--}"},
		{remark.Pattern(`([.!?;:,])\{\+\+(\pL)`), "$1{++ $2"}, // pandoc leaves a space at the start out
		{remark.Pattern(`(?s)\{--((?:[^-]|-[^-])*?)--\}\{\+\+((?:[^+]|\+[^+])*?)\+\+\}`), "{~~$1~>$2~~}"},
	}}
})

// A notation is a way to mark a change.
type notation struct {
	mark   func() *regexp.Regexp
	critic string
}

// asCritic returns a text with the marks of the first other notation that it has as those of CriticMarkup, "" for a
// text without.
func asCritic(src string) string {
	for _, table := range marked() {
		out := src
		for _, n := range table {
			out = n.mark().ReplaceAllString(out, n.critic)
		}
		if critic().MatchString(out) {
			return out
		}
	}
	return ""
}

// addedLine matches a line that a diff adds.
var addedLine = remark.Pattern(`(?m)^\+(?:[^+]|\+[^+]|\+\+[^ ]|$)`)

// fileBefore returns the file of a diff that a place lies in, "" outside of diffs.
func fileBefore(doc string) string {
	i := strings.LastIndex("\n"+doc, "\n+++ ")
	if i < 0 {
		return ""
	}
	name, _, _ := strings.Cut(doc[i+len("+++ "):], "\n")
	return strings.TrimPrefix(strings.TrimSpace(name), "b/")
}

// criticMarkup reads a document that its reviewer has marked up. Without the marks it is the
// document that was reviewed, whose hash says whether the document is still that one.
func criticMarkup(r *format.Reader) {
	r.Review.Format, r.Review.Reviewer.Name = format.CriticMarkup, "criticmarkup"
	src := string(r.Src)
	whole := critic().MatchString(src)
	if !whole {
		src = asCritic(src)
	}
	var was strings.Builder
	type mark struct {
		at, end      int // in the document without the marks
		want, remark string
		change       bool
	}
	var marks []mark
	rest := 0
	for _, m := range critic().FindAllStringSubmatchIndex(src, -1) {
		was.WriteString(src[rest:m[0]])
		rest = m[1]
		group := func(i int) string { return src[m[2*i]:m[2*i+1]] }
		at := was.Len()
		switch {
		case m[2] >= 0:
			marks = append(marks, mark{at, at, group(1), "", true})
		case m[4] >= 0:
			was.WriteString(group(2))
			marks = append(marks, mark{at, was.Len(), "", "", true})
		case m[6] >= 0:
			was.WriteString(group(3))
			marks = append(marks, mark{at, was.Len(), group(4), "", true})
		case m[10] >= 0:
			if n := len(marks); n > 0 && marks[n-1].end == at && marks[n-1].remark == "" {
				marks[n-1].remark = group(5)
			} else {
				marks = append(marks, mark{at, at, "", group(5), false})
			}
		default:
			was.WriteString(group(6))
			marks = append(marks, mark{at, was.Len(), "", "", false})
		}
	}
	was.WriteString(src[rest:])
	doc := was.String()
	if whole {
		r.Review.DocumentSHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte(doc)))
	}
	var issues []map[string]any
	for _, m := range marks {
		start, end := m.at, m.end
		if start == end { // the words before it tell the place
			start = max(strings.LastIndexByte(doc[:start], '\n')+1, wordsBefore(doc, start, 6))
			if strings.TrimSpace(doc[start:end]) == "" {
				start = m.at
				end += len(doc[end:]) - len(strings.TrimLeft(doc[end:], "\n"))
				end = wordsBehind(doc, end, 6)
			}
		}
		quote := doc[start:end]
		issue := map[string]any{
			"description": criticSays(m.remark, m.change, m.want, doc[m.at:m.end]), "document": fileBefore(doc[:m.at]),
			"quote": quote, "prefix": doc[wordsBefore(doc, start, 4):start], "suffix": doc[end:wordsBehind(doc, end,
				4)],
		}
		if whole {
			issue["line"] = strings.Count(doc[:m.at], "\n") + 1
		}
		if strings.TrimSpace(quote) == "" {
			delete(issue, "quote")
		} else if m.change {
			issue["old_value"], issue["new_value"] = quote, doc[start:m.at]+m.want+doc[m.end:end]
			if m.want == "" && start == m.at && end == m.end {
				issue["action"] = "delete"
			}
		}
		issues = append(issues, issue)
	}
	if len(issues) == 0 {
		r.Fail(0, nil, "has no mark of CriticMarkup")
		return
	}
	readsAs(r, issues)
	for i := range min(len(marks), len(r.Review.Issues)) {
		if issue := &r.Review.Issues[i]; marks[i].change && marks[i].remark != "" {
			m := remark.Remark{Standing: issue.Standing, Why: issue.Why, Edits: true}
			if remark.Refuses(marks[i].remark) {
				m.Reply(marks[i].remark)
			}
			issue.Standing, issue.Why = m.Standing, remark.Clean(m.Why)
		}
	}
}

// criticSays is the message of a mark.
func criticSays(said string, change bool, want, old string) string {
	switch {
	case strings.TrimSpace(said) != "":
		return said
	case !change:
		return "This is marked, without a said."
	case old == "":
		return "Insert " + want
	case want == "":
		return "Delete " + old
	}
	return "Write " + want + " for " + old
}

// wordsBefore returns where the last n words before at begin, in their line.
func wordsBefore(s string, at, n int) int {
	i := at
	for ; i > 0 && s[i-1] != '\n'; i-- {
		if s[i-1] == ' ' && i < at {
			if n--; n == 0 {
				break
			}
		}
	}
	return i
}

// wordsBehind returns where the first n words from at on end, in their line.
func wordsBehind(s string, at, n int) int {
	i := at
	for ; i < len(s) && s[i] != '\n'; i++ {
		if s[i] == ' ' && i > at {
			if n--; n == 0 {
				break
			}
		}
	}
	return i
}
