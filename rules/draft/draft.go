// Package draft holds a consistency-rules.json that is being written: by the
// import of another linter's rules, or for a repository that has none yet.
//
// rules.Load is its judge: what Bytes renders after Settle is a file that loads.
package draft

import "github.com/doc-iterate/doc-iterate/rules"

// Draft is a configuration with the reason for each of its parts. A nil section is left out.
type Draft struct {
	Why              string
	Terms            []Term
	Style            []Rule // each rule once
	Checks           []Check
	Placeholders     *Placeholders
	RequiredSections []RequiredSection
	References       *References
	Reviewers        []Reviewer
	Ignore           []Glob
	IgnoreText       []string // expressions
	Overrides        []Override
}

// Term is rules.Term as it is written, with where it came from.
type Term struct {
	Use       string          `json:"use,omitempty"`
	Not       []string        `json:"not,omitempty"`
	Pattern   string          `json:"pattern,omitempty"`
	Except    []string        `json:"except,omitempty"`
	Unless    string          `json:"unless,omitempty"`
	Choices   []string        `json:"choices,omitempty"`
	Severity  *rules.Severity `json:"severity,omitempty"`
	MatchCase bool            `json:"match_case,omitempty"`
	WholeWord *bool           `json:"whole_word,omitempty"`
	Either    []string        `json:"either,omitempty"`
	Scope     []string        `json:"scope,omitempty"`
	Why       string          `json:"why,omitempty"`
	Rule      string          `json:"rule,omitempty"`

	Origin  Origin   `json:"-"`
	Origins []Origin `json:"-"` // of each of Not, where they differ
}

// Origin is the place a part of a draft came from.
type Origin struct {
	File string
	Key  string // as that file has it
}

// Placeholders, References, RequiredSection and Reviewer are the sections as they are written.
type (
	Placeholders struct {
		Why      string          `json:"why,omitempty"`
		Severity *rules.Severity `json:"severity,omitempty"`
		Patterns []string        `json:"patterns,omitempty"`
	}
	References struct {
		Why      string          `json:"why,omitempty"`
		Severity *rules.Severity `json:"severity,omitempty"`
		Ignore   []string        `json:"ignore,omitempty"`
	}
	RequiredSection struct {
		Heading  string          `json:"heading"`
		Severity *rules.Severity `json:"severity,omitempty"`
		Why      string          `json:"why,omitempty"`

		Origin Origin `json:"-"`
	}
	Reviewer struct {
		Why     string   `json:"why,omitempty"`
		Name    string   `json:"name"`
		Command []string `json:"command"`
		Format  string   `json:"format,omitempty"`
		Stdin   string   `json:"stdin,omitempty"`
	}
)

// Glob is an entry of ignore.
type Glob struct {
	Glob   string
	Origin Origin
}

// Ignores reports whether the draft leaves out a document, named from the folder of the file.
func (d *Draft) Ignores(document string) bool {
	var set rules.Set
	for _, g := range d.Ignore {
		set.Ignore = append(set.Ignore, g.Glob)
	}
	return set.Ignored(document)
}
