package review

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// deliberate reports whether the heading is in sentence case already, going by the
// plain words of some length that have no capital: then the capitals that there
// are were put there on purpose.
func (j *caseJudge) deliberate(words []headingWord) bool {
	lower, upper := 0, 0
	for i := range words {
		w := &words[i]
		if w.opaque || w.place != within || w.joined || w.slashed || i+1 < len(words) && words[i+1].joined {
			continue
		}
		r, _ := utf8.DecodeRune(j.d.Bytes(w.Span))
		switch {
		case w.small():
			if unicode.IsUpper(r) && w.Len() > 1 {
				return false // only a title has a capital here
			}
		case w.Len() < 4 || w.lexicon() != lowerWriting:
		case unicode.IsLower(r) && !j.marked(w):
			lower++
		case unicode.IsLower(r):
		default:
			upper++
		}
	}
	return lower > 0 && upper <= 2*lower
}

// marked reports whether a mark ends the word that is no part of it, as in users'
// or default. at the end: what makes titles word by word passes over such words.
func (j *caseJudge) marked(w *headingWord) bool {
	return w.End < len(j.d.Source()) && bytes.IndexByte([]byte(".'-"), j.d.Source()[w.End]) >= 0
}

// writing is how word i should be written: upperWriting leaves it as it is.
func (j *caseJudge) writing(words []headingWord, i int, deliberate bool) writing {
	w := &words[i]
	if w.opaque || !w.upper || w.place == afterTag || w.other && !contracted(j.d.Bytes(w.Span)) {
		return upperWriting
	}
	switch {
	case w.suffix:
		return lowerWriting // `foo`S
	case w.place == afterColon:
		return j.clause(words, i, deliberate)
	case w.place == first:
		return j.command(w)
	}
	return j.byText(words, i, deliberate)
}

// byText is how word i is written where its place does not tell.
func (j *caseJudge) byText(words []headingWord, i int, deliberate bool) writing {
	w := &words[i]
	switch text := j.d.Bytes(w.Span); {
	case len(text) == 1 && (text[0] != 'A' || i == len(words)-1 || w.slashed || words[i+1].slashed || bytes.IndexByte([]byte(".:,;)"), j.d.Source()[w.End]) >= 0):
		return upperWriting // plan B, A/B tests, appendix A: the rest
	case w.joined || i+1 < len(words) && words[i+1].joined:
		return j.compound(words, i, deliberate)
	case w.facts&smallWord != 0 || shortened(w.fold):
		return lowerWriting
	}
	own, run := j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.run, words, i)
	known := j.known(words, i)
	switch {
	case own.upper > 0 && run.lower == 0 && run.upper > 1, i > 1 && j.named(words, i, 1) && j.named(words, i-1, 1):
		return upperWriting // the text has the two words as a name, and never otherwise
	case j.spanned(words, i) || j.spanned(words, i-2):
		return upperWriting
	case deliberate && !(known.lower > 8 && known.upper < known.lower/50):
		return upperWriting
	case j.contested(words, i, known):
		return unknownWriting
	case known.total() == 0:
		if w.id >= 0 && j.evidence.run.code[w.id] > 0 {
			return lowerWriting
		}
		return unknownWriting
	case known.surelyUpper():
		return upperWriting
	case known.upper < known.total()*surelyLower:
		return lowerWriting
	}
	return unknownWriting
}

// Between these shares of capitals nothing is certain. A wider gap costs more
// headings that would have been right than it saves: measured on eight
// repositories, seven words out of ten between 0.1 and 0.45 are plain ones.
const (
	surelyLower = 0.45
	surelyUpper = 0.50
)

