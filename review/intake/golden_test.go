package intake_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

var update = flag.Bool("update", false, "write the .want files of testdata/golden anew")

const golden = "testdata/golden"

// TestGolden reads what real tools said about guide.md and locates it there.
func TestGolden(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(golden, "guide.md"))
	require.NoError(t, err)
	doc := zone.Parse("guide.md", src, markdown.Dialect{})
	for name, want := range map[string]format.Format{
		"vale.json": format.Vale, "markdownlint.json": format.Markdownlint, "rumdl.json": format.Rumdl, "rumdl.jsonl": format.Rumdl,
		"textlint.json": format.Textlint, "eslint.json": format.ESLint, "vale.rdjson": format.RDJSON, "vale.rdjsonl": format.RDJSONL,
		"diff.rdjson": format.RDJSON, "diff.rdjsonl": format.RDJSONL, "diff.sarif": format.SARIF, "eslint.sarif": format.SARIF,
		"markdownlint.sarif": format.SARIF, "rumdl.sarif": format.SARIF, "textlint.checkstyle": format.Checkstyle,
		"rumdl.github": format.GitHub, "textlint.github": format.GitHub, "codespell.txt": format.Codespell,
		"proselint.txt": format.Proselint, "proselint.json": format.Proselint, "alex.json": format.Alex, "write-good.txt": format.WriteGood,
		"person.md": format.Prose, "github-comments.json": format.GitHubComments, "gitlab.json": format.GitLab, "changes.diff": format.Diff,
		"critic.md": format.CriticMarkup, "lsp.json": format.LSP, "findings.jsonl": format.DocIterate, "findings.yaml": format.DocIterate,
		"no-columns.sarif": format.SARIF,
	} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(golden, name))
			require.NoError(t, err)
			r, err := intake.Parse(name, data, format.Auto)
			require.NoError(t, err)
			assert.Equal(t, want, r.Format)
			if want != format.DocIterate && want != format.Prose {
				assert.Empty(t, r.Repaired)
			}
			named, err := intake.Parse(name, data, want)
			require.NoError(t, err)
			assert.Equal(t, r, named, "recognised and named formats are read alike")

			for _, issue := range r.Issues {
				assert.True(t, issue.Path == "" || intake.SamePath(issue.Path, "docs/guide.md"), "%s is about the document", issue.ID)
			}
			got := table(r, doc, locate.Locate(doc, r.Issues, locate.Options{ReviewIsCurrent: true}))
			file := filepath.Join(golden, name+".want")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// table is findings as people can check them against the tool's own words.
func table(r *format.Review, doc *zone.Document, findings []review.Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v, from %q\n", r.Format, r.Reviewer.Name)
	for _, f := range findings {
		p := doc.Lines().Point(f.Span.Start, 0)
		fmt.Fprintf(&b, "\n%s %v %s\n  %s\n  %v, tier %d, at %d:%d %q %s\n", f.ID, f.Severity, f.Rule, f.Message, f.State, f.Tier, p.Line, p.Column, doc.Bytes(f.Span), f.Reason.Text)
		switch f.Remedy {
		case review.Replace:
			fmt.Fprintf(&b, "  replace %q by %q\n", f.Old, f.Want)
		case review.Choose:
			fmt.Fprintf(&b, "  choose of %q\n", f.Choices)
		case review.Edits:
			for _, e := range f.Edits {
				fmt.Fprintf(&b, "  edit %q to %q\n", doc.Bytes(e.Span), e.New)
			}
		}
	}
	return b.String()
}
