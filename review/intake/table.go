package intake

import (
	"regexp"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// A jsonFormat is a format that is one JSON value.
type jsonFormat struct {
	format format.Format
	// is reports whether a value has the format's shape. An empty list or object
	// has none, and says the same in all formats.
	is   func(jsontree.Node) bool
	read func(*format.Reader, jsontree.Node)
}

// jsonFormats returns the formats in JSON, those that a loose review could be taken for before doc-iterate's own.
func jsonFormats() []jsonFormat {
	return []jsonFormat{
		{format.SARIF, format.IsSARIF, (*format.Reader).Sarif},
		{format.GitHubComments, isGitHubComments, githubComments},
		{format.GitLab, isGitLab, gitlab},
		{format.LSP, format.IsLSP, (*format.Reader).Lsp},
		{format.RDJSON, format.IsRDJSON, (*format.Reader).Rdjson},
		{format.Vale, format.IsVale, (*format.Reader).Vale},
		{format.Markdownlint, format.IsMarkdownlint, (*format.Reader).Markdownlint},
		{format.Rumdl, format.IsRumdl, (*format.Reader).Rumdl},
		{format.Textlint, format.IsTextlint, (*format.Reader).Textlint},
		{format.ESLint, format.IsESLint, (*format.Reader).Eslint},
		{format.Alex, format.IsAlex, (*format.Reader).Alex},
		{format.Proselint, format.IsProselint, (*format.Reader).Proselint},
		{format.Comments, isThreads, readThreads},
		{format.Program, format.IsShape, (*format.Reader).Shape},
		{format.DocIterate, isOwn, ownReview},
	}
}

// A textFormat is a format with one finding a line.
type textFormat struct {
	format format.Format
	// line matches the lines of the format.
	line func() *regexp.Regexp
	// issue reads a match of line.
	issue func(match []string) review.Issue
	// want describes a line in errors.
	want string
}

// textFormats returns the formats in text without GitHub's, whose lines stand in a log.
func textFormats() []textFormat {
	return []textFormat{
		{format.Codespell, format.CodespellLine, format.CodespellIssue, "codespell: want path:line: word ==> word"},
		{format.Proselint, format.ProselintLine, format.ProselintIssue,
			"proselint: want path:line:column: check message"},
		{format.WriteGood, format.WriteGoodLine, format.WriteGoodIssue,
			"write-good --parse: want path:line:column:\"text\" message"},
	}
}
