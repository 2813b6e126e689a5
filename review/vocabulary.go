package review

import (
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A vocabulary is the words and pairs of words that the headings of a run would
// like to know of, each with a number. Text is searched for these alone.
//
// Once it is sealed no more get a number, and what is numbered is shared by the
// vocabularies of later revisions. What only headings that are gone ask for is counted
// on, so that it is known if it comes back, but isn't found: see find.
type vocabulary struct {
	words wordTable
	pairs pairTable
	// titles is the headings themselves, in lower case, each with a number.
	titles map[string]int32
	// others is otherNumbers of the words of headings.
	others [][]int32
	asked  asked
	sealed bool
	// facts remembers what is known of each word anyway, and compounds which of them are
	// compounds.
	facts, compounds []uint32
}

// asked is how many documents ask for each word and each pair, and how many headings
// have each title, by their numbers.
type asked struct{ words, pairs, titles []int32 }

func (a asked) clone() asked {
	return asked{slices.Clone(a.words), slices.Clone(a.pairs), slices.Clone(a.titles)}
}

func newVocabulary() vocabulary { return vocabulary{titles: map[string]int32{}} }

// headings adds the words of the headings of one document, and returns their
// numbers: nil where the vocabulary is sealed and has not all of them.
func (v *vocabulary) headings(texts []string) *ownUsage {
	own := &ownUsage{}
	var text, fold []byte
	for _, heading := range texts {
		text = append(text[:0], heading...)
		if !v.title(heading) {
			return nil
		}
		last, end := int32(-1), 0
		for at := 0; at < len(text); {
			r, n := utf8.DecodeRune(text[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				at += n
				continue
			}
			stop := wordStop(text, at, len(text))
			fold = appendLower(fold[:0], text[at:stop])
			id := v.word(fold)
			if id < 0 {
				return nil
			}
			own.wordIDs = append(append(own.wordIDs, id), v.otherNumbers(id)...)
			if last >= 0 && pairGap(heading[end:at]) {
				own.pairIDs = append(own.pairIDs, v.pair(last, id))
				if heading[end:at] == "-" {
					own.pairIDs = append(own.pairIDs, v.pair(hyphenated(last), id))
				}
			}
			last, end, at = id, stop, stop
		}
	}
	for _, ids := range []*[]int32{&own.wordIDs, &own.pairIDs} {
		slices.Sort(*ids)
		*ids = slices.Compact(*ids)
		if len(*ids) > 0 && (*ids)[0] < 0 {
			return nil
		}
	}
	v.asked.words, v.asked.pairs = counted(v.asked.words, own.wordIDs), counted(v.asked.pairs, own.pairIDs)
	return own
}

// counted adds one to the count of each number.
func counted(counts, numbers []int32) []int32 {
	if n := len(numbers); n > 0 && int(numbers[n-1]) >= len(counts) {
		counts = append(counts, make([]int32, int(numbers[n-1])+1-len(counts))...)
	}
	for _, i := range numbers {
		counts[i]++
	}
	return counts
}

// release takes away what the headings of one document ask for.
func (v *vocabulary) release(texts []string, own *ownUsage) {
	for _, heading := range texts {
		v.asked.titles[v.titles[titleKey(heading)]]--
	}
	for _, id := range own.wordIDs {
		v.asked.words[id]--
	}
	for _, id := range own.pairIDs {
		v.asked.pairs[id]--
	}
}

func titleKey(heading string) string { return strings.ToLower(withoutMarks(heading)) }

// title counts a heading. It reports false where it has no number and can't get one.
func (v *vocabulary) title(heading string) bool {
	key := titleKey(heading)
	n, ok := v.titles[key]
	switch {
	case ok:
	case v.sealed:
		return false
	default:
		n = int32(len(v.titles))
		v.titles[key], v.asked.titles = n, append(v.asked.titles, 0)
	}
	v.asked.titles[n]++
	return true
}

// word is the number of a word, -1 where it has none and can't get one.
func (v *vocabulary) word(fold []byte) int32 {
	if v.sealed {
		return v.words.find(fold)
	}
	return v.words.add(fold)
}

// pair is the same for two words.
func (v *vocabulary) pair(a, b int32) int32 {
	if v.sealed {
		return v.pairs.find(a, b)
	}
	return v.pairs.add(a, b)
}

// find is the number of a word that a heading asks for, or for whose other number one
// does; -1 for any other.
func (v *vocabulary) find(fold []byte) int32 {
	if id := v.words.find(fold); id >= 0 && v.asks(id) {
		return id
	}
	return -1
}

// asks reports whether a heading asks for the word with this number.
func (v *vocabulary) asks(id int32) bool { return v.asked.words[id] > 0 }

// findPair is find for two words.
func (v *vocabulary) findPair(a, b int32) int32 {
	if id := v.pairs.find(a, b); id >= 0 && v.asked.pairs[id] > 0 {
		return id
	}
	return -1
}

// otherNumbers is the numbers of the plurals of a word, and of the words of which it
// may be one, -1 for those that can't get one. They are found once for each word.
func (v *vocabulary) otherNumbers(id int32) []int32 {
	if int(id) < len(v.others) && v.others[id] != nil {
		return v.others[id]
	}
	var ids []int32
	for _, form := range otherNumber(v.words.list[id]) {
		ids = append(ids, v.word([]byte(form)))
	}
	if !v.sealed {
		if int(id) >= len(v.others) {
			v.others = append(v.others, make([][]int32, int(id)+1-len(v.others))...)
		}
		v.others[id] = ids
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

// seal ends the adding of words.
func (v *vocabulary) seal() {
	v.sealed = true
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

// knownNumbers is otherNumbers, as far as headings ask for them.
func (v *vocabulary) knownNumbers(id int32) []int32 {
	ids := v.otherNumbers(id)
	if slices.ContainsFunc(ids, func(id int32) bool { return id < 0 || !v.asks(id) }) {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int32) bool { return id < 0 || !v.asks(id) })
	}
	return ids
}

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
