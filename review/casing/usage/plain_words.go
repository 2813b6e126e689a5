package usage

import (
	"encoding/binary"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// firstByte is the first of eight bytes that are looked at in one word of the machine. To go byte by byte takes longer:
// BenchmarkPlainWords.
const firstByte = 0xFF

// plainWords reads words of letters of ASCII from at on, as long as nothing else than a space or a line ending, or a
// mark of punctuation and such, stands behind each. It returns where it stopped: at at where no such word stands there.
// A run with anything else in it may be no prose: see piece.
func (r *usageReader) plainWords(at, end int) int {
	src, words := r.src, r.words
	gap, sizes := gapUnknown, 0
read:
	for at+8 <= len(src) {
		eight := binary.LittleEndian.Uint64(src[at:])
		n, mask := source.Leading(source.LetterBits(eight))
		if n == 0 {
			break
		}
		var key wordKey
		var upper uint64
		stop := at + n
		if n < 8 {
			key, upper = wordKey((eight|source.CaseBits)&mask), ^eight&source.CaseBits&mask
		} else if key, upper, stop = longWord(src, at); stop == 0 {
			break
		}
		next, after := stop, gapUnknown
		if stop < end {
			switch c := src[stop]; zone.RunClasses[c] {
			case zone.MarkByte:
			case zone.SpaceByte:
				next, after = stop+1, gaps[c]
			default:
				if !punctuation[c] {
					break read
				}
				if next = stop + 1; next == end {
					break
				}
				switch zone.RunClasses[src[next]] {
				case zone.MarkByte:
				case zone.SpaceByte:
					if gaps[src[next]] == gapSpace {
						after = gaps[c]
					}
					next++
				default:
					break read
				}
			}
		}
		if upper == 0 && (gap == gapSpace || gap == gapComma) { // as add does with most words
			sizes |= n + 3 // which has the bit of 8 for a word of five letters or more
			r.end = stop
			words = append(words, bodyWord{key: key, marks: gapMarks[gap]})
		} else {
			r.words, r.plain = words, r.plain || sizes&8 != 0
			marks := r.behindGap(gap, at)
			if upper&firstByte != 0 {
				marks |= capital
			}
			if upper&^firstByte != 0 || upper != 0 && n == 1 && src[at] == 'I' {
				marks |= mixed
			}
			r.add(source.Span{Start: at, End: stop}, key, marks)
			words, sizes = r.words, 0
		}
		at, gap = next, after
		if gap == gapUnknown {
			break
		}
	}
	r.words, r.plain = words, r.plain || sizes&8 != 0
	return at
}

// A gapKind is what stands between two plain words.
type gapKind uint8

const (
	gapUnknown gapKind = iota
	// gapSpace is a space or a line feed.
	gapSpace
	// gapComma and those behind it are a mark with a gapSpace.
	gapComma
	gapStop
	gapColon
	gapEnd
)

var gaps = [256]gapKind{
	' ': gapSpace, '\n': gapSpace, ',': gapComma, ')': gapComma, '"': gapComma, '\'': gapComma,
	'.': gapStop, ':': gapColon, ';': gapEnd, '!': gapEnd, '?': gapEnd,
}

var gapMarks = [...]wordMarks{gapSpace: behind, gapEnd: 0}

// behindGap returns before for a gap that is known.
func (r *usageReader) behindGap(gap gapKind, at int) wordMarks {
	switch gap {
	case gapSpace, gapComma:
		return gapMarks[gap]
	case gapStop:
		if Abbreviation(r.src, r.end) {
			return 0
		}
		r.flush()
		return starts
	case gapEnd:
		r.flush()
		return starts
	}
	return r.before(at)
}

// longWord returns the key of the word at at, which begins with eight letters or more, where it ends, and which of its
// letters are capitals, as in plainWords; those behind the eighth add to the second one. The end is 0 for a word at the
// end of the text.
func longWord(src []byte, at int) (key wordKey, upper uint64, stop int) {
	h := hashSeed
	for stop = at; stop+8 <= len(src); stop += 8 {
		eight := binary.LittleEndian.Uint64(src[stop:])
		n, mask := source.Leading(source.LetterBits(eight))
		capitals := ^eight & source.CaseBits & mask
		if stop > at && capitals != 0 {
			capitals = source.CaseBits &^ firstByte
		}
		upper |= capitals
		if n < 8 {
			stop += n
			return h.key((eight|source.CaseBits)&mask, stop-at), upper, stop
		}
		h = h.with(eight | source.CaseBits)
	}
	return 0, 0, 0
}

// punctuation has the marks that end a word where white space or a mark follows, and
// wordOpeners those that are passed over in front of one.
var (
	punctuation = [256]bool{'.': true, ',': true, ';': true, ':': true, '!': true, '?': true, ')': true, '"': true, '\'': true}
	wordOpeners = [256]bool{'(': true, '"': true, '\'': true}
)
