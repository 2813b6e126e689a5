package intake

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// A remark is read as it is meant; where it could be meant in two ways nothing is edited.
func TestRemarks(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"Line 12: change “teh relay” to “the relay”", "12 teh relay: teh relay to the relay"},
		{"line 12: Change \"teh relay\" to \"the relay\".", "12 teh relay: teh relay to the relay"},
		{"L12: “a b” → “a c”", "12 a b: a b to a c"},
		{"**Line 12:** `a b` should be `a c`", "12 a b: a b to a c"},
		{"**Line 12**: `a b` should be `a c`", "12 a b: a b to a c"},
		{"(line 12) Replace \"a b\" with \"a c\".", "12 a b: a b to a c"},
		{"guide.md:12: \"a b\" should read \"a c\"", "12 a b: a b to a c"},
		{"Line 12, \"a b\" -> \"a c\"", "12 a b: a b to a c"},
		{"\"a b\" should be \"a c\" (line 12)", "12 a b: a b to a c"},
		{"Line 12: ``a `b` `` should be ``a `c` ``", "12 a `b`: a `b` to a `c`"},
		{"Line 12: ````` should be ````sh`", "12 ```: ``` to ```sh"},
		{"Line 12: use \"a c\" instead of \"a b\"", "12 a b: a b to a c"},
		{"Line 12: delete \"very\".", "12 very: very to "},
		{"Line 12: remove the word 'very'", "12 very: very to "},
		{"Line 12: \"very\" can be deleted", "12 very: very to "},
		{"Line 12: after \"a b\" insert \"q\"", "12 a b: a b to a b q"},
		{"Line 12: insert \"q\" before \"a b\"", "12 a b: a b to q a b"},
		{"Line 12: \"he said \"no\" twice\" should be \"he said \"no\" once\"", "12 he said \"no\" twice: he said \"no\" twice to he said \"no\" once"},
		{"Line 12: 'the dog's bone' should be 'the dogs' bone'", "nothing"},
		{"Line 12: \"the dog's bone\" should be \"the dogs' bone\"", "12 the dog's bone: the dog's bone to the dogs' bone"},
		{"Line 12: typo: \"a b\" is misspelled, should be \"a c\"", "12 a b: a b to a c"},
		{"Line 12\n  Current: a b c d\n  Suggested: a b c e", "12 a b c d: a b c d to a b c e"},

		{"Line 12: \"a b\" should be \"a c\" or \"a d\"", "asks"},
		{"Line 12: \"a b\" should be \"a c\"?", "asks"},
		{"Line 12: \"a b\" should be \"a c\", not sure", "asks"},
		{"Line 12: \"a b\" should be \"a c\" everywhere", "a b to a c"},
		{"Line 12: delete \"a b\" unless it is needed", "asks"},
		{"Line 12: don't change \"a b\" to \"a c\"", "nothing"},
		{"Line 12: \"a b\" should not be \"a c\"", "nothing"},
		{"Line 12: I would never delete \"a b\"", "nothing"},
		{"Line 12: \"a b\" is vague", "nothing"},
		{"Line 12: change \"a b\" to lower case", "nothing"},
		{"Line 12: \"a b\" should be \"rewritten\" by \"somebody\"", "asks"},
		{"Line 12: delete \"a \"b c\" d", "nothing"},
		{"Line 12: change \"a b\" and \"c d\" to \"e f\"", "nothing"},
	} {
		t.Run(tt.in, func(t *testing.T) {
			r, err := Parse("r.md", []byte("- "+tt.in+"\n- Line 1: change “p” to “q”\n"), format.Auto)
			require.NoError(t, err)
			require.Len(t, r.Issues, 2)
			assert.Equal(t, format.Prose, r.Format)
			said := fmt.Sprintf("%d %s", r.Issues[0].Place.From.Line, told(r))
			said, _, _ = strings.Cut(said, ", p: p to q")
			assert.Contains(t, said+" ", tt.want+map[bool]string{true: " "}[!strings.HasPrefix(tt.want, "asks")])
			if tt.want == "nothing" || tt.want == "asks" {
				assert.NotContains(t, said, " to ")
			}
		})
	}
}

