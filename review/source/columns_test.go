package source

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestColumnsOfLongLines compares with counting from the start of the line.
func TestColumnsOfLongLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	characters := []string{"a", "b", " ", "é", "日", "😀", "\xFF", "\xE6\x97", "\r"}
	places := 0
	for range 40 {
		var text strings.Builder
		few := characters[:1+random.IntN(len(characters))]
		for range 3 {
			for range random.IntN(12 * longLine) {
				text.WriteString(few[random.IntN(len(few))])
			}
			text.WriteByte('\n')
		}
		src := []byte(text.String())
		l := NewLines(src)
		for range 100 {
			offset := random.IntN(len(src) + 1)
			line, columns := l.Columns(offset)
			for _, u := range []Unit{CodePoint, UTF16, Byte} {
				p := l.Point(offset, u)
				require.Equal(t, 1+width(src[l.starts[p.Line-1]:offset], u), p.Column)
				require.Equal(t, p, Point{line, columns[u]})
				p.Column += random.IntN(2) * random.IntN(2*longLine)
				s, _ := l.Span(p.Line)
				want, ok := counted(src[s.Start:s.End], p.Column-1, u)
				got, found := l.Offset(p, u)
				require.Equal(t, ok, found)
				if ok {
					require.Equal(t, s.Start+want, got)
					places++
				}
			}
		}
	}
	require.Positive(t, places)
}

// counted is where in a line n units end, counted one by one.
func counted(line []byte, n int, u Unit) (int, bool) {
	if u == Byte {
		return n, n <= len(line)
	}
	i := 0
	for n > 0 && i < len(line) {
		r, size := utf8.DecodeRune(line[i:])
		n -= runeWidth(r, u)
		i += size
	}
	return i, n == 0
}

// TestManyColumnsOfALine asks for very many places in one line. Were each counted from
// its start, it would take minutes.
func TestManyColumnsOfALine(t *testing.T) {
	const n = 100000
	l := NewLines([]byte(strings.Repeat("é a", n)))
	for i := range n {
		at, ok := l.Offset(Point{1, 1 + 3*i}, UTF16)
		if p := l.Point(at, CodePoint); !ok || at != 4*i || p.Column != 1+3*i {
			require.Fail(t, "another place", "%d: %d, %v", i, at, p)
		}
	}
}
