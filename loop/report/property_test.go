package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// hostile is a report whose every text is s.
func hostile(s string, src []byte, at source.Span) Report {
	doc := zone.Parse(s, src, markdown.DialectOf(s))
	f := review.Finding{ID: s, Path: s, Rule: s, Message: s, Reason: review.Because(s, s), Source: s, State: review.Located, Span: at,
		Choices: []string{s}, Citations: []string{s}, Key: "k1"}
	lost := f
	lost.State, lost.Key, lost.Candidates = review.Ambiguous, "k2", []review.Candidate{{Span: at, Text: s, Like: 0.5}}
	return Findings(Input{
		Tool: Tool{"doc-iterate", "1", testURI}, Paths: []string{s}, Docs: map[string]*zone.Document{s: doc},
		Findings: []review.Finding{f, lost}, Failures: []Failure{{s, s}}, FailOn: rules.Warning, Diff: true,
		Fixes: []fixers.Change{{{Path: s, Edits: []source.Edit{{Span: at, New: s}}}}, nil},
	})
}

var hostileTexts = []string{
	"plain", "", "\x1b[31mred\x1b]0;title\x07", "a\u202eb\u2066c", "line\nbreak\r\nand\rreturn", "\x00\x7f\u0085\u009b2J", "\xff\xfe bytes",
	"::error file=x::y", "\n::set-output name=a::b", "##[group]x", "<b>&amp;]]>", "</checkstyle>", `"quotes" 'and' \ backslash`, "a,b:c%0A%3A",
	"- item: [x] #comment", "yes", "null", "1e3", "0x10", "2020-01-01", "key: value", "| pipe | `code`", "\u2028\u2029\ufeff\ufffe\uffff", "\U000e0041tag",
	"日本語\t\tタブ", "e\u0301 👩‍👩‍👧 🇩🇪", " leading and trailing ", "~", "...", "---", "%YAML 1.2", "{a: b}", "?x", "!tag", "&anchor", "*alias",
}

// Nothing that a document or a review says reaches a log as a control or
// direction character, and every format stays well-formed.
func TestHostileText(t *testing.T) {
	for _, text := range hostileTexts {
		src := []byte("# H\n\n" + text + " and more\n")
		r := hostile(text, src, source.Span{Start: 5, End: 5 + len(text)})
		for f := range formats {
			checkHostile(t, Format(f), &r, text)
		}
		var summary bytes.Buffer
		require.NoError(t, JobSummary(&summary, &r))
		assertVisible(t, "job summary", summary.String())
	}
}

func checkHostile(t *testing.T, format Format, r *Report, text string) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, format.Write(&out, r, Style{Terminal: true, FixCommand: text}), "%s %q", format, text)
	require.True(t, format == Diff || utf8.Valid(out.Bytes()), "%s %q", format, text)
	shown := out.String()
	if format == Diff || format == HTML {
		shown = strings.ReplaceAll(shown, "\t", " ")
	}
	assertVisible(t, format.String(), shown)
	switch format {
	case JSON, SARIF, RDJSON, GitLab:
		assert.True(t, json.Valid(out.Bytes()), "%s %q", format, text)
	case RDJSONL:
		for line := range strings.Lines(out.String()) {
			assert.True(t, json.Valid([]byte(line)), "%s %q", format, text)
		}
	case YAML:
		assertSameYAML(t, r, out.Bytes())
	case JUnit, Checkstyle:
		assertXML(t, out.Bytes())
	case GitHub:
		for line := range strings.Lines(out.String()) {
			assert.Regexp(t, `^::(error|warning|notice) file=[^:,]*(,line=\d+,endLine=\d+(,col=\d+,endColumn=\d+)?)?,title=doc-iterate[^:,]*::`, line)
		}
	}
}

func assertVisible(t *testing.T, what, out string) {
	t.Helper()
	for _, r := range out {
		if r != '\n' && wording.Hidden(r) {
			assert.Fail(t, "raw control character", "%s: %q in %q", what, r, out)
			return
		}
	}
}

