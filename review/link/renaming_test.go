package link_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// moved maps the slugs that edits change to the new ones; nil where no heading changes or others than those edited.
func moved(r *link.Renaming, edits []source.Edit) map[string]string {
	reworded, ok := r.Reworded(edits)
	if !ok || len(reworded) == 0 {
		return nil
	}
	return r.MovedBy(reworded)
}

// What headings change their slugs to is what parsing the edited document says,
// whatever headings there are and however many of them are edited.
func TestMovedSlugsAreThoseOfTheEditedDocument(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	word := func() string {
		return pick("a", "a-1", "a_1", "b", "1", "a 1", "`a`", "*b*", "[a][r]", "![a](x)", "a {#b}", "", "C #")
	}
	moves := 0
	for n := range 6000 {
		var src strings.Builder
		word, more := word, 2
		if n%4 == 0 { // headings of which one has the number of others
			word, more = func() string { return pick("a", "a", "a-1", "a_1") }, 1
		}
		for range 1 + r.IntN(7) {
			heading := pick("## %s\n\n", "## %s ##\n\n", "%s\n===\n\n", "%s\nb\n---\n\n", "text %s\n\n", "> # %s\n\n")
			fmt.Fprintf(&src, heading, word()+[]string{"", " " + word()}[r.IntN(more)])
		}
		src.WriteString(pick("", "[r]: x\n"))
		d := zone.Parse("x.md", []byte(src.String()), markdown.Dialect{})
		var edits []source.Edit
		for _, h := range d.Headings() {
			if old := string(d.Bytes(h.Span)); r.IntN(2) == 0 && strings.Contains(old, "a") {
				at := h.Span.Start + strings.Index(old, "a")
				edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + 1}, New: pick("b", "c", "a-1", "")})
			}
		}
		style := rules.SlugStyle(r.IntN(len(rules.SlugStyles())))
		after, err := source.Apply(d.Source(), edits)
		require.NoError(t, err)
		before, slugs := link.Slugs(d, style), link.Slugs(zone.Parse("x.md", after, markdown.Dialect{}), style)
		if len(edits) == 0 || len(before) != len(slugs) {
			continue
		}
		want := map[string]string{}
		for i := range before {
			if before[i] != slugs[i] {
				want[before[i]] = slugs[i]
			}
		}
		moves += len(want)
		renaming := link.NewRenaming(d, style)
		got := moved(renaming, edits)
		if len(want)+len(got) > 0 {
			require.Equal(t, want, got, "case %d, style %v: %q with %v", n, style, src.String(), edits)
		}
	}
	assert.Greater(t, moves, 1000, "the cases move too few slugs")
}

// TestMovedByBlocks takes headings out, puts some between, and words them anew together with their marks or with the text
// around them: what each of the old ones is called then is known from how the documents are made.
func TestMovedByBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	heading := func() string {
		return pick("# %s\n", "### %s ##\n", "%s\n===\n", "%s\n---\n", "> ## %s\n", "- # %s\n")
	}
	word := func() string { return pick("a", "b", "c", "a-1", "`b`") + pick("", "", " x") }
	moves, gone := 0, 0
	for n := range 4000 {
		var src, after strings.Builder
		var edits []source.Edit
		var now []int // the places of the old headings among the new ones, -1 for those that are gone
		headings := 0
		add := func(words string) string {
			headings++
			return fmt.Sprintf(heading(), words)
		}
		for i := range 1 + r.IntN(6) {
			words := word()
			old, text := fmt.Sprintf(heading(), words), fmt.Sprintf("\nText %d.\n", i)
			block, other := old+text, words
			for strings.ReplaceAll(other, "`", "") == strings.ReplaceAll(words, "`", "") { // of two with the same words beside each other, either may be the old one
				other = word()
			}
			switch r.IntN(8) {
			case 0: // gone
				now, block = append(now, -1), pick(text, "No heading.\n"+text, "")
			case 1: // another level, or words, or both
				now, block = append(now, headings), add(word())+text
			case 2: // with its text
				now, block = append(now, headings), add(word())+"\nOther text.\n"
			case 3:
				block = add(other) + "\nMore.\n\n"
				now, block = append(now, headings), block+old+text
				headings++
			case 4:
				now, block = append(now, headings), block+"\n"
				headings++
				block += add(other)
			default:
				now = append(now, headings)
				headings++
			}
			if block != old+text {
				edits = append(edits, source.Edit{
					Span: source.Span{Start: src.Len(), End: src.Len() + len(old+text)}, New: block})
			}
			src.WriteString(old + text + "\n")
			after.WriteString(block + "\n")
		}
		style := rules.SlugStyle(r.IntN(len(rules.SlugStyles())))
		d, revised := zone.Parse("x.md", []byte(src.String()), markdown.Dialect{}), zone.Parse("x.md", []byte(after.String()), markdown.Dialect{})
		before, slugs := link.Slugs(d, style), link.Slugs(revised, style)
		if len(before) != len(now) || len(slugs) != headings {
			continue
		}
		want := map[string]string{}
		for i, at := range now {
			switch {
			case at < 0:
				want[before[i]] = ""
			case slugs[at] != before[i]:
				want[before[i]] = slugs[at]
			}
		}
		got := moved(link.NewRenaming(d, style), edits)
		for old, slug := range want {
			moves++
			if slug == "" {
				gone++
			}
			require.Contains(t, got, old, "case %d, style %v:\n%s->\n%s", n, style, src.String(), after.String())
			require.Equal(t, slug, got[old], "case %d, style %v:\n%s->\n%s", n, style, src.String(), after.String())
		}
		require.Len(t, got, len(want), "case %d, style %v:\n%s->\n%s", n, style, src.String(), after.String())
	}
	assert.Greater(t, moves, 1000, "the cases move too few slugs")
	assert.Greater(t, gone, 300, "too few headings are gone")
}

