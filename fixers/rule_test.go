package fixers

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "rewrite the golden parts of testdata/*/*.txtar")

// TestRules runs every testdata/RULE/NAME.txtar. A case holds
//
//	rules.json    the configuration
//	in.md         a document (any name that does not begin with "want"; several make one run)
//	want.md       what the fixers make of in.md; left out where they change nothing
//	findings      what the reviewer RULE says of the documents as they come in, one a line
//	skipped       what the fixers leave, and why
//	files         what else the repository holds, one path a line
//
// Whatever a case says, this must hold: the findings that the fixers resolve are
// gone when the result is reviewed again, what is left was skipped for a reason,
// the fixed documents are not changed by another run, and the order of the
// findings makes no difference.
func TestRules(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		rule := filepath.Base(filepath.Dir(file))
		t.Run(rule+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			testRule(t, file, rule)
		})
	}
}

func testRule(t *testing.T, file, rule string) {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	c := newRuleCase(t, archive, rule)

	first := c.review(t, c.docs)
	plan := Build(Input{Docs: zone.Map(c.docs), Set: c.set, Findings: FindingsOf(first), Fixers: Registry()})
	got, left := c.converge(t)
	if *update {
		c.rewrite(t, file, archive, got, first, plan.Skipped)
		return
	}
	assert.Equal(t, c.golden["findings"], describeFindings(c.docs, first))
	assert.Equal(t, c.golden["skipped"], describeSkips(c.docs, plan.Skipped))
	for path, doc := range got {
		want, ok := c.golden[wantName(path)]
		if !ok {
			want = string(c.docs[path].Source())
		}
		assert.Equal(t, want, string(doc.Source()), path)
	}
	for _, skip := range left {
		assert.NotEmpty(t, skip.Detail, "%v", skip.Finding)
	}
	c.permuted(t, first, plan)
}

// A ruleCase is one txtar case.
type ruleCase struct {
	set      *rules.Set
	reviewer review.Reviewer
	docs     map[string]*zone.Document
	files    *link.Files
	golden   map[string]string
}

func newRuleCase(t *testing.T, archive *txtar.Archive, id string) *ruleCase {
	t.Helper()
	var paths []string
	c := &ruleCase{docs: map[string]*zone.Document{}, golden: map[string]string{}}
	for _, f := range archive.Files {
		switch {
		case f.Name == "rules.json":
			c.set = loadSet(t, f.Data).Unsafe()
		case f.Name == "findings" || f.Name == "skipped" || strings.HasPrefix(f.Name, "want"):
			c.golden[f.Name] = string(f.Data)
		case f.Name == "files":
			paths = append(paths, strings.Fields(string(f.Data))...)
		default:
			c.docs[f.Name] = zone.Parse(f.Name, f.Data, markdown.GitHub.DialectOf(f.Name))
			paths = append(paths, f.Name)
		}
	}
	c.files = link.NewFiles(".", paths, func(path string) ([]byte, error) {
		return nil, fmt.Errorf("%s: the case holds no such document", path)
	})
	require.NotNil(t, c.set, "no rules.json")
	i := slices.IndexFunc(rule.All(), func(r review.Reviewer) bool { return r.Rule.ID == id })
	require.GreaterOrEqual(t, i, 0, "no rule %q", id)
	c.reviewer = rule.All()[i]
	return c
}

// wantName is the name of the golden file of a document: want.md for in.md,
// want/b.md for b.md.
func wantName(path string) string {
	if rest, ok := strings.CutPrefix(path, "in."); ok {
		return "want." + rest
	}
	return "want/" + path
}

// review is what the rule finds in all documents, in their order.
func (c *ruleCase) review(t *testing.T, docs map[string]*zone.Document) []review.Finding {
	t.Helper()
	var list []*zone.Document
	for _, path := range slices.Sorted(maps.Keys(docs)) {
		list = append(list, docs[path])
	}
	var out []review.Finding
	corpus := review.NewCorpus(list, c.files)
	for _, doc := range list {
		out = append(out, corpus.Review(doc, c.set, []review.Reviewer{c.reviewer})...)
	}
	return out
}