// contested reports whether what the text shows of word i is not of one mind, so
// that no sum of it is to be trusted.
func (j *caseJudge) contested(words []headingWord, i int, known odds) bool {
	w := &words[i]
	word, all := j.wordUsage(j.own, w), j.wordUsage(j.evidence.run, w)
	own, run := j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.run, words, i)
	switch {
	case word.divided() && own.total() == 0 && w.lexicon()&upperWriting == 0:
		return true
	case known.surelyUpper():
		return all.divided() && word.total() == 0 && run.total() == 0 // a name elsewhere, at times
	case word.divided():
		return own.lower > 0 && own.upper > 0
	}
	// Next to this name it has a capital, and the document shows nothing else of it.
	return run.lower == 0 && run.upper > 0 && word.lower == 0 && j.besideName(words, i)
}

// beforeVerb are the small words behind which nearly always a verb stands, and
// no name: how to go, in a text about Go.
var beforeVerb = map[string]bool{"to": true, "you": true, "we": true, "they": true, "can": true, "will": true, "should": true, "must": true}

// named reports whether the text has word i behind the one before with a capital
// so many times, and never without.
func (j *caseJudge) named(words []headingWord, i int, times int32) bool {
	if i < 1 || words[i-1].pairID < 0 {
		return false
	}
	u := j.evidence.run.pair(words[i-1].pairID).second
	return u.lower == 0 && u.upper >= times
}

// spanned reports whether word i begins a name that goes on behind a small word,
// as in Code of Conduct: the text has both words with a capital there more often
// than not.
func (j *caseJudge) spanned(words []headingWord, i int) bool {
	if i < 0 || i+2 >= len(words) || words[i+1].fold != "of" && words[i+1].fold != "for" {
		return false
	}
	a, b := words[i].pairID, words[i+1].pairID
	if a < 0 || b < 0 {
		return false
	}
	before, behind := j.evidence.run.pair(a).first, j.evidence.run.pair(b).second
	return before.upper+before.named > before.lower && behind.upper+behind.named > behind.lower
}

// divided reports whether the text has a word both ways, neither of them by
// mistake.
func (u usage) divided() bool {
	return u.lower > 1 && u.upper > 1 && u.lower < 4*u.upper && u.upper < 4*u.lower
}

// shortened reports whether a word in lower case is two small words in one:
// don't, you'd.
func shortened(fold string) bool {
	if strings.IndexByte(fold, '\'') < 0 && strings.IndexByte(fold, "\u2019"[0]) < 0 {
		return false
	}
	fold = strings.ReplaceAll(fold, "\u2019", "'")
	base, tail, ok := strings.Cut(fold, "'")
	return ok && base != "i" && (tail == "d" || tail == "ll" || tail == "re" || tail == "t" || tail == "ve")
}

// contracted reports whether the capital within a word is only that of Don'T.
func contracted(word []byte) bool {
	i := lastApostrophe(word)
	if i < 0 {
		return false
	}
	_, size := utf8.DecodeRune(word[i:])
	_, other := capitals(word[:i])
	return !other && contractionTails[string(word[i+size:])]
}

// contractionTails are the ends of contractions and possessives as some
// title-casers write them.
var contractionTails = map[string]bool{"T": true, "S": true, "Re": true, "Ve": true, "Ll": true, "D": true, "M": true}

// command lowers the first word of a heading when it is a name that keeps its
// small letter even there: the text begins sentences with it, or shell code of
// the run calls it and the lexicon does not know it.
func (j *caseJudge) command(w *headingWord) writing {
	id := w.id
	if id < 0 || w.lexicon() == lowerWriting || w.facts&smallWord != 0 {
		return upperWriting
	}
	run := j.evidence.run
	word, begins := run.words[id], run.begins[id]
	switch {
	case word.lower <= 10*(word.upper+word.named):
	case begins.lower >= 5 && begins.lower >= 5*begins.upper && run.code[id] > 0:
		return lowerWriting
	case w.lexicon() == unknownWriting && run.commands[id] > 0:
		return lowerWriting
	}
	return upperWriting
}

// odds is a usage whose counts are weighed.
type odds struct{ lower, upper float64 }

func (o odds) total() float64 { return o.lower + o.upper }

func (o odds) surelyUpper() bool { return o.upper > o.total()*surelyUpper }

