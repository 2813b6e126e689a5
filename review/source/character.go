package source

import (
	"bytes"
	"unicode/utf8"
)

// CutsCharacter reports whether an offset lies inside a character of several runes: a family, a flag, a hand of some
// colour. A letter with marks is not one of them.
func CutsCharacter(text []byte, at int) bool {
	const joiner = '\u200D'
	before, _ := utf8.DecodeLastRune(text[:at])
	after, _ := utf8.DecodeRune(text[at:])
	flag := func(r rune) bool { return 0x1F1E6 <= r && r <= 0x1F1FF }
	switch {
	case before == joiner, after == joiner:
		return true
	case flag(before) && flag(after):
		flags := text[len(bytes.TrimRightFunc(text[:at], flag)):at]
		return len(flags)/utf8.RuneLen(before)%2 == 1
	}
	colour, tag := 0x1F3FB <= after && after <= 0x1F3FF, 0xE0020 <= after && after <= 0xE007F
	return colour || tag
}
