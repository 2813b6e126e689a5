package fixers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// fixedBy runs the fixers of some rules over a document until they change nothing.
func fixedBy(t *testing.T, set *rules.Set, src []byte, reviewers []review.Reviewer) []byte {
	t.Helper()
	doc := zone.Parse("a.md", src, markdown.Dialect{})
	for range 12 {
		in := Input{Docs: zone.Map{"a.md": doc}, Set: set, Fixers: Registry()}
		in.Findings = FindingsOf(review.NewCorpus([]*zone.Document{doc}, nil).Review(doc, set, reviewers))
		after, _ := Prove(in, Build(in))
		if after["a.md"] == nil {
			return doc.Source()
		}
		doc = zone.Parse("a.md", after["a.md"], markdown.Dialect{})
	}
	require.Fail(t, "the fixers come to no end", "%q", src)
	return nil
}

// sameInAnyOrder asserts that the rules give the same bytes together and one after another, whatever comes first.
func sameInAnyOrder(t *testing.T, set *rules.Set, c *testdocs.Chance, src []byte) {
	t.Helper()
	list := rule.All()
	want := fixedBy(t, set, src, list)
	got := src
	var order []string
	for changed := true; changed; {
		changed = false
		for i := range list {
			j := i + c.Next(len(list)-i)
			list[i], list[j] = list[j], list[i]
		}
		for i := range list {
			next := fixedBy(t, set, got, list[i:i+1])
			if string(next) != string(got) {
				order, changed, got = append(order, list[i].Rule.ID), true, next
			}
		}
	}
	require.Equal(t, string(want), string(got), "%q in the order %v", src, order)
}

// rough returns lines of all kinds, with white space and marks as careless writers leave them.
func rough(c *testdocs.Chance) []byte {
	lines := strings.SplitAfter(string(c.Lines()), "\n")
	marks := []string{
		"_a_ __b__ ___c___ *d*_e_", "see https://a.b/c_d_e and f@g.h.", "3. x", "3. y", "> _q_  ", "## Same.", "Setext:\n---", "- a\n  - b", "a\tb",
		"> - a", "> # b", "1. a\n\n   ## c\n   d", "- a\n\n  ```\n  x  \n  ```\n  b", "* __a__", "`a  ", "b`", "9. i\n9. j",
		"the the blacklist", "Recieve the\nthe file in order to to go.", "# In order to use the the Nodejs Way.", "An blacklist of a nodejs",
		"[x](#in-order-to-use-the-the-nodejs-way)", "we need to get to in order to", "> in order\n> to go", "Use 2GB.",
	}
	var b strings.Builder
	for _, line := range lines[:min(len(lines), 24)] {
		text := strings.TrimSuffix(line, "\n")
		switch c.Next(8) {
		case 0:
			text += strings.Repeat(" ", 1+c.Next(4))
		case 1:
			text += "\t"
		case 2:
			text += "\n" + marks[c.Next(len(marks))]
		case 3:
			text += strings.Repeat("\n", c.Next(4))
		}
		b.WriteString(text + []string{"\n", "\n", "\n", "\r\n", ""}[c.Next(5)])
	}
	return []byte(b.String())
}

func TestAnyOrderGivesTheSameBytes(t *testing.T) {
	set := loadSet(t, []byte(everything))
	c := testdocs.Chance(7)
	n := 300
	if testdocs.Long() {
		n = 20000
	}
	for range n {
		sameInAnyOrder(t, set, &c, rough(&c))
	}
	for _, src := range samples(t) {
		sameInAnyOrder(t, set, &c, src)
	}
}

func TestAnyOrderGivesTheSameBytesOfCorpus(t *testing.T) {
	set := loadSet(t, []byte(everything))
	c := testdocs.Chance(9)
	testdocs.Corpus(t, 100, func(path string, src []byte) {
		t.Run(path, func(t *testing.T) { sameInAnyOrder(t, set, &c, src) })
	})
}
