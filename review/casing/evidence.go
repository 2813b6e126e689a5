package casing

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
)

// deliberate reports whether the heading is in sentence case already, because its longer plain words have no capital.
// The capitals that it has were then put there on purpose.
func (j *Judge) deliberate(words []headingWord) bool {
	lower, upper := 0, 0
	for i := range words {
		w := &words[i]
		if w.opaque || w.place != midHeading || w.joined || w.slashed || i+1 < len(words) && words[i+1].joined {
			continue
		}
		r, _ := utf8.DecodeRune(j.d.Bytes(w.Span))
		switch {
		case w.small():
			if unicode.IsUpper(r) && w.Len() > 1 {
				return false // only title case has a capital here
			}
			if (w.fold == "is" || w.fold == "are") && i+2 < len(words) && words[i+2].joined &&
				unicode.IsLower(rune(j.d.Text()[words[i+1].Start])) {
				lower++ // Deployment is up-to-date
			}
		case w.Len() < 4 || w.lexicon() != usage.Lower:
		case unicode.IsLower(r) && !j.marked(w):
			lower++
		case unicode.IsLower(r):
		default:
			upper++
		}
	}
	return lower > 0 && upper <= 2*lower
}

// marked reports whether a word ends with a mark that is not part of it, as users' does, or default. at the end.
// Programs that write title case word by word skip such words.
func (j *Judge) marked(w *headingWord) bool {
	return w.End < len(j.d.Text()) && bytes.IndexByte([]byte(".'-"), j.d.Text()[w.End]) >= 0
}

// writing returns how to write word i. upperWriting keeps it as it is.
func (j *Judge) writing(words []headingWord, i int, deliberate bool) usage.Writing {
	w := &words[i]
	if w.opaque || !w.upper || w.place == afterTag || j.typed(w) || w.other && !contracted(j.d.Bytes(w.Span)) {
		return usage.Upper
	}
	switch {
	case w.suffix:
		return usage.Lower // `foo`S
	case w.place == afterColon:
		return j.clause(words, i, deliberate)
	case w.place == first, properNames()[w.fold]:
		return usage.Upper
	}
	return j.byText(words, i, deliberate)
}

// identifier reports whether word i is the name of a type: the document has it as code more often than as a word, and
// what it is stands behind it, or another such name beside it. The Deref trait, PartialEq and Eq.
func (j *Judge) identifier(words []headingWord, i int) bool {
	coded := func(w *headingWord) bool {
		return w.upper && j.code(string(j.d.Bytes(w.Span))) > int(j.wordUsage(j.own, w).Lower)
	}
	joined := func(between, other int) bool {
		return other >= 0 && other < len(words) && (words[between].fold == "and" || words[between].fold == "or") &&
			(words[other].other || coded(&words[other]))
	}
	return coded(&words[i]) && (i+1 < len(words) && kinds()[words[i+1].fold] || joined(i+1, i+2) || joined(i-1, i-2))
}

// kinds are what the name of a type stands before.
var kinds = wording.Set("trait traits enum struct interface")

// alwaysUpper reports whether the document writes the first word of a pair with a capital, and never without one, where
// its place gives it none: the About page.
func (j *Judge) alwaysUpper(pair string) bool {
	u := j.own.Pairs[pair].First
	return u.Lower == 0 && u.Upper > 1
}

// typed reports whether the parameter of a type stands right behind a word: Arc<T>.
func (j *Judge) typed(w *headingWord) bool {
	text := j.d.Text()[w.End:]
	return len(text) > 2 && text[0] == '<' && unicode.IsUpper(rune(text[1])) && (text[2] == '>' || text[2] == ',')
}