// What is known already counts like so many occurrences beside those that the
// text shows. Measured on repositories of documents whose headings are in
// sentence case, none of these figures is critical: half or twice as much moves
// less than one heading in a hundred.
const (
	lexiconWeight = 1.2
	runWeight     = 2
	ownWeight     = 1.5
	nameWeight    = 2.0
	plainWeight   = 4.0
)

// partOfName is what a capital beside other capitals counts: it says more of the
// name than of the word.
const partOfName = 0.1

// over weighs what u shows against what is known otherwise, which counts like
// that many occurrences.
func (o odds) over(u usage, weight float64) odds {
	prior := odds{}
	if t := o.total(); t > 0 {
		prior = odds{o.lower / t * min(t, weight), o.upper / t * min(t, weight)}
	}
	return odds{prior.lower + float64(u.lower), prior.upper + float64(u.upper) + float64(u.named)*partOfName}
}

// known is what is known of how word i is written: by the lexicon, by the other
// documents of the run, by this one, and next to its neighbours; each counts more
// than the one before.
func (j *caseJudge) known(words []headingWord, i int) odds {
	w := &words[i]
	var o odds
	switch w.lexicon() {
	case lowerWriting:
		o = odds{lexiconWeight * 0.95, lexiconWeight * 0.05}
	case upperWriting:
		o = odds{lexiconWeight * 0.05, lexiconWeight * 0.95}
	case unknownWriting:
		if w.id >= 0 && j.evidence.vocabulary.compound(w.id) {
			o = odds{lexiconWeight * 0.7, lexiconWeight * 0.3}
		}
	}
	own, run := j.wordUsage(j.own, w), j.wordUsage(j.evidence.run, w)
	o = o.over(run.less(own), runWeight)
	o = o.over(own, ownWeight)
	weight := nameWeight
	if !j.besideName(words, i) {
		weight = plainWeight // pairs of plain words have capitals in titles of other pages, too
	}
	own, run = j.pairUsage(j.own, words, i), j.pairUsage(j.evidence.run, words, i)
	o = o.over(run.less(own), weight)
	return o.over(own, weight)
}

// besideName reports whether a word before or behind word i has its capital in
// the text more often than not.
func (j *caseJudge) besideName(words []headingWord, i int) bool {
	for _, k := range [...]int{i - 1, i + 1} {
		if k < 0 || k >= len(words) || words[k].opaque {
			continue
		}
		if u := j.wordUsage(j.evidence.run, &words[k]); words[k].other || u.upper+u.named > u.lower {
			return true
		}
	}
	return false
}

// pairUsage is how the text writes word i next to its neighbours in the heading.
// Next to one of the small words, which stand next to anything, only a small
// letter tells something, and only where there is nothing better: no capital in
// this document.
func (j *caseJudge) pairUsage(from shown, words []headingWord, i int) usage {
	var u, beside usage
	for k := max(0, i-1); k <= i; k++ {
		id := words[k].pairID
		if id < 0 {
			continue
		}
		n, neighbour := from.pair(id).first, i+1
		if k == i-1 {
			n, neighbour = from.pair(id).second, i-1
		}
		if words[neighbour].small() {
			beside = beside.plus(n)
		} else {
			u = u.plus(n)
		}
	}
	if u.total() == 0 && (j.wordUsage(j.own, &words[i]).upper == 0 || i > 0 && beforeVerb[words[i-1].fold]) {
		if beside.lower > beside.upper+beside.named {
			return usage{lower: beside.lower}
		}
		return usage{}
	}
	return u
}

// shown is what some text shows of words and pairs, by their numbers.
type shown interface {
	word(id int32) usage
	pair(id int32) pairUsage
}

// wordUsage is how the text writes a word; where the run does not have it, in the
// singular or the plural.
func (j *caseJudge) wordUsage(from shown, w *headingWord) usage {
	if w.id < 0 {
		return usage{}
	}
	if j.evidence.run.words[w.id].total() > 0 {
		return from.word(w.id)
	}
	var u usage
	for _, id := range j.evidence.vocabulary.otherNumbers(w.id) {
		u = u.plus(from.word(id))
	}
	return u
}
