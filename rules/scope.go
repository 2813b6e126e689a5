package rules

import "github.com/doc-iterate/doc-iterate/rules/term"

// Scope is a part of a document for which a term or a check holds.
type Scope uint8

// The scopes. A place may be in several of them: a heading in a block quote is in both.
const (
	ScopeProse       Scope = iota + 1 // a paragraph that is in no list, table or block quote
	ScopeHeading                      // a heading of any level
	ScopeHeading1                     // a heading of level 1; those of the others follow
	ScopeHeading2                     //
	ScopeHeading3                     //
	ScopeHeading4                     //
	ScopeHeading5                     //
	ScopeHeading6                     //
	ScopeListItem                     // what stands in a list
	ScopeTableCell                    // a cell of a table, its header's too
	ScopeTableHeader                  // a cell of a table's header
	ScopeBlockQuote                   // what stands in a block quote
	ScopeAltText                      // what describes an image
	ScopeLinkText                     // the text of a link
	ScopeFrontMatter                  // a value of the front matter
	ScopeSentence                     // a sentence, for checks alone
	ScopeDocument                     // all of them together, for checks alone
)

var scopeNames = []string{
	ScopeProse: "prose", ScopeHeading: "heading", ScopeHeading1: "heading-1", ScopeHeading2: "heading-2",
	ScopeHeading3: "heading-3",
	ScopeHeading4: "heading-4", ScopeHeading5: "heading-5", ScopeHeading6: "heading-6", ScopeListItem: "list-item",
	ScopeTableCell: "table-cell", ScopeTableHeader: "table-header", ScopeBlockQuote: "block-quote",
	ScopeAltText:  "alt-text",
	ScopeLinkText: "link-text", ScopeFrontMatter: "front-matter", ScopeSentence: "sentence", ScopeDocument: "document",
}

// Scopes is a set of scopes.
type Scopes uint32

// everywhere are the scopes of a term that names none.
const everywhere Scopes = 0

// ScopesOf returns the set of the given scopes.
func ScopesOf(list ...Scope) (s Scopes) {
	for _, scope := range list {
		s |= 1 << scope
	}
	return s
}

// Has reports whether the set has one of the scopes of another.
func (s Scopes) Has(other Scopes) bool { return s&other != 0 }

// scopes reads a list of scopes, or 0 for none. For a term, the last ones of them mean nothing.
func (o *object) scopes(last Scope) Scopes {
	var s Scopes
	o.texts("scope", func(name string) error {
		scope, err := parseEnum[Scope]("scope", scopeNames[:last+1], name)
		s |= ScopesOf(scope)
		return err
	})
	return s
}

// ScopedTable has the terms that hold only in the same scopes. Hit.Term is an index into Terminology.
type ScopedTable struct {
	Scope Scopes
	*term.Table
}

// ScopedTerms returns the tables of the terminology that does not hold everywhere.
func (s *Set) ScopedTerms() []ScopedTable { return s.scoped }

// scopedTables returns a table for each set of scopes: terms that hold in different places must not compete for a word.
func scopedTables(terms []Term, compiled []term.Compiled) (tables []ScopedTable) {
	made := map[Scopes]bool{everywhere: true}
	for _, t := range terms {
		if !made[t.Scope] {
			made[t.Scope] = true
			tables = append(tables, ScopedTable{t.Scope, tableOf(terms, compiled, t.Scope)})
		}
	}
	return tables
}

// tableOf returns the table of the terms of a scope. Any other term becomes one without anything to look for, so that
// the indexes stay.
func tableOf(terms []Term, compiled []term.Compiled, scope Scopes) *term.Table {
	own := make([]term.Compiled, len(compiled))
	for i := range terms {
		if terms[i].Scope == scope {
			own[i] = compiled[i]
		}
	}
	return term.New(own)
}
