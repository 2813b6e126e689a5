package usage

import "math/bits"

// A wordTable numbers words. Every word of the corpus is looked up, so nearly every lookup is one multiplication and
// one load; Go's own map takes several times as long. Short words are their own keys: there is nothing else to compare.
type wordTable struct {
	List []string
	// keys are those of the words, each near its hash, and ids the numbers of these words: 0 and -1 where none is.
	keys  []wordKey // a power of two, at most half of them used
	ids   []int32
	shift int // of a hash, to a place among the keys
}

// A wordKey stands for a word: its bytes, the first one lowest, where these are one
// to seven; else a hash of them with the highest bit set.
type wordKey uint64

const hashedKey = wordKey(1) << 63

// A wordHash is of the bytes of a word, eight at a time.
type wordHash uint64

const hashSeed = wordHash(0x9E3779B97F4A7C15)

// with mixes eight bytes into the hash, the first one lowest.
func (h wordHash) with(eight uint64) wordHash {
	high, low := bits.Mul64(uint64(h)^eight, uint64(hashSeed))
	return wordHash(high ^ low)
}

// key returns that of a word of n bytes; tail is those behind the last eight that were
// mixed into h, none of them for a multiple of eight.
func (h wordHash) key(tail uint64, n int) wordKey {
	if 0 < n && n < 8 {
		return wordKey(tail)
	}
	return wordKey(h.with(tail)) | hashedKey
}

func keyOf(word []byte) wordKey {
	h := hashSeed
	var tail uint64
	for i, c := range word {
		tail |= uint64(c) << (8 * (i & 7))
		if i&7 == 7 {
			h, tail = h.with(tail), 0
		}
	}
	return h.key(tail, len(word))
}

// Find returns the number of a word, -1 for one that has none.
func (t *wordTable) Find(word []byte) int32 {
	if len(t.keys) == 0 {
		return -1
	}
	key := keyOf(word)
	for i := t.home(key); t.keys[i] != 0; i = t.next(i) {
		// A NUL at the end of a word is not in its key.
		if t.keys[i] == key && t.List[t.ids[i]] == string(word) {
			return t.ids[i]
		}
	}
	return -1
}

// number returns find for the key of a word, with no look at the word itself: for one of more than seven bytes that is
// right as far as 63 bits of its hash can tell. Whether there is a number is not asked here: one in ten has none, which
// the processor would guess wrong each time.
func (t *wordTable) number(key wordKey) int32 {
	i := t.home(key)
	for t.keys[i] != key && t.keys[i] != 0 {
		i = t.next(i)
	}
	return t.ids[i]
}

// home returns where the search for a key begins, next the place behind i.
func (t *wordTable) home(key wordKey) int { return int(uint64(key) * uint64(hashSeed) >> t.shift) }

func (t *wordTable) next(i int) int { return (i + 1) & (len(t.keys) - 1) }

// add returns the number of a word, which it is given if it has none.
func (t *wordTable) add(word []byte) int32 {
	if id := t.Find(word); id >= 0 {
		return id
	}
	t.List = append(t.List, string(word))
	if 2*len(t.List) > len(t.keys) {
		size := max(64, 2*len(t.keys))
		t.keys, t.ids, t.shift = make([]wordKey, size), make([]int32, size), bits.LeadingZeros64(uint64(size-1))
		for i := range t.ids {
			t.ids[i] = -1
		}
		for i, w := range t.List[:len(t.List)-1] {
			t.put([]byte(w), int32(i))
		}
	}
	t.put(word, int32(len(t.List)-1))
	return int32(len(t.List) - 1)
}

func (t *wordTable) put(word []byte, id int32) {
	key := keyOf(word)
	i := t.home(key)
	for t.keys[i] != 0 {
		i = t.next(i)
	}
	t.keys[i], t.ids[i] = key, id
}

// A pairTable numbers pairs of words.
type pairTable struct {
	list []uint64
	// seen has a bit for the hash of each pair. Three of four pairs of words in text
	// have no number, which is told by a table that stays in the nearest cache.
	seen [1 << 12]uint64
	// slots are the numbers of the pairs plus one, each near the pair's hash; 0 is free.
	slots []int32 // a power of two, at most half of them used
	shift int     // of a hash, to a place among the slots
}

// A pairHash stands for a pair in the table; its highest bits are those that differ most.
type pairHash uint64

func hashPair(a, b int32) (pair uint64, hash pairHash) {
	pair = uint64(uint32(a))<<32 | uint64(uint32(b))
	return pair, hashOfPair(pair)
}

func hashOfPair(pair uint64) pairHash { return pairHash((pair ^ pair>>29) * uint64(hashSeed)) }

// mark returns 0 for most pairs that have no number, else 1.
func (t *pairTable) mark(hash pairHash) uint64 { return t.seen[hash>>52] >> (hash >> 46 & 63) & 1 }

// Find returns the number of the pair of two words, -1 when it has none.
func (t *pairTable) Find(a, b int32) int32 {
	pair, hash := hashPair(a, b)
	if t.mark(hash) == 0 {
		return -1
	}
	return t.search(pair, hash)
}

// search returns find for a pair that the table may hold.
func (t *pairTable) search(pair uint64, hash pairHash) int32 {
	for i := int(hash >> t.shift); ; i = (i + 1) & (len(t.slots) - 1) {
		switch id := t.slots[i] - 1; {
		case id < 0:
			return -1
		case t.list[id] == pair:
			return id
		}
	}
}

func (t *pairTable) add(a, b int32) int32 {
	if id := t.Find(a, b); id >= 0 {
		return id
	}
	pair, hash := hashPair(a, b)
	t.list = append(t.list, pair)
	if 2*len(t.list) > len(t.slots) {
		size := max(64, 2*len(t.slots))
		t.slots, t.shift = make([]int32, size), bits.LeadingZeros64(uint64(size-1))
		for i, p := range t.list[:len(t.list)-1] {
			t.put(hashOfPair(p), int32(i))
		}
	}
	t.put(hash, int32(len(t.list)-1))
	return int32(len(t.list) - 1)
}

func (t *pairTable) put(hash pairHash, id int32) {
	t.seen[hash>>52] |= 1 << (hash >> 46 & 63)
	i := int(hash >> t.shift)
	for t.slots[i] != 0 {
		i = (i + 1) & (len(t.slots) - 1)
	}
	t.slots[i] = id + 1
}
