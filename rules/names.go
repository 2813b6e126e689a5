package rules

import (
	"slices"
	"strings"
)

// Names are the names that other programs have for a rule.
type Names struct {
	ID           string
	Markdownlint string // the number first
	Rumdl        string // of a rule that markdownlint does not have, the number first
	Others       string // of Vale, textlint, remark-lint and Prettier, and markdownlint's tags, each of several rules
	Formatted    bool   // formatters such as Prettier write what the rule asks for
}

// AllNames returns the names of each rule that other programs have too.
func AllNames() []Names {
	return []Names{
		{ID: "terminology", Markdownlint: "MD044 proper-names",
			Others: "spelling terms wordlist avoid substitutions branding"},
		{ID: "heading-case", Rumdl: "MD063 heading-capitalization",
			Others: "headings headers headingcase headlines capitalization sentencecase titles"},
		{ID: "fenced-code-language", Markdownlint: "MD040 fenced-code-language", Others: "fenced-code-flag code language"},
		{ID: "list-marker", Markdownlint: "MD004 ul-style", Others: "bullet ul unordered-list-marker-style", Formatted: true},
		{ID: "doubled-word", Others: "repetition lexical-illusions"},
		{ID: "misspelling", Others: "spelling common-misspellings"},
		{ID: "placeholder", Others: "no-todo"},
		{ID: "required-section", Markdownlint: "MD043 required-headings", Others: "required-headers headings headers"},
		{ID: "reference", Markdownlint: "MD051 link-fragments", Rumdl: "MD057 existing-relative-links",
			Others: "no-dead-link links validate-links"},
		{ID: "link-text", Markdownlint: "MD059 descriptive-link-text", Others: "accessibility links"},
		{ID: "trailing-spaces", Markdownlint: "MD009 no-trailing-spaces", Others: "whitespace hard-break-spaces",
			Formatted: true},
		{ID: "blank-lines", Markdownlint: "MD012 no-multiple-blanks",
			Others: "whitespace blank_lines no-consecutive-blank-lines", Formatted: true},
		{ID: "blanks-around-headings", Markdownlint: "MD022 blanks-around-headings blanks-around-headers",
			Others: "headings headers blank_lines", Formatted: true},
		{ID: "blanks-around-fences", Markdownlint: "MD031 blanks-around-fences", Others: "code blank_lines", Formatted: true},
		{ID: "blanks-around-lists", Markdownlint: "MD032 blanks-around-lists", Others: "bullet ul ol blank_lines",
			Formatted: true},
		{ID: "final-newline", Markdownlint: "MD047 single-trailing-newline", Others: "blank_lines final-newline",
			Formatted: true},
		{ID: "bare-url", Markdownlint: "MD034 no-bare-urls", Others: "links url no-literal-urls"},
		{ID: "heading-punctuation", Markdownlint: "MD026 no-trailing-punctuation",
			Others: "headings headers no-heading-punctuation"},
		{ID: "heading-increment", Markdownlint: "MD001 heading-increment header-increment", Others: "headings headers"},
		{ID: "duplicate-heading", Markdownlint: "MD024 no-duplicate-heading no-duplicate-header",
			Others: "headings headers no-duplicate-headings"},
		{ID: "emphasis-style", Markdownlint: "MD049 emphasis-style", Others: "emphasis emphasis-marker", Formatted: true},
		{ID: "strong-style", Markdownlint: "MD050 strong-style", Others: "emphasis strong-marker", Formatted: true},
		{ID: "ordered-list", Markdownlint: "MD029 ol-prefix", Others: "ol ordered-list-marker-value", Formatted: true},
		{ID: "hard-tabs", Markdownlint: "MD010 no-hard-tabs", Others: "whitespace hard_tab no-tabs", Formatted: true},
		{ID: "list-indentation", Markdownlint: "MD007 ul-indent", Others: "bullet ul indentation", Formatted: true},
		{ID: "line-length", Markdownlint: "MD013 line-length", Others: "line_length maximum-line-length",
			Formatted: true},
		{ID: "command-prompt", Markdownlint: "MD014 commands-show-output", Others: "code no-shell-dollars"},
	}
}

// All returns all names, in lower case.
func (n Names) All() []string {
	return strings.Fields(strings.ToLower(n.Markdownlint + " " + n.Rumdl + " " + n.Others))
}

// Number returns markdownlint's number of the rule, or "".
func (n Names) Number() string {
	number, _, _ := strings.Cut(n.Markdownlint, " ")
	return number
}

// IsMarkdownlint reports whether a name, in any capitalisation, is one that markdownlint has for the rule.
func (n Names) IsMarkdownlint(name string) bool {
	return slices.ContainsFunc(strings.Fields(n.Markdownlint), func(known string) bool {
		return strings.EqualFold(known, name)
	})
}

// Aliases returns the numbers that the rule has in markdownlint and rumdl.
func (r Rule) Aliases() []string {
	var numbers []string
	for _, n := range AllNames() {
		if n.ID != r.ID {
			continue
		}
		for _, names := range []string{n.Markdownlint, n.Rumdl} {
			if number, _, _ := strings.Cut(names, " "); number != "" {
				numbers = append(numbers, number)
			}
		}
	}
	return numbers
}
