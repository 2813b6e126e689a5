package casing

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
)

// clause returns how to write the first word behind a colon, a dash or a full stop.
//
// Style guides differ about the colon. Behind a label of one word or with a number (Step 3: Restart), a capital is
// usual in sentence case too. Behind a longer label the text of the corpus shows the habit of its authors. A single
// word is no clause, nor is text behind a colon in parentheses.
func (j *Judge) clause(words []headingWord, i int, deliberate bool) usage.Writing {
	lone := i == len(words)-1
	switch {
	case deliberate || bytes.IndexByte(j.d.Text()[words[i-1].End:words[i].Start], ':') < 0 || i < 2 && !lone ||
		j.numbered(words[:i]):
		return usage.Upper
	case lone || bytes.IndexByte(j.d.Text()[words[0].Start:words[i].Start], '(') >= 0:
		return j.byText(words, i, deliberate)
	}
	switch c := j.evidence.Corpus.Clauses; {
	case c.Total() < fewClauses:
	case 2*c.Lower < 3*c.Upper:
		return usage.Upper
	case c.Lower > 2*c.Upper && words[i].lexicon() == usage.Lower:
		return usage.Lower
	}
	for _, w := range words[:i] {
		if w.opaque {
			return usage.Upper
		}
	}
	return usage.Unknown
}

// fewClauses is how many clauses are needed to show a habit. Of 21 measured repositories, the three whose text has more
// than two small letters for each capital have small letters in headings too. Nearly all with fewer than three small
// letters for two capitals have capitals.
const fewClauses = 4

// numbered reports whether a label is an abbreviation or has a number: Appendix B, Step 2.
func (j *Judge) numbered(label []headingWord) bool {
	for i, w := range label {
		text := j.d.Bytes(w.Span)
		if w.opaque && enumerator(text) || w.Len() > 1 && AllCapitals(string(text)) || w.Len() == 1 &&
			i == len(label)-1 {
			return true
		}
	}
	return false
}

// compound returns how to write a part of a compound. The text must have the compound itself: its parts alone tell
// little.
func (j *Judge) compound(words []headingWord, i int, deliberate bool) usage.Writing {
	plain := true // every part is a common word
	for _, k := range []int{i - 1, i, i + 1} {
		if k >= 0 && k < len(words) && (words[k].joined || k+1 < len(words) && words[k+1].joined) {
			if words[k].other {
				return usage.Upper // OpenSSH-Server
			}
			plain = plain && !words[k].opaque && words[k].lexicon() == usage.Lower
		}
	}
	u, whole := j.compoundUsage(words, i), words[i].Span
	if words[i].joined {
		whole.Start = words[i-1].Start
	}
	if i+1 < len(words) && words[i+1].joined {
		whole.End = words[i+1].End
	}
	switch {
	case j.code(string(j.d.Bytes(whole))) > 0:
		return usage.Upper // New-Service
	case !deliberate && plain && u.Total() == 0:
		return usage.Lower
	case deliberate || u.Lower <= u.Upper:
		return usage.Upper
	case u.Lower < 2*u.Upper:
		return usage.Unknown
	}
	return usage.Lower
}

// compoundUsage returns how the corpus writes word i in this compound.
func (j *Judge) compoundUsage(words []headingWord, i int) (u usage.Counts) {
	if words[i].joined {
		u = j.evidence.Corpus.Pairs[words[i-1].toNext].Second
	}
	if i+1 < len(words) && words[i+1].joined {
		u = u.Plus(j.evidence.Corpus.Pairs[words[i].toNext].First)
	}
	return u
}
