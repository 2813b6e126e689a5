package edits

import (
	"regexp"
	"strings"
	"sync"
)

// critic matches the marks of CriticMarkup: an insertion, a deletion, a substitution, a comment and a highlight.
var critic = pattern(`(?s)\{\+\+(.*?)\+\+\}|\{--(.*?)--\}|\{~~(.*?)~>(.*?)~~\}|\{>>(.*?)<<\}|\{==(.*?)==\}`)

// marked are the other ways to mark changes in a text, each with what CriticMarkup writes for it: HTML's, git's word
// diff and pandoc's tracked changes.
var marked = sync.OnceValue(func() [][]notation {
	const attributes = `(?:\s[^{}]*)?\}`
	return [][]notation{{
		{pattern(`(?s)<del\b[^>]*>((?:[^<]|<[^/])*)</del>[ \t]*<ins\b[^>]*>(.*?)</ins>`), "{~~$1~>$2~~}"},
		{pattern(`(?s)<ins\b[^>]*>(.*?)</ins>`), "{++$1++}"}, {pattern(`(?s)<del\b[^>]*>(.*?)</del>`), "{--$1--}"},
		{pattern(`</?[a-z][^<>]*>`), ""},
	}, {
		{pattern(`(?s)\[-((?:[^-]|-[^\]])*)-\]\{\+(.*?)\+\}`), "{~~$1~>$2~~}"},
		{pattern(`(?s)\[-(.*?)-\]`), "{--$1--}"}, {pattern(`(?s)\{\+(.*?)\+\}`), "{++$1++}"},
	}, {
		{pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.comment-start` + attributes), "{>>$1<<}"},
		{pattern(`\[\]\{\.(?:comment-end|paragraph-insertion|paragraph-deletion)` + attributes), ""},
		{pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.insertion` + attributes), "{++$1++}"},
		{pattern(`(?s)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\{\.deletion` + attributes), "{--$1--}"},
		{pattern(`([.!?;:,])\{\+\+(\pL)`), "$1{++ $2"}, // pandoc leaves a space at the start out
		{pattern(`(?s)\{--((?:[^-]|-[^-])*?)--\}\{\+\+((?:[^+]|\+[^+])*?)\+\+\}`), "{~~$1~>$2~~}"},
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

// fileBefore returns the file of a diff that a place lies in, "" outside of diffs.
func fileBefore(doc string) string {
	i := strings.LastIndex("\n"+doc, "\n+++ ")
	if i < 0 {
		return ""
	}
	name, _, _ := strings.Cut(doc[i+len("+++ "):], "\n")
	return strings.TrimPrefix(strings.TrimSpace(name), "b/")
}

// A Mark is what a reviewer has marked in a document: a change, or a place with a remark.
type Mark struct {
	Document              string // the file, in a diff
	Line                  int    // from 1, 0 where the text is no whole document
	Quote, Prefix, Suffix string // a place where nothing is taken out is told by the words beside it
	Old, New              string // what is marked alone
	Want                  string // what stands for the quote with the change
	Said                  string // a remark
	Change, Deletes       bool
	at, end               int // in the document without the marks
}

// Marked reports whether a text has marks of CriticMarkup, or those that other programs write for it.
func Marked(src string) bool { return critic().MatchString(src) || asCritic(src) != "" }

// WordDiff reports whether a text has the marks of git's word diff, of HTML or of pandoc.
func WordDiff(src string) bool { return asCritic(src) != "" }

// Marks returns what is marked in a text, and the text without the marks: the document that was reviewed, where the
// marks are those of CriticMarkup.
func Marks(src string) (marks []Mark, doc string, whole bool) {
	if whole = critic().MatchString(src); !whole {
		src = asCritic(src)
	}
	var was strings.Builder
	rest := 0
	for _, m := range critic().FindAllStringSubmatchIndex(src, -1) {
		was.WriteString(src[rest:m[0]])
		rest = m[1]
		group := func(i int) string { return src[m[2*i]:m[2*i+1]] }
		at := was.Len()
		one := Mark{at: at, Change: m[10] < 0 && m[12] < 0}
		switch {
		case m[2] >= 0:
			one.New = group(1)
		case m[4] >= 0:
			was.WriteString(group(2))
		case m[6] >= 0:
			was.WriteString(group(3))
			one.New = group(4)
		case m[10] >= 0:
			one.Said = group(5)
			if n := len(marks); n > 0 && marks[n-1].end == at && marks[n-1].Said == "" {
				marks[n-1].Said = one.Said
				continue
			}
		default:
			was.WriteString(group(6))
		}
		one.end = was.Len()
		marks = append(marks, one)
	}
	was.WriteString(src[rest:])
	doc = was.String()
	for i := range marks {
		marks[i].place(doc, whole)
	}
	return marks, doc, whole
}

// place sets the texts of a mark that stand in the document.
func (m *Mark) place(doc string, whole bool) {
	const near, beside = 6, 4 // words
	start, end := m.at, m.end
	if start == end { // the words before it tell the place
		start = max(strings.LastIndexByte(doc[:start], '\n')+1, wordsBefore(doc, start, near))
		if strings.TrimSpace(doc[start:end]) == "" {
			start = m.at
			end += len(doc[end:]) - len(strings.TrimLeft(doc[end:], "\n"))
			end = wordsBehind(doc, end, near)
		}
	} else if m.Change { // a part of a word is told by the whole of it
		for start > 0 && isLetter(doc[start-1]) && isLetter(doc[start]) {
			start--
		}
		for end < len(doc) && isLetter(doc[end-1]) && isLetter(doc[end]) {
			end++
		}
	}
	m.Document, m.Old, m.Quote = fileBefore(doc[:m.at]), doc[m.at:m.end], doc[start:end]
	m.Prefix, m.Suffix = doc[wordsBefore(doc, start, beside):start], doc[end:wordsBehind(doc, end, beside)]
	m.Want = doc[start:m.at] + m.New + doc[m.end:end]
	m.Deletes = m.Change && m.New == "" && start == m.at && end == m.end
	if whole {
		m.Line = strings.Count(doc[:m.at], "\n") + 1
	}
}

// isLetter reports whether a byte is of a letter.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

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
