package spelling

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/misspell"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

var update = flag.Bool("update", false, "write words.txt anew from the library")

// The list is that of the library, without what is no single word and what is no mistake.
func TestWordsAreThoseOfTheLibrary(t *testing.T) {
	var lines []string
	for i := 0; i < len(misspell.DictMain); i += 2 {
		wrong := misspell.DictMain[i]
		if strings.Trim(wrong, "abcdefghijklmnopqrstuvwxyz") == "" && !slices.Contains(rightWords, wrong) {
			lines = append(lines, wrong+" "+misspell.DictMain[i+1]+"\n")
		}
	}
	slices.Sort(lines)
	want := strings.Join(lines, "")
	if *update {
		require.NoError(t, os.WriteFile("words.txt", []byte(want), 0o666))
		return
	}
	assert.True(t, want == pairs, "go test ./review/spelling -run Library -update")
	low, high := longest, shortest
	for _, line := range lines {
		wrong, right, _ := strings.Cut(strings.TrimSpace(line), " ")
		low, high = min(low, len(wrong)), max(high, len(wrong))
		if !assert.Equal(t, right, Correction(wrong)) {
			break
		}
	}
	assert.Equal(t, [2]int{shortest, longest}, [2]int{low, high})
}

// rightWords are in the library's list and are words, or names and terms of computing.
var rightWords = strings.Fields("altho barceloneta dependance moreso strat strats")

func TestNext(t *testing.T) {
	text := "We recieve Recieve xrecieve recieve_it recieve2 drecieve. (recieve)"
	var found []int
	for i := Next([]byte(text), 0); i < len(text); i = Next([]byte(text), i+1) {
		found = append(found, i)
	}
	assert.Equal(t, []int{3, 11, strings.LastIndex(text, "recieve")}, found)
	assert.Equal(t, 7, Next([]byte("receive"), 0))
	assert.Equal(t, "", Correction("receive"))
}

func TestEvidence(t *testing.T) {
	first := []byte("We recieve recieve. `recieveData` teh. TEH_X")
	texts := []source.Stored{
		{Path: "a.md", Read: func(*[]byte) ([]byte, error) { return first, nil }},
		{Path: "dir/teh.md", Read: func(buffer *[]byte) ([]byte, error) {
			*buffer = append((*buffer)[:0], "occured"...)
			return *buffer, nil
		}},
	}
	e := Gather(texts, 1)
	assert.Equal(t, []int{2, 3, 1, 0}, []int{e.Count("recieve"), e.Count("teh"), e.Count("occured"), e.Count("receive")})
	e.CountNames([]string{"occured/x"})
	assert.Equal(t, 2, e.Count("occured"))
}

// Words are found 64 bytes at a time. They are those that are found byte by byte, wherever they begin and end.
func TestNextByteByByte(t *testing.T) {
	pieces := []string{"teh", "Teh", "TEH", "recieve", "Recieve", "occured", "accommodatingg", "word",
		"a", "Z", "x", " ", "\n", "_", "7",
		"é", strings.Repeat("long", 20), strings.Repeat("aB", 40), strings.Repeat(" ", 57), "abbrievations"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(40) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text := []byte(b.String())
		for _, inNames := range []bool{false, true} {
			from := r.IntN(len(text) + 1)
			d := dictionary()
			var got, want []source.Span
			for start, end := d.next(text, from, inNames); start < len(text); start, end = d.next(text, end, inNames) {
				got = append(got, source.Span{Start: start, End: end})
			}
			for i := from; i < len(text); {
				if kinds[text[i]] != letter {
					i++
					continue
				}
				n := lettersAt(text, i, inNames)
				if shortest <= n && n <= longest && d.mayHold(hashOf(text, i, n)) {
					want = append(want, source.Span{Start: i, End: i + n})
				}
				i += n
			}
			require.Equal(t, want, got, "%q from %d, in names: %v", text, from, inNames)
		}
	}
}
