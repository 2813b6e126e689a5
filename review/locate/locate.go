// Package locate finds the place in a document that an outside review means, or says why it can't.
//
// doc-iterate must never edit the wrong place, and only a finding in the state Located may be edited. So a finding is
// Located only if exactly one place fits and the text of the document confirms it. A finding that fits several places,
// or fits one only roughly, gets a reason and its candidates, for a person. The line that a language model gives never
// finds a place by itself. Where nothing in the review speaks against its lines, it chooses among the places of a
// quote, or confirms that of a short one (lines.go).
//
// A located finding may still have a replacement that must not be made. remedy.go decides about that, and the plan of
// the fixers again.
//
// It is pure: the same document and issues give the same findings.
package locate

import (
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Reasons for which a finding is not Located, or for which its replacement is not offered: the codes of a Finding's
// Reason.
const (
	// NoQuote issues say nothing that the document's text could confirm.
	NoQuote = "no-quote"
	// NotFound quotes do not stand in the document.
	NotFound = "not-found"
	// Several places hold the quote, and nothing tells them apart.
	Several = "several-places"
	// Roughly the quote stands there: its words, or most of them.
	Roughly = "roughly"
	// Contradicted places hold the quote, but the section, the prefix and suffix or the coordinates that the review
	// gives are of another one.
	Contradicted = "contradicted"
	// Unwitnessed places are the only ones with a short quote. The place that was meant may be gone, and nothing else
	// in the review says that this is it.
	Unwitnessed = "short-quote"
	// SectionOnly issues name a section and no place within it.
	SectionOnly = "section-only"
	// Stale coordinates were counted in a revision that is not known to be this one.
	Stale = "not-known-current"
	// OutOfBounds coordinates lie outside the document.
	OutOfBounds = "out-of-bounds"
	// Uncounted coordinates lie in the document, but it is not certain what they count.
	Uncounted = "unknown-count"
	// Changed places were edited since the review.
	Changed = "changed-since"
	// OldElsewhere old values do not stand once within the quote.
	OldElsewhere = "old-value-not-in-quote"
	// Differs replacements are for a text that the document does not have in these very words.
	Differs = "text-differs"
	// Part places are parts of a word, a number or a name.
	Part = "part-of-a-whole"
	// CutsMarkup replacements would take markup along that they do not have.
	CutsMarkup = "cuts-markup"
	// Elided replacements have dots for text that they leave out.
	Elided = "elided"
	// NeedsLine replacements only mean something at the start of a line.
	NeedsLine = "needs-line-start"
	// Unfit replacements may be a remark, or another text than one for the place.
	Unfit = "may-be-no-text"
	// Hidden characters are what a replacement would bring in.
	Hidden = "hidden-characters"
	// NoChange replacements say what is there already.
	NoChange = "no-change"
	// OtherDocument issues are about a document that is not at hand.
	OtherDocument = "other-document"
	// Doubted edits depend on something, or somebody is against them.
	Doubted = "doubted"
	// BadEdit edits of the reviewer itself lie outside the document or overlap.
	BadEdit = "bad-edit"
)

// Rungs of the ladder, as a Finding's Tier.
const (
	TierSnapshot    = 0 // in the revision that was reviewed, and carried over
	TierCoordinates = 1 // coordinates that the text or the hash confirms
	TierQuote       = 2 // the quote, in one of its readings
	TierFuzzy       = 3 // something like the quote
	TierSection     = 4 // the section alone
	TierNone        = 5
)

// Options is what a caller knows besides the document and the issues.
type Options struct {
	// Reviewer is the findings' Source.
	Reviewer string
	// DocumentSHA256 is the hash of the revision that was reviewed, "" where the review does not say.
	DocumentSHA256 string
	// ReviewIsCurrent says that the review is of this very revision: doc-iterate ran the reviewer itself just now, or
	// the user vouches for it.
	ReviewIsCurrent bool
	// Blob returns the bytes with the given SHA-256, if they are available. It may be nil. It is called at most once,
	// for the reviewed revision.
	Blob func(sha256 string) ([]byte, bool)
}

// Locate turns issues about d into findings with their keys, in document order, those without a place last.
func Locate(d *zone.Document, issues []review.Issue, opts Options) []review.Finding {
	return NewIndex(d).Locate(issues, opts)
}

// Locate is the function Locate for the document of the index. Several reviews of one document should share an index.
func (x *Index) Locate(issues []review.Issue, opts Options) []review.Finding {
	l, find := x.finder(opts)
	l.fit = l.measure(issues)
	l.marks = l.swaps(issues)
	out := make([]review.Finding, len(issues))
	each(len(issues), func(i int) { out[i] = find(&issues[i]) })
	bindMoves(issues, out)
	slices.SortStableFunc(out, func(a, b review.Finding) int {
		switch {
		case placed(&a) == placed(&b):
			return source.Compare(a.Span, b.Span)
		case placed(&a):
			return -1
		}
		return 1
	})
	review.Identify(x.d, out)
	return out
}

// finder returns the function that locates an issue, and the locator that looks for its quote: in the revision that was
// reviewed, if it differs from the one at hand and is available, otherwise in that.
func (x *Index) finder(opts Options) (*locator, func(*review.Issue) review.Finding) {
	sum := opts.DocumentSHA256
	l := &locator{Index: x, reviewer: opts.Reviewer, named: sum != "" && sum == x.sum()}
	switch {
	case opts.ReviewIsCurrent:
		l.current = true
	case sum == "":
	case l.named:
		l.current = true
	default:
		l.stale = true
		if r := x.pastRevision(sum, opts.Blob); r != nil {
			s := snapshot{r, &locator{Index: r.index, reviewer: opts.Reviewer, current: true, named: true}, l}
			return s.old, s.finding
		}
	}
	return l, l.finding
}

// each calls f for 0 to n-1, in parallel if n is large.
func each(n int, f func(int)) {
	const enough = 256
	parallel.Each(n, min(runtime.GOMAXPROCS(0), (n+enough-1)/enough), f)
}

// placed reports whether f has a span.
func placed(f *review.Finding) bool {
	return f.State == review.Located || f.State == review.Probable || f.State == review.Region
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// An Index is a document with its readings, which are made once for any number of issues and reviews. Several
// goroutines may look for issues of one review at a time.
type Index struct {
	d                           *zone.Document
	sum                         func() string            // of the document's bytes
	written, page               func() *reading.Haystack // not made for coordinates that need no quote
	writtenLetters, pageLetters func() *reading.Haystack
	outline                     func() outline
	blockList                   func() []int
	words                       func() *wordIndex
	sections                    sync.Map                 // the spans of sections, by name
	answers                     sync.Map                 // what was found for quotes, by quote
	answered                    atomic.Int64             // how many places answers has, and quotes
	revisions                   map[string]*pastRevision // that were reviewed, by hash; nil if not available
}

// NewIndex returns the index of a document.
func NewIndex(d *zone.Document) *Index {
	x := &Index{d: d, revisions: map[string]*pastRevision{}}
	x.written = sync.OnceValue(func() *reading.Haystack { return reading.NewHaystack(reading.Written(d.Text())) })
	x.page = sync.OnceValue(func() *reading.Haystack { return reading.NewHaystack(reading.Rendered(d)) })
	x.sum = sync.OnceValue(func() string { return hash(d.Source()) })
	x.writtenLetters = sync.OnceValue(func() *reading.Haystack { return reading.Letters(x.written().Text) })
	x.pageLetters = sync.OnceValue(func() *reading.Haystack { return reading.Letters(x.page().Text) })
	x.outline = sync.OnceValue(func() outline { return newOutline(d) })
	x.blockList = sync.OnceValue(x.blocks)
	x.words = sync.OnceValue(func() *wordIndex { return newWordIndex(x.page().Text) })
	return x
}

// A locator locates the issues of one review.
type locator struct {
	*Index
	reviewer string
	// current is set where the review is known to be of this very revision, stale where it is known to be of another;
	// named where the review says so by a hash.
	current, stale, named bool
	// fit and marks are what all findings of the review tell about one.
	fit   fit
	marks map[*review.Issue]occurrence
}

// CloseAbsent closes a finding whose quote nothing is like in the very text that it is of, and reports whether it did:
// a reviewer made the quote up.
func CloseAbsent(f *review.Finding) bool {
	like := func(c review.Candidate) bool { return c.Like >= minSimilarity }
	if f.State != review.Unlocated || f.Reason.Code != NotFound || slices.ContainsFunc(f.Candidates, like) {
		return false
	}
	f.Remedy, f.Candidates = review.NoRemedy, nil
	f.Reason = review.Because(review.ClosedRemark, "Nothing like its quote stands in the text that was reviewed.")
	return true
}

// finding returns an issue with its place.
func (l *locator) finding(issue *review.Issue) review.Finding {
	f := finding(issue, l.d.Path, l.reviewer)
	switch issue.Standing {
	case review.NotUnderstood:
		f.Reason, f.Citations = review.Because(review.UnreadRemark, "It stands in "+issue.Why+"."), []string{issue.Why}
		return f
	case review.Closed:
		f.Remedy, f.Reason = review.NoRemedy, review.Because(review.ClosedRemark, "The review closes it: "+issue.Why+".")
		return f
	case review.Settled:
		f.Remedy, f.Reason = review.NoRemedy, review.Because(review.SettledIssue, "It is done: "+issue.Why+".")
		return f
	}
	p, q := l.place(&f, issue)
	l.setRemedy(&f, issue, p, q)
	if l.named {
		CloseAbsent(&f)
	}
	switch issue.Standing {
	case review.Doubted:
		f.RequiresHuman = f.RequiresHuman || f.Remedy == review.NoRemedy
		if f.State == review.Located {
			withhold(&f, Doubted, "The review leaves it open: "+issue.Why+".")
		}
	case review.PerhapsDone:
		f.RequiresHuman = true
		if why := "It may be done: " + issue.Why + "."; f.State == review.Located {
			withhold(&f, review.PerhapsDoneCode, why)
		} else {
			f.Reason = review.Because(review.PerhapsDoneCode, strings.TrimSpace(f.Reason.Text+" "+why))
		}
	}
	return f
}

// finding returns an issue without a place.
func finding(issue *review.Issue, path, reviewer string) review.Finding {
	return review.Finding{
		ID: issue.ID, Content: issue.Content, Rule: issue.Rule, Severity: issue.Severity, Category: issue.Category, Message: issue.Message,
		Path: path, Remedy: issue.Remedy, Old: issue.Old, Quoted: issue.Place.Quote, Want: issue.Want, Choices: issue.Choices,
		Confidence: issue.Confidence, Source: reviewer, Citations: issue.Citations,
		AutoFix: issue.AutoFix, RequiresHuman: issue.RequiresHuman, Tier: TierNone,
	}
}

// Stray returns the finding of an issue about a document that is not part of the run. It has no place and no remedy.
func Stray(issue *review.Issue, reviewer string) review.Finding {
	f := finding(issue, issue.Path, reviewer)
	f.State, f.Remedy = review.Unlocated, review.NoRemedy
	f.Reason = review.Because(OtherDocument, "The finding is about another document.")
	return f
}
