package review

import (
	"bytes"
)

// clause is how the first word behind a colon, a dash or a full stop is written.
// Style guides differ on the colon. Behind a label of one word, or one that
// counts (Step 3: Restart), a capital is usual in sentence case, too. Behind a
// longer one the text of the run shows what its authors do there. A word alone is
// no clause, and neither is what stands behind a colon in parentheses.
func (j *caseJudge) clause(words []headingWord, i int, deliberate bool) writing {
	lone := i == len(words)-1
	switch {
	case j.command(&words[i]) == lowerWriting:
		return lowerWriting
	case deliberate || bytes.IndexByte(j.d.Source()[words[i-1].End:words[i].Start], ':') < 0 || i < 2 && !lone || j.numbered(words[:i]):
		return upperWriting
	case lone || bytes.IndexByte(j.d.Source()[words[0].Start:words[i].Start], '(') >= 0:
		return j.byText(words, i, deliberate)
	}
	switch c := j.evidence.run.clauses; {
	case c.total() < fewClauses:
	case 2*c.lower < 3*c.upper:
		return upperWriting
	case c.lower > 2*c.upper && words[i].lexicon() == lowerWriting:
		return lowerWriting
	}
	for _, w := range words[:i] {
		if w.opaque {
			return upperWriting
		}
	}
	return unknownWriting
}

// fewClauses is how many clauses must be seen to show a habit. Of twenty-one
// repositories that were measured, the three with more than two small letters in the
// text for each capital have small ones in headings, too, and nearly all with fewer
// than three for two have capitals.
const fewClauses = 4

// numbered reports whether a label is an abbreviation or counts: Appendix B, Step
// 2.
func (j *caseJudge) numbered(label []headingWord) bool {
	for i, w := range label {
		text := j.d.Bytes(w.Span)
		if w.opaque && enumerator(text) || w.Len() > 1 && allCapitals(string(text)) || w.Len() == 1 && i == len(label)-1 {
			return true
		}
	}
	return false
}

// compound is how a part of a compound is written: the text must show the
// compound itself, because its parts alone tell little.
func (j *caseJudge) compound(words []headingWord, i int, deliberate bool) writing {
	plain := true // every part is a word that everyone knows
	for _, k := range []int{i - 1, i, i + 1} {
		if k >= 0 && k < len(words) && (words[k].joined || k+1 < len(words) && words[k+1].joined) {
			if words[k].other {
				return upperWriting // OpenSSH-Server
			}
			plain = plain && !words[k].opaque && words[k].lexicon() == lowerWriting
		}
	}
	u := j.compoundUsage(words, i)
	switch {
	case !deliberate && plain && u.total() == 0:
		return lowerWriting
	case deliberate || u.lower <= u.upper:
		return upperWriting
	case u.lower < 2*u.upper:
		return unknownWriting
	}
	return lowerWriting
}

// compoundUsage is how the run writes word i in its compound.
func (j *caseJudge) compoundUsage(words []headingWord, i int) (u usage) {
	if words[i].joined {
		if id := words[i-1].pairID; id >= 0 {
			u = j.evidence.run.pair(id).second
		}
	}
	if i+1 < len(words) && words[i+1].joined {
		if id := words[i].pairID; id >= 0 {
			u = u.plus(j.evidence.run.pair(id).first)
		}
	}
	return u
}
