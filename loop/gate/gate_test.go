package gate

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The exit code in every combination of policy and outcome: trouble is 2, never
// is else 0, and what the policy names is 1.
func TestExitCode(t *testing.T) {
	type row struct {
		trouble        bool
		failOn         string
		worst          string // "" is nothing left
		escalated      bool
		onFix, changed bool
	}
	want := func(r row) int {
		rank := map[string]int{"": 0, "suggestion": 1, "warning": 2, "blocker": 3, "never": 4}
		switch {
		case r.trouble:
			return 2
		case r.failOn == "never":
			return 0
		case rank[r.worst] >= rank[r.failOn], r.escalated, r.onFix && r.changed:
			return 1
		}
		return 0
	}
	n := 0
	for _, failOn := range []string{"suggestion", "warning", "blocker", "never"} {
		for _, worst := range []string{"", "suggestion", "warning", "blocker"} {
			for bits := range 16 {
				r := row{bits&1 > 0, failOn, worst, bits&2 > 0, bits&4 > 0, bits&8 > 0}
				gate, err := ParseFailOn(failOn)
				require.NoError(t, err)
				var severity rules.Severity
				if worst != "" {
					severity, err = rules.ParseSeverity(worst)
					require.NoError(t, err)
				}
				assert.Equal(t, want(r),
					ExitCode(Policy{gate, r.onFix}, Outcome{r.trouble, severity, r.escalated, r.changed}), "%+v", r)
				n++
			}
		}
	}
	assert.Equal(t, 256, n)
	// The lines of the README's table, spelled out.
	warning := Policy{FailOn: rules.Warning}
	assert.Equal(t, 0, ExitCode(warning, Outcome{}))
	assert.Equal(t, 0, ExitCode(warning, Outcome{Changed: true}))
	assert.Equal(t, 0, ExitCode(warning, Outcome{Worst: rules.Suggestion}))
	assert.Equal(t, 1, ExitCode(warning, Outcome{Worst: rules.Warning, Changed: true}))
	assert.Equal(t, 1, ExitCode(warning, Outcome{Escalated: true}))
	assert.Equal(t, 1, ExitCode(Policy{rules.Warning, true}, Outcome{Changed: true}))
	assert.Equal(t, 0, ExitCode(Policy{0, true}, Outcome{Worst: rules.Blocker, Escalated: true, Changed: true}))
	assert.Equal(t, 2, ExitCode(Policy{}, Outcome{Trouble: true}))
	_, err := ParseFailOn("error")
	assert.ErrorContains(t, err, "unknown severity")
}

// The README's table says what ExitCode does, row by row and column by
// column.
func TestExitCodeTable(t *testing.T) {
	rows := map[string]struct {
		o     Outcome
		onFix bool
	}{
		"nothing is left":                                {},
		"suggestions are left":                           {o: Outcome{Worst: rules.Suggestion}},
		"warnings are left":                              {o: Outcome{Worst: rules.Warning}},
		"blockers are left":                              {o: Outcome{Worst: rules.Blocker}},
		"a run was escalated to a person":                {o: Outcome{Escalated: true}},
		"everything was fixed":                           {o: Outcome{Changed: true}},
		"some were fixed, warnings are left":             {o: Outcome{Changed: true, Worst: rules.Warning}},
		"everything was fixed, `--exit-non-zero-on-fix`": {o: Outcome{Changed: true}, onFix: true},
		"something could not be done":                    {o: Outcome{Trouble: true, Worst: rules.Blocker, Escalated: true, Changed: true}, onFix: true},
	}
	columns := []rules.Severity{rules.Warning, rules.Suggestion, rules.Blocker, 0}
	doc, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	require.NoError(t, err)
	seen := 0
	for line := range strings.Lines(string(doc)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		row, ok := rows[strings.TrimSpace(cells[0])]
		if !ok || len(cells) != 1+len(columns) {
			continue
		}
		seen++
		for i, failOn := range columns {
			assert.Equal(t, strings.TrimSpace(cells[i+1]), strconv.Itoa(ExitCode(Policy{failOn, row.onFix}, row.o)),
				line)
		}
	}
	assert.Equal(t, len(rows), seen, "rows of the table")
}

