package casing

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Mentioned returns why the text may speak of a word rather than use it, as a code and a sentence, or "" twice.
// "Replace whitelist with allowlist" makes no sense any more with want in the place of the hit.
func Mentioned(d *zone.Document, hit term.Hit, want string) (code, text string) {
	before, behind := around(d, source.Span{Start: hit.Start, End: hit.WordEnd})
	old := d.Bytes(source.Span{Start: hit.Start, End: hit.WordEnd})
	switch p := mentions(); {
	case !bytes.ContainsRune(old, '.') && p.into.Match(behind) && p.change.Match(before):
		return "mentioned", fmt.Sprintf("The text may say what becomes of the word %q.", old)
	case hit.Name:
		return "", ""
	case p.word.Match(before) || p.open.Match(before) && p.close.Match(behind):
		return "mentioned", fmt.Sprintf("The text may speak of the word %q.", old)
	case names(d, hit, want, before, behind):
		return "mentioned", fmt.Sprintf("%q stands beside it: the text may compare the words.", want)
	case inTitle(d, string(old), want) && inTitle(d, want, string(old)):
		return "mentioned", fmt.Sprintf("The title has %q, too: the document may be about the words.", want)
	}
	return "", ""
}

// around returns what stands before and behind s in its block, at most 80 bytes of each.
func around(d *zone.Document, s source.Span) (before, behind []byte) {
	const most = 80
	block := d.Nodes()[d.Block(s.Start)].Span
	text := d.Text()
	return text[min(s.Start, max(block.Start, s.Start-most)):s.Start], text[s.End:max(s.End, min(block.End, s.End+most))]
}

// mentionPatterns find what is said around a word that the text speaks of. All are about text within one sentence.
type mentionPatterns struct {
	change *regexp.Regexp // at the end of what stands before: replace, with at most four words behind it
	into   *regexp.Regexp // at the start of what stands behind: with, with at most two words before it
	word   *regexp.Regexp // at the end of what stands before: the word
	open   *regexp.Regexp // a quotation mark right before
	close  *regexp.Regexp // one right behind, or behind a mark of punctuation
	gap    *regexp.Regexp // all that stands between two words that are compared
}

var mentions = sync.OnceValue(func() mentionPatterns {
	const other = `[^\pL\pN.!?]`
	return mentionPatterns{
		change: regexp.MustCompile(`(?i)\b(replac|renam|chang|switch|swap|convert|migrat|substitut)\pL*` + other +
			`+(\pL+` + other + `+){0,4}$`),
		into:  regexp.MustCompile(`(?i)^` + other + `*(\pL+` + other + `+){0,2}?(to|with|by|into|→|->|=>)(\s|$)`),
		word:  regexp.MustCompile(`(?i)\bthe (term|word|phrase|expression)s?` + other + `+$`),
		open:  regexp.MustCompile(`["“„«‘‚‹]$|(^|[^\pL\pN])'$`),
		close: regexp.MustCompile(`^[.,;:!?]?["”“»’‘›']`),
		gap: regexp.MustCompile(`(?i)^` + other + `*([/(=→>]` + other +
			`*|((to|with|by|into|or|and|vs|versus|not|now|formerly|previously|aka|` +
			`as|instead|of|rather|than|is|are|becomes?|became|over|the|an?|words?|terms?)` + other + `+){1,4})$`),
	}
})

// names reports whether want stands in prose next to the hit, with nothing between them but words that compare.
func names(d *zone.Document, hit term.Hit, want string, before, behind []byte) bool {
	sought := []byte(strings.ToLower(want))
	if len(sought) < 4 || usage.SmallWords()[string(sought)] {
		return false
	}
	if i := bytes.Index(bytes.ToLower(behind), sought); i >= 0 && i <= len(behind) && startsWord(behind, i) &&
		mentions().gap.Match(behind[:i]) {
		return prose(d, hit.WordEnd+i)
	}
	i := bytes.LastIndex(bytes.ToLower(before), sought)
	if i < 0 || i+len(sought) > len(before) || !startsWord(before, i) {
		return false
	}
	gap := before[i+len(sought):]
	if bytes.HasPrefix(gap, []byte("s")) {
		gap = gap[1:]
	}
	return mentions().gap.Match(gap) && prose(d, hit.Start-len(before)+i)
}

// inTitle reports whether a word stands in the first heading of the document or in the name of its file, and not as a
// part of another one.
func inTitle(d *zone.Document, word, other string) bool {
	title := path.Base(d.Path)
	if headings := d.Headings(); len(headings) > 0 {
		title += " " + string(d.Bytes(d.Nodes()[headings[0].Node].Content))
	}
	word, other = strings.ToLower(word), strings.ToLower(other)
	title = strings.ToLower(title)
	if strings.Contains(other, word) {
		title = strings.ReplaceAll(title, other, "")
	}
	at := strings.Index(title, word)
	return len(word) >= 4 && at >= 0 && startsWord([]byte(title), at)
}

// startsWord reports whether no letter or digit stands before an offset of a text.
func startsWord(text []byte, at int) bool {
	r, _ := utf8.DecodeLastRune(text[:min(at, len(text))])
	return !source.WordRune(r)
}

func prose(d *zone.Document, offset int) bool {
	z := d.ZoneAt(offset)
	return z == zone.Prose || z == zone.HeadingText
}
