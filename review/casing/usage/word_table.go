package usage

// A wordTable numbers words.
type wordTable struct {
	List []string
	ids  map[string]int32
}

// Find returns the number of a word, or -1 for none.
func (t *wordTable) Find(word []byte) int32 {
	if id, ok := t.ids[string(word)]; ok {
		return id
	}
	return -1
}

// add returns the number of a word. A new word gets the next number.
func (t *wordTable) add(word string) int32 {
	id, ok := t.ids[word]
	if !ok {
		id = int32(len(t.List))
		t.ids[word], t.List = id, append(t.List, word)
	}
	return id
}

// A pairTable numbers pairs of words.
type pairTable struct {
	list []uint64
	ids  map[uint64]int32
}

func pairOf(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }

// Find returns the number of the pair of two words, or -1 for none.
func (t *pairTable) Find(a, b int32) int32 {
	if id, ok := t.ids[pairOf(a, b)]; ok {
		return id
	}
	return -1
}

// add returns the number of a pair. A new pair gets the next number.
func (t *pairTable) add(pair uint64) int32 {
	id, ok := t.ids[pair]
	if !ok {
		id = int32(len(t.list))
		t.ids[pair], t.list = id, append(t.list, pair)
	}
	return id
}