func TestParseShard(t *testing.T) {
	s, err := ParseShard("2/3")
	require.NoError(t, err)
	assert.Equal(t, Shard{2, 3}, s)
	for _, bad := range []string{"", "2", "0/3", "4/3", "a/b", "1/0", "-1/3", "1/2/3"} {
		_, err := ParseShard(bad)
		assert.ErrorContains(t, err, "shard", bad)
	}
	env := map[string]string{}
	getenv := func(k string) string { return env[k] }
	s, err = ShardFromCI(getenv)
	require.NoError(t, err)
	assert.Zero(t, s)
	env["CI_NODE_INDEX"], env["CI_NODE_TOTAL"] = "3", "4"
	s, err = ShardFromCI(getenv)
	require.NoError(t, err)
	assert.Equal(t, Shard{3, 4}, s)
	env["CI_NODE_INDEX"] = "0"
	_, err = ShardFromCI(getenv)
	assert.ErrorContains(t, err, "use --shard where they count otherwise")
	env["CI_NODE_INDEX"] = "x"
	_, err = ShardFromCI(getenv)
	assert.ErrorContains(t, err, "want two numbers")
}

// The parts are all files, each once, in order, whatever the order in which the
// files came; and no part is far larger than its share.
func TestPartsPartition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var files []File
		var bytes, largest int64
		for i := range random.IntN(60) {
			size := random.Int64N(1 << random.IntN(20))
			bytes += size + perFile
			largest = max(largest, size+perFile)
			files = append(files, File{Path: fmt.Sprintf("d%02d.md", i), Size: size})
		}
		total := 1 + random.IntN(8)
		shuffled := slices.Clone(files)
		random.Shuffle(len(files), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		var all []File
		for i := range total {
			part := Part(files, Shard{i + 1, total})
			assert.ElementsMatch(t, part, Part(shuffled, Shard{i + 1, total}))
			assert.True(t, slices.IsSortedFunc(part, func(a, b File) int { return strings.Compare(a.Path, b.Path) }))
			load := int64(0)
			for _, f := range part {
				load += f.Size + perFile
			}
			assert.LessOrEqual(t, load, bytes/int64(total)+largest)
			all = append(all, part...)
		}
		assert.ElementsMatch(t, files, all)
	}
}

// found is a review of src for the words bad and worse.
func found(path, src string) (*zone.Document, []review.Finding) {
	doc := zone.Parse(path, []byte(src), markdown.DialectOf(path))
	set := &rules.Set{}
	return doc, review.NewCorpus([]*zone.Document{doc}, nil).Review(doc, set, []review.Reviewer{{
		Rule: rules.Rule{ID: "word"},
		Find: func(p *review.Pass) {
			for _, word := range []string{"bad", "worse"} {
				for at := 0; ; {
					i := strings.Index(string(p.Doc.Source()[at:]), word)
					if i < 0 {
						break
					}
					at += i + len(word)
					p.Report(review.Finding{Message: "Not " + word + ".", Span: source.Span{
						Start: at - len(word), End: at,
					}})
				}
			}
		},
	}})
}

func words(doc *zone.Document, findings []review.Finding) string {
	var out []string
	for _, f := range findings {
		out = append(out, fmt.Sprintf("%s:%d", doc.Bytes(f.Span), doc.Lines().Number(f.Span.Start)))
	}
	return strings.Join(out, " ")
}

