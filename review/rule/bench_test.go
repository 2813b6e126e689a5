package rule_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// BenchmarkReviewer is each reviewer on a document whose tree and zones are there.
func BenchmarkReviewer(b *testing.B) {
	src := testdocs.Page(100 << 10)
	set := allRules(b)[0]
	d := zone.Parse("a.md", src, markdown.Dialect{})
	corpus := review.NewCorpus([]*zone.Document{d}, nil)
	corpus.Review(d, set, rule.All())
	for _, r := range rule.All() {
		b.Run(r.Rule.ID, func(b *testing.B) {
			testdocs.Bench(b, int64(len(src)), func() { corpus.Review(d, set, []review.Reviewer{r}) })
		})
	}
}

// reviewAnew parses and reviews a document.
func reviewAnew(src []byte, set *rules.Set) {
	reviewAlone(zone.Parse("a.md", src, markdown.Dialect{}), set, rule.All())
}

// reviewCurve reviews documents of growing size: MB/s is to stay what it is.
func reviewCurve(b *testing.B, name string, src []byte) {
	set := allRules(b)[0]
	b.Run(name, func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			if markdown.CheckComplexity(src) == nil {
				reviewAnew(src, set)
			}
		}
	})
}

func BenchmarkSize(b *testing.B) {
	for _, size := range []int{1 << 10, 10 << 10, 100 << 10, 1 << 20, 10 << 20, 100 << 20} {
		if testing.Short() && size > 1<<20 {
			break
		}
		reviewCurve(b, fmt.Sprintf("%dKB", size>>10), testdocs.Page(size))
	}
}

func BenchmarkNesting(b *testing.B) {
	for _, depth := range []int{1, 10, 100, 1000, 10000} {
		reviewCurve(b, fmt.Sprintf("quotes-%d", depth), []byte(strings.Repeat(">", depth)+" a whitelist\n"))
		reviewCurve(b, fmt.Sprintf("lists-%d", depth), []byte(strings.Repeat("- ", depth)+"a whitelist\n"))
	}
}

// BenchmarkStrange is Markdown that nobody writes; see also the inputs that markdown.CheckComplexity
// refuses.
func BenchmarkStrange(b *testing.B) {
	for _, size := range []int{10 << 10, 100 << 10, 1 << 20} {
		for name, unit := range map[string]string{
			"brackets": "[", "stars": "*", "angles": "<", "table": "| a | whitelist |\n", "line": "a word ", "tags": "<a ", "ticks": "`` ` ",
			"braces": "{ ", "templates": "{{x}} ", "comments": "<!--", "code": "<code>", "elements": "<code>x</code> ", "headings": "# A Word\n",
		} {
			head := "a whitelist "
			switch name {
			case "table":
				head = "| a | b |\n|---|---|\n"
			case "braces":
				head = "# A Title\n\na title { " // evidence is asked for
			}
			reviewCurve(b, fmt.Sprintf("%s-%dKB", name, size>>10), []byte(head+strings.Repeat(unit, size/len(unit))))
		}
		for _, style := range []rules.SlugStyle{rules.SlugGitHub, rules.SlugMkDocs, rules.SlugHugo} {
			b.Run(fmt.Sprintf("slugs-%s-%dKB", style, size>>10), func(b *testing.B) {
				b.SetBytes(int64(size))
				doc := zone.Parse("a.md", []byte(strings.Repeat("# a\n", size/len("# a\n"))), markdown.Dialect{})
				for b.Loop() {
					link.Slugs(doc, style)
				}
			})
		}
	}
	if !testing.Short() {
		reviewCurve(b, "line-50MB", []byte(strings.Repeat("a word ", 50<<20/7)))
	}
}

func BenchmarkTerms(b *testing.B) {
	src := testdocs.Page(100 << 10)
	for _, n := range []int{1, 10, 100, 1000, 5000} {
		var terms strings.Builder
		for i := range n {
			fmt.Fprintf(&terms, `,{"use": "right%d", "not": ["wrong%d", "text%d"]}`, i, i, i)
		}
		set, err := rules.Load("terms", []byte(`{"terminology": [`+terms.String()[1:]+`]}`))
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				reviewAnew(src, set)
			}
		})
	}
}
