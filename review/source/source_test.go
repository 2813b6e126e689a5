package source_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func edit(start, end int, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: start, End: end}, New: text}
}

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edits     []source.Edit
		want      string
	}{
		{"none", "ab", nil, "ab"},
		{"out of order", "abcd", []source.Edit{edit(3, 4, "D"), edit(0, 1, "A")}, "AbcD"},
		{"insertion before a replacement", "ab", []source.Edit{edit(1, 2, "B"), edit(1, 1, "-")}, "a-B"},
		{"deletion of everything", "ab", []source.Edit{edit(0, 2, "")}, ""},
		{"insertion at the end", "ab", []source.Edit{edit(2, 2, "c")}, "abc"},
		{"mixed line endings, mark, NUL, bad UTF-8", "\xef\xbb\xbfa\r\nb\nc\x00\xff\r\nd", []source.Edit{edit(6, 7, "B")},
			"\xef\xbb\xbfa\r\nB\nc\x00\xff\r\nd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := source.Apply([]byte(c.src), c.edits)
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, c := range []struct {
		name  string
		edits []source.Edit
		want  error
	}{
		{"overlap", []source.Edit{edit(0, 2, ""), edit(1, 3, "")}, source.ErrOverlap},
		{"two insertions at one place", []source.Edit{edit(1, 1, "a"), edit(1, 1, "b")}, source.ErrOverlap},
		{"insertion within a replacement", []source.Edit{edit(0, 3, ""), edit(1, 1, "b")}, source.ErrOverlap},
		{"behind the end", []source.Edit{edit(3, 5, "")}, source.ErrBounds},
		{"before the start", []source.Edit{edit(-1, 0, "")}, source.ErrBounds},
		{"backwards", []source.Edit{edit(2, 1, "")}, source.ErrBounds},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := source.Apply([]byte("abcd"), c.edits)
			assert.ErrorIs(t, err, c.want)
			assert.Nil(t, got)
		})
	}
}

func TestMerge(t *testing.T) {
	a, b := []source.Edit{edit(4, 5, "x"), edit(0, 1, "y")}, []source.Edit{edit(0, 1, "y"), edit(2, 2, "z")}
	ab, err := source.Merge(a, b)
	require.NoError(t, err)
	ba, err := source.Merge(b, a)
	require.NoError(t, err)
	assert.Equal(t, ab, ba)
	assert.Equal(t, []source.Edit{edit(0, 1, "y"), edit(2, 2, "z"), edit(4, 5, "x")}, ab)

	_, err = source.Merge(a, []source.Edit{edit(0, 1, "other")})
	assert.ErrorIs(t, err, source.ErrConflict)
}

// TestAddIsMerge holds Fits and Add, which are told edits one by one, to what Merge makes of
// all of them.
func TestAddIsMerge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	conflicts := 0
	for range 2000 {
		var list []source.Edit
		for range r.IntN(6) {
			start := r.IntN(12)
			e := edit(start, start+r.IntN(3), strings.Repeat("x", r.IntN(2)))
			want, wantErr := source.Merge(list, []source.Edit{e})
			err := source.Fits(list, []source.Edit{e})
			assert.Equal(t, wantErr == nil, err == nil, "%v + %v: %v, %v", list, e, wantErr, err)
			if err != nil {
				conflicts++
				assert.ErrorIs(t, err, source.ErrConflict)
				continue
			}
			list = source.Add(list, []source.Edit{e})
			assert.Equal(t, want, list)
		}
	}
	assert.Positive(t, conflicts)
}

// FuzzApply holds Apply to its promise: what no edit covers is there, in order,
// and each edit's text stands between.
func FuzzApply(f *testing.F) {
	f.Add([]byte("a\r\nb\nc\x00\xff"), uint64(1))
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		var edits []source.Edit
		var want []byte
		at := 0
		for at < len(src) {
			keep := r.IntN(len(src)-at) + 1
			want = append(want, src[at:at+keep]...)
			at += keep
			cut := r.IntN(len(src) - at + 1)
			text := strings.Repeat("é", r.IntN(3))
			edits = append(edits, edit(at, at+cut, text))
			want = append(want, text...)
			at += cut
			if cut == 0 {
				break
			}
		}
		want = append(want, src[at:]...)
		r.Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
		got, err := source.Apply(src, edits)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got))
	})
}

func FuzzBetween(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\nd"))
	f.Add([]byte("\xff\r\n\x00\n"), []byte(""))
	f.Fuzz(func(t *testing.T, before, after []byte) {
		got, err := source.Apply(before, source.Between(before, after))
		require.NoError(t, err)
		assert.True(t, bytes.Equal(after, got), "%q", got)
	})
}

func TestLines(t *testing.T) {
	l := source.NewLines([]byte("aé𝄞b\r\nc\rd\n"))
	assert.Equal(t, 4, l.Count())
	for _, c := range []struct {
		unit   source.Unit
		column int
	}{{source.CodePoint, 4}, {source.UTF16, 5}, {source.Byte, 8}} {
		assert.Equal(t, source.Point{Line: 1, Column: c.column}, l.Point(7, c.unit), c.unit)
		at, ok := l.Offset(source.Point{Line: 1, Column: c.column}, c.unit)
		assert.True(t, ok)
		assert.Equal(t, 7, at, c.unit)
	}
	assert.Equal(t, source.Point{Line: 3, Column: 1}, l.Point(12, source.Byte))
	_, ok := l.Offset(source.Point{Line: 1, Column: 4}, source.UTF16)
	assert.False(t, ok, "a column between the halves of a surrogate pair")
	_, ok = l.Offset(source.Point{Line: 5, Column: 1}, source.Byte)
	assert.False(t, ok, "a line behind the last")
	_, ok = l.Offset(source.Point{Line: 3, Column: 3}, source.CodePoint)
	assert.False(t, ok, "a column behind the end of the line")
}

func TestUnified(t *testing.T) {
	before := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n"
	after := "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n11\n12"
	assert.Equal(t, `--- a/x.md
+++ b/x.md
@@ -2,11 +2,11 @@
 2
 3
 4
-5
+five
 6
 7
 8
 9
 10
 11
-12
+12
\ No newline at end of file
`, source.Unified("a/x.md", "b/x.md", []byte(before), []byte(after)))
	assert.Empty(t, source.Unified("a", "b", []byte(before), []byte(before)))
	assert.Equal(t, "--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n", source.Unified("a", "b", nil, []byte("x\n")))
}
