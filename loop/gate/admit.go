package gate

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
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

// Admit says what is wrong with the content of a file that is to be a document,
// nil when nothing is. Text with a few odd bytes is fine: invalid UTF-8 and NUL
// are kept as they are. Content that is no text at all is refused, because
// whatever was found in it would be noise, and so is what stands in place of the
// document.
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
	odd := 0
	for _, b := range head {
		if oddBytes[b] { // a table: line ends among the letters would cost 3 % of a check
			odd++
		}
	}
	if odd*share > len(head) {
		return errors.New("is binary, not text")
	}
	return nil
}

// oddBytes has the control characters that text has no use for.
var oddBytes = func() (t [256]bool) {
	for c := range byte(' ') {
		t[c] = !strings.ContainsRune("\n\t\r\f\x1B", rune(c))
	}
	return t
}()
