package rules

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/rules/term"
)

// FileName is the configuration's name; it is looked for upward from a document to the root of its repository.
const FileName = "consistency-rules.json"

// Set is one validated consistency-rules.json: what the documents under its folder must hold to, and how far the loop
// may go to get there. It is made by [Load] or [Default], which fill in every default, and is not modified afterwards.
// A nil section is off.
type Set struct {
	Terminology  []Term
	Checks       []Check // the entries of patterns that are no terms
	Style        Style
	Placeholders *Placeholders
	Structure    *Structure
	References   *References
	Iteration    Iteration
	Convergence  Convergence
	Reviewers    []Program // other programs that review
	Fixers       []Program // other programs that fix
	Ignore       []string  // globs of documents that are left out; see Ignored
	// IgnoredText matches what no rule about words reviews.
	IgnoredText []*regexp.Regexp
	// Fix says when the fixes of rules are made, by their IDs.
	Fix map[string]FixMode
	// Dialect names the program by whose Markdown the documents are read; DialectUnnamed leaves it to their files.
	Dialect Dialect
	terms   *term.Table
	scoped  []ScopedTable
}

// Terms returns the table of the terminology that holds everywhere; Hit.Term is an index into Terminology.
func (s *Set) Terms() *term.Table { return tableOrEmpty(s.terms) }

// Table returns the table of the placeholders; Hit.Term is an index into Patterns.
func (p *Placeholders) Table() *term.Table { return tableOrEmpty(p.table) }

// tableOrEmpty stands in for the table of a Set that was not loaded.
func tableOrEmpty(t *term.Table) *term.Table {
	if t == nil {
		return term.New(nil)
	}
	return t
}

// Term is one entry of the terminology or of the patterns: spellings that are not wanted and the
// one that is. It takes one of these forms:
//
//   - Use and Not: each of Not is replaced by Use.
//   - Use and Pattern: each match is replaced by Use, in which $1 or ${name}
//     stands for what a group matched.
//   - Use alone: a name; every other capitalisation of it is replaced.
//   - no Use: Not or Pattern is reported and a person decides, from Choices if
//     there are any.
//   - Either: spellings. A document uses one of them throughout.
type Term struct {
	term.Spec
	ID       string // unique in the Set; Use, or the first unwanted spelling, where the file gives none
	Severity Severity
	Why      string         // shown with the finding
	Message  string         // shown instead of what the term says itself
	Rule     string         // the rule of Vale that it was, or Textlint
	Unless   *regexp.Regexp // a spelling that it matches a part of is right; may be nil
	Scope    Scopes         // where it holds; in all text but front matter where it is 0
	// Either has spellings. A document uses one of them throughout. They are in Not.
	Either []string
}

// Textlint is the rule of terms that textlint-rule-terminology had.
const Textlint = "terminology"

// Placeholders finds text that waits to be written.
type Placeholders struct {
	Severity Severity
	// Patterns are regular expressions in RE2's syntax that match whole words;
	// one without a capital letter matches in any capitalisation.
	Patterns []string
	table    *term.Table
}

// Structure says what a document must contain.
type Structure struct {
	RequiredSections []RequiredSection // at least one
}

// RequiredSection is a heading that must stand somewhere in the document. It is compared with the rendered heading,
// whatever its level, capitalisation and spacing.
type RequiredSection struct {
	Heading  string
	Severity Severity
	Why      string // shown with the finding
}

// References checks that links and anchors inside the repository lead somewhere.
type References struct {
	Severity Severity
	Slug     SlugStyle
	// SlugNamed says that the file names Slug; else the files of the repository and its links show which one it is.
	SlugNamed bool
	Ignore    []string // globs of link destinations that are not checked
}

// SlugStyle names the generator whose heading slugs the anchors must match.
type SlugStyle uint8

// The generators whose slugs are known.
const (
	SlugGitHub SlugStyle = iota
	SlugGitLab
	SlugDocusaurus
	SlugMkDocs
	SlugHugo
	SlugHugoASCII
	SlugHugoBlackfriday
	SlugVitePress
	SlugJekyll
	SlugKramdown // kramdown without its GFM parser
	SlugSphinx   // MyST with myst_heading_anchors
	SlugDocutils
	SlugMdBook
	SlugMdBook04 // mdBook before 0.5
	SlugAstro
	SlugDocfx
	SlugPandoc // Quarto's too
	SlugMarkdownItAnchor
	SlugZola
	SlugObsidian
	SlugGoldmark // Goldmark alone, as in Caddy
	SlugDocsify
)

var slugStyleNames = []string{
	SlugGitHub:          "github",
	SlugGitLab:          "gitlab",
	SlugDocusaurus:      "docusaurus",
	SlugMkDocs:          "mkdocs",
	SlugHugo:            "hugo",
	SlugHugoASCII:       "hugo-ascii",
	SlugHugoBlackfriday: "hugo-blackfriday",
	SlugVitePress:       "vitepress",
	SlugJekyll:          "jekyll",
	SlugKramdown:        "kramdown",
	SlugSphinx:          "sphinx",
	SlugDocutils:        "docutils",
	SlugMdBook:          "mdbook",
	SlugMdBook04:        "mdbook-0.4",
	SlugAstro:           "astro",
	SlugDocfx:           "docfx",

	SlugPandoc:           "pandoc",
	SlugMarkdownItAnchor: "markdown-it-anchor",
	SlugZola:             "zola",
	SlugObsidian:         "obsidian",
	SlugGoldmark:         "goldmark",
	SlugDocsify:          "docsify",
}

