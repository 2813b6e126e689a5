package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

const testURI = "https://github.com/doc-iterate/doc-iterate"

// golden compares got with the file testdata/golden/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run go test -update")
	assert.Equal(t, string(want), string(got))
}

// occurrence is the span of the nth (from 0) text in src.
func occurrence(t *testing.T, src []byte, text string, nth int) source.Span {
	t.Helper()
	at := 0
	for ; ; nth-- {
		i := bytes.Index(src[at:], []byte(text))
		require.GreaterOrEqual(t, i, 0, "%q is not in the document", text)
		at += i
		if nth == 0 {
			return source.Span{Start: at, End: at + len(text)}
		}
		at += len(text)
	}
}

// sample is a review of testdata/guide.md with a finding of every kind. The
// findings are made by hand, so that the golden files do not change with the
// rules.
func sample(t *testing.T) Input {
	src, err := os.ReadFile("testdata/guide.md")
	require.NoError(t, err)
	return sampleOf(t, src)
}

func sampleOf(t *testing.T, src []byte) Input {
	guide := zone.Parse("docs/guide.md", src, markdown.Dialect{})
	other := zone.Parse("docs/a b,c:100%.md", []byte("# Other\n\nSee [notes](guide.md#release-notes-for-日本語-readers).\n"), markdown.Dialect{})
	var findings []review.Finding
	add := func(f review.Finding, at source.Span) {
		f.Path, f.Source, f.Confidence, f.State, f.Span = guide.Path, review.BuiltIn, 1, review.Located, at
		findings = append(findings, f)
	}
	heading := review.Finding{Rule: "heading-case", Severity: rules.Suggestion, Category: rules.CategoryStyle,
		Message: `Write the heading in sentence case: "Release notes for 日本語 readers".`}
	add(heading, occurrence(t, src, "Release Notes For 日本語 Readers", 0))
	for i := range 7 {
		add(review.Finding{Rule: "terminology", Severity: rules.Warning, Category: rules.CategoryTerminology,
			Message: `Use "allowlist" instead of "whitelist".`, Remedy: review.Replace, Want: "allowlist"}, occurrence(t, src, "whitelist", i))
	}
	add(review.Finding{Rule: "fenced-code-language", Severity: rules.Warning, Category: rules.CategoryStyle,
		Message: "The code block names no language."}, occurrence(t, src, "```\n$ make\n```", 0))
	add(review.Finding{Rule: "placeholder", Severity: rules.Blocker, Category: rules.CategoryPlaceholder,
		Message: `"TODO" waits to be written.`}, occurrence(t, src, "TODO", 0))
	review.Identify(guide, findings)
	fixes := make([]fixers.Change, len(findings))
	for i, f := range findings {
		switch f.Rule {
		case "terminology":
			fixes[i] = fixers.Change{{Path: guide.Path, Edits: []source.Edit{{Span: f.Span, New: "allowlist"}}}}
		case "heading-case":
			var edits []source.Edit
			for _, c := range []string{"N", "F", "R"} {
				nth := 0
				if c == "R" {
					nth = 1
				}
				at := occurrence(t, src, c, nth)
				edits = append(edits, source.Edit{Span: at, New: string(c[0] | 0x20)})
			}
			fixes[i] = fixers.Change{{Path: guide.Path, Edits: edits}}
		case "fenced-code-language":
			at := source.Span{Start: f.Span.Start + 3, End: f.Span.Start + 3}
			link := occurrence(t, other.Source(), "notes", 0)
			fixes[i] = fixers.Change{
				{Path: guide.Path, Edits: []source.Edit{{Span: at, New: "console"}}}, {Path: other.Path, Edits: []source.Edit{{Span: link, New: "Notes"}}},
			}
		}
	}
	foreign := []review.Finding{
		{ID: "m-1", Path: guide.Path, Rule: "Vale.Spelling", Severity: rules.Warning, State: review.Ambiguous, Reason: review.Because("several-places", "The quote occurs 2 times."),
			Message: "Did you really mean\n::error::x \x1b[2J?", Source: "vale", Confidence: 0.8,
			Candidates: []review.Candidate{
				{Span: occurrence(t, src, "Markdown", 0), Text: "Markdown", Like: 1},
				{Span: occurrence(t, src, "editor", 0), Text: "editor", Like: 0.5},
			}},
		{ID: "m-2", Path: guide.Path, State: review.Probable, Reason: review.Because("fuzzy", "It is similar."), Message: "Say which host, in a note <b>&amp; a link</b>", Source: "claude",
			Confidence: 0.5, Span: occurrence(t, src, "the host", 0), Choices: []string{"web host", "database host"}, RequiresHuman: true},
		{ID: "m-3", Path: "docs/absent.md", Message: "Nothing is known of this document", Source: "claude"},
	}
	review.Identify(guide, foreign[:2])
	return Input{
		Tool:  Tool{"doc-iterate", "1.2.3", testURI},
		Paths: []string{"docs/zebra.md", guide.Path, other.Path},
		Docs:  map[string]*zone.Document{guide.Path: guide, other.Path: other},
		// In disorder, so that order is the report's doing.
		Findings: append(foreign, findings...),
		Fixes:    append(make([]fixers.Change, len(foreign)), fixes...),
		Failures: []Failure{{"docs/unreadable.md", "open docs/unreadable.md: permission denied"}},
		FailOn:   rules.Warning,
		Diff:     true,
	}
}

