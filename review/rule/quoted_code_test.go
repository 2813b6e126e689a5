package rule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

func TestQuotedCode(t *testing.T) {
	const main = "package main\n\nfunc main() {\n\tone()\n\ttwo()\n\n\tthree()\n}\n"
	files := link.NewFiles(".", []string{"docs/guide.md", "src/main.go", "a b.go"}, func(path string) ([]byte, error) {
		return []byte(main), nil
	})
	set, err := rules.Load("x", []byte(`{"version": 1, "references": {"ignore": ["../gen/*"]}}`))
	require.NoError(t, err)
	for name, tt := range map[string]struct{ info, code, want string }{
		"the whole file":             {"go file=../src/main.go", main, ""},
		"a part of it":               {"go file=../src/main.go", "\tone()\n\ttwo()\n", ""},
		"with less indentation":      {"go file=../src/main.go", "one()\ntwo()\n\nthree()\n", ""},
		"with more indentation":      {"go file=../src/main.go", "    \tone()\n    \ttwo()\n", ""},
		"with other spaces at ends":  {"go file=../src/main.go", "\tone()  \n", ""},
		"with lines left out":        {"go file=../src/main.go", "func main() {\n\tone()\n\t// ...\n\tthree()\n}\n", ""},
		"another line":               {"go file=../src/main.go", "\tone()\n\t2()\n", "2()"},
		"another order":              {"go file=../src/main.go", "\ttwo()\n\tone()\n", "one()"},
		"other order around dots":    {"go file=../src/main.go", "three()\n...\none()\n", "one()"},
		"other indentation":          {"go file=../src/main.go", "one()\n    two()\n", ""},
		"its lines":                  {"go file=../src/main.go#L4-L5", "one()\ntwo()\n", ""},
		"its line":                   {"go file=../src/main.go#L4", "one()\n", ""},
		"other lines of it":          {"go file=../src/main.go#L7-8", "one()\n", "one()"},
		"lines behind its end":       {"go file=../src/main.go#L70-80", "one()\n", "one()"},
		"a quoted path":              {`go title="x" file="../a b.go"`, "one()\n", ""},
		"a quoted path, other code":  {`go {file='../a b.go'}`, "1()\n", "1()"},
		"no such file":               {"go file=../src/none.go", "one()\n", "../src/none.go"},
		"ignored":                    {"go file=../gen/x.go", "one()\n", ""},
		"nothing between the fences": {"go file=../src/main.go", "", ""},
		"no such attribute":          {"go profile=../src/main.go", "1()\n", ""},
		"of the site":                {"go file=/src/none.go", "1()\n", ""},
		"out of the repository":      {"go file=../../x.go", "1()\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, prefix := range []string{"", "> "} {
				text := "```" + tt.info + "\n" + tt.code + "```\n"
				text = prefix + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+prefix) + "\n"
				d := zone.Parse("docs/guide.md", []byte(text), markdown.Dialect{})
				var got string
				for _, f := range review.NewCorpus([]*zone.Document{d}, files).Review(d, set, []review.Reviewer{rule.Reference}) {
					got += strings.TrimSpace(string(d.Bytes(f.Span)))
				}
				assert.Equal(t, tt.want, got, text)
			}
		})
	}
}
