package source

import (
	"strings"
	"unicode"
)

// InvisibleControl reports whether r is invisible and changes how the text around it is shown. Such are the control
// characters except white space, which control terminals; the marks, embeddings, overrides and isolates of
// bidirectional text; the deprecated format characters, tags, and the separators of interlinear text.
func InvisibleControl(r rune) bool {
	switch {
	case unicode.IsSpace(r):
		return false
	case unicode.IsControl(r),
		r == 0x061C, r == 0x200E, r == 0x200F,
		0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x206F,
		r == 0xFEFF,
		0xFFF9 <= r && r <= 0xFFFB,
		0xE0000 <= r && r <= 0xE007F:
		return true
	}
	return false
}

// NotWritten reports whether r is a character that no edit may bring into a document: an InvisibleControl, or white
// space that ends a line for some programs and not for others. A line feed behind a carriage return is not looked for.
func NotWritten(r rune) bool {
	return InvisibleControl(r) || strings.ContainsRune("\r\v\f\u0085\u2028\u2029", r)
}
