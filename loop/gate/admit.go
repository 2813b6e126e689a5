package gate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// MaxSize is the size in bytes of the largest document that is read. Beyond it a
// file is no document that people wrote, and its tree would take many times its
// size in memory.
const MaxSize = 64 << 20

// TooLarge says what is wrong with a size, nil when nothing is. Ask before
// reading.
func TooLarge(size int64) error {
	if size > MaxSize {
		return fmt.Errorf("is larger than %d MB, the most that a document may have", MaxSize>>20)
	}
	return nil
}

// oddBytes has 1 for the bytes that text rarely has.
var oddBytes = func() (t [256]int) {
	for c := range 0x20 {
		t[c] = 1
	}
	for _, c := range []byte("\t\n\r\f\x1B") {
		t[c] = 0
	}
	return t
}()

// Admit says what is wrong with the content of a file that is to be a document,
// nil when nothing is. Text with a few odd bytes is fine: invalid UTF-8 and NUL
// are kept as they are. Content that is no text at all is refused, because
// whatever was found in it would be noise.
func Admit(src []byte) error {
	if err := TooLarge(int64(len(src))); err != nil {
		return err
	}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return errors.New("is UTF-16; save it as UTF-8")
	}
	const looked, share = 8000, 10 // bytes, and the tenth of them
	head := src[:min(len(src), looked)]
	if controls(head)*share <= len(head) {
		return nil
	}
	odd := 0
	for _, b := range head {
		odd += oddBytes[b]
	}
	if odd*share > len(head) {
		return errors.New("is binary, not text")
	}
	return nil
}

// controls is how many bytes below the space text has, those of lines included.
func controls(text []byte) int {
	const each, high, low = 0x0101010101010101, 0x8080808080808080, 0x7F7F7F7F7F7F7F7F
	n, i := 0, 0
	for ; i+8 <= len(text); i += 8 {
		top := binary.LittleEndian.Uint64(text[i:]) & (0xE0 * each) // 0 in the bytes that are meant
		n += bits.OnesCount64(^((top&low + low) | top) & high)
	}
	for ; i < len(text); i++ {
		if text[i] < ' ' {
			n++
		}
	}
	return n
}
