package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A way is how the answers of a fixer become a document.
type way struct {
	name    string
	guarded bool // no byte outside of the findings may change
	repair  func(ctx context.Context, rng *rand.Rand, f fixer, src []byte, all []place) ([]byte, error)
}

func ways() []way {
	return []way{{"whole file", false, wholeFile}, {"search and replace", false, searchReplace}, {"doc-iterate", true, iterate}}
}

// wholeFile takes what the fixer returns for the document.
func wholeFile(_ context.Context, rng *rand.Rand, f fixer, src []byte, all []place) ([]byte, error) {
	var out strings.Builder
	at := 0
	for _, p := range all {
		out.WriteString(f.copied(rng, string(src[at:p.Start])))
		out.WriteString(f.write(rng, p.new))
		at = p.End
	}
	out.WriteString(f.copied(rng, string(src[at:])))
	return []byte(f.file(rng, out.String())), nil
}

// searchReplace replaces the first place of each text that the fixer wants replaced, as editing tools for models do.
// The fixer quotes the line of a place, the over-eager one its paragraph; what is not found is left.
func searchReplace(_ context.Context, rng *rand.Rand, f fixer, src []byte, all []place) ([]byte, error) {
	out := bytes.Clone(src)
	replace := func(old, new string) {
		if i := bytes.Index(out, []byte(old)); i >= 0 && old != "" {
			out = append(append(bytes.Clone(out[:i]), new...), out[i+len(old):]...)
		}
	}
	for _, p := range all {
		line := plant.Line(src, p.Span)
		old := f.copied(rng, string(src[line.Start:line.End]))
		repaired := f.copied(rng, string(src[line.Start:p.Start])) + f.write(rng, p.new) + f.copied(rng, string(src[p.End:line.End]))
		replace(old, f.paragraph(rng, repaired))
	}
	if f.adds {
		lines := strings.Split(string(src), "\n")
		replace(lines[rng.IntN(len(lines))], lure)
	}
	return out, nil
}

// iterate has doc-iterate ask the fixer for the text of each finding.
func iterate(ctx context.Context, rng *rand.Rand, f fixer, src []byte, all []place) ([]byte, error) {
	const name = "guide.md"
	set, err := rules.Load("no rules", []byte(`{"version": 1}`))
	if err != nil {
		return nil, err
	}
	asked := answers{fixer: f, texts: map[string]string{}}
	findings := make([]review.Finding, len(all))
	for i, p := range all {
		id := strconv.Itoa(i)
		start, end := paragraphAround(src, p.Start)
		text := f.write(rng, p.new)
		paragraph := string(src[start:p.Start]) + text + string(src[p.End:max(end, p.End)])
		file := string(src[:p.Start]) + text + string(src[p.End:])
		asked.texts[id] = f.place(rng, text, paragraph, file)
		findings[i] = review.Finding{
			ID: id, Path: name, Rule: "words", Severity: rules.Warning, Category: rules.CategoryContent, Message: "A word is wrong here.",
			Span: p.Span, State: review.Located, Source: "bench",
		}
	}
	review.Identify(zone.Parse(name, src, markdown.DialectOf(name)), findings)
	limits := table.LimitsOf(set, rules.Warning)
	limits.Blockers = table.BlockersFix
	done, err := loop.Run(ctx, loop.Job{
		Targets: []loop.Target{{Stored: source.InMemory(name, src), Reviews: []loop.Review{{Reviewer: "bench", Findings: findings}}}},
		Set:     set, Reviewers: rule.All(), Fixers: fixers.Registry(), Rewriters: []loop.Rewriter{asked},
		Limits: limits, Ledger: history.DryLedger{},
	})
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	return done.Documents[0].After.Bytes(), nil
}

// answers is a fixer as the loop asks it.
type answers struct {
	fixer fixer
	texts map[string]string // by the ID of the finding
}

func (a answers) Program() rules.Program { return rules.Program{Name: a.fixer.name} }

func (a answers) Rewrite(_ context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	text, known := a.texts[req.Finding.ID]
	return loop.RewriteReply{Text: text, Fixed: known}, nil
}