// byText returns how to write word i where its place in the heading does not decide.
func (j *Judge) byText(words []headingWord, i int, deliberate bool) usage.Writing {
	w := &words[i]
	switch text := j.d.Bytes(w.Span); {
	case len(text) == 1 && (text[0] != 'A' || i == len(words)-1 || w.slashed || words[i+1].slashed ||
		bytes.IndexByte([]byte(".:,;)"), j.d.Text()[w.End]) >= 0 ||
		bytes.HasPrefix(j.d.Text()[w.End:], []byte(" - "))):
		return usage.Upper // plan B, A/B tests, appendix A: the rest
	case w.joined || i+1 < len(words) && words[i+1].joined:
		return j.compound(words, i, deliberate)
	case j.inLongName(words, i) || w.toNext != "" && j.alwaysUpper(w.toNext):
		return usage.Upper
	case usage.SmallWords()[w.fold] || shortened(w.fold):
		return usage.Lower
	}
	own, corpus := j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.Corpus, words, i)
	known := j.known(words, i)
	switch {
	case j.identifier(words, i), j.institution(words, i):
		return usage.Upper
	case j.authored(words, i):
		return usage.Unknown
	case own.Upper > 0 && corpus.Lower == 0 && corpus.Upper > 1, i > 1 && j.named(words, i, 1) &&
		j.named(words, i-1, 1), j.ofPair(words[i].toNext), i > 0 && j.ofPair(words[i-1].toNext):
		return usage.Upper // the text has the two words as a name, always
	case j.spanned(words, i) || j.spanned(words, i-2):
		return usage.Upper
	case deliberate && (known.lower <= 8 || known.upper >= known.lower/50 ||
		j.wordUsage(j.evidence.Corpus, w).Divided()):
		return usage.Upper
	case j.contested(words, i, known):
		return usage.Unknown
	case known.total() == 0:
		if j.evidence.Corpus.Words[w.fold].Code > 0 {
			return usage.Lower
		}
		return usage.Unknown
	case known.surelyUpper():
		return usage.Upper
	case known.upper < known.total()*surelyLower:
		return usage.Lower
	}
	return usage.Unknown
}

// Between these shares of capitals nothing is certain. A wider gap loses more good corrections than it prevents wrong
// ones: on eight repositories, seven of ten words between 0.1 and 0.45 were plain.
const (
	surelyLower = 0.45
	surelyUpper = 0.50
)

// faint reports whether word i is an ordinary word that keeps its capital by little text, beside no name and in none.
// The share is measured: names of one ordinary word nearly always have a greater one.
func (j *Judge) faint(words []headingWord, i int) bool {
	const share = 0.70
	w, known := &words[i], j.known(words, i)
	if !w.upper || w.other || w.place != midHeading || w.joined || w.lexicon() != usage.Lower || w.small() ||
		!known.surelyUpper() || known.upper >= known.total()*share {
		return false
	}
	pair := j.pairUsage(j.evidence.Corpus, words, i)
	word := j.wordUsage(j.evidence.Corpus, w)
	return (pair.Upper < 2 || pair.Upper < 2*pair.Lower) && (!j.besideName(words, i) || word.Lower > 2*word.Upper) &&
		!j.inLongName(words, i) && !j.spanned(words, i) && !j.spanned(words, i-2)
}

// institution reports whether word i is part of the name of an institution: University of Texas, and a heading that
// ends in one: Michigan State University.
func (j *Judge) institution(words []headingWord, i int) bool {
	last := &words[len(words)-1]
	if institutions()[last.fold] && last.upper && i > 0 {
		for k := range words[:i] {
			if words[k].small() || words[k].opaque || !words[k].upper {
				return false
			}
		}
		return words[0].lexicon() == usage.Upper
	}
	return institutions()[words[i].fold] && i+2 < len(words) && words[i+1].fold == "of" && words[i+2].upper &&
		(words[i+2].other || j.known(words, i+2).surelyUpper())
}

var institutions = wording.Set("university institute college ministry republic kingdom")

// authored reports whether word i may be the name of who made what all other words of the heading name: `uv` by Astral.
// The dictionary has such names as ordinary words, so that only text can tell.
func (j *Judge) authored(words []headingWord, i int) bool {
	return len(words) == 3 && i == 2 && words[1].fold == "by" && (words[0].opaque || words[0].other) &&
		j.wordUsage(j.evidence.Corpus, &words[2]).Lower < fewClauses
}

