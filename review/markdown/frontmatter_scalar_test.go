package markdown

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func TestWriteValue(t *testing.T) {
	for _, tt := range []struct{ line, old, new, want string }{
		{`k: Set up`, "up", "up: now", `k: "Set up: now"`},
		{`k: Set up`, "Set up", `say "x": y`, `k: 'say "x": y'`},
		{`k: Set up`, "Set up", `a "b" isn't: c`, `k: 'a "b" isn''t: c'`},
		{`k: Set up # why`, "Set", "Don't set", `k: Don't set up # why`},
		{`k: Set up # why`, "Set", "Set #1 and", `k: "Set #1 and up" # why`},
		{`k: Set`, "Set", "true", `k: "true"`},
		{`k: Set`, "Set", "yes", `k: "yes"`},
		{`k: Set`, "Set", "12", `k: "12"`},
		{`k: Set`, "Set", "2026-01-02", `k: "2026-01-02"`},
		{`k: fallse # why`, "fallse", "false", `k: false # why`},
		{`k: 20261-05-01`, "20261", "2026", `k: 2026-05-01`},
		{`k: v1.10`, "v1.10", "1.10", `k: "1.10"`},
		{`k: Set up`, "Set", "@all", `k: "@all up"`},
		{`k: Set up`, "Set up", `"a: b"`, `k: "a: b"`},
		{`k: []`, "[]", "[/a, /b]", `k: [/a, /b]`},
		{`k: [/status]`, "/status", "/status, /releases", `k: [/status, /releases]`},
		{`k: 2020-01-30 13:00`, "2020-01-30 13:00", "2020-01-30", `k: 2020-01-30`},
		{`k: x`, "x", "x # patched", `k: x # patched`},
		{`k: "A title"`, "\"A title\"", "A title", `k: A title`},
		{`k: A title`, "A title", "\"A title\"", `k: "A title"`},
		{`k: 12`, "12", "13.5", `k: 13.5`},
		{`k: [ä one, two]`, "one", "one, more", `k: [ä one, more, two]`},
		{`k: 'a b'`, "b", "isn't", `k: 'a isn''t'`},
		{`k: 'it''s b'`, "it''s", "isn''t", `k: 'isn''t b'`},
		{`k: 'it''s b'`, "it''s b", "it's c", `k: 'it''s c'`},
		{`k: "a b"`, "b", `"c"`, `k: "a \"c\""`},
		{`k: "a b"`, "b", `\"c\"`, `k: "a \"c\""`},
		{`k: "a b"`, "b", "#c: d", `k: "a #c: d"`},
		{`k: "a b"`, `"a b"`, "c", `k: "c"`},
		{`k: "a b"`, `"a b"`, `say "c"`, `k: "say \"c\""`},
		{`k: "a b"`, `b"`, `c"`, `k: "a c"`},
		{`k: "a b"`, "a", "", `k: "b"`},
		{`k: "a b"`, "b", "", `k: "a"`},
		{`k: 12`, "12", "13", `k: 13`},
		{`k: "a b"`, "b", `C:\new`, ""},
		{`k: "a \"b\" c"`, `\"b\"`, `\x`, ""},
		{`k: Set`, "k", "a: b", ""},
		{`+k = "a b"`, "b", `"c"`, `+k = "a \"c\""`},
		{`+k = "a b"`, "b", "isn't", `+k = "a isn't"`},
		{`+k = "a b"`, "b", `c" # d`, `+k = "a c\" # d"`},
		{`+k = 'a b'`, "b", `"c" \d`, `+k = 'a "c" \d'`},
		{`+k = 'a b'`, "b", "isn't", ""},
		{`+k = ["a", "b"] # c`, "b", `"x"`, `+k = ["a", "\"x\""] # c`},
		{`+k = {"a b" = "c", d = "e"}`, "c", "isn't", `+k = {"a b" = "isn't", d = "e"}`},
		{`+k = 1`, "1", "2", "+k = 2"},
		{`+k = 1`, "1", "x", ""},
	} {
		t.Run(tt.line+" "+tt.old, func(t *testing.T) {
			line, toml := strings.CutPrefix(tt.line, "+")
			fence := "---\n"
			if toml {
				fence = "+++\n"
			}
			at := len(fence) + strings.Index(line, tt.old)
			if n := strings.Index(line, ": "); n >= 0 && tt.old != "k" {
				at = len(fence) + n + strings.Index(line[n:], tt.old)
			}
			src := []byte(fence + line + "\n" + fence + "\nText.\n")
			e, ok := WriteValue(src, source.Edit{Span: source.Span{Start: at, End: at + len(tt.old)}, New: tt.new})
			ok = ok && EditsOneValue(src, e)
			require.Equal(t, tt.want != "", ok, "%+v", e)
			if ok {
				after, err := source.Apply(src, []source.Edit{e})
				require.NoError(t, err)
				assert.Equal(t, strings.TrimPrefix(tt.want, "+"), strings.Split(string(after), "\n")[1])
			}
		})
	}
}

// Whatever stands in a string, and in its place, it reads as the old one with the new words.
func TestWriteValueReads(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"a", "b c", ":", ": ", " #", "'", `"`, "`", "-", "- ", "{", "}", "[", "]", ",", "&", "*", "!",
		"|", ">", "%", "@", "true", "no", "12", "1.5", "é", "~", "?", "=", "<<", "0x1f", "2026-01-02"}
	text := func(n int) string {
		var out strings.Builder
		for range 1 + random.IntN(n) {
			out.WriteString(parts[random.IntN(len(parts))])
		}
		return out.String()
	}
	for n, written := 0, 0; n < 5000 || written < 1000; n++ {
		pre, post, want := text(4)+" ", " "+text(4), strings.TrimSpace(text(3))
		value := strings.TrimSpace(pre + "old" + post)
		encode := [...]func(string) string{
			func(s string) string { return s },
			func(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" },
			func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` },
		}[n%3](value)
		shape := []string{"x: %s\ny: 1 # c\n", "x: [%s, two]\n", "x:\n  - %s\n  - two\n", "x: {y: %s}\n"}[random.IntN(4)]
		matter := fmt.Sprintf(shape, encode)
		var before map[string]any
		src := "---\n" + matter + "---\n\nText.\n"
		at := strings.Index(src, "old")
		if yaml.Unmarshal([]byte(matter), &before) != nil ||
			!strings.Contains(fmt.Sprintf("%#v", before), fmt.Sprintf("%#v", value)) {
			continue // a plain string that is none
		}
		if strings.Contains(want, "''") {
			continue // which is taken for an escape
		}
		e, ok := WriteValue([]byte(src), source.Edit{Span: source.Span{Start: at, End: at + 3}, New: want})
		if !ok || !EditsOneValue([]byte(src), e) {
			continue
		}
		written++
		after, err := source.Apply([]byte(src), []source.Edit{e})
		require.NoError(t, err)
		var is map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(strings.Split(string(after), "---\n")[1]), &is), "%s", after)
		all := strings.TrimSpace(strings.Replace(pre+"old"+post, "old", want, 1))
		expected := strings.Replace(fmt.Sprintf("%#v", before), fmt.Sprintf("%#v", value), fmt.Sprintf("%#v", all), 1)
		require.Equal(t, expected, fmt.Sprintf("%#v", is), "%s\n%q: %s", src, want, after)
	}
}
