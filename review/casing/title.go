package casing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A TitleGuide is how a style guide writes titles. All of them begin every word
// with a capital but for the minor ones, and the first word and the one behind a
// colon in any case.
type TitleGuide struct {
	// minor is the words that are lower case.
	minor func() map[string]bool
	// last says that the last word has a capital, whatever it is.
	last bool
}

// TitleGuides is by style: what the guides say of titles of works and headings.
var TitleGuides = map[rules.HeadingStyle]TitleGuide{
	// Associated Press: articles, and conjunctions and prepositions of three letters
	// or fewer.
	rules.TitleCaseAP: {usage.WordSet("a an the and but for nor or so yet as at by in of on per to via vs"), true},
	// American Psychological Association, 7th edition: minor words of three letters or
	// fewer, the last word included.
	rules.TitleCaseAPA: {usage.WordSet("a an the and as but for if nor or so yet at by in of on per to via vs"), false},
	// Chicago Manual of Style, 17th edition: articles, the five conjunctions, to, as, and
	// prepositions of any length.
	rules.TitleCaseChicago: {usage.WordSet("a an the and but for nor or as to at by from in into like of on onto per upon via vs with " +
		"within without about above across after against among at before behind below beneath beside between beyond despite during " +
		"except inside near outside over since than through throughout toward towards under until versus"), true},
}

// particles are prepositions that as often belong to the verb before them, and then
// have a capital: Setting Up, Signing In. Only a reader can tell, so they stay as
// they are behind a word that they may belong to.
var particles = usage.WordSet("up down off out around along in on over through by about after")

// InTitleCase returns the heading as the guide writes it. Words that neither the lexicon
// nor their letters show to be English may be names of commands and stay.
func (j *Judge) InTitleCase(h markdown.Heading, guide TitleGuide) string {
	words := j.headingWords(h)
	heading := j.d.Bytes(h.Span)
	names := j.joinedNames(words)
	var edits []source.Edit
	for i := 0; i < len(words); {
		if names.hold(words[i].Span) {
			i++
			continue
		}
		if spelling, n := j.configured(words, i); n > 0 {
			edits = j.respell(edits, words[i:i+n], spelling, h.Span.Start)
			i += n
			continue
		}
		edits = j.contraction(edits, &words[i], h.Span)
		edits = append(edits, j.titleWord(words, i, guide, h.Span.Start)...)
		i++
	}
	out, err := source.Apply(heading, edits)
	if err != nil {
		return string(heading)
	}
	return string(out)
}

// titleWord returns the edit, relative to base, that word i needs.
func (j *Judge) titleWord(words []headingWord, i int, guide TitleGuide, base int) []source.Edit {
	w := words[i]
	text := j.d.Bytes(w.Span)
	first, size := utf8.DecodeRune(text)
	upper, other := w.upper, w.other
	if w.opaque || other && !contracted(text) || !upper && hasUpper(text) {
		return nil
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
	case guide.minor()[w.fold]:
		want = unicode.ToLower(first)
	}
	if unicode.IsUpper(want) && !upper && usage.Lexicon(w.fold) == usage.Unknown && !usage.SmallWords()[w.fold] && !shortened(w.fold) && !usage.CompoundOfWords(w.fold) {
		return nil // kubectl
	}
	if want == first || utf8.RuneLen(want) != size {
		return nil
	}
	at := source.Span{Start: w.Start - base, End: w.Start - base + size}
	return []source.Edit{{Span: at, New: string(want)}}
}

// verbal reports whether a word is a verb of software that a particle goes with:
// log in, signing up, scaled out.
func verbal(fold string) bool {
	for _, ending := range []string{"", "s", "ed", "ing"} {
		stem, ok := strings.CutSuffix(fold, ending)
		if n := len(stem); ok && (phrasal()[stem] || phrasal()[stem+"e"] || n > 2 && stem[n-1] == stem[n-2] && phrasal()[stem[:n-1]]) {
			return true
		}
	}
	return false
}

var phrasal = usage.WordSet("break build carry check clean fall hand keep log look move open opt pass plug pull push put roll run scale set shut " +
	"sign speed start switch take tear time turn")

// hasUpper reports whether a word has a capital anywhere.
func hasUpper(word []byte) bool {
	return strings.IndexFunc(string(word), unicode.IsUpper) >= 0
}