func TestChanges(t *testing.T) {
	const base = "# One\n\nbad\n\n# Two\n\nworse\n\n# Three\n\nbad\n"
	for _, tt := range []struct{ name, after, want string }{
		{"nothing", base, ""},
		{"another line", "# One\n\nbad\n\nnew\n\n# Two\n\nworse\n\n# Three\n\nbad\n", ""},
		{"the line itself", "# One\n\nbad here\n\n# Two\n\nworse\n\n# Three\n\nbad\n", "bad:3"},
		{"a second one on a new line", base + "\nbad\n", "bad:13"},
		// The comparison may show either section as the one that moved.
		{"sections change places", "# Two\n\nworse\n\n# One\n\nbad\n\n# Three\n\nbad\n", "?"},
		{"a heading moves above it", "# One\n\nbad\n\n# Two\n\n# New\n\nworse\n\n# Three\n\nbad\n", ""},
		{"its heading goes", "# One\n\nbad\n\nworse\n\n# Three\n\nbad\n", ""},
		{"line endings", strings.ReplaceAll(base, "\n", "\r\n"), ""},
		{"line endings and a word", strings.ReplaceAll(strings.Replace(base, "worse", "worse!", 1), "\n", "\r\n"), "worse:7"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before, known := found("a.md", base)
			if strings.Contains(tt.after, "\r\n") { // as a caller has it
				before, known = found("a.md", strings.ReplaceAll(base, "\n", "\r\n"))
			}
			doc, findings := found("a.md", tt.after)
			got := words(doc, ChangesOf(doc, before, known).Filter(findings))
			if tt.want == "?" {
				assert.NotEmpty(t, got)
				return
			}
			assert.Equal(t, tt.want, got)
		})
	}
	doc, findings := found("a.md", base)
	assert.Equal(t, "bad:3 worse:7 bad:11", words(doc, ChangesOf(doc, nil, nil).Filter(findings)),
		"a new document counts whole")
	foreign := slices.Clone(findings)
	for i := range foreign {
		foreign[i].Source = "vale"
	}
	assert.Empty(t, ChangesOf(doc, doc, nil).Filter(foreign),
		"of a reviewer that did not see the older revision, lines decide")
	old, _ := found("a.md", "old\n")
	placeless := []review.Finding{{Source: "vale", State: review.Unlocated}}
	assert.Empty(t, ChangesOf(doc, old, nil).Filter(placeless))
}

// Every finding on a changed line counts, and on no other line, by a second way
// of saying so.
func FuzzChangedLines(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n")
	f.Add("", "a\r\nb")
	f.Add("a\nb", "b")
	f.Fuzz(func(t *testing.T, before, after string) {
		spans := changedLines([]byte(before), []byte(after))
		var kept strings.Builder
		last := 0
		for _, s := range spans {
			require.True(t, last <= s.Start && s.Start < s.End && s.End <= len(after), "%v of %q", spans, after)
			kept.WriteString(after[last:s.Start])
			last = s.End
		}
		kept.WriteString(after[last:])
		// What is unchanged is a subsequence of the lines before.
		rest := slices.Collect(strings.Lines(string(unix([]byte(before)))))
		for line := range strings.Lines(string(unix([]byte(kept.String())))) {
			i := slices.Index(rest, line)
			require.GreaterOrEqual(t, i, 0, "%q is not in %q", line, before)
			rest = rest[i+1:]
		}
	})
}

func TestBaseline(t *testing.T) {
	const base = "# One\n\nbad bad in a text of words\n\n# Two\n\nworse\n"
	_, old := found("a.md", base)
	b := NewBaseline(old, nil, nil)
	data, err := b.Bytes()
	require.NoError(t, err)
	b, err = ParseBaseline("baseline.json", data)
	require.NoError(t, err)
	for _, tt := range []struct {
		name, after, fresh string
		gone               int
	}{
		{"the same", base, "", 0},
		{"lines moved", "intro\n\n" + base, "", 0},
		{"one more", base + "\nbad\n", "bad:9", 0},
		{"one less", "# One\n\nbad in a text of words\n\n# Two\n\nworse\n", "", 1},
		{"another heading", strings.Replace(base, "# One", "# Uno", 1), "", 0},
		{"another heading and one more", strings.Replace(base, "# One\n\nbad bad", "# Uno\n\nbad bad bad", 1), "bad:3", 0},
		{"the same words before it", strings.Replace(base, "# One", "bad words of another text\n\n# One", 1), "bad:1", 0},
		{"another word", strings.Replace(base, "worse", "bad", 1), "bad:7", 1},
		{"all gone", "# One\n", "", 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, findings := found("a.md", tt.after)
			fresh := b.Filter("a.md", findings)
			assert.Equal(t, tt.fresh, words(doc, fresh))
			assert.Equal(t, tt.gone, len(old)-(len(findings)-len(fresh)), "each entry covers one finding")
		})
	}
	var none *Baseline
	assert.Len(t, none.Filter("a.md", old), 3)
	_, elsewhere := found("b.md", base)
	assert.Len(t, b.Filter("b.md", elsewhere), 3, "a baseline is about documents by path")
}

