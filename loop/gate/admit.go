package gate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// MaxSize is the size in bytes of the largest document that is read. People do not write larger documents, and their
// trees would take many times their size in memory.
const MaxSize = 64 << 20

// TooLarge returns an error for a size that is too large. Callers ask before they read.
func TooLarge(size int64) error {
	if size > MaxSize {
		return fmt.Errorf("is larger than %d MB, the most that a document may have", MaxSize>>20)
	}
	return nil
}

// Admit returns an error if the content of a file can't be a document. Text with a few odd bytes is fine: invalid UTF-8
// and NUL are kept as they are. Binary content is refused, because findings in it would be noise, and so is a pointer
// in place of the document.
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
	if odd(head)*share > len(head) {
		return errors.New("is binary, not text")
	}
	return nil
}

// odd counts the control characters that do not belong into text.
func odd(text []byte) (n int) {
	for _, b := range text {
		if b < ' ' && strings.IndexByte("\n\t\r\f\x1B", b) < 0 {
			n++
		}
	}
	return n
}
