package locate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// syntheticDocument is Markdown of about the given size, in which most sentences
// differ.
func syntheticDocument(size int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("the a server client request of to and for with when returns reads writes each file folder line option value " +
		"user agent token cache index build deploy configure restart check describes contains between after before only never")
	var b strings.Builder
	for b.Len() < size {
		switch rng.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "## Section %d\n\n", rng.IntN(1e6))
			continue
		case 1:
			fmt.Fprintf(&b, "```sh\nrun --id %d\n```\n\n", rng.IntN(1e6))
			continue
		case 2:
			b.WriteString("- ")
		}
		for range 5 + rng.IntN(40) {
			w := words[rng.IntN(len(words))]
			switch rng.IntN(25) {
			case 0:
				w = "`" + w + "`"
			case 1:
				w = "[" + w + "](https://example.com/" + w + ")"
			case 2:
				w = "*" + w + "*"
			case 3:
				w = fmt.Sprint(w, rng.IntN(1e5))
			}
			b.WriteString(w)
			b.WriteByte(" \n"[rng.IntN(12)/11])
		}
		b.WriteString("end.\n\n")
	}
	return []byte(b.String())
}

// syntheticIssues is n issues about src, as reviews bring them: half with right
// coordinates, the others without; as written, as rendered, reworded, gone.
func syntheticIssues(d *zone.Document, n int) []review.Issue {
	rng := rand.New(rand.NewPCG(3, 4))
	src := d.Source()
	page := reading.Rendered(d)
	out := make([]review.Issue, n)
	for i := range out {
		start := rng.IntN(len(src) - 200)
		s := source.Span{Start: start, End: start + 20 + rng.IntN(80)}
		p := review.Place{Quote: string(src[s.Start:s.End])}
		switch kind := rng.IntN(10); kind {
		case 0, 1, 2, 3, 4:
			p.Range = review.Range{Form: review.Points, Unit: source.UTF16, From: d.Lines().Point(s.Start, source.UTF16)}
			p.Measured = true
		case 5, 6:
			at := rng.IntN(len(page.Bytes) - 200)
			p.Quote = string(page.Bytes[at : at+20+rng.IntN(80)])
		case 7:
			p.Quote = strings.ToUpper(p.Quote)
		case 8:
			p.Quote = strings.ReplaceAll(p.Quote, "e", "ee")
		case 9:
			p.Quote = fmt.Sprintf("nothing %d of %s", i, p.Quote[:10])
		}
		out[i] = review.Issue{ID: fmt.Sprint(i), Place: p}
	}
	return out
}

// BenchmarkParse is what BenchmarkLocate is measured by: 1e5 issues on a document
// of 1 MB cost no more than 150 times its parsing.
func BenchmarkParse(b *testing.B) {
	for _, size := range []int{1e5, 1e6, 4e6} {
		b.Run(fmt.Sprintf("%dkB", size/1000), func(b *testing.B) {
			src := syntheticDocument(size)
			for b.Loop() {
				zone.Parse("doc.md", src, markdown.Dialect{})
			}
		})
	}
}

func BenchmarkLocate(b *testing.B) {
	for _, size := range []int{1e5, 1e6, 4e6} {
		d := zone.Parse("doc.md", syntheticDocument(size), markdown.Dialect{})
		for _, n := range []int{1e3, 1e4, 1e5, 1e6} {
			if n > 1e5 && size != 1e6 {
				continue
			}
			b.Run(fmt.Sprintf("%dkB/%d", size/1000, n), func(b *testing.B) {
				issues := syntheticIssues(d, n)
				for b.Loop() {
					Locate(d, issues, Options{})
				}
			})
		}
	}
}
