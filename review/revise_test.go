package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A chance gives numbers that are the same in every run.
type chance uint64

func (c *chance) next(n int) int {
	*c ^= *c << 13
	*c ^= *c >> 7
	*c ^= *c << 17
	return int(uint64(*c) % uint64(n))
}

// lies is what no honest fixer writes.
var lies = []string{
	"\n\n", "\n", "`", "```", "\n```\n", "*", "- ", "\n- x\n", "# ", "\n# x\n", "\n[a]: b\n", "[a]", "[^n]", "]:", "<div>", "\n<div>\n", "<!-- ", "-->",
	"    ", "\t", "> ", "|", "---", "\n---\n", "<pre>", "{{", "$$", "\r", "",
}

// plan makes edits of a document: most change a word or a bullet, as fixers do, some
// are lies. At times an edit is free to do what it does.
func (c *chance) plan(src []byte) (edits []source.Edit, free []source.Span) {
	at := 0
	for range 1 + c.next(4) {
		if at >= len(src) {
			break
		}
		e := source.Edit{Span: source.Span{Start: at + c.next(min(len(src)-at, 400)+1)}}
		e.End = e.Start
		switch c.next(8) {
		case 0: // a lie
			e.New, e.End = lies[c.next(len(lies))], min(len(src), e.Start+c.next(4))
		case 1: // an insertion
			e.New = "x"
		case 2: // a bullet
			for e.Start < len(src) && !strings.ContainsRune("*-+", rune(src[e.Start])) {
				e.Start++
			}
			e.New, e.End = "-", min(len(src), e.Start+1)
		default: // a word
			for e.Start < len(src) && !isLetter(src[e.Start]) {
				e.Start++
			}
			for e.End = e.Start; e.End < len(src) && isLetter(src[e.End]); e.End++ {
			}
			e.New = []string{"allowlist", "GitHub", "word", "whitelist"}[c.next(4)]
		}
		if at = e.End + 1; c.next(6) == 0 {
			free = append(free, e.Span)
		}
		edits = append(edits, e)
	}
	return edits, free
}

// sameProof asserts that a revision of which the chunks are parsed that are needed
// is reviewed and proved as the whole tree would be, and reports what was found
// out without it.
func sameProof(t testing.TB, src []byte, set *rules.Set, edits []source.Edit, free []source.Span) (proved, held bool) {
	sketches := NewPartialParser(NeedsOf(set, Reviewers()))
	base := sketches.Parse("a.md", src)
	got, err := base.Revise(edits)
	if err != nil {
		return false, false // the edits overlap
	}
	whole := Parse("a.md", got.Source())
	text := func() string { return clip(string(src), 3000) }
	verdict := Compare(Parse("a.md", src).MdDocument, whole.MdDocument, edits, free)
	proved = unchanged(base.MdDocument, got.MdDocument, edits, free)
	if proved {
		require.NoError(t, verdict, "%v, %v free, of %q", edits, free, text())
	}
	require.Equal(t, verdict, Compare(base.MdDocument, got.MdDocument, edits, free), "%v, %v free, of %q", edits, free, text())
	require.Equal(t, reviewAlone(whole, set, Reviewers()), reviewAlone(got, set, Reviewers()), "%v of %q", edits, text())
	require.Equal(t, whole.Outbound(), got.Outbound())
	return proved, verdict == nil
}

func TestReviseShuffledLines(t *testing.T) {
	n := 800
	if long() {
		n = 40000
	}
	c, sets := chance(7), sketchRules(t)
	proved, held := 0, 0
	for i := range n {
		src := shuffledLines(c.next)
		edits, free := c.plan(src)
		p, h := sameProof(t, src, sets[i%len(sets)], edits, free)
		if p {
			proved++
		}
		if h {
			held++
		}
	}
	assert.Greater(t, held, n/4, "most plans are honest")
	assert.Greater(t, proved, held/3, "and need no whole tree")
}

func FuzzRevise(f *testing.F) {
	for i, src := range sketchSeeds {
		f.Add([]byte(src), uint64(i+1))
	}
	sets := sketchRules(f)
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		c := chance(seed | 1)
		edits, free := c.plan(src)
		sameProof(t, src, sets[c.next(len(sets))], edits, free)
	})
}

