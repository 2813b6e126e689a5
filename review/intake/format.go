package intake

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Format is a shape that reviews come in.
type Format uint8

// The formats, and what writes them.
const (
	Auto           Format = iota // recognised by its shape
	DocIterate                   // doc-iterate's own review.json and what models make of it
	Vale                         // vale --output=JSON
	Markdownlint                 // markdownlint's results as JSON
	Rumdl                        // rumdl check --output-format json or json-lines
	Textlint                     // textlint --format json
	ESLint                       // eslint --format json
	RDJSON                       // the Reviewdog Diagnostic Format as one JSON object
	RDJSONL                      // the same with one diagnostic a line
	SARIF                        // the Static Analysis Results Interchange Format, 2.1.0
	Checkstyle                   // Checkstyle's XML
	GitHub                       // the workflow commands that make annotations
	Codespell                    // codespell's text
	Proselint                    // proselint's text, or its --json
	Alex                         // alex with vfile-reporter-json
	WriteGood                    // write-good --parse
	Prose                        // what a person wrote as Markdown
	GitHubComments               // review comments of a pull request, from GitHub's API
	GitLab                       // discussions of a merge request, from GitLab's API
	Diff                         // a unified diff
	CriticMarkup                 // the document with CriticMarkup in it
	LSP                          // diagnostics of a language server, with code actions
)

var formatNames = [...]string{
	"auto", "doc-iterate", "vale", "markdownlint", "rumdl", "textlint", "eslint", "rdjson", "rdjsonl", "sarif",
	"checkstyle", "github", "codespell", "proselint", "alex", "write-good", "prose",
	"github-comments", "gitlab", "diff", "criticmarkup", "lsp",
}

func (f Format) String() string { return formatNames[f] }

// ParseFormat is the inverse of String; "" is Auto.
func ParseFormat(name string) (Format, error) {
	if name == "" {
		return Auto, nil
	}
	if f := slices.Index(formatNames[:], name); f >= 0 {
		return Format(f), nil
	}
	return 0, fmt.Errorf("unknown review format %q%s", name, rules.DidYouMean(name, formatNames[:]))
}

// A jsonFormat is a format that is one JSON value.
type jsonFormat struct {
	format Format
	// is reports whether a value has the format's shape. An empty list or object
	// has none, and says the same in all formats.
	is   func(jsontree.Node) bool
	read func(*reader, jsontree.Node)
}

// jsonFormats returns the formats in JSON, those that a loose review could be taken
// for before doc-iterate's own.
func jsonFormats() []jsonFormat {
	return []jsonFormat{
		{SARIF, isSARIF, (*reader).sarif},
		{GitHubComments, isGitHubComments, (*reader).githubComments},
		{GitLab, isGitLab, (*reader).gitlab},
		{LSP, isLSP, (*reader).lsp},
		{RDJSON, isRDJSON, (*reader).rdjson},
		{Vale, isVale, (*reader).vale},
		{Markdownlint, isMarkdownlint, (*reader).markdownlint},
		{Rumdl, isRumdl, (*reader).rumdl},
		{Textlint, isTextlint, (*reader).textlint},
		{ESLint, isESLint, (*reader).eslint},
		{Alex, isAlex, (*reader).alex},
		{Proselint, isProselint, (*reader).proselint},
		{DocIterate, isOwn, (*reader).ownReview},
	}
}

// A textFormat is a format with one finding a line.
type textFormat struct {
	format Format
	// line matches the lines of the format.
	line func() *regexp.Regexp
	// issue reads a match of line.
	issue func(match []string) review.Issue
	// want describes a line in errors.
	want string
}

// textFormats returns the formats in text but for GitHub's, whose lines stand in a log.
func textFormats() []textFormat {
	return []textFormat{
		{Codespell, codespellLine, codespellIssue, "codespell: want path:line: word ==> word"},
		{Proselint, proselintLine, proselintIssue, "proselint: want path:line:column: check message"},
		{WriteGood, writeGoodLine, writeGoodIssue, "write-good --parse: want path:line:column:\"text\" message"},
	}
}
