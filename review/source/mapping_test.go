package source_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func TestMapping(t *testing.T) {
	m := source.NewMapping([]source.Edit{edit(2, 4, "long"), edit(8, 8, "+"), edit(10, 12, "")})
	span := func(start, end int) source.Span { return source.Span{Start: start, End: end} }
	for _, c := range []struct {
		name       string
		span, want source.Span
		edges      source.Edges
		touch      source.Touch
	}{
		{"before", span(0, 2), span(0, 2), source.Wide, source.Untouched},
		{"between", span(4, 8), span(6, 10), source.Tight, source.Untouched},
		{"inserted behind", span(4, 8), span(6, 11), source.Wide, source.Inside},
		{"behind", span(8, 9), span(11, 12), source.Tight, source.Untouched},
		{"inserted in front", span(8, 9), span(10, 12), source.Wide, source.Inside},
		{"inserted into", span(7, 9), span(9, 12), source.Tight, source.Inside},
		{"replaced", span(2, 4), span(2, 6), source.Tight, source.Inside},
		{"half replaced", span(3, 6), span(2, 8), source.Tight, source.Across},
		{"deleted", span(10, 12), span(13, 13), source.Tight, source.Inside},
		{"position of an insertion", span(8, 8), span(10, 10), source.Tight, source.Untouched},
		{"position that holds an insertion", span(8, 8), span(10, 11), source.Wide, source.Inside},
		{"position in replaced bytes", span(3, 3), span(2, 6), source.Tight, source.Across},
		{"position before replaced bytes", span(2, 2), span(2, 2), source.Wide, source.Untouched},
		{"position behind replaced bytes", span(4, 4), span(6, 6), source.Wide, source.Untouched},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, touch := m.Span(c.span, c.edges)
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.touch, touch)
		})
	}
	assert.Equal(t, span(2, 6), m.Written(0))
	assert.Equal(t, span(10, 11), m.Written(1))
	assert.Equal(t, span(13, 13), m.Written(2))
}

// carried is Mapping.Span byte by byte: every byte of the new revision lies before s,
// in it or behind it.
func carried(n int, edits []source.Edit, s source.Span, edges source.Edges) (source.Span, source.Touch) {
	out, touch := source.Span{}, source.Untouched
	count := func(position, bytes int) {
		if position < 0 {
			out.Start += bytes
		}
		if position <= 0 {
			out.End += bytes
		}
	}
	for at := 0; at <= n; at++ {
		gone := false
		for _, e := range edits {
			gone = gone || e.Start <= at && at < e.End
			if e.Start != at {
				continue
			}
			atEdge := e.Empty() && (e.Start == s.Start || e.Start == s.End)
			touched := e.Start < s.End && s.Start < e.End || atEdge && edges == source.Wide
			across := touched && (e.Start < s.Start || e.End > s.End)
			switch {
			case across:
				touch = source.Across
			case touched && touch == source.Untouched:
				touch = source.Inside
			}
			switch {
			case touched:
				count(0, len(e.New))
			case e.End <= s.Start && (e.Start < s.Start || e.Empty() && !s.Empty()):
				count(-1, len(e.New))
			}
		}
		if !gone && at < s.Start {
			count(-1, 1)
		} else if !gone && at < s.End {
			count(0, 1)
		}
	}
	return out, touch
}

// randomEdits is edits of n bytes that Apply takes.
func randomEdits(r *rand.Rand, n int) []source.Edit {
	var edits []source.Edit
	for at := r.IntN(4); at <= n; at += r.IntN(4) {
		e := edit(at, at+r.IntN(min(3, n-at+1)), strings.Repeat("x", r.IntN(4)))
		if last := len(edits) - 1; last >= 0 && edits[last].Span == e.Span {
			at++
			continue
		}
		edits = append(edits, e)
		at = e.End
	}
	return edits
}

func requireMapped(t *testing.T, src []byte, edits []source.Edit, s source.Span) {
	t.Helper()
	after, err := source.Apply(src, edits)
	require.NoError(t, err)
	m := source.NewMapping(edits)
	for _, edges := range []source.Edges{source.Tight, source.Wide} {
		got, touch := m.Span(s, edges)
		want, wantTouch := carried(len(src), m.Edits(), s, edges)
		require.Equal(t, want, got, "%v %v %d", edits, s, edges)
		require.Equal(t, wantTouch, touch, "%v %v %d", edits, s, edges)
		require.True(t, got.Valid(len(after)))
		if touch == source.Untouched {
			require.Equal(t, src[s.Start:s.End], after[got.Start:got.End])
		}
	}
	for i, e := range m.Edits() {
		w := m.Written(i)
		require.Equal(t, e.New, string(after[w.Start:w.End]))
	}
}

func TestMappingByteByByte(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	src := []byte("0123456789abcdef")
	for range 2_000 {
		n := r.IntN(len(src) + 1)
		edits := randomEdits(r, n)
		r.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
		for start := range n + 1 {
			for end := start; end <= n; end++ {
				requireMapped(t, src[:n], edits, source.Span{Start: start, End: end})
			}
		}
	}
}

// FuzzMapping carries spans through random edits and through the differences of two
// revisions.
func FuzzMapping(f *testing.F) {
	f.Add([]byte("a\nb c\nd\n"), []byte("a\nb x c\n"), uint64(1))
	f.Add([]byte("\xff\r\n\x00\n"), []byte(""), uint64(2))
	f.Fuzz(func(t *testing.T, before, after []byte, seed uint64) {
		if len(before) > 1000 || len(after) > 1000 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		lines, words := source.Between(before, after), source.BetweenWords(before, after)
		for _, edits := range [][]source.Edit{randomEdits(r, len(before)), lines, words} {
			start := r.IntN(len(before) + 1)
			s := source.Span{Start: start, End: start + r.IntN(len(before)-start+1)}
			requireMapped(t, before, edits, s)
			requireMapped(t, before, edits, source.Span{Start: start, End: start})
		}
	})
}
