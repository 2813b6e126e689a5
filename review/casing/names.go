package casing

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// configured returns the longest configured spelling that begins at word i, in any case, and the number of its words.
func (j *Judge) configured(words []headingWord, i int) (spelling string, n int) {
	for _, name := range j.names[words[i].fold] {
		fields := strings.Fields(strings.ToLower(name))
		if len(fields) > n && follows(words[i:], fields) {
			spelling, n = name, len(fields)
		}
	}
	return spelling, n
}

// branded returns the number of words from word i on that form a brand or a name in the lexicon, 0 for none. If the
// text writes some in lower case, they are not a name there: two plain words of a brand may meet by chance. Behind
// Google, Cloud Platform is one all the same.
func (j *Judge) branded(words []headingWord, i int) int {
	phrase, most := words[i].fold, 0
	plain, lower := words[i].lexicon() == usage.Lower, false
	for n := 2; n <= 4 && i+n <= len(words) && words[i+n-1].pair && !words[i+n-1].opaque; n++ {
		u := j.evidence.Corpus.Pairs[words[i+n-2].toNext]
		lower = lower || u.First.Lower > 0 || u.Second.Lower > 0
		phrase += " " + words[i+n-1].fold
		plain = plain && words[i+n-1].lexicon() == usage.Lower
		long := n > 2
		if (!lower || long && !plain) && usage.KnownName(phrase) || !lower && (long || !plain) && usage.Brand(phrase) {
			most = n
		}
	}
	return most
}

// inLongName reports whether word i belongs to a name of three words or more: the text has nearly all of its words
// together with capitals, even the small ones.
func (j *Judge) inLongName(words []headingWord, i int) bool {
	first, last := i, i
	for first > 0 && j.formName(words, first-1) {
		first--
	}
	for last+1 < len(words) && last-first < 2 && j.formName(words, last) {
		last++
	}
	return last-first >= 2
}

// formName reports whether words i and i+1 are part of one name.
func (j *Judge) formName(words []headingWord, i int) bool {
	if !words[i+1].pair {
		return false
	}
	const few, share = 3, 8 // the least number of capitals, and for each small letter
	u := j.evidence.Corpus.Pairs[words[i].toNext]
	return min(u.First.Upper, u.Second.Upper) >= few &&
		share*max(u.First.Lower, u.Second.Lower) <= min(u.First.Upper, u.Second.Upper)
}

// follows reports whether words begin with the given ones.
func follows(words []headingWord, want []string) bool {
	if len(words) < len(want) {
		return false
	}
	for i, w := range want {
		if words[i].fold != w || i > 0 && !words[i].pair {
			return false
		}
	}
	return true
}

// respell adds the edits, relative to base, that give words the capitals of a spelling.
func (j *Judge) respell(edits []source.Edit, words []headingWord, spelling string, base int) []source.Edit {
	for i, part := range strings.Fields(spelling) {
		old := j.d.Bytes(words[i].Span)
		if len(old) < len(part) || string(old[:len(part)]) == part || !strings.EqualFold(string(old[:len(part)]), part) {
			continue // a sign such as the Kelvin sign has more bytes than its lower-case letter
		}
		at := source.Span{Start: words[i].Start - base, End: words[i].Start - base + len(part)}
		edits = append(edits, source.Edit{Span: at, New: part})
	}
	return edits
}

// joinedNames returns where a configured name is joined to something else in a heading. Such places keep their
// capitals.
func (j *Judge) joinedNames(words []headingWord) (names []source.Span) {
	for i := 0; i < len(words); i++ {
		_, n := j.configured(words, i)
		if n == 0 {
			continue
		}
		if name, ok := joinedName(j.d, source.Span{Start: words[i].Start, End: words[i+n-1].End}, j.set); ok {
			names = append(names, name)
		}
		i += n - 1
	}
	return names
}

// inName reports whether a word lies in one of the names.
func inName(names []source.Span, word headingWord) bool {
	return slices.ContainsFunc(names, func(name source.Span) bool { return name.Contains(word.Span) })
}
