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
// revisions of them, one after the other, is what is gathered from them alone. It
// returns how often it was made so.
func sameEvidence(t testing.TB, revisions ...[]*Document) (made int) {
	terms := sketchRules(t)[0].Terms()
	r := NewRun(revisions[0], nil)
	r.evidence(terms)
	for _, docs := range revisions[1:] {
		r = r.Revised(docs)
		if r.latest.Load().revised(r, terms) != nil {
			made++
		}
		require.Equal(t, shownOf(NewRun(docs, nil).evidence(terms)), shownOf(r.evidence(terms)))
	}
	return made
}

// evidenceShown is evidence without the numbers of words and pairs, which depend on
// the documents that were read before.
type evidenceShown struct {
	titles  [][]string
	written map[string]string
	words   map[string]wordShown
	pairs   map[string]pairUsage
	clauses usage
	echoes  echoes
	own     map[string]*ownShown
}

type wordShown struct {
	usage, begins  usage
	code, commands int32
	others         []string
}

type ownShown struct {
	words map[string]usage
	pairs map[string]pairUsage
}

func shownOf(e *evidence) evidenceShown {
	v := &e.vocabulary
	out := evidenceShown{e.titles, e.written, map[string]wordShown{}, map[string]pairUsage{}, e.run.clauses, echoes{}, map[string]*ownShown{}}
	for i, word := range v.words.list {
		id := v.find([]byte(word))
		if id < 0 {
			continue
		}
		shown := wordShown{e.run.word(id), e.run.begins[i], e.run.code[i], e.run.commands[i], nil}
		for _, other := range v.knownNumbers(id) {
			shown.others = append(shown.others, v.words.list[other])
		}
		out.words[word] = shown
	}
	for echo, n := range e.run.echoes {
		if v.asked.titles[v.titles[echo.title]] > 0 {
			out.echoes[echo] = n
		}
	}
	pair := func(pair uint64) (text string, first, second int32) {
		first, second = int32(pair>>32), int32(uint32(pair))
		text = v.words.list[first&^hyphenBit] + " " + v.words.list[second]
		if first&hyphenBit != 0 {
			text = v.words.list[first&^hyphenBit] + "-" + v.words.list[second]
		}
		return text, first, second
	}
	for _, p := range v.pairs.list {
		text, first, second := pair(p)
		if id := v.findPair(first, second); id >= 0 {
			out.pairs[text] = e.run.pair(id)
		}
	}
	for path, own := range e.byPath {
		shown := &ownShown{map[string]usage{}, map[string]pairUsage{}}
		for i, id := range own.wordIDs {
			shown.words[v.words.list[id]] = own.words[i]
		}
		for i, id := range own.pairIDs {
			text, _, _ := pair(v.pairs.list[id])
			shown.pairs[text] = own.pairs[i]
		}
		out.own[path] = shown
	}
	return out
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
		var docs []*Document
		for i := range 6 {
			docs = append(docs, Parse(fmt.Sprintf("%d.md", i), prose(&c)))
		}
		revisions := [][]*Document{docs}
		for range 4 {
			docs = slices.Clone(docs)
			i := c.next(len(docs))
			edits, _ := c.plan(docs[i].Source())
			if c.next(2) == 0 {
				edits = c.recase(docs[i].Source())
			}
			d, err := docs[i].Revise(edits)
			if err != nil {
				continue
			}
			if docs[i] = d; c.next(20) == 0 {
				docs[i] = Parse(docs[i].Path, prose(&c))
			}
			if c.next(4) == 0 { // what was there comes back
				docs[i] = revisions[c.next(len(revisions))][i]
			}
			revisions = append(revisions, docs)
		}
		made += sameEvidence(t, revisions...)
	}
	assert.Greater(t, made, n)
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
	require.Equal(t, 1, sameEvidence(t, []*Document{a, b}, []*Document{lower, b}))
	r := NewRun([]*Document{a, b}, nil)
	r.evidence(nil)
	r = r.Revised([]*Document{lower, b})
	r.evidence(nil)
	last := []*Document{lower, parse("b.md", "# Open The Valve\n\nSee."+rest+"\n")}
	made := r.latest.Load().revised(r.Revised(last), nil)
	require.NotNil(t, made)
	require.Equal(t, NewRun(last, nil).evidence(nil).run.clauses, made.run.clauses)
}

// A heading that is gone asks for nothing any more, and what was counted for it is known
// when it comes back.
func TestRevisedEvidenceForgets(t *testing.T) {
	parse := func(path, text string) *Document { return Parse(path, []byte(text)) }
	with := func(heading string) []*Document {
		text := "See [the battery](a.md#the-battery), the batteries and the lock."
		return []*Document{parse("a.md", heading+"\n"), parse("b.md", "# Open The Lock\n\n"+strings.Repeat(text+"\n\n", 9))}
	}
	require.Equal(t, 3, sameEvidence(t, with("# The Battery\n\n# The Batteries"), with("# The Batteries"), with("# The"), with("# The Battery")))
}

// A heading that only loses its marks is the title that it was, with pairs of words that
// nobody asked for: what is shown of them isn't known.
func TestRevisedEvidenceOfMarks(t *testing.T) {
	with := func(heading string) []*Document {
		text := strings.Repeat("Open the pump valve, and close the pump valve.\n\n", 9)
		return []*Document{Parse("a.md", []byte(heading+"\n")), Parse("b.md", []byte(text))}
	}
	require.Zero(t, sameEvidence(t, with("# Open `The` Pump Valve"), with("# Open The Pump Valve")))
}

// A mark may be closed in what is no passage, such as a heading: where that changes, the
// passage before it shows something else.
func TestRevisedEvidenceBeforeAGap(t *testing.T) {
	rest := Parse("b.md", []byte(strings.Repeat("The lock of the door is open.\n\n", 99)))
	with := func(sign string) []*Document {
		return []*Document{Parse("a.md", []byte("# Open The Pump\n\nSee <b the pump.\n\n## x "+sign+" y\n\nThe end.\n")), rest}
	}
	require.Equal(t, 2, sameEvidence(t, with(">"), with("+"), with(">")))
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
		made += sameEvidence(t, before, after)
	}
	t.Logf("%d of 3 runs were made from another", made)
}
