package source

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes of text are looked at in one word of the machine. To go byte by byte costs as many branches, and the
// last one in each word of the text is mispredicted.
const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
	fromA    = (0x80 - 'a') * eachByte
	beyondZ  = (0x80 - 'z' - 1) * eachByte

	// CaseBits is the bit that a small letter of ASCII has and a capital hasn't, in each of eight bytes.
	CaseBits = 0x20 * eachByte
)

// EightAt returns the eight bytes of text from an offset on, the first one lowest. Zeros stand for those beyond the
// end.
func EightAt(text []byte, at int) uint64 {
	if at+8 <= len(text) {
		return binary.LittleEndian.Uint64(text[at:])
	}
	var b [8]byte
	copy(b[:], text[at:])
	return binary.LittleEndian.Uint64(b[:])
}

// LetterBits has the high bit of each byte of eight that is a letter of ASCII.
func LetterBits(eight uint64) uint64 {
	low := (eight | CaseBits) &^ highBits // so that no byte carries into the next one
	return (low + fromA) &^ (low + beyondZ) &^ eight & highBits
}

// Leading returns how many of eight bytes, from the first on, have their high bit set in marks, and a mask of these
// bytes.
func Leading(marks uint64) (n int, mask uint64) {
	others := ^marks & highBits
	return bits.TrailingZeros64(others) / 8, others&-others>>7 - 1
}

// First returns the index of the first of eight bytes that has its high bit set in marks, or 8 for none.
func First(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }

// Packed has a bit for each of eight bytes that has its high bit set in marks, the first one lowest.
func Packed(marks uint64) uint64 { return marks >> 7 * 0x0102040810204080 >> 56 }

// Letters has a bit for each of the 64 bytes of text from an offset on that is a letter of ASCII, the first one lowest,
// and small for each that is a small letter. What is looked for at each word is found in one loop for all words of the
// 64 bytes then: a loop for those of eight bytes ends too soon for the processor to guess when.
func Letters(text []byte, at int) (letters, small uint64) {
	for k := 0; k < 64 && at+k < len(text); k += 8 {
		eight := EightAt(text, at+k)
		marks := LetterBits(eight)
		letters |= Packed(marks) << k
		small |= Packed(marks&(eight&CaseBits<<2)) << k
	}
	return letters, small
}
