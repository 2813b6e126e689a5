package gate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// MaxSize is the size in bytes of the largest document that is read. Beyond it a file is no document that people wrote,
// and its tree would take many times its size in memory.
const MaxSize = 64 << 20

// TooLarge says what is wrong with a size, nil when nothing is. Ask before reading.
func TooLarge(size int64) error {
	if size > MaxSize {
		return fmt.Errorf("is larger than %d MB, the most that a document may have", MaxSize>>20)
	}
	return nil
}

// Admit says what is wrong with the content of a file that is to be a document, nil when nothing is. Text with a few
// odd bytes is fine: invalid UTF-8 and NUL are kept as they are. Content that is no text at all is refused, because
// whatever was found in it would be noise, and so is what stands in place of the document.
func Admit(src []byte) error {
	if err := TooLarge(int64(len(src))); err != nil {
		return err
	}
	if bytes.HasPrefix(src, []byte("\xff\xfe")) || bytes.HasPrefix(src, []byte("\xfe\xff")) {
		return errors.New("is UTF-16; save it as UTF-8")
	}
	if bytes.HasPrefix(src, []byte("version https://git-lfs.github.com/spec/")) {
		return errors.New("is a Git LFS pointer, and the document itself is not here; fetch it with git lfs pull")
	}
	const looked, share = 8000, 10 // bytes, and the tenth of them
	head := src[:min(len(src), looked)]
	if controls(head)*share > len(head) && odd(head)*share > len(head) {
		return errors.New("is binary, not text")
	}
	return nil
}

// controls counts the control characters below the blank, eight bytes at a time: of text they are line ends and tabs,
// mostly too few for odd ones to be asked for.
func controls(text []byte) (n int) {
	const ones = 0x0101_0101_0101_0101
	for ; len(text) >= 8; text = text[8:] {
		// Of each byte three bits, without which it is below 32.
		upper := binary.LittleEndian.Uint64(text) >> 5 & (7 * ones)
		n += 8 - bits.OnesCount64((upper+0x7F*ones)&(0x80*ones))
	}
	for _, b := range text {
		if b < ' ' {
			n++
		}
	}
	return n
}

// odd counts the control characters that text has no use for.
func odd(text []byte) (n int) {
	for _, b := range text {
		if b < ' ' && strings.IndexByte("\n\t\r\f\x1B", b) < 0 {
			n++
		}
	}
	return n
}