func assertXML(t *testing.T, doc []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(doc))
	for {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			assert.Fail(t, "malformed XML", "%v in %s", err, doc)
			return
		}
	}
}

// assertSameYAML holds the YAML against the JSON of the same report.
func assertSameYAML(t *testing.T, v any, out []byte) {
	t.Helper()
	var got, want any
	require.NoError(t, yaml.Unmarshal(out, &got), "%s", out)
	b, err := json.Marshal(v)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &want))
	b, err = json.Marshal(got)
	require.NoError(t, err, "%s", out)
	got = nil
	require.NoError(t, json.Unmarshal(b, &got))
	assert.Equal(t, want, got, "%s", out)
}

// Reports survive their JSON: every format is the same from the copy. A byte that
// is no UTF-8 is the one thing that JSON can't tell.
func TestReportsSurviveJSON(t *testing.T) {
	r := Findings(validSample(t))
	var first bytes.Buffer
	require.NoError(t, JSON.Write(&first, &r, Style{}))
	var copied Report
	require.NoError(t, json.Unmarshal(first.Bytes(), &copied))
	for f := range formats {
		var a, b bytes.Buffer
		require.NoError(t, Format(f).Write(&a, &r, Style{Rules: sampleRules()}))
		require.NoError(t, Format(f).Write(&b, &copied, Style{Rules: sampleRules()}))
		assert.Equal(t, a.String(), b.String(), Format(f))
	}
}

// validSample is the sample without the byte that is no UTF-8.
func validSample(t *testing.T) Input {
	t.Helper()
	src, err := os.ReadFile("testdata/guide.md")
	require.NoError(t, err)
	return sampleOf(t, bytes.ReplaceAll(src, []byte{0xE9}, []byte("e")))
}

func FuzzYAML(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "?") // as encoding/json has it
		v := map[string]any{"k": s, "list": []any{s, []any{s, []any{}}, map[string]any{"x": s, "y": map[string]any{}}, nil, true, 1.5}}
		var out bytes.Buffer
		require.NoError(t, encodeYAML(&out, v))
		assertVisible(t, "yaml", out.String())
		assertSameYAML(t, v, out.Bytes())
	})
}

