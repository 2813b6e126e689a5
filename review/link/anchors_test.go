package link

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// identifiersAnew is the identifiers of attribute lists, each brace that opens looked
// at by itself. Those with a brace in them are none.
func identifiersAnew(src []byte) map[string]bool {
	ids := map[string]bool{}
	for at, c := range src {
		if c != '{' {
			continue
		}
		line, _, _ := bytes.Cut(src[at+1:], []byte("\n"))
		list, _, found := bytes.Cut(line, []byte("}"))
		for _, field := range bytes.Fields(list) {
			if id, ok := bytes.CutPrefix(field, []byte("id=")); ok {
				field = append([]byte("#"), bytes.Trim(id, `"`)...)
			}
			if found && len(field) > 1 && field[0] == '#' && bytes.IndexByte(field, '{') < 0 {
				ids[string(field[1:])] = true
			}
		}
	}
	return ids
}

func TestAttributeLists(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	parts := []string{"{", "{#", "{: #", " id=", `"`, "}", " #", "a", "b", " ", "\n", " .c"}
	for range 20000 {
		var src []byte
		for range random.IntN(16) {
			src = append(src, parts[random.IntN(len(parts))]...)
		}
		ids := map[string]bool{}
		for id := range listIDs(src) {
			ids[id] = true
		}
		require.Equal(t, identifiersAnew(src), ids, "%q", src)
	}
}

// TestAttributeListsAreLinear reads very many braces on one line. Were it searched anew
// for each of them, it would take an hour.
func TestAttributeListsAreLinear(t *testing.T) {
	braces := strings.Repeat("{ ", 4<<20)
	assert.Equal(t, []string{"a"}, slices.Collect(listIDs([]byte(braces+"\n"+braces+"#a}"))))
}