// converge lets the fixers run until they change nothing, and asserts that what
// is found in the end is what they skipped.
func (c *ruleCase) converge(t *testing.T) (map[string]*zone.Document, []Skip) {
	t.Helper()
	docs := maps.Clone(c.docs)
	for range 3 {
		findings := c.review(t, docs)
		in := Input{Docs: zone.Map(docs), Set: c.set, Findings: FindingsOf(findings), Fixers: Registry()}
		plan := Build(in)
		require.Len(t, findings, len(plan.Applied)+len(plan.Skipped), "every finding is in one list")
		after, proved := Prove(in, plan)
		require.Len(t, proved.Applied, len(plan.Applied), "a fixer broke its contract: %v", proved.Skipped)
		if len(proved.Applied) == 0 {
			require.Len(t, c.review(t, docs), len(proved.Skipped))
			return docs, proved.Skipped
		}
		for path, src := range after {
			docs[path] = zone.Parse(path, src, markdown.GitHub.DialectOf(path))
		}
	}
	require.Fail(t, "the fixers do not come to an end")
	return nil, nil
}

// permuted asserts that the order of the findings makes no difference.
func (c *ruleCase) permuted(t *testing.T, findings []review.Finding, plan Plan) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	want := edits(t, c.docs, plan)
	for range 3 {
		shuffled := slices.Clone(findings)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		other := Build(Input{Docs: zone.Map(c.docs), Set: c.set, Findings: FindingsOf(shuffled), Fixers: Registry()})
		assert.Equal(t, want, edits(t, c.docs, other))
	}
}

// edits is what the plan does to each document, as a sorted list.
func edits(t *testing.T, docs map[string]*zone.Document, plan Plan) map[string]string {
	t.Helper()
	out := map[string]string{}
	for path := range docs {
		var lines []string
		for _, a := range plan.Applied {
			for _, e := range a.Change.Of(path) {
				lines = append(lines, e.String())
			}
		}
		slices.Sort(lines)
		out[path] = strings.Join(slices.Compact(lines), "\n")
	}
	return out
}

func describeFindings(docs map[string]*zone.Document, findings []review.Finding) string {
	var out strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&out, "%s %v %s", place(docs, f), f.Severity, f.Message)
		if f.Reason.Code != "" {
			fmt.Fprintf(&out, " (%s: %s)", f.Reason.Code, f.Reason.Text)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func describeSkips(docs map[string]*zone.Document, skips []Skip) string {
	var out strings.Builder
	for _, s := range skips {
		fmt.Fprintf(&out, "%s %s: %s\n", place(docs, *s.Finding), s.Reason, s.Detail)
	}
	return out.String()
}

func place(docs map[string]*zone.Document, f review.Finding) string {
	p := docs[f.Path].Lines().Point(f.Span.Start, source.CodePoint)
	return fmt.Sprintf("%s:%d:%d", f.Path, p.Line, p.Column)
}

// rewrite puts what the case gives into its file. What it says must be read
// before it is committed: it is what the test asserts from then on.
func (c *ruleCase) rewrite(t *testing.T, file string, archive *txtar.Archive, got map[string]*zone.Document,
	findings []review.Finding, skipped []Skip) {
	t.Helper()
	archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool {
		return f.Name == "findings" || f.Name == "skipped" || strings.HasPrefix(f.Name, "want")
	})
	add := func(name, text string) {
		if text != "" {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if !bytes.Equal(got[path].Source(), c.docs[path].Source()) {
			add(wantName(path), string(got[path].Source()))
		}
	}
	add("findings", describeFindings(c.docs, findings))
	add("skipped", describeSkips(c.docs, skipped))
	require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o644))
}
