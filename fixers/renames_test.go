package fixers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestRenamesOfOnePass has a reviewer change several headings of a document at once: their words, their levels and the
// text below, so that slugs are given up, taken over and numbered anew, and headings that come or go. After each pass
// every link leads to the heading that it led to before.
func TestRenamesOfOnePass(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"references": {"slug": "github"}}`))
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(3, 4))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	made, waited, refused := 0, 0, 0
	for n := range 1500 {
		doc, asked := headingsWithLinks(r, pick)
		before := string(doc.Source())
		for pass := 0; len(asked) > 0 && pass < 8; pass++ {
			in := Input{Docs: zone.Map{"a.md": doc}, Set: set, Fixers: Registry(), Findings: located(doc, asked)}
			after, plan := Propose(in, func(*Applied) (bool, *Skip) { return false, nil })
			done := map[string]bool{}
			for _, a := range plan.Applied {
				done[a.Finding.ID] = true
				made++
			}
			for _, s := range plan.Skipped {
				switch s.Reason {
				case Conflict:
					waited++
				case BreaksLinks:
					refused++
				}
			}
			if len(done) == 0 {
				break
			}
			doc = zone.Parse("a.md", after["a.md"], markdown.Dialect{})
			require.Empty(t, astray(doc), "case %d, pass %d:\n%s->\n%s", n, pass, before, doc.Source())
			var left []review.Finding
			for _, f := range asked {
				if !done[f.ID] {
					left = append(left, f)
				}
			}
			asked = left
		}
	}
	assert.Greater(t, made, 1500)
	assert.Greater(t, waited, 100)
	assert.Greater(t, refused, 100)
}

// headingsWithLinks returns a document with links to its headings, and what a reviewer wants of some of these. The text
// below a heading has its number, and so has that of a link to it.
func headingsWithLinks(r *rand.Rand, pick func(...string) string) (*zone.Document, []review.Finding) {
	word := func() string { return pick("a", "b", "c", "a-1", "d e", "`b`") }
	var body strings.Builder
	var wants []review.Finding
	for i := range 2 + r.IntN(5) {
		old := pick("#", "##") + " " + word()
		text := fmt.Sprintf("Text %d.", i)
		fmt.Fprintf(&body, "%s\n\n%s\n\n", old, text)
		f := review.Finding{ID: fmt.Sprint(i), Old: old + "\n\n" + text, Remedy: review.Replace}
		switch r.IntN(8) {
		case 0:
			f.Want = pick(text, "") // the heading goes
		case 1:
			f.Want = "## " + word() + "\n\nMore text.\n\n" + f.Old
			if zone.Parse("", []byte(f.Want), markdown.Dialect{}).Headings()[0].Text == zone.Parse("", []byte(old), markdown.Dialect{}).Headings()[0].Text {
				continue // either may be the old one
			}
		case 2, 3:
			f.Want = pick("##", "###") + " " + word() + "\n\n" + text + pick("", " It goes on.")
		case 4, 5:
			f.Old, f.Want = old, pick("#", "##", "###")+" "+word()
		default:
			continue
		}
		wants = append(wants, f)
	}
	of10 := []int{7, 2}[r.IntN(2)]
	for i, slug := range link.Slugs(zone.Parse("a.md", []byte(body.String()), markdown.Dialect{}), rules.SlugGitHub) {
		if r.IntN(10) < of10 {
			fmt.Fprintf(&body, "- [Text %d.](#%s)\n", i, slug)
		}
	}
	return zone.Parse("a.md", []byte(body.String()), markdown.Dialect{}), wants
}

// located returns the findings at the places of their text, which the text below tells apart.
func located(doc *zone.Document, asked []review.Finding) []*review.Finding {
	var out []*review.Finding
	for _, f := range asked {
		text := string(doc.Source())
		at := strings.Index(text, "Text "+f.ID+".\n")
		if at < 0 {
			at = strings.Index(text, "Text "+f.ID+". It")
		}
		start := strings.LastIndex(text[:at], f.Old)
		if i := strings.Index(text, f.Old); strings.Contains(f.Old, "\n") {
			start = i
		}
		if start < 0 {
			continue
		}
		f.Path, f.Source, f.State = "a.md", "a reviewer", review.Located
		f.Span = source.Span{Start: start, End: start + len(f.Old)}
		out = append(out, &f)
	}
	return out
}

// astray returns the links that do not lead to the heading with their text below.
func astray(doc *zone.Document) []string {
	text, slugs := string(doc.Source()), link.Slugs(doc, rules.SlugGitHub)
	below := map[string]string{}
	for i, h := range doc.Headings() {
		for line := range strings.Lines(text[h.Span.End:]) {
			if strings.HasPrefix(line, "Text ") {
				below[slugs[i]] = line[:len("Text 0.")]
			}
			if strings.HasPrefix(line, "Text ") || strings.HasPrefix(line, "More ") || strings.HasPrefix(line, "#") {
				break
			}
		}
	}
	var out []string
	for line := range strings.Lines(text) {
		want, rest, ok := strings.Cut(strings.TrimPrefix(line, "- ["), "](#")
		if slug := strings.TrimSuffix(strings.TrimSpace(rest), ")"); ok && below[slug] != want {
			out = append(out, line)
		}
	}
	return out
}
