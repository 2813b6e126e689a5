package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// filled returns a page with one of everything, where every text is s.
func filled(s string) Page {
	change := Change{Before: s, After: s, Parts: []Part{{Deleted, s}, {Inserted, s}, {Same, s}}}
	doc := Document{
		Path: s, Lead: s, Notes: []string{s}, Next: s,
		Passes:    []Pass{{Number: 1, Verdict: s, In: 3, Out: 1, Edited: 2, Score: 80, Edits: s, Changes: []Change{change}}},
		Questions: []Question{{ID: s, Text: s, Place: s, Choices: []string{s}, Command: s}},
	}
	for _, state := range States() {
		doc.Items = append(doc.Items, Item{
			Name: s, Rule: s, Severity: "warning", State: state.Name, Place: s, Section: s, Message: s, Why: s, Reviewer: s, Pass: 1,
			Changes: []Change{change}, Context: &Change{Parts: []Part{{Marked, s}}}, Choices: []string{s},
			Question: &Question{ID: s, Text: s, Choices: []string{s}, Command: s},
		})
	}
	other := doc
	return Page{Title: s, Lead: s, Next: s, Commands: []Fact{{s, s}}, Facts: []Fact{{s, s}}, Warnings: []string{s}, Documents: []Document{doc, other},
		Runs: []Run{{s, 3, 80}, {s, 1, 95}, {s, 0, 100}}}
}

func written(t testing.TB, p Page) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, Write(&out, p))
	return out.String()
}

// inside returns what stands between the tags of the one element of a name.
func inside(t testing.TB, out, name string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(out, "<"+name), name)
	_, rest, _ := strings.Cut(out, "<"+name+">")
	text, _, found := strings.Cut(rest, "</"+name+">")
	require.True(t, found, name)
	return text
}

