package edits

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const block = "<<<<<<< SEARCH\nconnect teh cable\n=======\nconnect the cable\n>>>>>>> REPLACE\n"

// TestFind: the same edit in each notation that programs and models have for it.
func TestFind(t *testing.T) {
	for name, in := range map[string]string{
		"SEARCH and REPLACE":         block,
		"in a fence":                 "```\n" + block + "```\n",
		"a patch":                    "*** Begin Patch\n*** Update File: a.md\n@@\n-connect teh cable\n+connect the cable\n*** End Patch\n",
		"a diff":                     "--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-connect teh cable\n+connect the cable\n",
		"a diff with wrong counts":   "--- a/a.md\n+++ b/a.md\n@@ -7,9 +7,9 @@\n-connect teh cable\n+connect the cable\n x\n",
		"a diff in a fence":          "```diff\n-connect teh cable\n+connect the cable\n```\n",
		"behind a fence left open":   "```\nan example\n\n```diff\n-connect teh cable\n+connect the cable\n```\n",
		"lines with signs and space": "- connect teh cable\n+ connect the cable\n",
		"a page that was copied":     "Suggested change\nconnect teh cable\nconnect the cable\n",
	} {
		t.Run(name, func(t *testing.T) {
			changes, rest, err := Find(in)
			require.Nil(t, err)
			require.Len(t, changes, 1)
			assert.Equal(t, "connect teh cable", changes[0].Old)
			assert.Equal(t, "connect the cable", changes[0].New)
			assert.NotContains(t, rest, "cable")
			assert.Equal(t, strings.Count(in, "\n"), strings.Count(rest, "\n"), "line for line")
		})
	}
}

// TestBrokenEdits: an edit that is not whole is none, and its line is named.
func TestBrokenEdits(t *testing.T) {
	for in, line := range map[string]int{
		"words\n<<<<<<< SEARCH\na\n=======\nb\n":         2,
		block + "<<<<<<< SEARCH\na\n<<<<<<< SEARCH\nb\n": 6,
		"--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+a\n": 1,
		"*** Begin Patch\n*** Add File: a.md\n+a\n":      2,
	} {
		_, _, err := Find(in)
		require.NotNil(t, err, in)
		assert.Equal(t, line, err.Line, in)
	}
}

// TestBeside: the lines next to a change go as far as to one that tells places apart.
func TestBeside(t *testing.T) {
	before := "Some words here.\n\nIt prints:\n\n```text\ntotal: 156.9\n```\n"
	changes := between(before, strings.Replace(before, "It prints", "This prints", 1))
	require.Len(t, changes, 1)
	assert.Equal(t, "Some words here.", changes[0].Prefix)
	assert.Equal(t, "```text\ntotal: 156.9", changes[0].Suffix)
	assert.Empty(t, between(before, before))
}

// TestAddedLines: lines that are only added stand beside a line that is there.
func TestAddedLines(t *testing.T) {
	changes := between("first\nlast\n", "first\nmiddle\nlast\n")
	require.Len(t, changes, 1)
	assert.Equal(t, "first", changes[0].Old)
	assert.Equal(t, "first\nmiddle", changes[0].New)
	assert.Equal(t, "middle", changes[0].Added)
}

// TestMarks: without its marks a text is the document that was reviewed.
func TestMarks(t *testing.T) {
	marks, doc, whole := Marks("Connect {~~teh~>the~~}{>>typo<<} cable{++ now++}{--, please--}.\n")
	assert.True(t, whole)
	assert.Equal(t, "Connect teh cable, please.\n", doc)
	require.Len(t, marks, 3)
	assert.Equal(t, [3]string{"teh", "the", "typo"}, [3]string{marks[0].Old, marks[0].New, marks[0].Said})
	assert.Equal(t, "Connect teh cable now", marks[1].Want, "the words before an insertion tell its place")
	assert.True(t, marks[2].Deletes)
	for _, in := range []string{"a [-b-]{+c+} d\n", "a <del>b</del><ins>c</ins> d\n", `a [b]{.deletion author="x"}[c]{.insertion author="x"} d` + "\n"} {
		assert.True(t, WordDiff(in), in)
		marks, doc, whole = Marks(in)
		require.Len(t, marks, 1, in)
		assert.False(t, whole)
		assert.Equal(t, "a b d\n", doc)
		assert.Equal(t, "c", marks[0].Want)
	}
	assert.False(t, Marked("a - b + c {d}\n"))
}

// between returns the changes that turn one text into another.
func between(before, after string) []Change {
	h := hunk{line: 1}
	h.compare(before, after)
	return h.changes("", "")
}