// Texts that are no review stay refused: pages, change logs, mails without a remark, tables of
// anything, other programs' data.
func TestTextsThatAreNoReview(t *testing.T) {
	for name, in := range map[string]string{
		"a page":           "# Guide\n\nStart the relay first. See \"Install\".\n\n- Linux\n- macOS\n",
		"a change log":     "# 1.2\n\n- Replace `foo` with `bar`\n- Rename `x` to `y`\n- Fix a crash\n",
		"praise":           "LGTM! Great work on \"Install\".\n",
		"steps":            "1. Open the file.\n2. On line 12, change `port` to `9000`.\n3. Save it.\n4. Restart.\n5. Test it.\n",
		"a table":          "| Code | Meaning |\n| --- | --- |\n| 12 | Line |\n",
		"YAML":             "name: build\non: push\njobs:\n  test:\n    steps:\n      - run: make\n",
		"a list of YAML":   "- one\n- two\n",
		"a section":        "# Guide\n\nIn `or` expressions, the left side is first. See “Install”.\n\nIn `and` expressions, it is not.\n",
		"a diff cut off":   "--- a/g.md\n+++ b/g.md\n@@ -1,3 +1,3 @@\n a\n-b\n",
		"a diff of a file": "--- /dev/null\n+++ b/g.md\n@@ -0,0 +1 @@\n+a\n",
		"other JSON lines": "{\"level\": \"info\", \"time\": 3}\n{\"level\": \"info\", \"time\": 4}\n",
		"a shell script":   "#!/bin/sh\necho \"Line 12\"\n",
		"C":                "int main(void) { return 0; }\n",
		"mail":             "Hi Ann,\n\nI read your page on line 12 of the train. \"Good\" is all I say.\n",
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Parse("r", []byte(in), format.Auto)
			if assert.Error(t, err) {
				assert.Nil(t, r)
				assert.Contains(t, err.Error(), "r:")
			}
		})
	}
}

// FuzzTexts feeds anything to the readers of what people write: nothing of it is lost by a
// crash, and an edit quotes what it replaces.
func FuzzTexts(f *testing.F) {
	f.Add("- Line 12: change “teh relay” to “the relay”\n", uint8(0))
	f.Add("| Line | Old | New |\n|---|---|---|\n| 1 | a | b |\n", uint8(0))
	f.Add("> quoted\n\n“a” → “b”\n## Line 3\n1. delete `x`", uint8(0))
	f.Add("a {~~b~>c~~}{>>d<<} {++e++} {--f--} {==g==}", uint8(1))
	f.Add("--- a/g.md\n+++ b/g.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", uint8(2))
	f.Add("@@ -1,1 +1,0 @@\n-\n", uint8(2))
	f.Add("--- a.md\n+++ a.md\n@@ -0,0 +0,2 @@\n \n+000\n", uint8(2))
	f.Add("issues:\n  - line: 1\n    description: >\n      d\n    quote: a\n    new_value: b\n", uint8(3))
	f.Add("{\"description\": \"d\"}\n{\"quote\": \"a\", \"new_value\": \"b\"}\n", uint8(3))
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		as := []format.Format{format.Prose, format.CriticMarkup, format.Diff, format.Auto, format.DocIterate}[which%5]
		r, err := Parse("r", []byte(text), as)
		if err != nil {
			assert.Nil(t, r)
			assert.NotContains(t, err.Error(), "accounted for", "a line is lost")
			return
		}
		for _, i := range r.Issues {
			shown(t, i.Message)
			assert.NotEmpty(t, i.ID)
			if i.Remedy == 1 && r.Format != format.DocIterate {
				assert.NotEmpty(t, replaced(&i), "an edit of nothing")
			}
		}
	})
}

