package markdown

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
)

// counting is a source.Keeper that counts what it is told is read.
type counting struct {
	read int
	turn atomic.Uint32
}

func (c *counting) Keep(b []byte) []byte { return b }
func (c *counting) Read(n int)           { c.read += n }
func (c *counting) Turn() *atomic.Uint32 { return &c.turn }

// TestKeeperIsToldOnceATurn shows that a document tells its keeper of its bytes whoever asks for them, once a turn.
func TestKeeperIsToldOnceATurn(t *testing.T) {
	keeper := &counting{}
	parser := NewPartialParser(Needs{Everything: true})
	d := parser.Sharing(parser, keeper).Later("a.md", []byte("# A\n\ntext\n"))
	for name, ask := range map[string]func(){
		"source": func() { d.Source() }, "text": func() { d.Text() }, "lines": func() { d.Forget(); d.Lines() },
		"tree": func() { d.Forget(); d.Nodes() },
	} {
		keeper.turn.Add(1)
		keeper.read = 0
		ask()
		require.Equal(t, len(d.src), keeper.read, name)
		ask()
		require.Equal(t, len(d.src), keeper.read, name)
	}
}