func TestPageStandsAlone(t *testing.T) {
	out := written(t, filled("text"))
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(out)[1])
	for _, name := range []string{"script", "style"} {
		sum := sha256.Sum256([]byte(inside(t, out, name)))
		assert.Contains(t, policy, name+"-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	assert.True(t, strings.HasPrefix(policy, "default-src 'none';"), policy)
	assert.NotContains(t, policy, "unsafe")
	inside(t, out, "main")
	assert.NotRegexp(t, `(?i)\s((src|style|on[a-z]+)=|href="[^#])|url\(|@import|https?:`, out)
}

func TestPageShowsEveryChangeAndFilter(t *testing.T) {
	out := written(t, filled("text"))
	n := 2 * (len(States()) + 1) // an item of each state and a pass, in two documents
	assert.Equal(t, n, strings.Count(out, "<del>text</del>"))
	assert.Equal(t, n, strings.Count(out, "<ins>text</ins>"))
	for _, filter := range []string{"document", "rule", "severity", "state"} {
		assert.Contains(t, out, `<label for="`+filter+`">`)
		assert.Contains(t, out, `<select id="`+filter+`">`)
	}
	for _, state := range States() {
		assert.Contains(t, pageCSS, "#state option[value="+state.Name+"]:checked)~.doc .item:not(."+state.Name+")")
		assert.Contains(t, out, `<option value="`+state.Name+`">`+state.Value+`</option>`)
	}
	for _, severity := range Severities() {
		assert.Contains(t, pageCSS, "#severity option[value="+severity+"]:checked)~.doc .item:not(."+severity+")")
	}
}

// The first screen counts and says what to do next, each finding has its question and its permalink, and the lists lead
// to documents and rules.
func TestPageLeadsOn(t *testing.T) {
	item := func(state, severity, rule string) Item {
		return Item{Name: "n", Rule: rule, Severity: severity, State: state, Message: "m"}
	}
	asked := item("escalated", "blocker", "b-rule")
	asked.Question = &Question{ID: "q-1", Text: "Which?", Choices: []string{"first"}, Command: "doc-iterate answer q-1 1"}
	out := written(t, Page{
		Title: "T", Next: "Answer the question.", Commands: []Fact{{"Take it back", "doc-iterate undo 7"}}, Facts: []Fact{{"Made by", "us"}},
		Documents: []Document{
			{Path: "a.md", Items: []Item{item("fixed", "warning", "a-rule"), asked}}, {Path: "b.md", Items: []Item{item("fixed", "warning", "a-rule")}},
		},
	})
	order := 0
	for _, part := range []string{
		`<li class="fixed"><b>2</b> fixed</li><li class="escalated"><b>1</b> needs you</li><li class="blocker"><b>1</b> blocker</li>`,
		`Answer the question.`, `Take it back: <code>doc-iterate undo 7</code> <button type="button" class="copy">`,
		`<a href="#d1">b.md</a>`, `<a href="#rule=0">a-rule</a> <small>2</small>`,
		`id="d0f2"`, `<a href="#d0f2">link</a>`, `<b>q-1</b>: Which?`, `<code>doc-iterate answer q-1 1</code>`, `id="d1f1"`, `Made by`,
	} {
		at := strings.Index(out, part)
		require.Greater(t, at, order, "%s comes next", part)
		order = at
	}
}

// The trend of two documents is the sum of what is open, and the mean of the scores. One that is done stays as it is.
func TestTrend(t *testing.T) {
	charts := trends([]Document{
		{Passes: []Pass{{In: 5, Out: 3, Score: 60}, {In: 3, Out: 1, Score: 80}, {In: 1, Out: 1, Score: 80}}},
		{Passes: []Pass{{In: 2, Out: 0, Score: 100}}}, {},
	})
	assert.Equal(t, "Open findings: 7 (start), 3 (pass 1), 1 (pass 2), 1 (pass 3)", charts[0].Title)
	assert.Equal(t, "Quality score: 80 (pass 1), 90 (pass 2), 90 (pass 3)", charts[1].Title)
	assert.Len(t, charts[0].Points, 4)
	assert.Empty(t, trends([]Document{{Passes: []Pass{{In: 5, Out: 3, Score: 60}}}}), "two points are no trend")
	assert.Nil(t, trends([]Document{{}}))
}

// Two runs are no trend. A score that can't be stays on the scale.
func TestTrendOfRuns(t *testing.T) {
	charts := runTrends([]Run{{"Monday", 7, 60}, {"Tuesday", 3, 80}, {"Friday", 0, 1e300}})
	require.Len(t, charts, 2)
	assert.Equal(t, "Open findings after each run: 7 (Monday), 3 (Tuesday), 0 (Friday)", charts[0].Title)
	assert.Equal(t, "Quality score after each run: 60 (Monday), 80 (Tuesday), 100 (Friday)", charts[1].Title)
	assert.Equal(t, "24,24 160,65 296,96", charts[0].Line)
	assert.Nil(t, runTrends([]Run{{"Monday", 7, 60}, {"Tuesday", 3, 80}}))
	out := written(t, Page{Runs: []Run{{"Monday", 7, 60}, {"Tuesday", 3, 80}, {"<b>", 0, 100}}})
	assert.Equal(t, 2, strings.Count(out, "<svg "))
	assert.Contains(t, out, "0 (&lt;b&gt;)")
}

// Ten thousand findings with long texts stay below five megabytes, whatever they are made of.
func TestManyFindingsStaySmall(t *testing.T) {
	for _, text := range []string{strings.Repeat("word ", 500), strings.Repeat("'<&>\"+", 500)} {
		item := filled(text).Documents[0].Items[0]
		item.Severity, item.State, item.Place, item.Rule = "suggestion", "out-of-scope", "123456:123456", "rule"
		for range 50 {
			item.Changes = append(item.Changes, item.Changes...)[:min(50, 2*len(item.Changes))]
		}
		var d Document
		for range 10_000 {
			d.Items = append(d.Items, item)
		}
		p := Page{Documents: []Document{d}}
		assert.Less(t, len(written(t, p)), 5_000_000, "%.6s", text)
	}
}

// One huge text is cut, so that the page of a minified megabyte does not carry the megabyte.
func TestHugeTextIsCut(t *testing.T) {
	out := written(t, Page{Documents: []Document{{Items: []Item{{Message: strings.Repeat("x", 1<<20), Rule: "r"}}}}})
	assert.Less(t, len(out), 20_000)
	assert.Contains(t, out, "x…")
}

// skeleton returns the tags of a page.
func skeleton(out string) []string { return regexp.MustCompile(`<[^>]*>`).FindAllString(out, -1) }

// checkHostile checks that a page of a text has the tags of a page of a plain one.
func checkHostile(t *testing.T, plain []string, text string) {
	t.Helper()
	if text == "" { // what is empty is left out
		return
	}
	out := written(t, filled(text))
	require.Equal(t, plain, skeleton(out), "%q", text)
	inside(t, out, "script")
	inside(t, out, "style")
}

func TestHostileTextStaysText(t *testing.T) {
	plain := skeleton(written(t, filled("text")))
	for _, text := range []string{
		"<script>alert(1)</script>", "</style><img src=x onerror=alert(1)>", `" autofocus onfocus="alert(1)`, "{{.Policy}}", "]]>", "<!--",
		"javascript:alert(1)", "\u202egnp.exe", "</main></body>", "&lt;", "`${1}`", "\x1b[31m",
	} {
		checkHostile(t, plain, text)
	}
}

func FuzzHostileTextStaysText(f *testing.F) {
	f.Add("<b>")
	plain := skeleton(written(f, filled("text")))
	f.Fuzz(func(t *testing.T, text string) { checkHostile(t, plain, text) })
}
