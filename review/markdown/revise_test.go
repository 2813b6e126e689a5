package markdown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// needed returns what the reviewers look at under two sets of rules.
func needed(t testing.TB) []Needs {
	set, err := rules.Load("test", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist", "white list"]},
		{"use": "GitHub"}, {"use": "JSON"}], "placeholders": {}}`))
	require.NoError(t, err)
	other, err := rules.Load("test", []byte(`{"placeholders": {"patterns": ["T.?DO"]}}`))
	require.NoError(t, err)
	spans := func([]byte, bool, func(int)) bool { return false }
	begins := func([]byte) bool { return true }
	return []Needs{
		{
			Text: []func([]byte, int) int{set.Terms().Candidate, set.Placeholders.Table().Candidate}, Bullets: "*+",
			BareFences: true, NamedFences: true, Spans: spans, Begins: begins,
		},
		{Text: []func([]byte, int) int{other.Placeholders.Table().Candidate}, Links: true, Bullets: "-+", Spans: spans, Begins: begins},
	}
}

// A verdict is what Compare says of a revision, and how.
type verdict struct {
	cut    bool // the documents are cut into chunks
	proved bool // by the chunks that the edits touch
	held   bool
}

// sameVerdict asserts that a revision of which the chunks are parsed that are needed is
// proved as the whole tree would be.
func sameVerdict(t testing.TB, src []byte, n Needs, edits []source.Edit, free []source.Span) verdict {
	base := NewPartialParser(n).Parse("a.md", src)
	got, err := base.Revise(edits)
	if err != nil {
		return verdict{} // the edits overlap
	}
	want := Compare(Parse("a.md", src, Dialect{}), Parse("a.md", got.Source(), Dialect{}), edits, free)
	proved := unchanged(base, got, edits, free)
	text := src[:min(len(src), 2000)]
	if proved {
		require.NoError(t, want, "%v, %v free, of %q", edits, free, text)
	}
	require.Equal(t, want, Compare(base, got, edits, free), "%v, %v free, of %q", edits, free, text)
	return verdict{cut: len(base.tree().Cuts) > 0 && len(got.tree().Cuts) > 0, proved: proved, held: want == nil}
}

// A tally counts verdicts.
type tally struct{ cut, proved, held int }

// check asserts the same verdict under each of the needs, and counts it.
func (y *tally) check(needs []Needs) testdocs.RevisionCheck {
	return func(t testing.TB, variant int, src []byte, edits []source.Edit, free []source.Span) {
		v := sameVerdict(t, src, needs[variant], edits, free)
		if v.proved {
			y.proved++
		}
		if v.held {
			y.held++
		}
		if v.held && v.cut {
			y.cut++
		}
	}
}

func TestReviseShuffledLines(t *testing.T) {
	var y tally
	needs := needed(t)
	n := testdocs.Revisions(t, len(needs), y.check(needs))
	assert.Greater(t, y.held, n/4, "most plans are honest")
	assert.GreaterOrEqual(t, y.proved, y.cut/3, "and need no whole tree where there are chunks")
}

// An edit of a label has another definition of that come first, which may stand where nothing was parsed.
func TestReviseLabels(t *testing.T) {
	text := strings.Repeat("Text that nobody asked for.\n\n", 20)
	for _, label := range []string{"^n", "n"} {
		src := "[" + label + "]: note\n\n" + text + "[" + label + "]: other\n"
		at := strings.Index(src, "n]")
		for _, n := range needed(t) {
			edit := source.Edit{Span: source.Span{Start: at, End: at + 1}, New: "word"}
			v := sameVerdict(t, []byte(src), n, []source.Edit{edit}, nil)
			assert.False(t, v.held, "%s", label)
		}
	}
}

func FuzzRevise(f *testing.F) {
	var y tally
	needs := needed(f)
	testdocs.FuzzRevisions(f, len(needs), y.check(needs))
}

func TestReviseCorpus(t *testing.T) {
	var y tally
	needs := needed(t)
	n := testdocs.CorpusRevisions(t, len(needs), y.check(needs))
	t.Logf("of %d documents %d keep their meaning, %d of which need no whole tree", n, y.held, y.proved)
}

// TestReviseReachesOtherChunks has edits that change what blocks far from them mean.
func TestReviseReachesOtherChunks(t *testing.T) {
	for _, c := range testdocs.FarEdits() {
		t.Run(c.Name, func(t *testing.T) {
			for _, n := range needed(t) {
				v := sameVerdict(t, []byte(c.Src), n, []source.Edit{c.Edit}, nil)
				assert.Equal(t, c.Holds, v.held)
				assert.False(t, v.proved && !c.Holds)
			}
		})
	}
}

// cutAt is a document that is cut into chunks at these offsets.
func cutAt(src string, cuts ...int32) *Document {
	d := Parse("a.md", []byte(src), Dialect{})
	d.tree().Cuts = cuts
	return d
}

// TestTouchedBy shows which regions are compared.
func TestTouchedBy(t *testing.T) {
	const src = "one\n\n- two\n\nthree\n\nfour\n"
	cuts := []int32{0, 5, 12, 19}
	for _, c := range []struct {
		name  string
		edits []source.Edit
		cuts  []int32  // of the revision
		want  []string // before, after, …
	}{
		{"a digit, with which a list may go on", []source.Edit{edit(12, 17, "3rd")}, []int32{0, 5, 17},
			[]string{"- two\n\nthree\n\n", "- two\n\n3rd\n\n"}},
		{"another word", []source.Edit{edit(12, 17, "tree")}, []int32{0, 5, 12, 18}, []string{"three\n\n", "tree\n\n"}},
		{"the bullet that a chunk begins with", []source.Edit{edit(5, 6, "*")}, cuts, []string{"- two\n\n", "* two\n\n"}},
		{"what joins two chunks", []source.Edit{edit(17, 19, " ")}, []int32{0, 5, 12}, []string{"three\n\nfour\n", "three four\n"}},
		{"what is put between two chunks", []source.Edit{edit(12, 12, "x")}, []int32{0, 5, 12, 20},
			[]string{"- two\n\nthree\n\n", "- two\n\nxthree\n\n"}},
		{"two places", []source.Edit{edit(0, 3, "1"), edit(19, 23, "4")}, []int32{0, 3, 10, 17}, []string{"one\n\n", "1\n\n", "four\n", "4\n"}},
		{"a fence that nothing closes", []source.Edit{edit(12, 17, "```")}, []int32{0, 5, 12}, []string{"three\n\nfour\n", "```\n\nfour\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, err := source.Apply([]byte(src), c.edits)
			require.NoError(t, err)
			base, after := cutAt(src, cuts...), cutAt(string(text), c.cuts...)
			touched, ok := touchedBy(base, after, c.cuts, c.edits, nil)
			require.True(t, ok)
			var got []string
			for _, s := range touched {
				got = append(got, string(base.Bytes(s.before)), string(after.Bytes(s.after)))
			}
			assert.Equal(t, c.want, got)
		})
	}
	const front = "---\na: b\n---\n"
	_, ok := touchedBy(cutAt(front+src, 13), cutAt(front+"x"+src, 13), []int32{13}, []source.Edit{edit(13, 13, "x")}, nil)
	assert.False(t, ok, "what meets the front matter may be part of it")
	_, ok = touchedBy(cutAt(src), cutAt(src), nil, nil, nil)
	assert.False(t, ok, "there are no cuts")
}
