package casing

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A TitleGuide says how a style guide writes titles. Every word has a capital except the minor ones. The first word and
// the word behind a colon always have one.
type TitleGuide struct {
	// minor are the words without a capital.
	minor func() map[string]bool
	// last says that the last word always has a capital.
	last bool
}

// TitleGuides are the guides for titles of works and headings, by style.
var TitleGuides = map[rules.HeadingStyle]TitleGuide{
	// Associated Press: articles, and conjunctions and prepositions of three letters or fewer.
	rules.TitleCaseAP: {wording.Set("a an the and but for nor or so yet as at by in of on per to via vs"), true},
	// American Psychological Association, 7th edition: minor words of three letters or fewer, the last word included.
	rules.TitleCaseAPA: {wording.Set("a an the and as but for if nor or so yet at by in of on per to via vs"), false},
	// Chicago Manual of Style, 17th edition: articles, the five conjunctions, to, as, and prepositions of any length. The
	// 18th edition gives longer prepositions a capital: see longPreposition.
	rules.TitleCaseChicago: {wording.Set("a an the and but for nor or as to at by from in into like of on onto per upon " +
		"via vs with within without about above across after against among at before behind below beneath beside between " +
		"beyond despite during except inside near outside over since than through throughout toward towards under until " +
		"versus"), true},
}

// particles are prepositions that often belong to the verb before them, and then have a capital: Setting Up, Signing
// In. Only a reader can tell, so they stay unchanged behind a verb that they may belong to.
var particles = wording.Set("up down off out around along in on over through by about after")

// InTitleCase returns the heading in the title case of the guide. A word that is not English, going by the lexicon and
// its letters, may be the name of a command and stays unchanged.
func (j *Judge) InTitleCase(h markdown.Heading, guide TitleGuide) string {
	words := j.headingWords(h)
	heading := j.d.Bytes(h.Span)
	if j.code(string(heading)) > 0 {
		return string(heading) // if let
	}
	names := j.joinedNames(words)
	titled := false
	for w := range plainWords(heading) {
		titled = titled || w.capital
	}
	var edits []source.Edit
	for i := 0; i < len(words); {
		if inName(names, words[i]) {
			i++
			continue
		}
		if spelling, n := j.configured(words, i); n > 0 {
			edits = j.respell(edits, words[i:i+n], spelling, h.Span.Start)
			i += n
			continue
		}
		edits = j.contraction(edits, &words[i], h.Span)
		edits = append(edits, j.titleWord(words, i, guide, titled, h.Span.Start)...)
		i++
	}
	out, err := source.Apply(heading, edits)
	if err != nil {
		return string(heading)
	}
	return string(out)
}

// titleWord returns the edit for word i, relative to base. titled says that other words of the heading have capitals.
func (j *Judge) titleWord(words []headingWord, i int, guide TitleGuide, titled bool, base int) []source.Edit {
	w := words[i]
	text := j.d.Bytes(w.Span)
	first, size := utf8.DecodeRune(text)
	upper, other := w.upper, w.other
	if w.opaque || other && !contracted(text) || !upper && strings.IndexFunc(string(text), unicode.IsUpper) >= 0 {
		return nil
	}
	if !upper && (j.emphasised(w) || titled && j.code(w.fold) > 0) || upper && j.letter(w) ||
		w.joined && (w.fold == "like" || prefixes()[words[i-1].fold]) {
		return nil // the _tests_ Directory, for Loops, Appendix A: Words, Function-Like, Non-operator
	}
	want := unicode.ToUpper(first)
	switch edge := w.place != midHeading || guide.last && i == len(words)-1; {
	case w.suffix:
		want = unicode.ToLower(first)
	case w.place == afterTag && guide.minor()[w.fold]:
		return nil
	case edge && !w.joined:
	case guide.minor()[w.fold] && particles()[w.fold] && i > 0 && verbal(words[i-1].fold):
		return nil
	case guide.minor()[w.fold] && upper && len(w.fold) >= longPreposition:
		return nil
	case guide.minor()[w.fold]:
		want = unicode.ToLower(first)
	}
	if unicode.IsUpper(want) && !upper && usage.Lexicon(w.fold) == usage.Unknown && !usage.SmallWords()[w.fold] &&
		!shortened(w.fold) && !usage.CompoundOfWords(w.fold) {
		return nil // kubectl
	}
	if want == first || utf8.RuneLen(want) != size {
		return nil
	}
	at := source.Span{Start: w.Start - base, End: w.Start - base + size}
	return []source.Edit{{Span: at, New: string(want)}}
}

// longPreposition is how many letters a preposition has that Chicago's editions write differently.
const longPreposition = 5

// prefixes stand for no word of their own: style guides differ about the capital behind their hyphen.
var prefixes = wording.Set("anti auto bi co counter de ex inter mid mini multi non over post pre pro re semi sub un " +
	"under")

// emphasised reports whether a word is all that stands between single marks of emphasis: a name, as a rule.
func (j *Judge) emphasised(w headingWord) bool {
	text := j.d.Text()
	if w.Start < 1 || w.End >= len(text) || text[w.Start-1] != text[w.End] {
		return false
	}
	mark := text[w.End]
	return (mark == '_' || mark == '*') && (w.Start < 2 || text[w.Start-2] != mark)
}

// letter reports whether a word is the letter A as a name, which no word follows: Appendix A: Words.
func (j *Judge) letter(w headingWord) bool {
	next, _ := utf8.DecodeRune(bytes.TrimLeft(j.d.Text()[w.End:], " "))
	return w.fold == "a" && strings.ContainsRune(":.)-\u2013\u2014", next)
}

// code counts how often the document writes a word as code, alone or with one other word, or two words together.
func (j *Judge) code(word string) int {
	if j.coded == nil {
		j.coded = map[string]int{}
		for _, n := range j.d.Nodes() {
			if n.Kind != markdown.CodeSpan || n.Content.End-n.Content.Start > longestCode {
				continue
			}
			if words := bytes.Fields(j.d.Bytes(n.Content)); len(words) <= 2 {
				if len(words) == 2 {
					j.coded[string(j.d.Bytes(n.Content))]++
				}
				for _, word := range words {
					word, _, _ = bytes.Cut(word, []byte("<")) // Arc<T>
					j.coded[string(bytes.TrimRight(word, "!()"))]++
				}
			}
		}
	}
	return j.coded[word]
}

// longestCode is how many bytes code has at most that is looked at for words.
const longestCode = 40

// verbal reports whether a word is a verb that takes a particle in texts about software: log in, signing up, scaled
// out.
func verbal(fold string) bool {
	for _, ending := range []string{"", "s", "ed", "ing"} {
		stem, ok := strings.CutSuffix(fold, ending)
		if n := len(stem); ok && (phrasal()[stem] || phrasal()[stem+"e"] ||
			n > 2 && stem[n-1] == stem[n-2] && phrasal()[stem[:n-1]]) {
			return true
		}
	}
	return false
}

var phrasal = wording.Set("break build carry check clean fall hand keep log look move open opt pass plug pull push " +
	"put roll run scale set shut sign speed start switch take tear time turn")
