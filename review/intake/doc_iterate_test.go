package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

const full = `{
  "document": "docs/guide.md",
  "document_sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "reviewer": {"name": "Ann", "version": "2"},
  "iteration": {"current": 1, "max": 3},
  "quality_score": 72,
  "verdict": "needs_work",
  "feedback": "Good.",
  "coverage": {"sections": ["Install", "Usage"]},
  "questions": [{"id": "q1", "text": "Which?", "critical": true, "answered": false}],
  "issues": [{
    "id": "term-1", "severity": "blocker", "category": "terminology", "rule": "terminology",
    "description": "Say allowlist.", "auto_fixable": true, "requires_human": false,
    "location": {"line": 12, "column": 5, "end_line": 12, "end_column": 14, "column_unit": "utf16",
                 "section": "Install > Linux", "quote": "whitelist", "prefix": "the ", "suffix": " of"},
    "old_value": "whitelist", "new_value": "allowlist", "confidence": 0.9, "citations": ["docs/a.md:12"]
  }]
}`

func TestOwnFormatIsReadWhole(t *testing.T) {
	score := 72.0
	got, err := Parse("review.json", []byte(full), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, &format.Review{
		Format:         format.DocIterate,
		Document:       "docs/guide.md",
		DocumentSHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		Reviewer:       format.Reviewer{Name: "Ann", Version: "2"},
		Iteration:      format.Iteration{Current: 1, Max: 3},
		QualityScore:   &score,
		Verdict:        format.NeedsWork,
		Feedback:       "Good.",
		Coverage:       []string{"Install", "Usage"},
		Questions:      []format.Question{{ID: "q1", Text: "Which?", Critical: true}},
		Issues: []review.Issue{{
			ID: "term-1", Rule: "terminology", Severity: rules.Blocker, Category: rules.CategoryTerminology, Message: "Say allowlist.",
			Place: review.Place{
				Range:   review.Range{Form: review.Points, Unit: source.UTF16, From: source.Point{Line: 12, Column: 5}, To: source.Point{Line: 12, Column: 14}},
				Section: "Install > Linux", Quote: "whitelist", Prefix: "the ", Suffix: " of",
			},
			Remedy: review.Replace, Old: "whitelist", Want: "allowlist", Confidence: 0.9, AutoFix: review.AutoFixYes, Citations: []string{"docs/a.md:12"},
		}},
	}, got)
}

func TestLooseShapes(t *testing.T) {
	one := func(t *testing.T, s string) review.Issue {
		r, err := Parse("r", []byte(s), format.Auto)
		require.NoError(t, err)
		require.Len(t, r.Issues, 1)
		assert.NotEmpty(t, r.Repaired)
		return r.Issues[0]
	}
	t.Run("a bare list, other names, numbers as strings, a comma too many", func(t *testing.T) {
		i := one(t, `[{"line_number": "108", "level": "critical", "text": "foo", "problem": "p", "suggested": "bar",},]`)
		assert.Equal(t, rules.Blocker, i.Severity)
		assert.Equal(t, 108, i.Place.From.Line)
		assert.Equal(t, "foo", i.Place.Quote)
		assert.Equal(t, review.Replace, i.Remedy)
		assert.Equal(t, "bar", i.Want)
		assert.Equal(t, "issue-1", i.ID)
	})
	t.Run("a place in words", func(t *testing.T) {
		i := one(t, `[{"where": "Hashing a password, about line 18", "problem": "p"}]`)
		assert.Equal(t, "Hashing a password", i.Place.Section)
		assert.Equal(t, 18, i.Place.From.Line)
	})
	t.Run("lines as a range", func(t *testing.T) {
		i := one(t, `[{"line": "12-14", "problem": "p"}]`)
		assert.Equal(t, source.Point{Line: 14}, i.Place.To)
	})
	t.Run("ids that are shared", func(t *testing.T) {
		r, err := Parse("r", []byte(`{"issues": [{"id": "a", "description": "x"}, {"id": "a", "description": "y"}, {"id": "a-2", "description": "z"}]}`), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, []string{"a", "a-3", "a-2"}, []string{r.Issues[0].ID, r.Issues[1].ID, r.Issues[2].ID})
	})
}

func TestSeverityIsAWarningWhereAbsent(t *testing.T) {
	r, err := Parse("r", []byte(`{"issues": [{"description": "x"}]}`), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, rules.Warning, r.Issues[0].Severity)
}

