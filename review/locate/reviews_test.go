package locate

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// truth is what a review's issues mean, as bytes of their document.
type truth struct {
	Reviews []struct {
		Review, Document string
		Issues           []struct {
			Index     int
			Span      *[2]int
			QuoteSpan *[2]int `json:"quote_span"`
		}
	}
}

// TestRealReviews locates reviews that a language model wrote of real documents
// and holds the places to those that were found by hand. DOC_ITERATE_REVIEWS
// names the folder with the reviews and truth.json, DOC_ITERATE_CORPUS that with
// the documents.
func TestRealReviews(t *testing.T) {
	dir, corpus := os.Getenv("DOC_ITERATE_REVIEWS"), os.Getenv("DOC_ITERATE_CORPUS")
	if dir == "" || corpus == "" {
		t.Skip("DOC_ITERATE_REVIEWS and DOC_ITERATE_CORPUS name no reviews")
	}
	data, err := os.ReadFile(filepath.Join(dir, "truth.json"))
	require.NoError(t, err)
	var truth truth
	require.NoError(t, json.Unmarshal(data, &truth))
	require.Len(t, truth.Reviews, 10)
	for _, r := range truth.Reviews {
		t.Run(r.Review, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, r.Review))
			require.NoError(t, err)
			got, err := intake.Parse(r.Review, data, format.Auto)
			require.NoError(t, err)
			got.Issues = slices.DeleteFunc(got.Issues, func(i review.Issue) bool { return i.Standing == review.NotUnderstood })
			require.Len(t, got.Issues, len(r.Issues))
			src, err := os.ReadFile(filepath.Join(corpus, r.Document))
			require.NoError(t, err)
			doc := zone.Parse(r.Document, src, markdown.DialectOf(r.Document))
			located, wrong := 0, 0
			for i, want := range r.Issues {
				f := Locate(doc, got.Issues[i:i+1], Options{})[0]
				if f.State == review.Located {
					located++
					if !means(f.Span, want.Span) && !means(f.Span, want.QuoteSpan) {
						wrong++
						t.Logf("issue %d %s located at %v %q, means %v %v", i, f.ID, f.Span, doc.Bytes(f.Span), want.Span, want.QuoteSpan)
					}
				} else {
					reason := f.Reason.Code
					assert.Contains(t, reasons, reason, "issue %d %s is %v and says why", i, f.ID, f.State)
				}
				offers := fmt.Sprint(f.Remedy)
				if f.Remedy == review.Edits {
					offers = fmt.Sprint(f.Edits)
				}
				t.Logf("%-12s %-9v tier %d exact %-5v offers %s  %s", f.ID, f.State, f.Tier, exact(f.Span, want.Span), offers, f.Reason)
			}
			assert.Zero(t, wrong, "located at a wrong place")
			t.Logf("%d of %d located", located, len(r.Issues))
		})
	}
}

// reasons is those for which a finding is not located.
var reasons = []string{NoQuote, NotFound, Several, Roughly, Contradicted, Unwitnessed, SectionOnly, Stale, OutOfBounds, Uncounted, Changed}

// means reports whether got is the wanted place: equal to it, or within it.
func means(got source.Span, want *[2]int) bool {
	return want != nil && (source.Span{Start: want[0], End: want[1]}).Contains(got)
}

func exact(got source.Span, want *[2]int) bool {
	return want != nil && got == source.Span{Start: want[0], End: want[1]}
}
