package loop

import (
	"context"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Decider decides while the run waits: about every edit before its pass is made, together with the questions that no
// pass answers, and about what is left when no document goes on.
type Decider interface {
	// Decide returns a reply to every item, in their order, which is that of the documents. If a document was Saved,
	// the person may be asked about some items later. An error ends the run: nothing of the pass is made.
	Decide(ctx context.Context, items []Item) ([]Reply, error)
}

// An Item is what a person decides about: an edit that was proved, or a question.
type Item struct {
	Document *zone.Document
	Finding  *review.Finding // nil for a question about the document as a whole
	At       int             // its offset in Document
	Edits    []source.Edit   // of Document, in order; none for a question
	Also     []string        // the other documents that the edit changes
	Ask      *engine.Ask     // nil for an edit
	// Try proves the edit with another text in place of a span. It returns the reason if the text can't be used, ""
	// if it can.
	Try func(span source.Span, text string) string
}

// A Reply is a person's reply to an item.
type Reply struct {
	Verb Verb
	Span source.Span // of Write
	// Text is the text of Write for the span, or the document as the person saved it.
	Text   string
	Answer engine.Resolution // of Resolve
}

// IsSaved reports whether the person edited the document.
func (r Reply) IsSaved() bool { return r.Verb == Saved }

// A Verb says what a Reply does.
type Verb uint8

// The verbs.
const (
	Unasked Verb = iota // the item comes after a Saved one
	Leave               // open, to be asked the next time
	Make                // the edit
	Reject              // the edit, now and in later runs
	Write               // another text than that of the edit
	Resolve             // the question
	Saved               // the document was edited
)

// wishes are the decisions of the person about the edits of one document, and the questions that they saw.
type wishes struct {
	edits map[review.Key]wish
	asked map[string]bool // by the id of the question
}

// A wish is a person's decision about the edit of an issue.
type wish struct {
	verb Verb
	text string // of the edit, for Make
	any  bool   // the edit follows from an answer, so any edit is approved
}

// postponed reports whether the person put off the edit of an issue.
func (w *wishes) postponed(key review.Key) bool {
	was, decided := w.edits[key]
	return decided && was.verb == Leave && !was.any
}

// approve reports whether the person wants the edit of an issue to write this text. If any edit is approved, it is this
// one from now on.
func (w *wishes) approve(key review.Key, text string) bool {
	was := w.edits[key]
	if was.any {
		was = wish{verb: Make, text: text}
		w.edits[key] = was
	}
	return was.verb == Make && was.text == text
}
