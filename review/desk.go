package review

import (
	"unsafe"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Desk is where one goroutine reviews documents of a run one after another, in
// memory that is used again for each.
//
// What Review returns is the desk's own: the document with all that it says of
// itself, and the list of findings. It holds until the next call. Strings are
// nobody's: what findings say may be kept. TestDesk holds documents that share a
// desk against such as have one to themselves.
type Desk struct {
	run       *Run
	set       *rules.Set
	reviewers []Reviewer
	needs     needs
	known     bool // whether what the reviewers need is known

	sketcher sketcher
	document Document
	derived  derived
	lines    source.Lines
	headings headingMemory
	zones    zoneMemory
	findings findingMemory
	judge    caseJudge
}

// Keyless has findings come without their Key, for a caller that compares them with
// no others.
func (k *Desk) Keyless() { k.findings.keyless = true }

// NewDesk is for documents of the run that these reviewers look at under these rules.
func (r *Run) NewDesk(set *rules.Set, reviewers []Reviewer) *Desk {
	d := &Desk{run: r, set: set, reviewers: reviewers}
	d.needs, d.known = needsOf(set, reviewers)
	return d
}

// Review is the document at path, whose bytes are src, as far as the reviewers
// need it, and what they find in it: the same as on the document that Parse makes.
//
// Most of a document can be proved clean without a tree: no term occurs in a
// paragraph, a heading is plain text, a list has the right bullets. Where that is
// proved the document has a single empty paragraph instead. All headings are
// there. Whoever needs more than the findings, their fixes and their places, such
// as another program, is to Parse.
func (k *Desk) Review(path string, src []byte) (*Document, []Finding) {
	d := k.clear(path, src)
	k.sketcher.sketch(d, k.needs, k.known, nil)
	return d, k.findings.review(d, k.set, k.reviewers)
}

// clear is a document without its tree, with the whole desk for itself.
func (k *Desk) clear(path string, src []byte) *Document {
	k.derived = derived{desk: k}
	k.document = Document{Path: path, src: src, front: frontMatter(src), of: k.run, derived: &k.derived}
	return &k.document
}

// emptied is memory as it is used again: without what is in it, so that nothing of
// that is kept, or, where keeping it would be a good part of the memory of a run, none.
func emptied[T any](s []T) []T {
	const most = 512 << 10
	var t T
	if uintptr(cap(s))*unsafe.Sizeof(t) > most {
		return nil
	}
	clear(s)
	return s[:0]
}