// contested reports whether the text disagrees about word i, so that a sum of its counts means nothing.
func (j *Judge) contested(words []headingWord, i int, known odds) bool {
	w := &words[i]
	word, all := j.wordUsage(j.own, w), j.wordUsage(j.evidence.Corpus, w)
	own, corpus := j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.Corpus, words, i)
	switch {
	case word.Divided() && own.Total() == 0 && w.lexicon()&usage.Upper == 0:
		return true
	case known.surelyUpper():
		return all.Divided() && word.Total() == 0 && corpus.Total() == 0 // sometimes a name in other text
	case word.Divided():
		return own.Lower > 0 && own.Upper > 0
	}
	// Beside this name the word has a capital, and the document shows nothing else about it.
	return corpus.Lower == 0 && corpus.Upper > 0 && word.Lower == 0 && j.besideName(words, i)
}

// beforeVerb are small words that a verb nearly always follows: "how to go" is a verb, even in a text about Go.
var beforeVerb = map[string]bool{"to": true, "you": true, "we": true, "they": true, "can": true, "will": true,
	"should": true, "must": true}

// named reports whether the text has word i, behind the word before it, with a capital at least so many times and never
// without.
func (j *Judge) named(words []headingWord, i int, times int32) bool {
	if i < 1 {
		return false
	}
	u := j.evidence.Corpus.Pairs[words[i-1].toNext].Second
	return u.Lower == 0 && u.Upper >= times
}

// ofPair reports whether the text has two words as a name, nearly always: Testing Library.
func (j *Judge) ofPair(pair string) bool {
	const often, share = 5, 8
	u := j.evidence.Corpus.Pairs[pair]
	name := func(c usage.Counts) bool { n := c.Upper + c.Named; return n >= often && n >= share*c.Lower }
	return name(u.First) && name(u.Second)
}

// spanned reports whether word i begins a name that continues behind a small word, as in Code of Conduct. In the text,
// both words must have a capital there more often than not.
func (j *Judge) spanned(words []headingWord, i int) bool {
	if i < 0 || i+2 >= len(words) || words[i+1].fold != "of" && words[i+1].fold != "for" {
		return false
	}
	pairs := j.evidence.Corpus.Pairs
	before, behind := pairs[words[i].toNext].First, pairs[words[i+1].toNext].Second
	return before.Upper+before.Named > before.Lower && behind.Upper+behind.Named > behind.Lower
}

// shortened reports whether a word in lower case is a contraction: don't, you'd.
func shortened(fold string) bool {
	fold = strings.ReplaceAll(fold, "\u2019", "'")
	base, tail, ok := strings.Cut(fold, "'")
	return ok && base != "i" && (tail == "d" || tail == "ll" || tail == "re" || tail == "t" || tail == "ve")
}

// contracted reports whether the only capital inside a word is that of a contraction, as in Don'T.
func contracted(word []byte) bool {
	i := lastApostrophe(word)
	if i < 0 {
		return false
	}
	_, size := utf8.DecodeRune(word[i:])
	_, other := usage.Capitals(word[:i])
	return !other && contractionTails[string(word[i+size:])]
}

// contractionTails are the ends of contractions and possessives as some title-casing programs write them.
var contractionTails = map[string]bool{"T": true, "S": true, "Re": true, "Ve": true, "Ll": true, "D": true, "M": true}

// properNames are months, days, languages, countries, and plain words that are products in texts about software: their
// capital is no matter of style.
var properNames = wording.Set("monday tuesday wednesday thursday friday saturday sunday january february april " +
	"june july august " +
	"september october november december english french german spanish italian portuguese dutch russian chinese " +
	"japanese korean arabic hebrew hindi greek latin polish swedish danish norwegian finnish ukrainian vietnamese " +
	"europe asia africa america american european asian african germany france spain italy portugal japan china " +
	"india " +
	"brazil canada australia russia ukraine mexico sweden norway denmark finland austria switzerland twitter yarn " +
	"git docker prometheus")

// odds is a usage with weighted counts.
type odds struct{ lower, upper float64 }

func (o odds) total() float64 { return o.lower + o.upper }

func (o odds) surelyUpper() bool { return o.upper > o.total()*surelyUpper }

