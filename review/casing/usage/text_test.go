package usage

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// closedAnew is behind what closes the opener at an offset, with a look at its whole
// line; 0 where nothing does.
func closedAnew(src []byte, at int) int {
	line, _, _ := bytes.Cut(src[at:], []byte("\n"))
	if line[0] == '{' {
		inside, _, found := bytes.Cut(line, []byte("}"))
		if !found {
			return 0
		}
		return at + len(inside) + 1
	}
	for i, depth := 1, 0; i < len(line); i++ {
		switch c := line[i]; {
		case depth == 0 && (c == ')' && line[0] == '(' || c == ']' && line[0] == '['):
			return at + i + 1
		case c == '(' && line[0] == '(':
			depth++
		case c == ')':
			depth--
		case c == '\\':
			i++
		}
	}
	return 0
}

// opensLine reports whether a usageReader may ask what closes the byte at an offset.
func opensLine(src []byte, at int) bool {
	return src[at] == '{' || at > 0 && src[at-1] == ']' && (src[at] == '(' || src[at] == '[')
}

func TestClosed(t *testing.T) {
	parts := strings.Fields(`{ } ]( ]( ][ ][ ( ) ] \\ \\] \\][ a {} ](b)`)
	parts = append(parts, "\n", " ")
	random := rand.New(rand.NewPCG(5, 6))
	for range 50000 {
		var src []byte
		for range random.IntN(20) {
			src = append(src, parts[random.IntN(len(parts))]...)
		}
		for at := 0; at < len(src); {
			if !opensLine(src, at) {
				at++
				continue
			}
			stop := closedAnew(src, at)
			require.Equal(t, stop, closed(src, at, len(src)), "%q at %d", src, at)
			if at++; random.IntN(2) == 0 {
				at = max(at, stop)
			}
		}
	}
}

// TestClosedLooksNotFar asks for what closes very many openers. Were each looked for to the end of its line, it would
// take many minutes.
func TestClosedLooksNotFar(t *testing.T) {
	for _, part := range []string{"{ ", "{} ", "](", "](b) ", "](b", `\][`, "][b] ", "[b]("} {
		src := []byte(strings.Repeat(part, (1<<20)/len(part)))
		found := 0
		for at := range src {
			if opensLine(src, at) && closed(src, at, len(src)) > 0 {
				found++
			}
		}
		assert.Equal(t, strings.ContainsAny(part, "})") || part == "][b] ", found > 0, part)
	}
}
