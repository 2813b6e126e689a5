package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// valueOf is the tree as encoding/json would decode it with UseNumber.
func valueOf(n Node) any {
	switch n.Kind() {
	case Bool:
		return string(n.Raw()) == "true"
	case Number:
		return json.Number(n.Text())
	case String:
		return n.Text()
	case Array:
		out := []any{}
		for i, item := range n.Items() {
			if i != len(out) {
				panic("wrong index")
			}
			out = append(out, valueOf(item))
		}
		return out
	case Object:
		out := map[string]any{}
		for key, value := range n.Members() {
			out[key.Text()] = valueOf(value)
		}
		return out
	}
	return nil
}

// decode is what encoding/json makes of src.
func decode(t require.TestingT, src []byte) any {
	d := json.NewDecoder(bytes.NewReader(src))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v))
	return v
}

// checkPlaces asserts that each key and value is written where the tree says, one
// within another and in order.
func checkPlaces(t require.TestingT, n Node) {
	require.Equal(t, decode(t, n.Raw()), valueOf(n), "%s", n.Raw())
	at, end := n.Offset()+1, n.Offset()+len(n.Raw())
	inside := func(part Node) {
		require.GreaterOrEqual(t, part.Offset(), at)
		at = part.Offset() + len(part.Raw())
		require.Less(t, at, end)
	}
	for key, value := range n.Members() {
		inside(key)
		require.Equal(t, decode(t, key.Raw()), key.Text())
		inside(value)
		checkPlaces(t, value)
		require.True(t, n.Has(key.Text()))
	}
	for _, item := range n.Items() {
		inside(item)
		checkPlaces(t, item)
	}
}

// FuzzParse compares Parse with encoding/json: the same texts are JSON, and they have
// the same values, which stand where the tree says.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"a": [1, -2.5e3, true, null, "x\n\u00e9\ud83d\ude00\ud83d"], "a": {"b\/": {}}}`, " [ ] \n", `"\ud800\u0041"`, `[1,]`, `{"a":1,}`,
		`01`, `1.`, `-`, `"\x"`, `{"a" 1}`, `tru`, "\"\xff\xfe\"", "\"a\tb\"", `[1] x`, ``, `{"é\u0000": 0}`, `{"a":{"a":[[],{}]}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		n, err := Parse(src)
		require.Equal(t, json.Valid(src), err == nil, "%v", err)
		if err != nil {
			var raw json.RawMessage
			require.Equal(t, json.Unmarshal(src, &raw), err)
			return
		}
		require.Equal(t, bytes.Trim(src, " \n\r\t"), n.Raw())
		require.Zero(t, n.ExtraCommas())
		checkPlaces(t, n)
		loose, err := ParseLoose(src)
		if err != nil {
			require.ErrorContains(t, err, "nested deeper")
			return
		}
		require.Equal(t, n.t.values, loose.t.values)
	})
}

// FuzzParseLoose holds the loose parsers to what Parse makes of the text once its
// extra commas, its comments and the other words for null are out of it.
func FuzzParseLoose(f *testing.F) {
	for _, s := range []string{`[1,{"a":[],"b":"\ud83d\ude00,]"},]`, `{"a": [ "," , ] , }`, `{"a":1} and more`, `[1] [2]`, `[,]`, `{,}`, `"ab`, `0//`, `[NaN, /* b */ 1]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		root, end, _, err := ParsePrefix(src)
		whole, failed := ParseLoose(src)
		if err != nil {
			var syntax *SyntaxError
			require.True(t, errors.As(failed, &syntax))
			require.Equal(t, err, failed)
			require.LessOrEqual(t, syntax.Offset, len(src))
			return
		}
		tail := parser{tree: &tree{src: src, loose: true}, at: end}
		tail.space()
		require.Equal(t, tail.at == len(src), failed == nil)
		if failed == nil {
			require.Equal(t, root.t.values, whole.t.values)
		}
		strict := strictly(root)
		require.False(t, json.Valid(src[:end]) && root.ExtraCommas() > 0)
		require.Equal(t, decode(t, strict), valueOf(root))
	})
}

// strictly writes a tree as JSON.
func strictly(n Node) []byte {
	var parts [][]byte
	for key, value := range n.Members() {
		parts = append(parts, append(append(bytes.Clone(key.Raw()), ':'), strictly(value)...))
	}
	for _, item := range n.Items() {
		parts = append(parts, strictly(item))
	}
	switch n.Kind() {
	case Array:
		return fmt.Appendf(nil, "[%s]", bytes.Join(parts, []byte(",")))
	case Object:
		return fmt.Appendf(nil, "{%s}", bytes.Join(parts, []byte(",")))
	case Null:
		return []byte("null")
	}
	return n.Raw()
}

func TestGet(t *testing.T) {
	n, err := Parse([]byte(`{"a": 1, "b": {"c": [true, "x"]}, "a": 2, "\u0062x": 3}`))
	require.NoError(t, err)
	assert.Equal(t, "2", n.Get("a").Text(), "the last of equal keys")
	assert.Equal(t, "3", n.Get("bx").Text())
	assert.Equal(t, 2, n.Get("b", "c").Len())
	assert.Equal(t, Bool, n.Get("b", "c").First().Kind())
	assert.False(t, n.Get("b", "d", "c").Exists())
	assert.False(t, n.Get("a", "d").Exists())
	assert.False(t, n.Get("b", "c").Get("x").Exists())
	assert.True(t, n.Has("a", "b"))
	assert.False(t, n.Has("a", "d"))
	assert.Zero(t, n.Len())
}

func TestLimits(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	_, err := ParseLoose(deep(maxLooseDepth))
	assert.NoError(t, err)
	_, err = ParseLoose(deep(maxLooseDepth + 1))
	assert.EqualError(t, err, "nested deeper than 64 levels")
	_, err = Parse(deep(maxDepth))
	assert.NoError(t, err)
	_, err = Parse(deep(maxDepth + 1))
	assert.ErrorContains(t, err, "exceeded max depth")
}