// These are the numbers of occurrences that existing knowledge counts for, in addition to those in the text. None of
// them is critical: on repositories with headings in sentence case, half or twice as many changes fewer than one
// heading in a hundred.
const (
	lexiconWeight = 1.2
	corpusWeight  = 2
	ownWeight     = 1.5
	nameWeight    = 2.0
	plainWeight   = 4.0
)

// partOfName is the weight of a capital next to other capitals. Such a capital says more about the name than about the
// word.
const partOfName = 0.1

// combine combines u with existing knowledge, which counts for weight occurrences.
func (o odds) combine(u usage.Counts, weight float64) odds {
	prior := odds{}
	if t := o.total(); t > 0 {
		prior = odds{o.lower / t * min(t, weight), o.upper / t * min(t, weight)}
	}
	return odds{prior.lower + float64(u.Lower), prior.upper + float64(u.Upper) + float64(u.Named)*partOfName}
}

// known returns what is known about the writing of word i: from the lexicon, from the other documents of the corpus,
// from this document, and from its neighbours in the text. Each source outweighs the one before.
func (j *Judge) known(words []headingWord, i int) odds {
	w := &words[i]
	var o odds
	switch w.lexicon() {
	case usage.Lower:
		o = odds{lexiconWeight * 0.95, lexiconWeight * 0.05}
	case usage.Upper:
		o = odds{lexiconWeight * 0.05, lexiconWeight * 0.95}
	case usage.Unknown:
		if usage.CompoundOfWords(w.fold) {
			o = odds{lexiconWeight * 0.7, lexiconWeight * 0.3}
		}
	}
	own, corpus := j.wordUsage(j.own, w), j.wordUsage(j.evidence.Corpus, w)
	o = o.combine(corpus.Less(own), corpusWeight)
	o = o.combine(own, ownWeight)
	weight := nameWeight
	if !j.besideName(words, i) {
		weight = plainWeight // pairs of plain words have capitals in titles of other pages too
	}
	own, corpus = j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.Corpus, words, i)
	o = o.combine(corpus.Less(own), weight)
	return o.combine(own, weight)
}

// besideName reports whether the word before or behind word i has a capital in the text more often than not.
func (j *Judge) besideName(words []headingWord, i int) bool {
	for _, k := range [...]int{i - 1, i + 1} {
		if k < 0 || k >= len(words) || words[k].opaque {
			continue
		}
		if u := j.wordUsage(j.evidence.Corpus, &words[k]); words[k].other || u.Upper+u.Named > u.Lower {
			return true
		}
	}
	return false
}

// pairUsage returns how the text writes word i next to its neighbours in the heading. Small words stand next to any
// word. Beside one of them only a small letter tells something, and only if this document has no capital to go by.
func (j *Judge) pairUsage(from *usage.Tally, words []headingWord, i int) usage.Counts {
	var u, beside usage.Counts
	for k := max(0, i-1); k <= i; k++ {
		if words[k].toNext == "" {
			continue
		}
		n, neighbour := from.Pairs[words[k].toNext].First, i+1
		if k == i-1 {
			n, neighbour = from.Pairs[words[k].toNext].Second, i-1
		}
		if words[neighbour].small() {
			beside = beside.Plus(n)
		} else {
			u = u.Plus(n)
		}
	}
	if u.Total() == 0 && (j.wordUsage(j.own, &words[i]).Upper == 0 || i > 0 && beforeVerb[words[i-1].fold]) {
		if beside.Lower > beside.Upper+beside.Named {
			return usage.Counts{Lower: beside.Lower}
		}
		return usage.Counts{}
	}
	return u
}

// wordUsage returns how the text writes a word. If the corpus does not have it, the singular or plural counts.
func (j *Judge) wordUsage(from *usage.Tally, w *headingWord) usage.Counts {
	if j.evidence.Corpus.Words[w.fold].Text.Total() > 0 {
		return from.Words[w.fold].Text
	}
	var u usage.Counts
	for _, other := range usage.OtherNumbers(w.fold) {
		u = u.Plus(from.Words[other].Text)
	}
	return u
}
