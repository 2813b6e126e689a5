package envelope

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Decoded returns a text in UTF-8 without a byte order mark, and what was read for what where it is in no encoding of
// Unicode.
func Decoded(data []byte) (text []byte, note string) {
	if inUTF16(data) {
		data = fromUTF16(data)
	}
	if !utf8.Valid(data) {
		data, note = fromOther(data)
	}
	return bytes.TrimPrefix(data, []byte("\uFEFF")), note
}

// inUTF16 reports whether data begins with a byte order mark of UTF-16, or with a character of ASCII in it.
func inUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	mark := string(data[:2])
	return mark == "\xff\xfe" || mark == "\xfe\xff" || (data[0] == 0) != (data[1] == 0)
}

// fromUTF16 returns a text in UTF-16 as UTF-8.
func fromUTF16(data []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 0xfe || data[0] == 0 {
		order = binary.BigEndian
	}
	var units []uint16
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// fromOther returns a text that is not in UTF-8: in Latin-1 where none of it is UTF-8.
func fromOther(data []byte) (text []byte, note string) {
	latin := make([]rune, 0, len(data))
	for rest := data; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		if size > 1 || rest[0] < '\n' || c == utf8.RuneError && rest[0] < 0xA0 {
			return bytes.ToValidUTF8(data, []byte("\uFFFD")), "read bytes that are not UTF-8 as U+FFFD"
		}
		latin, rest = append(latin, rune(rest[0])), rest[1:]
	}
	return []byte(string(latin)), "read the text as Latin-1"
}
