package locate

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// FuzzLocate asks for anything in any document. Nothing panics, every span lies
// within the document, what is located is confirmed by the text that stands
// there, and edits lie within their finding and can be made.
func FuzzLocate(f *testing.F) {
	seeds := []string{
		"# A\n\nSee [the `docs`](https://example.com) *now* please. Twice. Twice.\n",
		"> one two\n> three\r\n\r\n- a &amp; b\n\n| a | b |\n|---|---|\n| c | d |\n",
		"---\nt: x\n---\n<p>raw</p>\n\n    code\n\n```sh\nnpm i\n```\n",
		"\xEF\xBB\xBF設定ファイル 🚀 \xff\x00 e\u0301\n",
	}
	for _, s := range seeds {
		for _, q := range []string{"docs now", "one two three", "Twice", "a & b", "設定", "See ... please", "npm i", "THE DOCS NOW PLEASE"} {
			f.Add([]byte(s), q, "", "x", "A", "", "", 3, 2, uint8(1), []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, quoted, old, want, section, prefix, suffix string, line, column int, flags uint8, before []byte) {
		d := zone.Parse("doc.md", src, markdown.Dialect{})
		issue := review.Issue{
			ID: "a", Old: old, Want: want, Remedy: review.Remedy(flags % 4),
			Place: review.Place{
				Range: review.Range{
					Form: review.RangeForm(flags / 4 % 4), Unit: source.Unit(flags / 16 % 3), AnyUnit: flags&1 != 0, BOM: review.BOM(flags / 2 % 3),
					From: source.Point{Line: line, Column: column}, To: source.Point{Line: line + int(flags)%3, Column: column / 2},
					Start: column, End: line,
				},
				Measured: flags&64 != 0, Section: section, Quote: quoted, Prefix: prefix, Suffix: suffix,
			},
		}
		issue.Edits = []review.IssueEdit{{Range: issue.Place.Range, New: want}}
		sum := sha256.Sum256(before)
		for _, opts := range []Options{
			{}, {ReviewIsCurrent: true},
			{DocumentSHA256: hex.EncodeToString(sum[:]), Blob: func(string) ([]byte, bool) { return before, true }},
		} {
			check(t, d, issue, Locate(d, []review.Issue{issue}, opts)[0])
		}
	})
}

func check(t *testing.T, d *zone.Document, issue review.Issue, f review.Finding) {
	t.Helper()
	src := d.Source()
	require.True(t, f.Span.Valid(len(src)), "%v of %d bytes", f.Span, len(src))
	for _, c := range f.Candidates {
		require.True(t, c.Span.Valid(len(src)))
	}
	assert.True(t, f.State == review.Located || f.Reason.Code != "", "a finding that is not located says why")
	if f.State != review.Located {
		assert.True(t, f.Remedy != review.Edits || len(f.Edits) == 0, "edits without a place")
		return
	}
	here := d.Bytes(f.Span)
	for _, text := range []string{issue.Old, issue.Place.Quote} {
		// The span is that of the old value where there is one.
		if q := quote(text); text != "" && (issue.Old == "" || text == issue.Old || issue.Old == issue.Place.Quote) && f.Reason.Code == "" && f.Remedy != review.Edits {
			assert.True(t, confirms(here, q), "%q is located at %q", text, here)
		}
	}
	for _, e := range f.Edits {
		assert.True(t, f.Span.Contains(e.Span), "edit %v leaves %v", e, f.Span)
	}
	if f.Remedy == review.Edits {
		_, err := source.Apply(src, f.Edits)
		assert.NoError(t, err)
	}
	if f.Remedy == review.Replace && f.Old != "" {
		assert.Equal(t, f.Old, string(here), "what is replaced is what stands there")
	}
}

// confirms reports whether the letters and digits of q stand in b in order: all
// of them, with markup, or what the quote leaves out, between.
func confirms(b []byte, q *quotation) bool {
	rest := reading.Letters(reading.Rendered(zone.Parse("", b, markdown.Dialect{}))).Bytes
	all := reading.Letters(reading.Written(b)).Bytes
	wanted := q.letters.Bytes
	return subsequence(wanted, all) || subsequence(wanted, rest)
}

func subsequence(a, b []byte) bool {
	for _, c := range b {
		if len(a) > 0 && a[0] == c {
			a = a[1:]
		}
	}
	return len(a) == 0
}
