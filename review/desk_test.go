package review

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestDesk reviews documents in turn at one desk, in one buffer, and each at a desk
// of its own: nothing of one shows in another, and what findings say stays.
func TestDesk(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := strings.SplitAfter(strings.Join(sketchSeeds, "\n")+usedBefore, "\n")
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
	var stored []source.Stored
	for _, path := range paths {
		stored = append(stored, source.Stored{Path: path, Read: func(*[]byte) ([]byte, error) { return texts[path], nil }})
	}
	run := NewStream(stored, func() *Files { return nil }, 1)
	for _, set := range sketchRules(t) {
		shared := run.NewScratch(set, Reviewers())
		var buffer []byte
		kept, said := [][]Finding{}, []string{}
		for _, path := range paths {
			own, want := run.NewScratch(set, Reviewers()).Review(path, texts[path])
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
func told(d *Document, found []Finding) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s %v %q\n%v\n%v\n%+v\n", d.Path, d.FrontMatter(), d.Source(), d.Zones(), d.Headings(), found)
	for i, n := range d.Nodes() {
		parts := *n.Parts
		n.Parts = nil
		fmt.Fprintf(&out, "%+v %+v", n, parts)
		if n.Kind == FencedCode || n.Kind == IndentedCode {
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