func sampleRules() []rules.Rule {
	var out []rules.Rule
	for _, r := range rule.All() {
		out = append(out, rules.Rule{ID: r.Rule.ID, Title: "The title of " + r.Rule.ID, Category: r.Rule.Category,
			Doc: rules.Doc{What: "What it is.", Why: "Why it is.", Example: "Before and after.", Fix: "What the fix does.", Leaves: "What it leaves."}})
	}
	return out
}

// Every format has a golden file; the text has one in colour too.
func TestFormats(t *testing.T) {
	r := Findings(sample(t))
	style := Style{Rules: sampleRules(), FixCommand: "doc-iterate fix docs"}
	for f := range formats {
		format := Format(f)
		t.Run(format.String(), func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, format.Write(&out, &r, style))
			golden(t, format.String(), out.Bytes())
		})
	}
	style.Color, style.Terminal = true, true
	for _, format := range []Format{Text, Diff} {
		t.Run(format.String()+" on a terminal", func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, format.Write(&out, &r, style))
			golden(t, format.String()+"-terminal", out.Bytes())
		})
	}
}

// Consumers of SARIF compare semantic versions; any other text is a plain version.
func TestSARIFHasTheSemanticVersion(t *testing.T) {
	for version, want := range map[string]string{
		"1.2.3":  "1.2.3",
		"v1.2.3": "1.2.3",
		"v0.0.0-20260101000000-0123456789ab+dirty": "0.0.0-20260101000000-0123456789ab+dirty",
		"(devel)": "",
		"v1.2":    "",
		"1.02.3":  "",
		"":        "",
	} {
		r := Findings(Input{Tool: Tool{"doc-iterate", version, testURI}})
		var out bytes.Buffer
		require.NoError(t, SARIF.Write(&out, &r, Style{}))
		var log sarifLog
		require.NoError(t, json.Unmarshal(out.Bytes(), &log))
		assert.Equal(t, want, log.Runs[0].Tool.Driver.SemanticVersion, version)
		assert.Equal(t, version, log.Runs[0].Tool.Driver.Version)
	}
}

// A fix that changes the article too is shown with the whole of it.
func TestReplacementHasTheArticle(t *testing.T) {
	for text, want := range map[string]string{
		"A whitelist.":             "An allowlist",
		"Keep a whitelist of it.":  "an allowlist",
		"Keep **a** whitelist now": "an** allowlist",
	} {
		doc := zone.Parse("a.md", []byte(text+"\n"), markdown.Dialect{})
		term := occurrence(t, doc.Source(), "whitelist", 0)
		article := bytes.LastIndexAny(doc.Source()[:term.Start], "aA") + 1
		f := review.Finding{Path: "a.md", Rule: "terminology", State: review.Located, Span: term}
		change := fixers.Change{{Path: "a.md", Edits: []source.Edit{{Span: term, New: "allowlist"}, {Span: source.Span{Start: article, End: article}, New: "n"}}}}
		in := Input{Paths: []string{"a.md"}, Docs: map[string]*zone.Document{"a.md": doc}, Findings: []review.Finding{f}, Fixes: []fixers.Change{change}}
		r := Findings(in)
		var out bytes.Buffer
		require.NoError(t, Text.Write(&out, &r, Style{}))
		assert.Contains(t, out.String(), "^ fix: "+want+"\n")
		out.Reset()
		require.NoError(t, RDJSONL.Write(&out, &r, Style{}))
		assert.Contains(t, out.String(), `"text":"`+want+`"`)
	}
}

func TestStatistics(t *testing.T) {
	r := Findings(sample(t))
	var out bytes.Buffer
	require.NoError(t, WriteStatistics(&out, Text, Statistics(&r), Style{}))
	golden(t, "statistics", out.Bytes())
}

func TestParseFormat(t *testing.T) {
	for _, name := range Formats() {
		f, err := ParseFormat(name)
		require.NoError(t, err)
		assert.Equal(t, name, f.String())
	}
	_, err := ParseFormat("xml")
	assert.ErrorContains(t, err, `unknown format "xml"; want text, markdown, html, json`)
}
