package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

var (
	frontMatter = regexp.MustCompile(`(?s)\A(?:---\r?\n.*?\n---|\+\+\+\r?\n.*?\n\+\+\+)[ \t]*(?:\r?\n|\z)`)
	// unseen is what a reader does not see, or sees as the colours of code.
	unseen = regexp.MustCompile(`(?s)<!--.*?-->| (?:aria-label|data-lang)="[^"]*"|<span class="lang">.*?</span>`)
	label  = regexp.MustCompile(`(<(?:code|pre|div|figure)\b[^>]*?)(?: class="[^"]*"| style="[^"]*tab-size[^"]*")+`)
	framed = regexp.MustCompile(`(?s)<div class="highlight[^"]*">(<pre\b.*?</pre>)</div>`)
	anchor = regexp.MustCompile(`(<(?:h\d|a)\b[^>]*?) (?:id|href)="([^":]*#)?([^"/:]*)"([^>]*>)`)
	linked = regexp.MustCompile(`<a (?:class="reference external" )?href="[^"]*"(?:\s+class="(?:uri|email)")?>` +
		`((?:https?://|www\.)[^<]*|[^<> ]*@[^<> ]*)</a>`)
	// beside is where a paragraph begins or ends beside code: HTML ends it there, whether or not its tag says so.
	beside = regexp.MustCompile(`(?:</?p>\s*)+(<(?:pre|div)\b)|(</(?:pre|div)>)(?:\s*</?p>)+`)
	code   = regexp.MustCompile(`(?s)<pre\b.*?</pre>|<code\b.*?</code>`)
	token  = regexp.MustCompile(`(?s)</?[a-zA-Z](?:"[^"]*"|[^">])*>|[\p{L}\p{M}\p{N}]+|\S`)
	word   = regexp.MustCompile(`^[\p{L}\p{M}\p{N}]+$`)
	sign   = regexp.MustCompile(`^[.,:;!?'"’‘“”…。，：；！？、-]$`)
	// marks are signs in a text that no page shows: the number of an item, and the line that opens code.
	marks = regexp.MustCompile("(?m)^[ \t>]*\\d+[.)]|^[ \t>*+-]*(?:`{3,}|~{3,}).*$")
)

// split parts front matter from the text below it.
func split(text string) (front, body string) {
	front = frontMatter.FindString(text)
	return front, text[len(front):]
}

// difference says where the pages of a document differ in more than words that its text lost or gained, and the signs
// between them. It is "" if they do not.
func (d document) difference() string {
	oldFront, _ := split(d.before.text)
	newFront, _ := split(d.after.text)
	before, after := tokens(oldFront+d.before.page), tokens(newFront+d.after.page)
	gone, come := changes(strings.Split(d.before.text, "\n"), strings.Split(d.after.text, "\n"))
	lost, gained := words(gone), words(come)
	for i, j := 0, 0; i < len(before) || j < len(after); i, j = i+1, j+1 {
		from, to := i, j
		for i < len(before) && mayChange(before[i]) {
			i++
		}
		for j < len(after) && mayChange(after[j]) {
			j++
		}
		gone, come := changes(before[from:i], after[to:j])
		wrong := i < len(before) != (j < len(after)) || i < len(before) && before[i] != after[j]
		for w := range gone {
			wrong = wrong || word.MatchString(w) && !lost[strings.ToLower(w)]
		}
		for w := range come {
			wrong = wrong || word.MatchString(w) && !gained[strings.ToLower(w)]
		}
		if wrong {
			return fmt.Sprintf("%q becomes %q", around(before, from, i), around(after, to, j))
		}
	}
	return ""
}

// words returns the words of lines, in small letters, but for what no page shows.
func words(lines map[string]int) map[string]bool {
	out := map[string]bool{}
	for line := range lines {
		for _, t := range token.FindAllString(marks.ReplaceAllString(line, ""), -1) {
			out[strings.ToLower(t)] = true
		}
	}
	return out
}

// tokens returns the tags, words and signs of a page. Those of code have a space in front.
func tokens(page string) (out []string) {
	page = framed.ReplaceAllString(page, "$1")
	page = anchor.ReplaceAllString(page, "$1 $2$4 $3 ")
	page = label.ReplaceAllString(unseen.ReplaceAllString(page, ""), "$1")
	page = linked.ReplaceAllString(page, "$1")
	page = beside.ReplaceAllString(page, "$1$2")
	add := func(part, mark string) {
		for _, t := range token.FindAllString(part, -1) {
			if mark == "" || !strings.Contains(t, "span") {
				out = append(out, mark+t)
			}
		}
	}
	at := 0
	for _, c := range code.FindAllStringIndex(page, -1) {
		add(page[at:c[0]], "")
		add(page[c[0]:c[1]], " ")
		at = c[1]
	}
	add(page[at:], "")
	return out
}

// mayChange reports whether a token is a word, or a sign that stands between words.
func mayChange(t string) bool {
	return word.MatchString(t) || sign.MatchString(t)
}

// changes counts the tokens that one list has more often than the other.
func changes(before, after []string) (lost, gained map[string]int) {
	n := map[string]int{}
	for _, t := range before {
		n[t]++
	}
	for _, t := range after {
		n[t]--
	}
	lost, gained = map[string]int{}, map[string]int{}
	for t, more := range n {
		if more > 0 {
			lost[t] = more
		} else if more < 0 {
			gained[t] = -more
		}
	}
	return lost, gained
}

// around returns what stands in a page near two tokens of it.
func around(tokens []string, from, to int) string {
	return html.UnescapeString(strings.Join(tokens[max(0, from-8):min(len(tokens), to+8)], " "))
}
