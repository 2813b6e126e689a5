package review

import (
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A vocabulary is the words and pairs of words that the headings of a run would
// like to know of, each with a number. Text is searched for these alone. Once it is
// sealed no more words get a number.
type vocabulary struct {
	words wordTable
	pairs pairTable
	// titles is the headings themselves, in lower case.
	titles map[string]bool
	// others is otherNumbers of the words of headings.
	others [][]int32
	// facts remembers what is known of each word anyway, and compounds which of them are
	// compounds.
	facts, compounds []uint32
}

func newVocabulary() vocabulary { return vocabulary{titles: map[string]bool{}} }

// headings adds the words of the headings of one document, and returns their
// numbers.
func (v *vocabulary) headings(texts []string) *ownUsage {
	own := &ownUsage{}
	var text, fold []byte
	for _, heading := range texts {
		text = append(text[:0], heading...)
		v.titles[titleKey(heading)] = true
		last, end := int32(-1), 0
		for at := 0; at < len(text); {
			r, n := utf8.DecodeRune(text[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				at += n
				continue
			}
			stop := wordStop(text, at, len(text))
			fold = appendLower(fold[:0], text[at:stop])
			id := v.words.add(fold)
			own.wordIDs = append(append(own.wordIDs, id), v.addOtherNumbers(id)...)
			if last >= 0 && pairGap(heading[end:at]) {
				own.pairIDs = append(own.pairIDs, v.pairs.add(last, id))
				if heading[end:at] == "-" {
					own.pairIDs = append(own.pairIDs, v.pairs.add(hyphenated(last), id))
				}
			}
			last, end, at = id, stop, stop
		}
	}
	for _, ids := range []*[]int32{&own.wordIDs, &own.pairIDs} {
		slices.Sort(*ids)
		*ids = slices.Compact(*ids)
	}
	return own
}

func titleKey(heading string) string { return strings.ToLower(withoutMarks(heading)) }

// addOtherNumbers is the numbers of the plurals of a word, and of the words of which it
// may be one. They are found once for each word of a heading.
func (v *vocabulary) addOtherNumbers(id int32) []int32 {
	if int(id) < len(v.others) && v.others[id] != nil {
		return v.others[id]
	}
	var ids []int32
	for _, form := range otherNumber(v.words.list[id]) {
		ids = append(ids, v.words.add([]byte(form)))
	}
	if int(id) >= len(v.others) {
		v.others = append(v.others, make([][]int32, int(id)+1-len(v.others))...)
	}
	v.others[id] = ids
	return ids
}

// otherNumbers is the same in a sealed vocabulary, as far as it has those words.
func (v *vocabulary) otherNumbers(id int32) []int32 {
	if int(id) < len(v.others) && v.others[id] != nil {
		return v.others[id]
	}
	var ids []int32
	for _, form := range otherNumber(v.words.list[id]) {
		if other := v.words.find([]byte(form)); other >= 0 {
			ids = append(ids, other)
		}
	}
	return ids
}

// pairGap reports whether two words with this between them may be a pair, or
// parts of a compound.
func pairGap(gap string) bool {
	return len(gap) == 1 && strings.IndexByte(" -&.\\", gap[0]) >= 0 || strings.TrimSpace(gap) == ""
}

// hyphenated is the number that the first word of a pair has where a hyphen joins
// the two: Content-Type is a name of its own, and tells little of a content type.
func hyphenated(id int32) int32 { return id | hyphenBit }

const hyphenBit = 1 << 30

// withoutMarks is a text without the marks of code and emphasis.
func withoutMarks(text string) string {
	if !strings.ContainsAny(text, "`*") {
		return text
	}
	plain := make([]byte, 0, len(text))
	for i := range len(text) {
		if c := text[i]; c != '`' && c != '*' {
			plain = append(plain, c)
		}
	}
	return string(plain)
}

// seal makes room for what is known of each word. No words are added afterwards.
func (v *vocabulary) seal() {
	v.facts, v.compounds = make([]uint32, len(v.words.list)), make([]uint32, len(v.words.list))
}

// wordFacts is what is known of a word without any text: the two lowest bits are
// what the lexicon says.
type wordFacts uint32

const (
	lexiconFacts wordFacts = 1<<2 - 1
	// smallWord is set for one of smallWords.
	smallWord wordFacts = 1 << 2
	// beginsBrand is set for the first word of a brand in the lexicon.
	beginsBrand wordFacts = 1 << 3
	// noted is set where the rest is known: see factsOf.
	noted wordFacts = 1 << 4
)

func (f wordFacts) writing() writing { return writing(f & lexiconFacts) }

func factsOf(word string) wordFacts {
	f := wordFacts(lexicon(word))
	if smallWords()[word] {
		f |= smallWord
	}
	if branding(word) {
		f |= beginsBrand
	}
	return f
}

// factsOf is what is known of a word of the vocabulary.
func (v *vocabulary) factsOf(id int32) wordFacts {
	known := wordFacts(atomic.LoadUint32(&v.facts[id]))
	if known == 0 {
		known = factsOf(v.words.list[id]) | noted
		atomic.StoreUint32(&v.facts[id], uint32(known))
	}
	return known
}

// lexiconOf is what the lexicon says of a word of the vocabulary.
func (v *vocabulary) lexiconOf(id int32) writing { return v.factsOf(id).writing() }

// compound reports whether a word of the vocabulary is a compound of others.
func (v *vocabulary) compound(id int32) bool {
	const no, yes = 1, 2
	known := atomic.LoadUint32(&v.compounds[id])
	if known == 0 {
		known = no
		if compoundOfWords(v.words.list[id]) {
			known = yes
		}
		atomic.StoreUint32(&v.compounds[id], known)
	}
	return known == yes
}
