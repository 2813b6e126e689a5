package review_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestScratch reviews documents in turn in one Scratch, in one buffer, and each in a Scratch
// of its own: nothing of one shows in another, and what findings say stays.
func TestScratch(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := strings.SplitAfter(strings.Join(testdocs.Seeds(), "\n")+usedBefore, "\n")
	for range 20 {
		lines = append(lines, "\n", "json [[wiki]] and {it} {{ x }}\n", "A whitelist, $x$, {{ y\n", "TODO <i a={b\n", "[[ json }} } $\n")
	}
	texts := map[string][]byte{}
	for i := range 300 {
		var text strings.Builder
		for range random.IntN(40) {
			text.WriteString(lines[random.IntN(len(lines))])
		}
		texts[fmt.Sprint(i, []string{".md", ".md", ".mdx"}[i%3])] = []byte(text.String())
	}
	paths := slices.Sorted(maps.Keys(texts))
	var all []source.Stored
	for _, path := range paths {
		all = append(all, stored(path, texts[path]))
	}
	run := review.NewStream(all, nothingElse, 1)
	for _, set := range allRules(t) {
		shared := run.NewScratch(set, review.Reviewers())
		var buffer []byte
		kept, said := [][]review.Finding{}, []string{}
		for _, path := range paths {
			own, want := run.NewScratch(set, review.Reviewers()).Review(path, texts[path])
			buffer = append(buffer[:0], texts[path]...)
			d, found := shared.Review(path, buffer)
			require.Equal(t, told(own, want), told(d, found))
			kept, said = append(kept, slices.Clone(found)), append(said, fmt.Sprintf("%+v", found))
		}
		for i, found := range kept {
			require.Equal(t, said[i], fmt.Sprintf("%+v", found), paths[i])
		}
	}
}

// told is all that a review tells of a document.
func told(d *zone.Document, found []review.Finding) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %v %q\n%v\n%v\n%+v\n", d.Path, d.FrontMatter(), d.Source(), d.Zones(), d.Headings(), found)
	for i, n := range d.Nodes() {
		parts := *n.Parts
		n.Parts = nil
		fmt.Fprintf(&out, "%+v %+v", n, parts)
		if n.Kind == markdown.FencedCode || n.Kind == markdown.IndentedCode {
			fmt.Fprintf(&out, " %q", d.Code(i))
		}
		out.WriteByte('\n')
	}
	for n := range d.Lines().Count() {
		line, _ := d.Lines().Span(n + 1)
		fmt.Fprintln(&out, line)
	}
	return out.String()
}
