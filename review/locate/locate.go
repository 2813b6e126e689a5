// Package locate finds the place in a document that an outside review means, or
// says why it can't.
//
// An edit in the wrong place is the one thing that doc-iterate must never make,
// and only a finding in the state Located may be edited. So a finding is Located
// when exactly one place fits and the document's own text confirms it; what fits
// several places, or fits one only roughly, keeps a reason and its candidates
// for a person. The line that a language model gives decides nothing.
//
// That a finding is located does not mean that its replacement may be made: that
// is decided apart, in remedy.go, and again by the plan.
//
// It is pure: the same document and issues give the same findings.
//
// Of this module it imports internal/parallel, review and review/source.
package locate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Reasons for which a finding is not Located, or for which its replacement is
// not offered; a Finding's Why begins with one of them.
const (
	// NoQuote issues say nothing that the document's text could confirm.
	NoQuote = "no-quote"
	// NotFound quotes do not stand in the document.
	NotFound = "not-found"
	// Several places hold the quote, and nothing tells them apart.
	Several = "several-places"
	// Roughly the quote stands there, or its words do, but not itself.
	Roughly = "roughly"
	// Contradicted places hold the quote, but the section, the prefix and suffix
	// or the coordinates that the review gives are of another one.
	Contradicted = "contradicted"
	// SectionOnly issues name a section and no place within it.
	SectionOnly = "section-only"
	// Stale coordinates were counted in a revision that is not known to be this one.
	Stale = "not-known-current"
	// OutOfBounds coordinates lie outside the document.
	OutOfBounds = "out-of-bounds"
	// Uncounted coordinates lie in the document, but what they count is not known
	// well enough to say where.
	Uncounted = "unknown-count"
	// Changed places were edited since the review.
	Changed = "changed-since"
	// OldElsewhere old values do not stand once within the quote.
	OldElsewhere = "old-value-not-in-quote"
	// Differs replacements are for a text that the document does not have in these
	// very words.
	Differs = "text-differs"
	// CutsMarkup replacements would take markup along that they do not have.
	CutsMarkup = "cuts-markup"
	// Elided replacements leave text out, with dots.
	Elided = "elided"
	// NeedsLine replacements only mean something at the start of a line.
	NeedsLine = "needs-line-start"
	// Hidden characters are what a replacement would bring in.
	Hidden = "hidden-characters"
	// NoChange replacements say what is there already.
	NoChange = "no-change"
	// OtherDocument issues are about a document that is not at hand.
	OtherDocument = "other-document"
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

// Options is what is known beside the document and the issues.
type Options struct {
	// Reviewer is the findings' Source.
	Reviewer string
	// DocumentSHA256 is the hash of the revision that was reviewed, "" where the
	// review does not say.
	DocumentSHA256 string
	// ReviewIsCurrent says that the review is of this very revision: doc-iterate
	// ran the reviewer itself just now, or the user vouches for it.
	ReviewIsCurrent bool
	// Blob returns the bytes with the given SHA-256, where they are still to be
	// had. It may be nil, and is asked for the reviewed revision at most once.
	Blob func(sha256 string) ([]byte, bool)
}

// Locate turns issues about d into findings, in document order, those without a
// place last, and identified.
func Locate(d *review.Document, issues []review.Issue, opts Options) []review.Finding {
	find := finder(d, opts)
	out := make([]review.Finding, len(issues))
	each(len(issues), func(i int) { out[i] = find(&issues[i]) })
	slices.SortStableFunc(out, func(a, b review.Finding) int {
		return cmp.Or(cmp.Compare(unplaced(a), unplaced(b)), source.Compare(a.Span, b.Span))
	})
	review.Identify(d, out)
	return out
}

// finder chooses how issues are located: in the revision that was reviewed,
// where it differs from d and is still to be had, else in d.
func finder(d *review.Document, opts Options) func(*review.Issue) review.Finding {
	l := newLocator(d, opts.Reviewer)
	sum := opts.DocumentSHA256
	switch {
	case opts.ReviewIsCurrent:
		l.current = true
	case sum == "":
	case sum == hash(d.Source()):
		l.current = true
	default:
		l.stale = true
		if opts.Blob == nil {
			break
		}
		if old, ok := opts.Blob(sum); ok && hash(old) == sum {
			return newSnapshot(old, l).finding
		}
	}
	return l.finding
}

// each calls f for 0 to n-1, on all processors where there is work for them.
func each(n int, f func(int)) {
	const enough = 256
	parallel.Each(n, min(runtime.GOMAXPROCS(0), (n+enough-1)/enough), f)
}

func unplaced(f review.Finding) int {
	if f.State == review.Located || f.State == review.Probable || f.State == review.Region {
		return 0
	}
	return 1
}

func hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A locator is one document, read and indexed once for any number of issues. It
// may be used by several goroutines.
type locator struct {
	d        *review.Document
	reviewer string
	// current is set where the review is known to be of this very revision, stale
	// where it is known to be of another.
	current, stale bool

	written, page               *space
	writtenLetters, pageLetters func() *space
	outline                     func() *outline
	blockList                   func() []int
	words                       func() *wordIndex
	sections                    sync.Map // the spans of sections, by name
	answers                     sync.Map // what was found for quotes, by quote
	kept                        atomic.Int64
}

func newLocator(d *review.Document, reviewer string) *locator {
	l := &locator{d: d, reviewer: reviewer, written: newSpace(written(d.Source())), page: newSpace(rendered(d))}
	l.writtenLetters = sync.OnceValue(func() *space { return letters(l.written.t) })
	l.pageLetters = sync.OnceValue(func() *space { return letters(l.page.t) })
	l.outline = sync.OnceValue(func() *outline { return newOutline(d) })
	l.blockList = sync.OnceValue(l.blocks)
	l.words = sync.OnceValue(func() *wordIndex { return newWordIndex(l.page.t) })
	return l
}

// finding is an issue with its place.
func (l *locator) finding(issue *review.Issue) review.Finding {
	f := finding(issue, l.d.Path, l.reviewer)
	p, q := l.place(&f, issue)
	l.remedy(&f, issue, p, q)
	return f
}

// finding is an issue without a place.
func finding(issue *review.Issue, path, reviewer string) review.Finding {
	return review.Finding{
		ID: issue.ID, Rule: issue.Rule, Severity: issue.Severity, Category: issue.Category, Message: issue.Message,
		Path: path, Remedy: issue.Remedy, Old: issue.Old, Want: issue.Want, Choices: issue.Choices,
		Confidence: issue.Confidence, Source: reviewer, Citations: issue.Citations,
		AutoFix: issue.AutoFix, RequiresHuman: issue.RequiresHuman, Tier: TierNone,
	}
}

// Stray is the finding of an issue about a document that is not at hand: it has
// no place, and nothing is done about it.
func Stray(issue *review.Issue, reviewer string) review.Finding {
	f := finding(issue, issue.Path, reviewer)
	f.State, f.Remedy, f.Why = review.Unlocated, review.NoRemedy, OtherDocument+": the review says it of another document"
	return f
}
