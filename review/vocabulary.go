package review

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"
)

// A vocabulary is the words and pairs of words that the headings of a run would
// like to know of, each with a number. Text is searched for these alone.
type vocabulary struct {
	words wordTable
	pairs pairTable
	// titles is the headings themselves, in lower case.
	titles map[string]bool
	// lexicon remembers what the lexicon says of each word, plus one, and compounds
	// which of them are compounds.
	lexicon, compounds []uint32
}

func newVocabulary() vocabulary { return vocabulary{titles: map[string]bool{}} }

// headings adds the words of the headings of one document, and returns their
// numbers.
func (v *vocabulary) headings(texts []string) *ownUsage {
	own := &ownUsage{}
	for _, text := range texts {
		v.titles[strings.ToLower(withoutMarks(text))] = true
		last, end := int32(-1), 0
		for at := 0; at < len(text); {
			r, n := utf8.DecodeRuneInString(text[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				at += n
				continue
			}
			stop := wordStop([]byte(text), at, len(text))
			fold := foldWord(text[at:stop])
			id := v.words.add(fold)
			own.wordIDs = append(own.wordIDs, id)
			for _, form := range otherNumber(fold) {
				own.wordIDs = append(own.wordIDs, v.words.add(form))
			}
			if last >= 0 && pairGap(text[end:at]) {
				own.pairIDs = append(own.pairIDs, v.pairs.add(last, id))
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

// pairGap reports whether two words with this between them may be a pair, or
// parts of a compound.
func pairGap(gap string) bool {
	return len(gap) == 1 && strings.IndexByte(" -&.\\", gap[0]) >= 0 || strings.TrimSpace(gap) == ""
}

// withoutMarks is a text without the marks of code and emphasis.
func withoutMarks(text string) string {
	if !strings.ContainsAny(text, "`*") {
		return text
	}
	return strings.NewReplacer("`", "", "*", "").Replace(text)
}

// seal ends the adding of words.
func (v *vocabulary) seal() {
	v.lexicon, v.compounds = make([]uint32, len(v.words.list)), make([]uint32, len(v.words.list))
}

// lexiconOf is what the lexicon says of a word of the vocabulary.
func (v *vocabulary) lexiconOf(id int32) writing {
	if known := atomic.LoadUint32(&v.lexicon[id]); known > 0 {
		return writing(known - 1)
	}
	w := lexicon(v.words.list[id])
	atomic.StoreUint32(&v.lexicon[id], uint32(w)+1)
	return w
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

// A wordTable numbers words. Nearly every lookup is one multiplication and one
// load: Go's own map takes several times as long, and every word of the run is
// looked up.
type wordTable struct {
	list []string
	// seen has a bit for the hash of each word, so that the words that have no number
	// are told by a table that stays in the nearest cache.
	seen  [1 << 12]uint64
	slots []wordSlot // a power of two, at most half of them used
}

type wordSlot struct {
	hash wordHash
	id   int32 // plus one; 0 is free
}

// A wordHash is of the bytes of a word, eight at a time: see plainWord, which
// hashes while it reads.
type wordHash uint64

const hashSeed = wordHash(0x9E3779B97F4A7C15)

// with mixes eight bytes into the hash, the first one lowest.
func (h wordHash) with(eight uint64) wordHash {
	high, low := bits.Mul64(uint64(h)^eight, uint64(hashSeed))
	return wordHash(high ^ low)
}

func hashWord(word []byte) wordHash {
	h := hashSeed
	var tail uint64
	for i, c := range word {
		tail |= uint64(c) << (8 * (i & 7))
		if i&7 == 7 {
			h, tail = h.with(tail), 0
		}
	}
	return h.with(tail)
}

func (t *wordTable) bit(h wordHash) (word *uint64, mask uint64) {
	return &t.seen[h>>52], 1 << (h >> 46 & 63)
}

// find is the number of a word, -1 for one that has none.
func (t *wordTable) find(word []byte) int32 {
	h := hashWord(word)
	for i := t.first(h); i >= 0; i = t.next(i, h) {
		if id := t.slots[i].id - 1; t.list[id] == string(word) {
			return id
		}
	}
	return -1
}

// findFolded is find for a word of letters of ASCII in any case, whose hash is
// that of the word in lower case.
func (t *wordTable) findFolded(h wordHash, word []byte) int32 {
	for i := t.first(h); i >= 0; i = t.next(i, h) {
		if id := t.slots[i].id - 1; folds(word, t.list[id]) {
			return id
		}
	}
	return -1
}

// folds reports whether letters and digits of ASCII are a word in lower case.
func folds(text []byte, word string) bool {
	if len(text) != len(word) {
		return false
	}
	for i, c := range text {
		if c|0x20 != word[i] && c != word[i] {
			return false
		}
	}
	return true
}

// first is the first slot with this hash, -1 for none; next is the one behind it.
func (t *wordTable) first(h wordHash) int {
	if word, mask := t.bit(h); *word&mask == 0 {
		return -1
	}
	return t.slot(int(uint64(h)&uint64(len(t.slots)-1)), h)
}

func (t *wordTable) next(i int, h wordHash) int { return t.slot((i+1)&(len(t.slots)-1), h) }

func (t *wordTable) slot(i int, h wordHash) int {
	for t.slots[i].id != 0 {
		if t.slots[i].hash == h {
			return i
		}
		i = (i + 1) & (len(t.slots) - 1)
	}
	return -1
}

// add is the number of a word, which it is given if it has none.
func (t *wordTable) add(word string) int32 {
	if id := t.find([]byte(word)); id >= 0 {
		return id
	}
	t.list = append(t.list, word)
	if 2*len(t.list) > len(t.slots) {
		t.slots = make([]wordSlot, max(64, 2*len(t.slots)))
		for i, w := range t.list[:len(t.list)-1] {
			t.put(hashWord([]byte(w)), int32(i+1))
		}
	}
	t.put(hashWord([]byte(word)), int32(len(t.list)))
	return int32(len(t.list) - 1)
}

func (t *wordTable) put(hash wordHash, id int32) {
	bits, mask := t.bit(hash)
	*bits |= mask
	i := int(uint64(hash) & uint64(len(t.slots)-1))
	for t.slots[i].id != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = wordSlot{hash, id}
}

// A pairTable numbers pairs of words.
type pairTable struct {
	list  []uint64
	slots []pairSlot
}

type pairSlot struct {
	pair uint64
	id   int32 // plus one; 0 is free
}

func pairKey(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

func hashPair(pair uint64) uint64 { return uint64(hashSeed.with(pair)) }

// find is the number of the pair of two words, -1 when it has none.
func (t *pairTable) find(a, b int32) int32 {
	if len(t.slots) == 0 {
		return -1
	}
	pair := pairKey(a, b)
	for i := hashPair(pair) & uint64(len(t.slots)-1); ; i = (i + 1) & uint64(len(t.slots)-1) {
		s := &t.slots[i]
		if s.id == 0 {
			return -1
		}
		if s.pair == pair {
			return s.id - 1
		}
	}
}

func (t *pairTable) add(a, b int32) int32 {
	if id := t.find(a, b); id >= 0 {
		return id
	}
	t.list = append(t.list, pairKey(a, b))
	if 2*len(t.list) > len(t.slots) {
		t.slots = make([]pairSlot, max(64, 2*len(t.slots)))
		for i, p := range t.list[:len(t.list)-1] {
			t.put(p, int32(i+1))
		}
	}
	t.put(pairKey(a, b), int32(len(t.list)))
	return int32(len(t.list) - 1)
}

func (t *pairTable) put(pair uint64, id int32) {
	i := hashPair(pair) & uint64(len(t.slots)-1)
	for t.slots[i].id != 0 {
		i = (i + 1) & uint64(len(t.slots)-1)
	}
	t.slots[i] = pairSlot{pair, id}
}

// titledHeadings is the texts of the headings of a document that may be in title
// case, as they are written.
func titledHeadings(src []byte) []string {
	var out []string
	l := lexer{src: src}
	for l.next() {
		if l.kind != headingLine {
			continue
		}
		if text := bytes.Trim(src[l.start:l.end], " \t#\r"); titled(string(text)) {
			out = append(out, string(text))
		}
	}
	return out
}
