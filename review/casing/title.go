package casing

import (
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
	// Chicago Manual of Style, 17th edition: articles, the five conjunctions, to, as, and prepositions of any length.
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
	names := j.joinedNames(words)
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
		edits = append(edits, j.titleWord(words, i, guide, h.Span.Start)...)
		i++
	}
	out, err := source.Apply(heading, edits)
	if err != nil {
		return string(heading)
	}
	return string(out)
}

// titleWord returns the edit for word i, relative to base.
func (j *Judge) titleWord(words []headingWord, i int, guide TitleGuide, base int) []source.Edit {
	w := words[i]
	text := j.d.Bytes(w.Span)
	first, size := utf8.DecodeRune(text)
	upper, other := w.upper, w.other
	if w.opaque || other && !contracted(text) || !upper && strings.IndexFunc(string(text), unicode.IsUpper) >= 0 {
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
