package fixers

import (
	"bytes"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestProposeInPortions shows that the size of the portions makes no difference, though fixes carry along the links of
// documents in earlier and later portions, and though trees are read again.
func TestProposeInPortions(t *testing.T) {
	set := loadSet(t, []byte(everything))
	c, carried := testdocs.Chance(5), 0
	for range 60 {
		parser := zone.NewPartialParser(review.NeedsOf(set, review.Reviewers()))
		later, now := map[string]*zone.Document{}, map[string]*zone.Document{}
		var docs []*zone.Document
		for i := range 5 {
			src := string(c.Lines()) + fmt.Sprintf("\n\n## The blacklist of %d\n\nSee [it](d%d.md#the-blacklist-of-%d) and simply teh x.\n",
				i, (i+3)%5, (i+3)%5)
			path := fmt.Sprintf("d%d.md", i)
			later[path], now[path] = parser.Later(path, []byte(src)), zone.Parse(path, []byte(src))
			docs = append(docs, now[path])
		}
		corpus := review.NewCorpus(docs, nil)
		in := Input{Docs: now, Set: set, Fixers: Registry(), Site: corpus.Site}
		var found []review.Finding
		for _, d := range docs {
			found = append(found, corpus.Review(d, set, review.Reviewers())...)
		}
		in.Findings = FindingsOf(found)
		want, plan := Prove(in, Build(in))
		for _, a := range plan.Applied {
			carried += len(a.Change) - 1
		}
		in.Docs = later
		in.Keeper = cloning{}
		for _, least := range []int{1, 7} {
			got, other, _ := propose(in, func(*Applied) (bool, *Skip) { return false, nil }, least)
			require.Equal(t, plan, other)
			require.Len(t, got, len(want))
			for path, d := range want {
				require.Equal(t, string(d.Source()), string(got[path].Source()))
			}
		}
	}
	require.Greater(t, carried, 50)
}

// cloning keeps bytes elsewhere.
type cloning struct{}

func (cloning) Keep(b []byte) []byte { return bytes.Clone(b) }
func (cloning) Read(int)             {}
func (cloning) Turn() *atomic.Uint32 { return new(atomic.Uint32) }