// TestMovedMakesOneSlug holds what one question costs: of many equal headings one is edited, and the fragments of the
// others are numbered anew but not made anew, which would take several allocations for each.
func TestMovedMakesOneSlug(t *testing.T) {
	const n = 1000
	d := zone.Parse("a.md", []byte(strings.Repeat("## Set up the whitelist\n\n", n)), markdown.Dialect{})
	for _, style := range rules.SlugStyles() {
		r := link.NewRenaming(d, style)
		edits := []source.Edit{{Span: source.Span{Start: 14, End: 23}, New: "allowlist"}}
		assert.LessOrEqual(t, testing.AllocsPerRun(2, func() { moved(r, edits) }), 4.5*n, style)
	}
}

// TestMovedLooksAtItsStem holds what one question costs where a few of many headings are equal: a document of thousands
// of pages' headings has "Usage" a hundred times, and each question made the slugs of all of them.
func TestMovedLooksAtItsStem(t *testing.T) {
	var src strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&src, "## Set up the whitelist %[1]dx\n\n## Set up the whitelist %[1]dx\n\n", i)
	}
	d := zone.Parse("a.md", []byte(src.String()), markdown.Dialect{})
	r := link.NewRenaming(d, rules.SlugGitHub)
	edits := []source.Edit{{Span: source.Span{Start: 14, End: 23}, New: "allowlist"}}
	assert.LessOrEqual(t, testing.AllocsPerRun(2, func() { moved(r, edits) }), 200.0)
}

// TestMovedByTrimming removes white space at the ends of lines, behind underlines and closing marks as well: what the
// headings are called then is what parsing the document says.
func TestMovedByTrimming(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	ends := regexp.MustCompile(`(?m)[ \t]+$`)
	trimmed := 0
	for range 3000 {
		var src strings.Builder
		for range 1 + r.IntN(6) {
			form := pick("## %s\n", "## %s ##\n", "## %s \\##\n", "%s\n===\n", "%s\nb\n---\n",
				"> %s\n> -\n", "- %s\n    -\n", "- %s\n  -\n", "%s\n", "#\n",
				"    %s\n    -\n")
			form = strings.ReplaceAll(form, "\n", pick("", " ", "  ", "\t", " \\")+"\n")
			form = strings.ReplaceAll(form, "%s", "%[1]s") + pick("", "\n")
			fmt.Fprintf(&src, form, pick("a", "b", "a 1", "`a", "a\\"))
		}
		d := zone.Parse("x.md", []byte(src.String()), markdown.Dialect{})
		for _, at := range ends.FindAllIndex(d.Source(), -1) {
			edits := []source.Edit{{Span: source.Span{Start: at[0], End: at[1]}}}
			after, err := source.Apply(d.Source(), edits)
			require.NoError(t, err)
			before, slugs := link.Slugs(d, rules.SlugGitHub), link.Slugs(zone.Parse("x.md", after, markdown.Dialect{}), rules.SlugGitHub)
			if len(before) != len(slugs) {
				continue
			}
			trimmed++
			want := map[string]string{}
			for i := range before {
				if before[i] != slugs[i] {
					want[before[i]] = slugs[i]
				}
			}
			if got := moved(link.NewRenaming(d, rules.SlugGitHub), edits); len(want)+len(got) > 0 {
				require.Equal(t, want, got, "%q with %v", src.String(), edits)
			}
		}
	}
	require.Greater(t, trimmed, 3000)
}
