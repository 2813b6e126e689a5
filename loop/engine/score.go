package engine

import (
	"encoding/binary"
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Weights of a finding in the quality score, by severity.
const (
	blockerWeight    = 10
	warningWeight    = 3
	suggestionWeight = 1
)

// Score is the quality of a document of so many words with open findings of the
// given severities, from 0 (the floor) to 100: weighted findings per thousand
// words, taken from 100. A short document counts as one of a thousand words, so
// that a single finding does not condemn it.
func Score(words int, open []rules.Severity) float64 {
	const per = 1000
	weight := 0
	for _, s := range open {
		switch s {
		case rules.Blocker:
			weight += blockerWeight
		case rules.Suggestion:
			weight += suggestionWeight
		default:
			weight += warningWeight
		}
	}
	return 100 - min(100, float64(weight)*per/float64(max(words, per)))
}

// A Trend says where the passes lead.
type Trend string

// The trends of a run.
const (
	TrendUnknown    Trend = "unknown" // no pass yet
	TrendImproving  Trend = "improving"
	TrendStagnating Trend = "stagnating"
	TrendRegressing Trend = "regressing"
)

// TrendOf is the trend of a pass that resolved and raised so many findings.
func TrendOf(resolved, raised int) Trend {
	switch {
	case raised > resolved:
		return TrendRegressing
	case resolved > raised:
		return TrendImproving
	}
	return TrendStagnating
}

// Words counts the words of a text: what stands between white space. Eight bytes of
// ASCII are looked at in one step (BenchmarkWords).
func Words(text []byte) int {
	n, before := 0, uint8(1) // 1 behind white space
	for i := 0; i < len(text); {
		end := min(i+8, len(text))
		if end == i+8 {
			if eight := binary.LittleEndian.Uint64(text[i:]); eight&tops == 0 {
				blank := blanks(eight)
				n += bits.OnesCount64((blank<<8 | uint64(before)<<7) &^ blank)
				before, i = uint8(blank>>63), end
				continue
			}
		}
		for i < end {
			space, size := spaces[text[i]], 1
			if space > 1 {
				var r rune
				r, size = utf8.DecodeRune(text[i:])
				if space = 0; unicode.IsSpace(r) {
					space = 1
				}
			}
			n += int(before &^ space)
			before = space
			i += size
		}
	}
	return n
}

// Each byte is one of ones, and its highest bit of tops.
const ones, tops = 0x0101010101010101, 0x8080808080808080

// blanks has the highest bit of each byte that is white space; all are ASCII, so that
// no sum carries into the next byte.
func blanks(eight uint64) uint64 {
	between := (eight + (0x80-'\t')*ones) &^ (eight + (0x80-'\r'-1)*ones) // from tab to carriage return
	other := (eight ^ ' '*ones) + 0x7F*ones                               // than a space
	return (between | ^other) & tops
}

// spaces is 1 for white space of one byte and 2 for the bytes that longer white
// space may begin with. A table and no branch: words are short.
var spaces = [256]uint8{
	'\t': 1, '\n': 1, '\v': 1, '\f': 1, '\r': 1, ' ': 1,
	0xC2: 2, 0xE1: 2, 0xE2: 2, 0xE3: 2,
}