// SlugStyles returns all of them.
func SlugStyles() []SlugStyle {
	out := make([]SlugStyle, len(slugStyleNames))
	for i := range out {
		out[i] = SlugStyle(i)
	}
	return out
}

// String returns the name used in the file.
func (s SlugStyle) String() string { return enumName(slugStyleNames, s) }

// Iteration bounds the loop (seeds 001, 003 and 004).
type Iteration struct {
	MaxIterations           int           // passes; 3
	CircuitBreakerThreshold int           // failed validations in a row; 3
	ThrashingThreshold      int           // edits of one place that did not resolve it; 5
	TimeBudget              time.Duration // of a run; 5m, and 0 is no limit
	TokenBudget             int           // of a run, as external programs report it; 0 is no limit
	AutoRetryOnTestFail     bool          // true
	AutoRetryOnReviewReject bool          // true
	EscalationIncludesDiff  bool          // true
	FeedbackMaxLength       int           // code points; 500
}

// Convergence says when a review is thorough enough (seeds 000 and 002). Shares are between 0 and 1.
type Convergence struct {
	MinCoverage         float64 // reviewed sections; 0.70
	MinConfidence       float64 // mean over the findings; 0.80
	MaxConflicts        int     // 2
	EarlyExitCoverage   float64 // 0.85
	EarlyExitConfidence float64 // 0.90
	MinQuality          float64 // quality score, 0 to 100; 0, so that it never asks for more
	MinCompleteness     float64 // required sections that are there; 1
	// RequiredCompleteness is MinCompleteness where the configuration sets it; 0, so that it never asks a person.
	RequiredCompleteness float64
}

// Program is an external reviewer or fixer: a program, which is run without a shell, or a language model.
type Program struct {
	Name     string            // unique among the reviewers or the fixers
	Command  []string          // the program and its arguments; {path} stands for the document, {paths} for several
	Format   string            // the format of its output, one of Formats; "" is recognised by its shape
	For      []Gap             // a reviewer: the gaps it can close; empty means that it reviews every document
	Rules    []string          // a fixer: the rules whose findings it mends; empty means all that nothing else can
	Sections []string          // headings it is limited to; empty means the whole document
	Stdin    Stdin             // a reviewer: what it reads on its standard input
	Varies   bool              // a reviewer: it may answer differently when it is asked again
	Inputs   []string          // a reviewer: globs of the files that decide its answer besides the document
	Env      map[string]string // added to the environment
	Timeout  time.Duration     // 60s; of a model, that of one request, 5m
	Model    Model             // a language model, which has no Command, Format, Stdin and Env
}

// ManyPaths stands in a command for the documents of one run. Its argument is repeated for each.
const ManyPaths = "{paths}"

// TakesMany reports whether the program looks at many documents in one run.
func (p Program) TakesMany() bool {
	return slices.ContainsFunc(p.Command, func(arg string) bool { return strings.Contains(arg, ManyPaths) })
}

// Stdin is what an external reviewer reads on its standard input.
type Stdin uint8

const (
	StdinRequest Stdin = iota // a request in JSON, as package external defines it
	StdinText                 // the document's text
)

var stdinNames = []string{StdinRequest: "request", StdinText: "text"}

// Gap is something a review lacks, which another reviewer may supply (seed 002).
type Gap uint8

// The five kinds of gap.
const (
	GapCoverage   Gap = iota + 1 // too few sections were reviewed
	GapConfidence                // the findings are too unsure
	GapConflict                  // findings contradict each other
	GapContext                   // a finding needs more than the document says
	GapQuestions                 // critical questions are open
)

var gapNames = []string{
	GapCoverage:   "coverage",
	GapConfidence: "confidence",
	GapConflict:   "conflict",
	GapContext:    "context",
	GapQuestions:  "questions",
}

// String returns the name used in files and reports, or "none" for the zero value.
func (g Gap) String() string { return enumName(gapNames, g) }

// ParseGap is the inverse of String for the five gaps.
func ParseGap(name string) (Gap, error) { return parseEnum[Gap]("gap", gapNames, name) }

// MarshalText refuses the zero value, because no file has a word for it.
func (g Gap) MarshalText() ([]byte, error) { return marshalEnum("gap", gapNames, g) }

// UnmarshalText reads what MarshalText writes.
func (g *Gap) UnmarshalText(text []byte) error {
	return unmarshalEnum(g, "gap", gapNames, text)
}

// Formats are the review formats an external program may speak, in the order
// messages list them. Package review/intake reads them.
func Formats() []string {
	return []string{
		"doc-iterate", "vale", "markdownlint", "rumdl", "textlint", "eslint", "rdjson", "rdjsonl",
		"sarif", "checkstyle", "github", "codespell", "proselint", "alex", "write-good",
		"prose", "github-comments", "gitlab", "diff", "criticmarkup", "lsp", "edits", "copy", "comments", "program",
	}
}
