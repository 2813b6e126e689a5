package review

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameEvidence asserts that the evidence of documents, made from that of earlier
// revisions of them, is what is gathered from them alone, and reports whether it
// was made so.
func sameEvidence(t testing.TB, before, after []*Document) bool {
	terms := sketchRules(t)[0].Terms()
	r := NewRun(before, nil)
	r.jobs = 1 // words are numbered in the order of the documents, as in what is made
	r.evidence(terms)
	made := r.latest.Load().revised(r.Revised(after), terms)
	if made == nil {
		return false
	}
	alone := NewRun(after, nil)
	alone.jobs = 1
	want := alone.evidence(terms)
	require.Equal(t, want.titles, made.titles)
	require.Equal(t, want.vocabulary.words.list, made.vocabulary.words.list)
	require.Equal(t, want.vocabulary.pairs.list, made.vocabulary.pairs.list)
	require.Equal(t, want.vocabulary.titles, made.vocabulary.titles)
	require.Equal(t, want.run, made.run)
	require.Equal(t, want.written, made.run.echoes.written())
	require.Equal(t, want.byPath, made.byPath)
	return true
}

// prose is a document of sentences in which words are written one way and another.
func prose(c *chance) []byte {
	words := []string{"the", "Pump", "pump", "Valve", "valve", "of", "GitHub", "github", "json", "JSON", "npm", "`npm`", "`Pump`", "Actions", "actions", "are", "open", "Open", "open-Pump", "Open-Valve", "are: the", "of: The", "[The Pump Valve](b.md#the-pump-valve)", "[the valve: Pump it](c.md)", "`", "``", "<b", "[Pump", "](b.md#the-pump)", "vs"}
	sentence := func() string {
		var out []string
		for range 2 + c.next(7) {
			out = append(out, words[c.next(len(words))])
		}
		return strings.Join(out, " ")
	}
	var b strings.Builder
	if c.next(4) == 0 {
		b.WriteString("---\ntitle: " + sentence() + "\n---\n")
	}
	sections := 3 + c.next(8)
	if c.next(2) == 0 {
		sections *= 12
	}
	for range sections {
		switch c.next(6) {
		case 0:
			b.WriteString([]string{"## The Pump Valve\n\n", "## An Open-Valve: The Pump\n\n"}[c.next(2)])
		case 1:
			b.WriteString("# " + sentence() + "\n\n")
		case 2:
			b.WriteString("```sh\n" + sentence() + "\n```\n\n")
		case 3:
			b.WriteString("* " + sentence() + "\n* " + sentence() + "\n\n")
		default:
			b.WriteString(sentence() + ". " + sentence() + ".\n\n")
		}
	}
	return []byte(b.String())
}

// recase is edits that write letters, such as those of headings, in the other case,
// and marks of lists as others.
func (c *chance) recase(src []byte) (edits []source.Edit) {
	for at := c.next(200); at < len(src); at += 1 + c.next(200) {
		now := src[at]
		switch {
		case isLetter(now):
			now ^= 0x20
		case now == '*':
			now = '-'
		}
		edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + 1}, New: string(now)})
	}
	return edits
}

func TestRevisedEvidence(t *testing.T) {
	c, made := chance(5), 0
	n := 150
	if long() {
		n = 20000
	}
	for range n {
		var before []*Document
		for i := range 6 {
			before = append(before, Parse(fmt.Sprintf("%d.md", i), prose(&c)))
		}
		after := slices.Clone(before)
		i := c.next(len(after))
		edits, _ := c.plan(after[i].Source())
		if c.next(2) == 0 {
			edits = c.recase(after[i].Source())
		}
		d, err := after[i].Revise(edits)
		if err != nil {
			continue
		}
		if after[i] = d; c.next(20) == 0 {
			after[i] = Parse(after[i].Path, prose(&c))
		}
		if sameEvidence(t, before, after) {
			made++
		}
	}
	assert.Greater(t, made, n/4)
}

// A term that is written as it should be may make a heading look like a title. Its
// words were asked for before.
func TestRevisedEvidenceOfTerm(t *testing.T) {
	terms := sketchRules(t)[0].Terms()
	r := NewRun([]*Document{Parse("a.md", []byte("# Read json files\n\nThe Files of json.\n"))}, nil)
	r.evidence(terms)
	assert.NotNil(t, r.latest.Load().revised(r.Revised([]*Document{Parse("a.md", []byte("# Read JSON files\n\nThe Files of json.\n"))}), terms))
	assert.Nil(t, r.latest.Load().revised(r.Revised([]*Document{Parse("a.md", []byte("# Read XML Files\n\nThe Files of json.\n"))}), terms))
}

// What stands behind a colon is counted whatever words are asked for: those of a heading
// that is gone make no difference.
func TestRevisedEvidenceOfClauses(t *testing.T) {
	link := "See [the valve: Pump it](c.md#x) here."
	rest := strings.Repeat("\n\nThe valve is open, with a long text that shows nothing of what is behind a colon.", 8)
	parse := func(path, text string) *Document { return Parse(path, []byte(text)) }
	a, b := parse("a.md", "# The Pump\n"), parse("b.md", "# Open The Valve\n\n"+link+rest+"\n")
	lower := parse("a.md", "# The pump\n")
	require.True(t, sameEvidence(t, []*Document{a, b}, []*Document{lower, b}))
	r := NewRun([]*Document{a, b}, nil)
	r.evidence(nil)
	r = r.Revised([]*Document{lower, b})
	r.evidence(nil)
	last := []*Document{lower, parse("b.md", "# Open The Valve\n\nSee."+rest+"\n")}
	made := r.latest.Load().revised(r.Revised(last), nil)
	require.NotNil(t, made)
	require.Equal(t, NewRun(last, nil).evidence(nil).run.clauses, made.run.clauses)
}

func TestRevisedEvidenceOfCorpus(t *testing.T) {
	set := sketchRules(t)[0]
	sketches := NewSketches(set, Reviewers())
	var before []*Document
	corpus(t, 10, func(path string, src []byte) { before = append(before, sketches.Document(path, src)) })
	c, made := chance(3), 0
	for range 3 {
		after := slices.Clone(before)
		for range 10 {
			i := c.next(len(after))
			edits, _ := c.plan(after[i].Source())
			if d, err := after[i].Revise(edits); err == nil {
				after[i] = d
			}
		}
		if sameEvidence(t, before, after) {
			made++
		}
	}
	t.Logf("%d of 3 runs were made from another", made)
}
