package spelling

import (
	"flag"
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
	high := 0
	for _, line := range lines {
		wrong, right, _ := strings.Cut(strings.TrimSpace(line), " ")
		high = max(high, len(wrong))
		if !assert.Equal(t, right, Correction(wrong)) {
			break
		}
	}
	assert.Equal(t, longest, high)
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
		{Path: "a.md", Read: func() ([]byte, error) { return first, nil }},
		{Path: "dir/teh.md", Read: func() ([]byte, error) { return []byte("occured"), nil }},
	}
	e := Gather(texts, 1)
	assert.Equal(t, []int{2, 3, 1, 0}, []int{e.Count("recieve"), e.Count("teh"), e.Count("occured"), e.Count("receive")})
	e.CountNames([]string{"occured/x"})
	assert.Equal(t, 2, e.Count("occured"))
}
