package zone

// A RunClass says what a byte means for the word it is in. A word is a run of bytes without white space.
type RunClass uint8

const (
	PlainByte RunClass = iota
	SpaceByte
	// MarkByte ends a word: it opens or closes code, a link or a tag, or separates cells.
	MarkByte
	// DoubtfulByte may make the word an identifier or an address.
	DoubtfulByte
	// EndingByte is doubtful unless white space follows it: a full stop, a colon, an exclamation mark.
	EndingByte
)

var RunClasses = func() (t [256]RunClass) {
	for c, class := range map[string]RunClass{
		" \t\r\n\f\v": SpaceByte, "`<[]*|~": MarkByte, "_@\\=>{}()#$%&+^/-": DoubtfulByte, ".:!": EndingByte,
	} {
		for i := range len(c) {
			t[c[i]] = class
		}
	}
	return t
}()