func TestErrorsNameFilePlaceIssueAndField(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"no JSON", `{"issues": [}`, `r:1:13: not a review in JSON: expected a value, found '}'`},
		{"cut short", "{\n \"issues\": [", `r:2:13: not a review in JSON: expected a value, found the end of the text`},
		{"text behind", `{"issues": []} x`, `r:1:16: not a review in JSON: unexpected 'x' after the JSON value`},
		{"no issues", `{"document": "a"}`, `r:1:1: issues: is missing; a review without issues says so with an empty list`},
		{"issues no list", `{"issues": 3}`, `r:1:12: issues: is a number; want a list of objects`},
		{"no value", `{"issues": [{"description": "d", "confidence": NaR}]}`, `r:1:48: not a review in JSON: invalid JSON value "NaR"`},
		{"two lists", `{"issues": [], "suggestions": [{"description": "d", "severity": "blocker"}]}`, `both "issues" and "suggestions" hold findings; put them into one list, issues`},
		{"two lists, the other way round", `{"findings": [{"description": "d"}], "issues": [{"description": "e"}]}`, `both "findings" and "issues" hold findings`},
		{"issues within and without", `{"issues": [], "review": {"issues": [{"description": "d"}]}}`, `issues: stand both in the object "review" and beside it; keep one of them`},
		{"one list twice", `{"issues": [{"description": "d"}], "issues": [{"description": "e"}]}`, `r:1:46: "issues" stands twice; keep one of them`},
		{"says nothing", `{"issues": [{"severity": "warning"}]}`, `issues[0]: description is missing`},
		{"no object", `{"issues": [3]}`, `issues[0]: is a number; want an object`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("r", []byte(tt.in), format.Auto)
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}

