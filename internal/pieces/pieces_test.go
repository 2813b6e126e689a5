package pieces_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/pieces"
)

// An element writes itself, as elements that are pointed to may.
type element struct{ text string }

func (e *element) MarshalJSON() ([]byte, error) { return json.Marshal(`"lazy":[` + e.text) }

// TestPiecesAreTheWhole compares the pieces of a value with its JSON, for lists of few and of many elements.
func TestPiecesAreTheWhole(t *testing.T) {
	type value struct {
		Name  string             `json:"name"`
		Slice []element          `json:"slice"`
		Other []int              `json:"other"`
		Lazy  lazy.List[element] `json:"lazy,omitzero"`
	}
	for n := range 4 {
		v := value{Name: `"slice":[`, Slice: make([]element, n), Other: []int{1, 2}}
		for i := range v.Slice {
			v.Slice[i].text = strconv.Itoa(i / 2)
		}
		v.Lazy = lazy.ListOf(v.Slice)
		want, err := json.Marshal(&v)
		require.NoError(t, err)
		var got []byte
		most := 0
		lists := []pieces.List{pieces.Slice("slice", &v.Slice), pieces.Lazy("lazy", &v.Lazy)}
		require.NoError(t, pieces.Write(&v, lists, json.Marshal, func(piece []byte) {
			got, most = append(got, piece...), max(most, len(piece))
		}))
		assert.Equal(t, string(want), string(got))
		assert.Less(t, most, 120)
	}
}