// FuzzHosted feeds anything to the readers of GitHub's, GitLab's and language servers' JSON.
func FuzzHosted(f *testing.F) {
	for _, name := range []string{"github-comments.json", "gitlab.json", "lsp.json"} {
		f.Add(goldenFile(f, name), uint8(0))
	}
	f.Add([]byte(`[{"id": 1, "path": "a", "body": "`+"```suggestion\\nx\\n```"+`", "diff_hunk": "@@ -1 +1 @@\n+a", "line": 1}]`), uint8(1))
	f.Fuzz(func(t *testing.T, data []byte, which uint8) {
		r, err := Parse("r", data, []format.Format{format.Auto, format.GitHubComments, format.GitLab, format.LSP}[which%4])
		if err != nil {
			assert.Nil(t, r)
			return
		}
		for _, i := range r.Issues {
			shown(t, i.Message)
			shown(t, i.ID)
		}
	})
}

// 4,000 remarks about texts with marks of all kinds in them are read as they were meant, or not
// decided.
func TestMarksInQuotedTexts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	parts := []string{
		"the relay", "don't", "\"no\"", "“yes”", "'it'", "`code`", "users'", "(a)", "→", "x", "should be", "to", "with", "instead of", "or", ".", ",", "line 3", "**bold**",
		"‘a’", "12\"", "`", "\"", "'",
	}
	text := func() string {
		var out []string
		for range 1 + rng.IntN(4) {
			out = append(out, parts[rng.IntN(len(parts))])
		}
		return strings.Join(out, " ")
	}
	marks := [][2]string{{"\"", "\""}, {"“", "”"}, {"`", "`"}, {"'", "'"}, {"«", "»"}, {"‘", "’"}}
	quoted := func(s string) string { m := marks[rng.IntN(len(marks))]; return m[0] + s + m[1] }
	read := 0
	for range 4000 {
		old, want := text(), text()
		if old == want {
			continue
		}
		var in, meant string
		tail := []string{"", ".", " It is odd.", " (typo)", ", as on the other page."}[rng.IntN(5)]
		switch rng.IntN(5) {
		case 0:
			in, meant = "change "+quoted(old)+" to "+quoted(want), want
		case 1:
			in, meant = quoted(old)+" should be "+quoted(want), want
		case 2:
			in, meant = "delete "+quoted(old), ""
		case 3:
			in, meant = "after "+quoted(old)+" insert "+quoted(want), edits.Apart(old, want)
		default:
			in, meant = "use "+quoted(want)+" instead of "+quoted(old), want
		}
		r, err := Parse("r", []byte("- Line 12: "+in+tail+"\n"), format.Prose)
		if err != nil {
			continue
		}
		require.Len(t, r.Issues, 1)
		if i := r.Issues[0]; i.Remedy == review.Replace && i.Standing == review.Open {
			read++
			bare := func(s string) string { return strings.Trim(s, " `") }
			assert.Equal(t, bare(old), bare(replaced(&i)), "%s%s", in, tail)
			assert.Equal(t, bare(meant), bare(i.Want), "%s%s", in, tail)
		}
	}
	assert.Greater(t, read, 1000)
}

// TestEveryLineIsAccountedFor has each line of a review end somewhere, and a reader that loses one fail.
func TestEveryLineIsAccountedFor(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	lines := []string{"- Line 3: \"teh\" should be \"the\"", "", "> quoted", "## Notes", "```", "Thanks!", "  - nested", "| a | b |", "| - | - |",
		"Before: x", "After: y", "→", "---", "The fuse is wrong.", "```suggestion", "1. Line 5: `a` → `b`", "^^^"}
	for range 500 {
		text := ""
		for range 1 + r.IntN(12) {
			text += lines[r.IntN(len(lines))] + "\n"
		}
		reader := &format.Reader{Name: "r.md", Src: []byte(text), Review: &format.Review{}}
		proseOf(reader, text)
		assert.Empty(t, reader.Errs, text)
	}
	reader := &format.Reader{Name: "r.md", Src: []byte("a\nb\n"), Review: &format.Review{}}
	p := &prose{Reader: reader, read: 2}
	p.account(3)
	require.Len(t, reader.Errs, 1)
	assert.ErrorContains(t, reader.Errs[0], "3 lines, and 2 of them are accounted for")
}