// The indented form is that of encoding/json, except for hidden characters.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,{"b":[]},{}],"c":"d\\\"e,:{}[]","f":{"g":null}}`))
	f.Add([]byte(`"\u202e\ud83c\udf89"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var v any
		if json.Unmarshal(data, &v) != nil {
			return
		}
		var got, want bytes.Buffer
		require.NoError(t, Encode(&got, JSON, v))
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		require.NoError(t, enc.Encode(v))
		assert.Equal(t, string(escapeHidden(want.Bytes(), escapeJSON)), got.String())
		assertVisible(t, "json", got.String())
	})
}

// Carets stand under their text whatever the line holds, and the line is never
// wider than asked for.
func FuzzLayout(f *testing.F) {
	for _, s := range hostileTexts {
		f.Add(s+" the word here", len(s), len(s)+4, 40)
	}
	f.Fuzz(func(t *testing.T, line string, start, end, width int) {
		n := utf8.RuneCountInString(line)
		if start < 0 || end < start || end > n || width < 20 || width > 500 {
			return
		}
		l := layout(line, start, end, width, false, false)
		assertVisible(t, "layout", strings.ReplaceAll(l.text, "\n", "?"))
		assert.NotContains(t, l.text, "\n")
		total := 0
		for _, c := range cells(l.text) {
			total += c.width
		}
		assert.LessOrEqual(t, total, width+12, "%q", l.text) // ellipses, and one cell that is spelled out
		assert.GreaterOrEqual(t, l.carets, 1)
	})
}

func TestLayout(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		start, end int
		text       string
		before     int
		carets     int
	}{
		{"ascii", "abc def", 4, 7, "abc def", 4, 3},
		{"tab before", "a\tword", 2, 6, "a   word", 4, 4},
		{"tab within", "ab\tc", 0, 4, "ab  c", 0, 5},
		{"wide", "日本 word", 3, 7, "日本 word", 5, 4},
		{"wide within", "日本 word", 0, 2, "日本 word", 0, 4},
		{"combining", "e\u0301 word", 3, 7, "e\u0301 word", 2, 4},
		{"emoji", "👩‍👩‍👧 word", 6, 10, "👩‍👩‍👧 word", 3, 4},
		{"escape", "\x1b[1mword", 4, 8, "␛[1mword", 4, 4},
		{"direction", "\u202eword", 1, 5, "<U+202E>word", 8, 4},
		{"empty span", "word", 2, 2, "word", 2, 1},
		{"at the end", "word", 4, 4, "word", 4, 1},
		{"empty line", "", 0, 0, "", 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, shown{tt.text, tt.before, tt.carets}, layout(tt.line, tt.start, tt.end, 80, false, false))
		})
	}
	long := strings.Repeat("x", 100) + "word" + strings.Repeat("y", 100)
	l := layout(long, 100, 104, 40, false, false)
	assert.Equal(t, "word", l.text[len("…")+l.before-1:][:l.carets])
	assert.True(t, strings.HasPrefix(l.text, "…") && strings.HasSuffix(l.text, "…"))
	assert.Equal(t, 42, uniseg.StringWidth(l.text))
}

// GitHub drops annotations beyond its limit; what would be lost is counted and listed, and no text of it is a command.
func TestGitHubLimit(t *testing.T) {
	in := Input{Tool: Tool{Name: "doc-iterate"}}
	for range 3 * gitHubLimit {
		in.Findings = append(in.Findings, review.Finding{Path: "a.md", Severity: rules.Warning, Rule: "x", Message: "w##[error]w"},
			review.Finding{Path: "b.md", Severity: rules.Suggestion, Message: "s"})
	}
	in.Findings = append(in.Findings, review.Finding{Path: "z.md", Severity: rules.Blocker, Message: "b"})
	r := Findings(in)
	var out bytes.Buffer
	require.NoError(t, GitHub.Write(&out, &r, Style{}))
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.True(t, strings.HasPrefix(lines[0], "::error file=z.md"))
	rest := lines[1+2*gitHubLimit:]
	require.Len(t, rest, 2+4*gitHubLimit+1)
	assert.Equal(t, "doc-iterate: 20 warnings, 20 notices more, listed here: GitHub shows 10 annotations of each kind a step.", rest[0])
	assert.Equal(t, "::group::The rest", rest[1])
	assert.Equal(t, "- a.md warning x: w## [error]w", rest[2])
	assert.Equal(t, "::endgroup::", rest[len(rest)-1])

	var summary bytes.Buffer
	require.NoError(t, JobSummary(&summary, &r))
	_, table, _ := strings.Cut(summary.String(), "| --- | --- | --- | --- |\n")
	assert.True(t, strings.HasPrefix(table, "| z.md | blocker |"), table)
	assert.Equal(t, 6*gitHubLimit+1, strings.Count(table, "\n"))
}

// Keys are unique in a report, because consumers take what looks the same for
// the same.
func TestKeysAreUnique(t *testing.T) {
	twice := review.Finding{Path: "a.md", Key: "same", Message: "m"}
	r := Findings(Input{Findings: []review.Finding{twice, twice, {Path: "a.md", Message: "m"}, {Path: "a.md", Message: "m"}}})
	seen := map[review.Key]bool{}
	for _, f := range r.Findings {
		assert.False(t, seen[f.Key])
		assert.NotEmpty(t, f.Key)
		seen[f.Key] = true
	}
}

// A finding in the middle of a huge line costs little, and so do a hundred
// thousand of them.
func BenchmarkFindings(b *testing.B) {
	src := []byte(strings.Repeat("whitelist ", 100_000))
	doc := zone.Parse("a.md", src, markdown.Dialect{})
	in := Input{Paths: []string{"a.md"}, Docs: map[string]*zone.Document{"a.md": doc}}
	for i := range 100_000 {
		in.Findings = append(in.Findings, review.Finding{Path: "a.md", State: review.Located, Span: source.Span{Start: 10 * i, End: 10*i + 9}})
	}
	for b.Loop() {
		Findings(in)
	}
}
