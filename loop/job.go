package loop

import (
	"context"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Job is everything that a run works on and with.
type Job struct {
	// Run is the run's name.
	Run string
	// Targets is the documents, each path once.
	Targets []Target
	// Set is how far the run may go, and the rules of the targets that Sets, which may be nil, does not name.
	Set  *rules.Set
	Sets map[string]*rules.Set
	// Reviewers is the built-in reviewers that are on, Fixers the built-in fixers.
	Reviewers []review.Reviewer
	Fixers    []fixers.Fixer
	// Externals is the reviewers that are other programs; Rewriters the fixers.
	Externals []External
	Rewriters []Rewriter
	Limits    table.Limits
	// ReviewFlags is the reviews as flags of a command, with a space behind each: "--review=r.json ".
	ReviewFlags string
	// Salvage lands the largest good part of a pass that is taken back.
	Salvage bool
	// AlsoRules has what the built-in reviewers find fixed too where a review came in.
	AlsoRules bool
	// OutOfScope says of all findings of one document why each is none of this run's
	// business, "" when it is. It may be nil.
	OutOfScope func([]review.Finding) []string
	// Inbound is that of fixers.Input.
	Inbound func(path string) []link.Inbound
	// Files is the files that the documents may link to, nil when none are known.
	Files *link.Files
	// Beside is documents outside of the run whose text is evidence; see review.Sources.
	Beside func() []source.Stored
	// Ledger keeps and publishes passes.
	Ledger Ledger
	// Sum is the SHA-256, in hexadecimal, of bytes that the document at path has or had: a ledger that names them so
	// saves hashing them a second time. It is called for several documents at a time; nil hashes.
	Sum func(path string, data []byte) string
	// Clock tells the time; time.Now when nil. Several goroutines look at it.
	Clock func() time.Time
	// Person, where not nil, decides about every edit, and about what is left.
	Person Decider
	// Comments has a comment in the document silence what the person rejects or keeps as it is.
	Comments bool
	// Progress, where not nil, is told what begins.
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
	Path   string // slash-separated, as reports name it
	Source []byte
	// Reviews is the reviews that came in for this document. Without any, the
	// built-in and the configured reviewers make one.
	Reviews []Review
	// Answers is what a person answered to the questions of earlier runs.
	Answers []engine.Resolution
	// Resume is what a run that was cut short kept; nil begins anew.
	Resume *result.Trail
}

// A Review is what one reviewer says about one revision of a document.
type Review struct {
	// Reviewer is the name of who made it: that of an External can be asked again.
	Reviewer string
	// Findings are located in the revision and identified. Their Source is Reviewer.
	Findings  []review.Finding
	Elsewhere int // findings that are about other documents, and that are none of Findings
	Silenced  int // findings that comments in the document suppressed, and that are none of Findings
	// Iteration is the number of the pass that the review asks for; 0 is unsaid.
	Iteration int
	// MaxIterations is how many passes the review allows; 0 is unsaid. It can but lower the limit of the job.
	MaxIterations int
	Verdict       string   // approve, needs_work or reject; "" is unsaid
	Score         *float64 // of the document, from 0 to 100; nil is unsaid
	Feedback      string
	// Sections is the headings that the reviewer looked at; nil is unsaid and means all of them.
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

// A Batcher is an External that looks at many documents in one run. It is told which revisions it may be asked about next.
type Batcher interface {
	External
	Expect(revisions []source.Stored)
}

// A Request is what an external reviewer is asked.
type Request struct {
	Document *zone.Document
	// Original is the bytes that the run began with; nil is those of Document.
	Original []byte
	// Sections limits the request; nil is the whole document.
	Sections  []string
	Iteration int
	Max       int
	Guidance  []string
	Feedback  []string // what reviewers say of the document as a whole
	// Earlier is the findings so far, with their places in Document.
	Earlier   []review.Finding
	Questions []engine.Question
	Tokens    int // what is left of the budget; 0 is no bound
}

// A Rewriter is a fixer that is another program.
type Rewriter interface {
	// Program is its configuration; Rules limits what it is asked.
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
	Tokens    int      // what is left of the budget; 0 is no bound
}

// A RewriteReply is the text that an external fixer puts in place of a span.
type RewriteReply struct {
	Text   string
	Fixed  bool // whether there is a text; an empty one deletes
	Tokens int
}

// A Ledger is where passes go. An error of Record or Publish ends the run; one of Checkpoint is a warning.
type Ledger interface {
	// Record keeps a pass before anything of it is published. For a rejected pass nothing else follows.
	Record(ctx context.Context, p result.Pass) error
	// Publish makes an accepted pass, which was recorded, the documents' contents.
	Publish(ctx context.Context, p result.Pass) error
	// Checkpoint keeps the states of some documents that an iteration or a decision
	// changed, behind those that it was given before; a Trail makes sense of them.
	Checkpoint(ctx context.Context, states []result.State) error
}

// maxPrograms is the number of external programs that run at a time. The processors here do not matter to them.
const maxPrograms = 3
