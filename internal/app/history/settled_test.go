package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A reviewed is a document that a run fixed, with its review and what the ledger keeps.
type reviewed struct {
	files   []reviewfiles.File
	after   []byte
	entries []settled.Entry
}

// findings returns what the review says of a text, by what the ledger knows.
func (r *reviewed) findings(t *testing.T, src []byte) []review.Finding {
	doc := func() *zone.Document { return zone.Parse("a.md", src, markdown.Dialect{}) }
	ledger := &settled.Ledger{Entries: r.entries, Text: func(string) []byte { return r.after }}
	located := reviewfiles.Locating{Keep: true, Ledger: func(string) *settled.Ledger { return ledger }}
	found := located.Of(t.Context(), "a.md", doc, r.files)
	return found[0].Findings
}

// fixed resolves a review of a document: of words that stand there often, by their lines.
func fixed(t *testing.T, set *rules.Set, src []byte, chance *testdocs.Chance) *reviewed {
	type place struct {
		Line  int    `json:"line"`
		Quote string `json:"quote"`
	}
	var issues []map[string]any
	lines := strings.Split(string(src), "\n")
	for n, line := range lines {
		words := strings.Fields(line)
		if len(words) < 6 || strings.ContainsAny(line, "`|[#<") || chance.Next(4) > 0 {
			continue
		}
		word := strings.Trim(words[2+chance.Next(len(words)-3)], ".,:;()*_\"")
		if len(word) < 3 || strings.Count(line, word) != 1 {
			continue
		}
		want := []string{word + " tray", "other", word + "s of all", ""}[chance.Next(4)]
		quote := []string{word, strings.TrimSpace(line)}[chance.Next(2)]
		issues = append(issues, map[string]any{
			"id": fmt.Sprint("i-", n), "description": "Say it so.", "location": place{n + 1, quote}, "old_value": word, "new_value": want,
		})
	}
	if len(issues) == 0 {
		return nil
	}
	text, err := json.Marshal(map[string]any{"issues": issues})
	require.NoError(t, err)
	file, err := reviewfiles.Reader{Note: func(string, ...any) {}}.Parse(reviewfiles.Raw{Name: "review.json", Data: text})
	require.NoError(t, err)
	r := &reviewed{files: []reviewfiles.File{file}}
	docs := []workspace.Document{{Path: "a.md", Source: src, Rules: set}}
	require.NoError(t, reviewfiles.Pair(r.files, docs, false, func(string, ...any) {}))
	doc := func() *zone.Document { return zone.Parse("a.md", src, markdown.Dialect{}) }
	done, err := loop.Run(t.Context(), loop.Job{
		Targets: []loop.Target{{Stored: source.InMemory("a.md", src),
			Reviews: reviewfiles.Locating{Keep: true}.Of(t.Context(), "a.md", doc, r.files)}},
		Set: set, Reviewers: rule.All(), Fixers: fixers.Registry(), Limits: table.LimitsOf(set, rules.Warning), Ledger: DryLedger{},
	})
	require.NoError(t, err)
	d := &done.Documents[0]
	r.after, r.entries = d.After.Bytes(), settledBy(&done, d, reviewfiles.IdentitiesOf(r.files))
	fixes := 0
	for _, o := range d.Findings {
		if o.Status == result.Fixed {
			fixes++
		}
	}
	assert.Len(t, r.entries, fixes, "the ledger knows what was fixed")
	return r
}

// edited edits a text as people would. Half of the edits bring words back that a run replaced, at another place.
func edited(src []byte, entries []settled.Entry, chance *testdocs.Chance) []source.Edit {
	var edits []source.Edit
	lines := source.NewLines(src)
	for range 1 + chance.Next(6) {
		span, _ := lines.Span(1 + chance.Next(lines.Count()))
		e := source.Edit{Span: source.Span{Start: span.Start, End: span.Start}}
		switch chance.Next(8) {
		case 0: // a line goes
			if e.End = span.End; e.End < len(src) {
				e.End++
			}
		case 1: // a word
			at := bytes.LastIndexByte(src[:span.Start+chance.Next(span.Len()+1)], ' ') + 1
			e.Start, e.End = max(at, span.Start), max(at, span.Start)
			for e.End < span.End && src[e.End] != ' ' {
				e.End++
			}
			e.New = "word"
		case 2:
			e.New = "## Another heading\n\n"
		case 3: // a copy of a line
			other, _ := lines.Span(1 + chance.Next(lines.Count()))
			e.New = string(src[other.Start:other.End]) + "\n\n"
		default: // what a run replaced, alone or in words of its own
			was := &entries[chance.Next(len(entries))]
			e.New = []string{was.Old + "\n\n", "Here is " + was.Old + " in new words.\n\n"}[chance.Next(2)]
		}
		if source.Fits(edits, []source.Edit{e}) == nil {
			edits = source.Add(edits, []source.Edit{e})
		}
	}
	return edits
}

// What a run did with a finding is never done again, whatever is edited elsewhere since. A place that was edited itself
// is done, too, unless its old words are there.
func TestSettledIsNeverEditedAgain(t *testing.T) {
	const scripts = 2000
	set, err := rules.Load("rules.json", []byte(`{"version": 1}`))
	require.NoError(t, err)
	names, err := filepath.Glob(filepath.Join("..", "..", "..", "docs", "*.md"))
	require.NoError(t, err)
	var all []*reviewed
	for n, name := range names {
		src, err := os.ReadFile(name)
		require.NoError(t, err)
		chance := testdocs.Chance(n + 1)
		if r := fixed(t, set, src, &chance); r != nil && len(r.entries) > 0 {
			all = append(all, r)
		}
	}
	known, settledOnes, open := 0, 0, 0
	for n := range scripts {
		chance := testdocs.Chance(n + 1)
		chance.Next(2)
		r := all[n%len(all)]
		edits := edited(r.after, r.entries, &chance)
		src, err := source.Apply(r.after, edits)
		require.NoError(t, err)
		m := source.NewMapping(edits)
		byContent := map[string]*settled.Entry{}
		for i := range r.entries {
			byContent[r.entries[i].Content] = &r.entries[i]
		}
		for _, f := range r.findings(t, src) {
			e := byContent[f.Content]
			if e == nil {
				continue
			}
			known++
			if f.Reason.Code == review.SettledIssue {
				settledOnes++
				continue
			}
			open++
			place, touch := m.Span(source.Span{Start: e.Start, End: e.End}, source.Tight)
			wide, _ := m.Span(source.Span{Start: e.Start, End: e.End}, source.Wide)
			if touch == source.Untouched || f.State == review.Located && !wide.Contains(f.Span) || !bytes.Contains(src[wide.Start:wide.End], []byte(e.Old)) {
				t.Errorf("script %d: %s is open at %v %q, but %q was done at %v %q", n, f.ID, f.Span, src[f.Span.Start:f.Span.End], e.Old, place, src[place.Start:place.End])
			}
		}
	}
	t.Logf("of %d findings that a run settled %d still are, %d have their old words again", known, settledOnes, open)
	assert.Greater(t, settledOnes, scripts)
}