func TestUnknownFieldsAreLeftOutAndNoted(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"issues": [], "extras": [{"description": "d"}]}`, `ignored the unknown field "extras"`},
		{`{"issues": [{"description": "d", "tags": ["x"]}]}`, `ignored the unknown field "tags"`},
		{`{"reviewed": "yesterday", "issues": []}`, `ignored the unknown field "reviewed"; was "reviewer" meant?`},
		{`{"issues": [{"description": "d", "quote": "a", "quota": 3}]}`, `ignored the unknown field "quota"; was "quote" meant?`},
	} {
		r, err := Parse("r", []byte(tt.in), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, []string{tt.want}, r.Repaired)
	}
}

func TestHostileInputIsBounded(t *testing.T) {
	t.Run("deep nesting", func(t *testing.T) {
		_, err := Parse("r", []byte(strings.Repeat("[", 1<<20)), format.Auto)
		assert.ErrorContains(t, err, "nested deeper than 64 levels")
	})
	t.Run("one error for each of many issues", func(t *testing.T) {
		_, err := Parse("r", []byte(`{"issues": [`+strings.Repeat("3,", 100000)+`3]}`), format.Auto)
		require.Error(t, err)
		assert.Less(t, len(err.Error()), 4000)
	})
	t.Run("many fields that mean nothing", func(t *testing.T) {
		var b strings.Builder
		for i := range 300_000 {
			fmt.Fprintf(&b, `"k%d": 1, `, i)
		}
		r, err := Parse("r", []byte(`{"issues": [{`+b.String()+`"description": "d"}]}`), format.Auto)
		require.NoError(t, err)
		assert.Len(t, r.Repaired, 50+1)
	})
	t.Run("texts that steer a terminal or a CI runner", func(t *testing.T) {
		r, err := Parse("r", []byte(`{"issues": [{"id": "a\u001b[2J", "description": "::error::x\n::set-env y\u202e##[command]z"}]}`), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, "a[2J", r.Issues[0].ID)
		assert.Equal(t, "error::x ::set-env y# #[command]z", r.Issues[0].Message)
	})
}

// A location names the document, too, in reviews of several, and may hold what is to
// be put there.
func TestLocationsNameDocuments(t *testing.T) {
	for _, tt := range []struct{ issue, path, line, want string }{
		{`"location": {"file": "docs/a.md", "line": 3, "quote": "q"}`, "docs/a.md", "3:0-0", ""},
		{`"location": {"file": "a.md", "quote": "q"}, "file": "docs/a.md"`, "docs/a.md", "0:0-0", ""},
		{`"location": {"file": "docs/a.md", "quote": "q"}, "file": "a.md"`, "docs/a.md", "0:0-0", ""},
		{`"location": {"file": "b.md", "quote": "q"}, "file": "docs/a.md"`, "docs/a.md", "0:0-0", ""},
		{`"location": {"path": "Usage > Install", "line": 3}, "file": "docs/a.md"`, "docs/a.md", "3:0-0", ""},
		{`"location": {"path": "Usage", "line": 3}`, "", "3:0-0", ""},
		{`"location": "docs/a.md:12"`, "docs/a.md", "12:0-0", ""},
		{`"location": "docs/a.md:12:5", "file": "docs/a.md"`, "docs/a.md", "12:5-0", ""},
		{`"location": "docs/a.md:12:5-14"`, "docs/a.md", "12:5-0", ""},
		{`"location": "docs/a.MDX#L12-L14"`, "docs/a.MDX", "12:0-14", ""},
		{`"location": "docs/a.md, lines 12-14"`, "docs/a.md", "12:0-14", ""},
		{`"location": "docs/b.md:12", "file": "docs/a.md"`, "docs/a.md", "0:0-0", ""},
		{`"location": "Section 2 of a.md, line 12"`, "", "12:0-0", ""},
		{`"location": "a.md"`, "", "0:0-0", ""},
	} {
		r := parseOrFail(t, `{"issues": [{"description": "d", `+tt.issue+`}]}`, tt.want)
		if r == nil {
			continue
		}
		issue := r.Issues[0]
		assert.Equal(t, tt.path, issue.Path, tt.issue)
		assert.Equal(t, tt.line, fmt.Sprintf("%d:%d-%d", issue.Place.From.Line, issue.Place.From.Column, issue.Place.To.Line), tt.issue)
	}
	r := parseOrFail(t, `{"issues": [{"description": "d", "location": {"quote": "a b", "original": "a", "new_value": "c"}}]}`, "")
	assert.Equal(t, "a>c", r.Issues[0].Old+">"+r.Issues[0].Want)
}

func TestSamePath(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"docs/a.md", "docs/a.md", true},
		{"./docs/a.md", "docs/a.md", true},
		{"/home/ann/repo/docs/a.md", "docs/a.md", true},
		{"a.md", "docs/a.md", true},
		{`docs\a.md`, "docs/a.md", true},
		{"docs/b.md", "docs/a.md", false},
		{"xdocs/a.md", "docs/a.md", false},
		{"../a.md", "x/../../a.md", true},
		{"../a.md", "docs/../../a.md", true},
		{"../a.md", "../docs/a.md", false},
		{"/a.md", "/docs/a.md", false},
		{"", "docs/a.md", false},
	} {
		assert.Equal(t, tt.want, SamePath(tt.a, tt.b), "%s %s", tt.a, tt.b)
	}
}

func TestFormatsAreThoseOfTheConfiguration(t *testing.T) {
	assert.Equal(t, rules.Formats(), format.FormatNames[1:])
	for _, name := range format.FormatNames {
		f, err := format.ParseFormat(name)
		require.NoError(t, err)
		assert.Equal(t, name, f.String())
	}
	_, err := format.ParseFormat("valet")
	assert.Error(t, err)
}

func TestProse(t *testing.T) {
	const issue = `{"issues": [{"id": "a", "description": "d"}]}`
	for _, tt := range []struct{ name, in, want string }{
		{"in a fence", "Here it is:\n\n```json\n" + issue + "\n```\nBye.\n", ""},
		{"in a fence of another kind", "Hi\n~~~~\n" + issue + "\n~~~~\n", ""},
		{"beside code", "Run\n```sh\nls {a}\n```\nthen\n```json\n" + issue + "\n```\n", ""},
		{"on lines of its own", "Sure!\n" + issue + "\nBye.", ""},
		{"two of them", "```json\n" + issue + "\n```\n```json\n" + `{"issues": [{"id": "b", "description": "e"}]}` + "\n```\n", ""},
		{"broken", "Hi\n```json\n{\"issues\": [}\n```\n", `r:3:13: not a review in JSON: expected a value, found '}'`},
		{"cut short", "Hi\n```json\n{\"issues\": [", `r:3:13: not a review in JSON: expected a value, found the end of the text`},
		{"none", "I like it.", `r:1:1: not a review in a format that is known`},
		{"no edit", "Hi Bob,\n\nThe lamp is red.\nThe port should be another.\n", `r:3:1: not a review in a format that is known: this line`},
		{"empty", " \n", `r:1:1: is empty`},
		{"wrong within", "Hi\n```json\n{\"issues\": [{\"severity\": []}]}\n```", `r:3:12: issues[0]: description is missing`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if r := parseOrFail(t, tt.in, tt.want); r != nil {
				assert.Equal(t, "a", r.Issues[0].ID)
				assert.Equal(t, []string{"read the JSON within the text"}, r.Repaired)
			}
		})
	}
}