// Reviewers may share a Key. Each entry covers one finding, and the one that is
// the same in all before another.
func TestBaselineOfOneKey(t *testing.T) {
	f := func(message, key string) review.Finding {
		return review.Finding{Path: "a.md", Rule: "word", Message: message, Key: review.Key(key), Former: review.Key(key)}
	}
	messages := func(b *Baseline, findings ...review.Finding) (out []string) {
		for _, f := range b.Filter("a.md", findings) {
			out = append(out, f.Message)
		}
		return out
	}
	two := []review.Finding{f("One.", "k..."), f("Two.", "k..."), f("Same.", "l..."), f("Same.", "l...")}
	b := NewBaseline(two, nil, nil)
	assert.Empty(t, messages(b, two...))
	assert.Equal(t, []string{"New."}, messages(b, f("New.", "k..."), f("Two.", "k..."), f("One.", "k...")))
	b.Version = 1
	b.Documents["a.md"] = []Known{{"word", "One.", []review.Key{"k"}}, {"word", "Two.", []review.Key{"k"}},
		{"word", "Same.", []review.Key{"l", "l"}}}
	assert.Equal(t, []string{"Same."},
		messages(b, f("Same.", "x"), f("Same.", "y"), f("Same.", "z"), f("Other words.", "k")))
	b = NewBaseline(two, nil, nil)
	again := NewBaseline(two[:3], b, func(string, string) bool { return true })
	assert.Equal(t, b, again, "what is kept and found again is there once")
}

// A name that is not UTF-8 can't stand in the file as it is.
func TestBaselineOfAnyName(t *testing.T) {
	const path = "a\xff\xfe.md"
	_, findings := found(path, "bad worse bad\n")
	data, err := NewBaseline(findings, nil, nil).Bytes()
	require.NoError(t, err)
	b, err := ParseBaseline("x", data)
	require.NoError(t, err)
	assert.Empty(t, b.Filter(path, findings))
}

// A baseline is the same bytes whatever the order of the findings, and keeps
// what it is told to keep.
func TestWriteBaseline(t *testing.T) {
	_, a := found("a.md", "bad worse bad\n")
	_, b := found("b.md", "bad\n")
	_, c := found("c.md", "bad\n")
	first, err := NewBaseline(append(slices.Clone(a), b...), nil, nil).Bytes()
	require.NoError(t, err)
	backwards := slices.Clone(a)
	slices.Reverse(backwards)
	second, err := NewBaseline(append(slices.Clone(b), backwards...), nil, nil).Bytes()
	require.NoError(t, err)
	assert.Equal(t, string(first), string(second))
	old, err := ParseBaseline("x", first)
	require.NoError(t, err)
	next := NewBaseline(c, old, func(path, _ string) bool { return path == "b.md" })
	var documents []string
	for path := range next.Documents {
		documents = append(documents, path)
	}
	assert.ElementsMatch(t, []string{"b.md", "c.md"}, documents)
}

func TestParseBaselineErrors(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"", "baseline base.json: EOF; want what `doc-iterate check --write-baseline FILE` writes"},
		{"{\n  \"version\": 1,\n  !\n}", "baseline base.json:3: "},
		{`{"version": 3, "documents": {}}`, "version 3 is not known"},
		{`{"version": 1, "documents": {}, "extra": 1}`, `unknown field "extra"`},
		{`{"version": 1, "documents": []}`, "baseline base.json:1: documents is an array, which it can't be; want what"},
		{`{"version": 1, "documents": {}} x`, "something follows its end"},
	} {
		_, err := ParseBaseline("base.json", []byte(tt.data))
		assert.ErrorContains(t, err, tt.want)
	}
}

func FuzzParseBaseline(f *testing.F) {
	f.Add([]byte(`{"version":1,"documents":{"a.md":[{"rule":"r","message":"m","keys":["k"]}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := ParseBaseline("x", data)
		if err != nil {
			return
		}
		b.Filter("a.md", []review.Finding{{Key: "k"}, {Rule: "r", Message: "m"}})
		out, err := b.Bytes()
		require.NoError(t, err)
		require.True(t, json.Valid(out))
	})
}
