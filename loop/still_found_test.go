package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestWhatARuleStillFindsIsNotFixed has placeholders renamed and written out, by the words of reviews and by external
// fixers, however the reviewer names them. Where a rule finds something at the place in the end, nobody calls it fixed,
// and an external fixer is asked unless a reviewer keeps the finding for people.
func TestWhatARuleStillFindsIsNotFixed(t *testing.T) {
	human := func(f *review.Finding) { f.RequiresHuman = true }
	fixable := func(f *review.Finding) { f.AutoFix = review.AutoFixYes }
	unsaid := func(*review.Finding) {}
	made, kept := 0, 0
	for _, severity := range []string{"blocker", "warning", "suggestion"} {
		for _, id := range []string{"", "placeholder", "house-rule"} {
			for _, category := range []rules.Category{0, rules.CategoryPlaceholder, rules.CategoryContent} {
				for said, change := range map[string]func(*review.Finding){"human": human, "fixable": fixable, "unsaid": unsaid} {
					for _, text := range []string{"TBD", "a TBD", "FIXME later", "TODO 1", "30 seconds", "TODAY"} {
						for _, by := range []string{"review", "fixer", "reviewer"} {
							name := fmt.Sprint(severity, id, category, said, text, by)
							src := "# A\n\nThe timeout is TODO here.\n"
							r := remark{id: "a", rule: id, quote: "TODO", change: func(f *review.Finding) { f.Category = category; change(f) }}
							if by == "review" {
								r.want = text
							}
							var l ledger
							j := job(t, &l, src)
							set, err := rules.Load(rules.FileName, fmt.Appendf(nil,
								`{"placeholders": {"severity": %q, "patterns": ["TODO", "TBD", "FIXME"]}}`, severity))
							require.NoError(t, err)
							j.Set, j.Limits = set, table.LimitsOf(set, rules.Warning)
							w := &rewriter{program: rules.Program{Name: "writer"}, reply: loop.RewriteReply{Text: text, Fixed: true}}
							if by != "review" {
								j.Rewriters = []loop.Rewriter{w}
							}
							if by == "reviewer" {
								j.Externals = []loop.External{script("model", func(_ int, text string) []remark {
									if strings.Contains(text, "TODO") {
										return []remark{r}
									}
									return nil
								})}
							} else {
								j.Targets[0].Reviews = incoming(src, r)
							}
							_, d := run(t, &l, j)
							if said == "fixable" && by != "review" {
								require.NotEmpty(t, w.asked, "%s: a program may write it", name)
							}
							if said == "human" && by == "fixer" {
								require.Empty(t, w.asked, "%s: it is kept for people", name)
							}
							after := zone.Parse("a.md", d.After.Bytes(), markdown.Dialect{})
							found := review.NewCorpus([]*zone.Document{after}, nil).Review(after, set, rule.All())
							if len(found) == 0 {
								made++
								continue
							}
							kept++
							for _, o := range d.Findings {
								if o.Finding.Source == "model" {
									require.NotEqual(t, result.Fixed, o.Status, "%s: %q", name, d.After)
								}
							}
							if severity == "blocker" {
								require.NotEqual(t, table.ReasonClean, d.Decision.Reason, "%s: %q", name, d.After)
							}
						}
					}
				}
			}
		}
	}
	assert.Greater(t, made, 80)
	assert.Greater(t, kept, 200)
}
