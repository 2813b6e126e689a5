package usage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Titled reports whether a word behind the first begins with a capital. A heading in letters without capitals, such as
// Chinese, has no case: the capitals of the words of English in it show none.
func Titled[T string | []byte](heading T) bool {
	titled, begun, before := false, false, ' '
	for _, r := range string(heading) {
		if unicode.IsLetter(r) {
			if r > unicode.MaxLatin1 && unicode.Is(unicode.Lo, r) {
				return false
			}
			titled = titled || begun && unicode.IsUpper(r) && !source.WordRune(before)
			begun = true
		}
		before = r
	}
	return titled
}

// SmallWords are those that are lower case in every style, unless they are part of a name.
var SmallWords = wording.Set("a an the and but or nor for so yet at by in of on per to up via as if off from with " +
	"into over vs is are be can do does how what when where which who why your you it its this that these those not no " +
	"than then without within between through under after before about against all any some its us our we my has have " +
	"will should must there here was were been being them they their he she his her also else while during because " +
	"until upon onto both each either")

// Divided reports whether the text has a word both ways, neither of them by mistake.
func (u Counts) Divided() bool {
	return u.Lower > 1 && u.Upper > 1 && u.Lower < 4*u.Upper && u.Upper < 4*u.Lower
}

// WordStop returns where the word that starts at at ends: letters, digits, marks, and apostrophes between letters.
func WordStop(src []byte, at, end int) int {
	for at < end {
		r, n := utf8.DecodeRune(src[at:end])
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
		case r == '\'' || r == '\u2019':
			if next, _ := utf8.DecodeRune(src[at+n : end]); !unicode.IsLetter(next) {
				return at
			}
		default:
			return at
		}
		at += n
	}
	return at
}

// Fold returns a word in lower case, without a possessive ending.
func Fold(word []byte) string {
	fold := strings.ToLower(string(word))
	return strings.TrimSuffix(strings.TrimSuffix(fold, "'s"), "\u2019s")
}