func TestReviseCorpus(t *testing.T) {
	sets := sketchRules(t)
	c := chance(9)
	proved, held, n := 0, 0, 0
	corpus(t, 40, func(path string, src []byte) {
		n++
		t.Run(path, func(t *testing.T) {
			edits, free := c.plan(src)
			p, h := sameProof(t, src, sets[n%len(sets)], edits, free)
			if p {
				proved++
			}
			if h {
				held++
			}
		})
	})
	t.Logf("of %d documents %d keep their meaning, %d of which need no whole tree", n, held, proved)
}

// TestTouchedBy shows which stretches are compared.
func TestTouchedBy(t *testing.T) {
	const src = "one\n\n- two\n\nthree\n\nfour\n"
	set := sketchRules(t)[0]
	for _, c := range []struct {
		name  string
		edits []source.Edit
		want  []string // before, after, …
	}{
		{"a digit, with which a list may go on", []source.Edit{edit(12, 17, "3rd")}, []string{"- two\n\nthree\n\n", "- two\n\n3rd\n\n"}},
		{"another word", []source.Edit{edit(12, 17, "tree")}, []string{"three\n\n", "tree\n\n"}},
		{"the bullet that a chunk begins with", []source.Edit{edit(5, 6, "*")}, []string{"- two\n\n", "* two\n\n"}},
		{"what joins two chunks", []source.Edit{edit(17, 19, " ")}, []string{"three\n\nfour\n", "three four\n"}},
		{"what is put between two chunks", []source.Edit{edit(12, 12, "x")}, []string{"- two\n\nthree\n\n", "- two\n\nxthree\n\n"}},
		{"two places", []source.Edit{edit(0, 3, "1"), edit(19, 23, "4")}, []string{"one\n\n", "1\n\n", "four\n", "4\n"}},
		{"a fence that nothing closes", []source.Edit{edit(12, 17, "```")}, []string{"three\n\nfour\n", "```\n\nfour\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := NewPartialParser(NeedsOf(set, Reviewers())).Parse("a.md", []byte(src))
			after, err := base.Revise(c.edits)
			require.NoError(t, err)
			touched, ok := touchedBy(base.MdDocument, after.MdDocument, c.edits, nil)
			require.True(t, ok)
			var got []string
			for _, s := range touched {
				got = append(got, string(base.Bytes(s.before)), string(after.Bytes(s.after)))
			}
			assert.Equal(t, c.want, got)
		})
	}
	base := NewPartialParser(NeedsOf(set, Reviewers())).Parse("a.md", []byte("---\na: b\n---\n"+src))
	after, err := base.Revise([]source.Edit{edit(13, 13, "x")})
	require.NoError(t, err)
	_, ok := touchedBy(base.MdDocument, after.MdDocument, []source.Edit{edit(13, 13, "x")}, nil)
	assert.False(t, ok, "what meets the front matter may be part of it")
}

// TestReviseReachesOtherChunks has edits that change what blocks far from them mean.
func TestReviseReachesOtherChunks(t *testing.T) {
	rest := strings.Repeat("\nplain text of a paragraph that nobody needs a tree of\n", 20)
	for _, c := range []struct {
		name, src string
		edit      source.Edit
		proved    bool
	}{
		{"a definition gets another name", "see [a]\n\n[a]: /b\n", edit(10, 11, "c"), false},
		{"a definition comes to be", "see [a]\n\n[b]: /b\n", edit(10, 11, "a"), false},
		{"a footnote gets another name", "see [^a] TODO\n\n[^a]: b TODO\n", edit(17, 18, "c"), false},
		{"a fence is opened", "whitelist\n\n* whitelist\n\n```\nx\n```\n", edit(0, 9, "```"), false},
		{"a comment is opened", "whitelist\n\n* whitelist -->\n", edit(0, 9, "<!--"), false},
		{"a list is joined", "* whitelist\n\n- whitelist\n", edit(13, 14, "*"), false},
		{"a word", "whitelist [a]\n\n[a]: /b\n", edit(0, 9, "allowlist"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, set := range sketchRules(t) {
				proved, held := sameProof(t, []byte(c.src+rest), set, []source.Edit{c.edit}, nil)
				assert.Equal(t, c.proved, held)
				assert.False(t, proved && !c.proved)
			}
		})
	}
}
