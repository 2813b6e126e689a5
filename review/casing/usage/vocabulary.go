package usage

import (
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A Vocabulary has the words and pairs of words of the headings of a corpus, each with a number. Only these are
// searched in text. Once it is sealed, no more words get a number.
type Vocabulary struct {
	Words wordTable
	Pairs pairTable
	// titles are the headings themselves, in lower case.
	titles map[string]bool
	// others are the results of addOtherNumbers for the words of headings.
	others [][]int32
	facts  []uint32 // the WordFacts of each word; 0 if they were not asked for yet
}

func newVocabulary() Vocabulary {
	return Vocabulary{
		Words: wordTable{ids: map[string]int32{}}, Pairs: pairTable{ids: map[uint64]int32{}}, titles: map[string]bool{},
	}
}

// headings adds the words of the headings of one document, and returns their numbers.
func (v *Vocabulary) headings(texts []string) *DocumentCounts {
	own := &DocumentCounts{}
	var text, fold []byte
	for _, heading := range texts {
		text = append(text[:0], heading...)
		v.titles[strings.ToLower(withoutMarks(heading))] = true
		last, end := int32(-1), 0
		for at := 0; at < len(text); {
			r, n := utf8.DecodeRune(text[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				at += n
				continue
			}
			stop := WordStop(text, at, len(text))
			fold = AppendLower(fold[:0], text[at:stop])
			id := v.Words.add(string(fold))
			own.wordIDs = append(append(own.wordIDs, id), v.addOtherNumbers(id)...)
			if last >= 0 && pairGap(heading[end:at]) {
				own.pairIDs = append(own.pairIDs, v.Pairs.add(pairOf(last, id)))
				if heading[end:at] == "-" {
					own.pairIDs = append(own.pairIDs, v.Pairs.add(pairOf(Hyphenated(last), id)))
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

// addOtherNumbers returns the numbers of the plurals of a word, and of the words that it may be a
// plural of. They are found once for each word of a heading.
func (v *Vocabulary) addOtherNumbers(id int32) []int32 {
	if int(id) < len(v.others) && v.others[id] != nil {
		return v.others[id]
	}
	var ids []int32
	for _, form := range otherNumber(v.Words.List[id]) {
		ids = append(ids, v.Words.add(form))
	}
	if int(id) >= len(v.others) {
		v.others = append(v.others, make([][]int32, int(id)+1-len(v.others))...)
	}
	v.others[id] = ids
	return ids
}

// OtherNumbers returns those numbers in a sealed vocabulary, as far as it has the words.
func (v *Vocabulary) OtherNumbers(id int32) []int32 {
	if int(id) < len(v.others) && v.others[id] != nil {
		return v.others[id]
	}
	var ids []int32
	for _, form := range otherNumber(v.Words.List[id]) {
		if other := v.Words.Find([]byte(form)); other >= 0 {
			ids = append(ids, other)
		}
	}
	return ids
}

// pairGap reports whether two words with this gap between them may be a pair, or parts of a compound.
func pairGap(gap string) bool {
	return len(gap) == 1 && strings.IndexByte(" -&.\\", gap[0]) >= 0 || strings.TrimSpace(gap) == ""
}

// Hyphenated returns the number of the first word of a pair with a hyphen: Content-Type is a name of its own, and does
// not show how to write "content type".
func Hyphenated(id int32) int32 { return id | hyphenBit }

const hyphenBit = 1 << 30

// withoutMarks returns a text without the marks of code and emphasis.
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

// seal makes room for the facts of each word. No words are added afterwards.
func (v *Vocabulary) seal() { v.facts = make([]uint32, len(v.Words.List)) }

// WordFacts are the facts about a word that need no text: the two lowest bits are its Writing in the lexicon.
type WordFacts uint32

const (
	lexiconFacts WordFacts = 1<<2 - 1
	// SmallWord is set for one of smallWords.
	SmallWord WordFacts = 1 << 2
	// BeginsBrand is set for the first word of a brand in the lexicon.
	BeginsBrand WordFacts = 1 << 3
	// Compound is set for a word that the lexicon does not have, and whose two parts it has.
	Compound WordFacts = 1 << 4
	// noted is set once the facts are known; see FactsOf.
	noted WordFacts = 1 << 5
)

// Writing returns how the lexicon writes the word.
func (f WordFacts) Writing() Writing { return Writing(f & lexiconFacts) }

// FactsOf returns the facts of a word in lower case.
func FactsOf(word string) WordFacts {
	f := WordFacts(Lexicon(word))
	if SmallWords()[word] {
		f |= SmallWord
	}
	if phraseLines().begins(word+" ") || nameLines().begins(word+" ") { // of a brand or a name of several words
		f |= BeginsBrand
	}
	if f.Writing() == Unknown && CompoundOfWords(word) {
		f |= Compound
	}
	return f
}

// FactsOf returns the facts of a word of the vocabulary.
func (v *Vocabulary) FactsOf(id int32) WordFacts {
	known := WordFacts(atomic.LoadUint32(&v.facts[id]))
	if known == 0 {
		known = FactsOf(v.Words.List[id]) | noted
		atomic.StoreUint32(&v.facts[id], uint32(known))
	}
	return known
}
