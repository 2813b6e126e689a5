package intake

import (
	"fmt"
	"strings"
)

// A Format is a shape that reviews come in.
type Format uint8

const (
	// Auto recognises the format by its shape.
	Auto Format = iota
	// DocIterate is doc-iterate's own review.json and what models make of it.
	DocIterate
	// Vale is vale --output=JSON.
	Vale
	// Markdownlint is markdownlint's results as JSON.
	Markdownlint
	// Rumdl is rumdl check --output-format json or json-lines.
	Rumdl
	// Textlint is textlint --format json.
	Textlint
	// ESLint is eslint --format json.
	ESLint
	// RDJSON is the Reviewdog Diagnostic Format as one JSON object.
	RDJSON
	// RDJSONL is the same with one diagnostic a line.
	RDJSONL
	// SARIF is the Static Analysis Results Interchange Format, 2.1.0.
	SARIF
	// Checkstyle is Checkstyle's XML.
	Checkstyle
	// GitHub is the workflow commands that make annotations.
	GitHub
	// Codespell is codespell's text.
	Codespell
	// Proselint is proselint's text, or its --json.
	Proselint
	// Alex is alex with vfile-reporter-json.
	Alex
	// WriteGood is write-good --parse.
	WriteGood
)

var formatNames = [...]string{
	"auto", "doc-iterate", "vale", "markdownlint", "rumdl", "textlint", "eslint", "rdjson", "rdjsonl", "sarif", "checkstyle",
	"github", "codespell", "proselint", "alex", "write-good",
}

func (f Format) String() string { return formatNames[f] }

// ParseFormat is the inverse of String; "" is Auto.
func ParseFormat(name string) (Format, error) {
	if name == "" {
		return Auto, nil
	}
	for f, n := range formatNames {
		if n == name {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("unknown review format %q: want one of %s", name, strings.Join(formatNames[:], ", "))
}

// A jsonFormat is a format that is one JSON value.
type jsonFormat struct {
	format Format
	// is reports whether a value has the format's shape. An empty list or object
	// has none, and says the same in all formats.
	is   func(node) bool
	read func(*reader, node)
}

// jsonFormats is the formats in JSON, those that a loose review could be taken
// for before doc-iterate's own.
func jsonFormats() []jsonFormat {
	return []jsonFormat{
		{SARIF, isSARIF, (*reader).sarif},
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

// A textFormat is a format that is read line by line.
type textFormat struct {
	format Format
	// is reports whether a line belongs to the format.
	is   func(line string) bool
	read func(*reader, []textLine)
}

func textFormats() []textFormat {
	return []textFormat{
		{GitHub, isAnnotation, (*reader).github},
		{Codespell, func(s string) bool { return codespellLine().MatchString(s) }, (*reader).codespell},
		{Proselint, func(s string) bool { return proselintLine().MatchString(s) }, (*reader).proselintText},
		{WriteGood, func(s string) bool { return writeGoodLine().MatchString(s) }, (*reader).writeGood},
	}
}
