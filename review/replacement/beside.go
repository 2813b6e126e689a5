package replacement

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/html"
)

// blank says that the text has a blank more than the old one, which the document lacks. Tags of HTML are no
// blanks, nor are the values of a template in a document that is one, and code has its own.
func (t *trial) blank() string {
	p := compiled()
	found := p.blank.FindAllString(p.codeSpan.ReplaceAllString(t.want, "``"), -1)
	if len(found) <= len(p.blank.FindAllString(t.old, -1)) {
		return ""
	}
	for _, m := range found {
		m = strings.TrimSpace(m)
		if i := strings.Index(m, "{{"); i > 0 {
			m = m[i:]
		}
		if i := strings.IndexByte(m, ']'); i > 0 {
			m = m[:i+1]
		}
		_, tag, isTag := strings.Cut(m, "<")
		name := strings.TrimSuffix(tag, ">")
		template := strings.HasPrefix(m, "{{") && bytes.Contains(t.doc, []byte("{{")) // which has values of its own
		here := template || bytes.Contains(t.doc, []byte(m)) || isTag && strings.Contains(t.old, name)
		if !here && !(isTag && html.TextElement(strings.ToLower(name))) {
			return "The new text has a blank to be filled: " + m + "."
		}
	}
	return ""
}

// repeats says that the text begins or ends with what stands beside the place, or is the whole sentence around it.
func (t *trial) repeats() string {
	const few = 4 // words that hardly stand twice in a row by chance
	behind, before := words(t.behind), words(t.before)
	ending, beginning := 0, 0
	for n := min(len(t.now)-1, len(behind)); n > 0 && ending == 0; n-- {
		if slices.Equal(t.now[len(t.now)-n:], behind[:n]) && !endsWith(t.was, behind[:n]) {
			ending = n
		}
	}
	for n := min(len(t.now)-1, len(before)); n > 0 && beginning == 0; n-- {
		if slices.Equal(t.now[:n], before[len(before)-n:]) && !startsWith(t.was, before[len(before)-n:]) {
			beginning = n
		}
	}
	sign, adds := strings.CutPrefix(t.want, t.old)
	switch {
	case adds && len(sign) == 1 && t.behind != "" && t.behind[:1] != sign && strings.Contains(",;:.", sign) &&
		strings.Contains(",;:.", t.behind[:1]): // an equal one is there already, which needs no question
		return "The new text ends with a sign, and another one stands behind the place."
	case ending >= few && ends(t.old):
		return "The new text ends with what stands behind the place."
	case beginning >= few && ends(t.before):
		return "The new text begins with what stands before the place."
	case beginning > 0 && ending > 0 && beginning+ending >= few:
		return "The new text has what stands on both sides of the place."
	}
	return ""
}

// pointsAtOld says that the text speaks of the old one: behind "not", before an arrow, or in quotation marks.
func (t *trial) pointsAtOld() string {
	old, want := strings.ToLower(t.old), strings.ToLower(t.want)
	at := strings.Index(want, old)
	if at < 0 || len(want) == len(old) {
		return ""
	}
	before, behind := want[:at], want[at+len(old):]
	p := compiled()
	quotes := p.quoteEnds.MatchString(before) && p.quoteStarts.MatchString(behind) &&
		!strings.Contains(before, "{{")
	bare := strings.Trim(before, " \"'“„‘«") == "" && strings.Trim(behind, " \"'”“’».,") == ""
	switch {
	case p.against.MatchString(before), p.becomes.MatchString(behind), quotes && !bare:
		return "The new text speaks of the old one."
	}
	return ""
}

// unconnected says that nothing connects several plain words with their place: the document lacks half of the longer
// ones, has the first nowhere behind the word before the place, and the last nowhere before the word behind it.
func (t *trial) unconnected() string {
	const few = 2 // of which English ones are as often an edit as a remark
	last := len(t.now) - 1
	english := func(w string) bool { return usage.Listed(w) || listed("function", w) }
	spelt := func(r rune) bool { // words of Hangul have endings, and those of Katakana are names
		return unicode.IsLetter(r) && !unicode.In(r, unicode.Hangul, unicode.Katakana) && r != 'ー'
	}
	if last <= 0 || listed("open", t.now[last]) || !compiled().plain.MatchString(t.want) || !t.strange() ||
		!strings.ContainsFunc(t.want, spelt) || last < few && slices.ContainsFunc(t.now, english) {
		return ""
	}
	doc, before, behind := words(string(t.doc)), words(t.before), words(t.behind)
	if n := len(before); n > 0 && runOf(doc, []string{before[n-1], t.now[0]}) >= 0 ||
		len(behind) > 0 && runOf(doc, []string{t.now[last], behind[0]}) >= 0 {
		return ""
	}
	return "The new text has nothing that connects it with its place."
}
