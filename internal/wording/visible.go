package wording

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns s as a message for people: visible, with its line endings and tabs.
func Printable(s string) string {
	return Between(s, "\n", func(line string) string { return Between(line, "\t", Visible) })
}

// Between applies each to what stands between the separators of s.
func Between(s, separator string, each func(string) string) string {
	parts := strings.Split(s, separator)
	for i := range parts {
		parts[i] = each(parts[i])
	}
	return strings.Join(parts, separator)
}

// Visible spells out everything in s that a terminal would obey or hide: control characters as control pictures (ESC is
// ␛), characters that turn the direction of text or have no shape as <U+202E>, bytes that are no UTF-8 as <0xFF>. The
// result has no line endings; tabs are control characters too.
func Visible(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return (r < ' ' || r > '~') && (r == utf8.RuneError || Hidden(r)) }) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		writeVisible(&b, r, s[i:i+size])
		i += size
	}
	return b.String()
}

// writeVisible writes the character r, which stands as raw in the text.
func writeVisible(b *strings.Builder, r rune, raw string) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, "<0x%02X>", raw[0])
	case r < 0x20:
		b.WriteRune(0x2400 + r)
	case r == 0x7F:
		b.WriteRune(0x2421)
	case Hidden(r):
		fmt.Fprintf(b, "<U+%04X>", r)
	default:
		b.WriteString(raw)
	}
}

// Hidden reports whether r is a character that is obeyed rather than seen, or no character at all: XML and YAML forbid
// the last two code points of a plane. The two joiners are not hidden, because many scripts need them.
func Hidden(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = 0x200C, 0x200D
	if r == zeroWidthNonJoiner || r == zeroWidthJoiner {
		return false
	}
	return r&0xFFFE == 0xFFFE || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}
