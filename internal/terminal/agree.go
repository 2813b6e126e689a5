package terminal

import (
	"fmt"
	"io"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Agrees asks a person a question, and reports whether the answer is y. It reads no more than the line of the answer.
func Agrees(in io.Reader, out io.Writer, question string) bool {
	fmt.Fprint(out, wording.Printable(question))
	var line []byte
	for one := make([]byte, 1); ; {
		n, err := in.Read(one)
		if n == 0 || err != nil || one[0] == '\n' {
			return strings.EqualFold(strings.TrimSpace(string(line)), "y")
		}
		line = append(line, one[0])
	}
}
