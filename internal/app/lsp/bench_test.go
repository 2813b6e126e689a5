package lsp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// BenchmarkKeystroke is a letter that a person types into a document of 1 MB, until the diagnostics that answer it are
// there: by the shipped rules in a repository of 2,000 documents, and by rules that find something on every screen.
func BenchmarkKeystroke(b *testing.B) {
	for _, rules := range []string{"few findings", "many findings"} {
		b.Run(rules, func(b *testing.B) {
			dir := repository(b)
			file(b, dir, "consistency-rules.json", `{"version": 1, "style": {"heading-case": {}, "list-marker": {"marker": "*"}}}`)
			if rules == "few findings" {
				file(b, dir, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
					"style": {"heading-case": {"style": "title"}, "list-marker": {"marker": "-"}, "fenced-code-language": {}}, "references": {},
					"placeholders": {"patterns": ["TODO", "TBD"]}}`)
			}
			for n := range 2000 {
				file(b, dir, fmt.Sprintf("docs/%d.md", n), "# Page\n\nText.\n")
			}
			file(b, dir, "other.md", "# Part\n")
			c := connect(b, Abilities{Pulls: true})
			text := testdocs.Page(1 << 20)
			u := c.Open(filepath.Join(dir, "large.md"), string(text))
			items := len(c.Pull(u))
			at := slices.Index(text[len(text)/2:], 't') + len(text)/2
			var took []time.Duration
			version := int32(1)
			for b.Loop() {
				version++
				edit := source.Edit{Span: source.Span{Start: at, End: at}, New: "e"}
				if version%2 == 1 {
					edit = source.Edit{Span: source.Span{Start: at, End: at + 1}}
				}
				began := time.Now()
				c.Change(u, version, edit)
				c.Pull(u)
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "ms-p95")
			b.ReportMetric(float64(items), "findings")
		})
	}
}

// BenchmarkCodeActions asks for the actions over a document of 8 MB: at one finding, and with all of it selected.
func BenchmarkCodeActions(b *testing.B) {
	dir := repository(b)
	file(b, dir, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	c := connect(b, Abilities{Pulls: true})
	u := c.Open(filepath.Join(dir, "large.md"), strings.Repeat("The whitelist of the relay has all hosts, and nothing else.\n\n", 8<<20/61))
	found := c.Pull(u)
	all := protocol.Range{End: protocol.Position{Line: 1 << 30}}
	for name, part := range map[string]protocol.Range{"one": found[len(found)/2].Range, "all": all} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.Actions(u, part)
			}
		})
	}
}
