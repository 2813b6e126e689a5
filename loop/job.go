package loop

import (
	"context"
	"errors"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Job has the documents, the programs and the settings of a run.
type Job struct {
	// Run is the run's name.
	Run string
	// Targets are the documents, each path once.
	Targets []Target
	// Set has the limits of the run, and the rules of the targets that Sets does not name. Sets may be nil.
	Set  *rules.Set
	Sets map[string]*rules.Set
	// Reviewers are the built-in reviewers that are on, Fixers the built-in fixers.
	Reviewers []review.Reviewer
	Fixers    []fixers.Fixer
	// Externals are the reviewers that are other programs, Rewriters the fixers.
	Externals []External
	Rewriters []Rewriter
	Limits    table.Limits
	// ReviewFlags are the reviews as flags of a command, with a space behind each: "--review=r.json ".
	ReviewFlags string
	// Salvage makes the largest good part of a pass that is taken back.
	Salvage bool
	// AlsoRules also fixes the findings of the built-in reviewers when a review came in.
	AlsoRules bool
	// OutOfScope returns, for all findings of one document, why each is out of scope, "" for those in scope. It may be
	// nil.
	OutOfScope func([]review.Finding) []string
	// Inbound is the function of that name in fixers.Input.
	Inbound func(path string) []link.Inbound
	// Files are the files that the documents may link to, nil if they are not known.
	Files *link.Files
	// Beside returns documents outside of the run whose text is evidence; see Context of review.Sources.
	Beside func() []source.Stored
	// Ledger stores and publishes passes.
	Ledger Ledger
	// Clock returns the time; nil is time.Now. Several goroutines call it.
	Clock func() time.Time
	// Person, if not nil, decides about every edit, and answers the questions that are left.
	Person Decider
	// Comments makes a comment in the document silence a finding that the person rejects or keeps as it is.
	Comments bool
	// Progress, if not nil, gets the steps as they begin.
	Progress func(Event)
}

// An Event is a step of the run that people may want to see.
type Event struct {
	Pass     int // 0 for the first review
	Document string
	Step     string // "review", "fix", "blame" or the name of an external program
}

// A Target is one document of a run.
type Target struct {
	// Stored has the path, slash-separated, as reports name it. An error of its Read ends the run.
	source.Stored
	// Dialect is what the document is read by.
	Dialect markdown.Dialect
	// Reviews are those that came in for this document. Without any, the built-in and the configured reviewers make
	// one.
	Reviews []Review
	// Answers are a person's answers to the questions of earlier runs.
	Answers []engine.Resolution
	// Resume has the checkpoints of a run that was cut short; nil starts from the beginning.
	Resume *result.Trail
}

// A Review is one reviewer's review of one revision of a document.
type Review struct {
	// Reviewer is the reviewer's name. An External can be asked again by its name.
	Reviewer string
	// Findings are located in the revision and identified. Their Source is Reviewer.
	Findings  []review.Finding
	Elsewhere int // findings about other documents, not in Findings
	Done      int // of the findings, those that earlier runs fixed
	Silenced  int // findings that comments in the document suppressed, not in Findings
	// Iteration is the number of the pass that the review asks for; 0 is unsaid.
	Iteration int
	// MaxIterations is how many passes the review allows; 0 is unsaid. It can only lower the limit of the job.
	MaxIterations int
	Verdict       string   // approve, needs_work or reject; "" is unsaid
	Score         *float64 // of the document, from 0 to 100; nil is unsaid
	Feedback      string
	// Sections are the headings that the reviewer reviewed; nil is unsaid and means all.
	Sections  []string
	Questions []engine.Question
	Tokens    int
}

// An External is a reviewer that is another program.
type External interface {
	// Program is its configuration; Name is the Source of its findings.
	Program() rules.Program
	// Review asks it about one revision. The findings are located in req.Document and identified. An error is about the
	// program, never about the document.
	Review(ctx context.Context, req Request) (Review, error)
}

// A Batcher is an External that reviews many documents in one run. Expect tells it which revisions it may be asked
// about next.
type Batcher interface {
	External
	Expect(revisions []source.Stored)
}

// A Request asks an external reviewer for a review.
type Request struct {
	Document *zone.Document
	// Original are the bytes that the run began with; nil is those of Document.
	Original []byte
	// Sections limits the request; nil is the whole document.
	Sections  []string
	Iteration int
	Max       int
	Guidance  []string
	Feedback  []string // what reviewers say of the document as a whole
	// Earlier are the findings so far, with their places in Document.
	Earlier   []review.Finding
	Questions []engine.Question
	Tokens    int // the rest of the budget; 0 is no bound
}

// A Rewriter is a fixer that is another program.
type Rewriter interface {
	// Program is its configuration; its Rules limit the findings that it is asked about.
	Program() rules.Program
	// Rewrite asks for the text of the finding's span. An error is about the
	// program; a reply without text leaves the finding to a person.
	Rewrite(ctx context.Context, req RewriteRequest) (RewriteReply, error)
}

// A RewriteRequest asks an external fixer for one finding.
type RewriteRequest struct {
	Document  *zone.Document
	Finding   review.Finding
	Iteration int
	Guidance  []string
	Feedback  []string // what reviewers say of the document as a whole
	Tokens    int      // the rest of the budget; 0 is no bound
}

// A RewriteReply is the text that an external fixer puts in place of a span.
type RewriteReply struct {
	Text     string
	Fixed    bool // whether there is a text; an empty one deletes
	Proposed bool // the text is only for a person to choose
	Tokens   int
}

// ErrBudget is the error of a program that was not asked, because that could take more than there is for it.
var ErrBudget = errors.New("not asked")

// A Ledger stores and publishes passes. An error of Record or Publish ends the run; one of Checkpoint is a warning.
type Ledger interface {
	// Record stores a pass before anything of it is published. A rejected pass is only recorded.
	Record(ctx context.Context, p result.Pass) error
	// Publish writes the revisions of an accepted, recorded pass to the documents.
	Publish(ctx context.Context, p result.Pass) error
	// Checkpoint stores the states of documents that an iteration or a decision changed, behind earlier ones. A Trail
	// reads them.
	Checkpoint(ctx context.Context, states []result.State) error
}

// maxPrograms is the number of external programs that run at a time. It does not depend on the processors here: many
// programs wait for a server.
const maxPrograms = 3
