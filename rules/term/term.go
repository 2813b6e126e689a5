// Package term finds unwanted spellings in text. A [Spec] says what to look for,
// [Compile] checks it, and a [Table] of compiled terms searches.
//
// It knows nothing of configuration files and Markdown: package rules reads the
// specs, and whoever searches decides which parts of a document are text.
//
// Invariants: a Table is never modified; a search without hits allocates nothing;
// its time is linear in the text, whatever the patterns are.
//
// What each file holds:
//
//	term.go        specs, their compilation, hits
//	table.go       the table and how it is built
//	search.go      the search
//	candidate.go   whether a text may hold a hit
//	trie.go        literals by their bytes
//	fold.go        letters that count as equal, and where words begin and end
//	pattern.go     regular expressions
//	bytes.go       the bytes that a match must have
//	expand.go      the texts that an expression stands for
//	template.go    replacements with groups
package term

import (
	"bytes"
	"errors"
)

// Spec is what a term looks for and what is wanted instead.
type Spec struct {
	Use       string   // the wanted spelling, "" where there is no single one
	Not       []string // unwanted spellings, literally
	Pattern   string   // an unwanted spelling as a regular expression, in RE2's syntax
	Except    []string // phrases inside which an unwanted spelling is right
	Choices   []string // wanted spellings to choose from; set only where Use is ""
	MatchCase bool     // Not, Pattern and Except match exactly as written
	WholeWord bool     // a match neither starts nor ends inside a word
	InNames   bool     // a match may be a part of a name of programs, such as node.js
}

// Compiled is a Spec whose pattern and replacement have been compiled.
type Compiled struct {
	Spec
	pattern *pattern // nil for a literal term
	use     template
}

// Error says which field of a Spec cannot be compiled, by its key in the file.
type Error struct {
	Key string // "pattern" or "use"
	Err error
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without its key.
func (e *Error) Unwrap() error { return e.Err }

// Compile compiles the pattern of a Spec and reads its replacement. An error is an [*Error].
func Compile(spec Spec) (Compiled, error) {
	c := Compiled{Spec: spec}
	if spec.Pattern == "" {
		c.use.literal(spec.Use)
		return c, nil
	}
	var err error
	if c.pattern, err = compilePattern(spec.Pattern, spec.MatchCase, spec.WholeWord); err != nil {
		return c, &Error{"pattern", err}
	}
	if c.use, err = parseTemplate(spec.Use, c.pattern.tree.CapNames()); err != nil {
		return c, &Error{"use", err}
	}
	if _, constant := c.use.constant(); !constant && len(spec.Not) > 0 {
		return c, &Error{"use", errors.New(`refers to a group of "pattern", but "not" has no groups; write two terms`)}
	}
	return c, nil
}

// Replacement returns the wanted spelling if it is the same for every match.
func (c Compiled) Replacement() (use string, constant bool) { return c.use.constant() }

// Literals returns the texts that the pattern matches, nil if they are not a list.
func (c Compiled) Literals() []string { return c.pattern.literals }

// Hit is a place where a text holds an unwanted spelling.
type Hit struct {
	Start, End int    // bytes of the text, [Start,End) of the spelling itself
	WordEnd    int    // End, or the end of an ending such as "s", "ed" or "'s" that follows the spelling
	Term       int    // index into the terms that the table was made of
	Use        string // the wanted spelling with $1 filled in; "" where there is no single one
	// Name says that the spelling differs from Use in its capitals only, so that Use is to be written exactly; else it may
	// take on the capitals of what it replaces.
	Name bool
}

// endings are what may follow a literal spelling within its word: the plural ("whitelists"), the possessive
// ("whitelist's") and the regular forms of a verb ("whitelisted"). Whoever replaces the spelling decides whether the
// replacement can take the ending.
var endings = [...]string{"s", "es", "d", "ed", "ing", "'s", "\u2019s"}

// isEnding reports whether text is one of the endings.
func isEnding(text []byte) bool {
	for _, e := range endings {
		if len(text) == len(e) && bytes.EqualFold(text, []byte(e)) {
			return true
		}
	}
	return false
}
