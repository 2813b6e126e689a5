// Package format reads the reviews of linters and tools, one file a format, and has what all readers of reviews
// share: the [Review] that they make, the fields of a JSON object, errors with their places, and notes of what was
// read although a format does not allow it.
//
// Every reader knows its format's unit of columns, and whether an end is part of its range; no other room needs to. A
// review is trusted in nothing: sizes, nesting and numbers are bounded, texts that people will see are cleaned, and
// paths are compared, never opened.
package format

import (
	"fmt"
	"slices"

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
	Edits                        // a text with edits: SEARCH/REPLACE blocks, patches, diffs in fences
	Copy                         // the document as it should be
	Comments                     // comments and threads of hosts, editors and reviewing programs
	Program                      // findings of another program, as its JSON or as it prints them
)

var FormatNames = [...]string{
	"auto", "doc-iterate", "vale", "markdownlint", "rumdl", "textlint", "eslint", "rdjson", "rdjsonl", "sarif",
	"checkstyle", "github", "codespell", "proselint", "alex", "write-good", "prose",
	"github-comments", "gitlab", "diff", "criticmarkup", "lsp", "edits", "copy",
	"comments", "program",
}

func (f Format) String() string { return FormatNames[f] }

// ParseFormat is the inverse of String; "" is Auto.
func ParseFormat(name string) (Format, error) {
	if name == "" {
		return Auto, nil
	}
	if f := slices.Index(FormatNames[:], name); f >= 0 {
		return Format(f), nil
	}
	return 0, fmt.Errorf("unknown review format %q%s", name, rules.DidYouMean(name, FormatNames[:]))
}
