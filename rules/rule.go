package rules

import (
	"fmt"
	"strings"
)

// Rule is the documented identity of something a document can break. A reviewer finds breaches of it and a fixer mends
// them; both carry the Rule they belong to, and `doc-iterate rules ID` prints it.
type Rule struct {
	ID       string // as written in suppressions, --only and reports: "heading-case"
	Title    string // one line, no full stop
	Category Category
	// Section is the key of the configuration that has its settings, with [] for each item of a list; style.ID where it
	// is "".
	Section string
	Doc     Doc
}

// Doc is a rule's documentation under its fixed headings. Each field is
// Markdown without headings; none but Config is empty.
type Doc struct {
	What    string // what the rule looks for
	Why     string // what a reader or writer loses where it is broken
	Example string // a short document before and after
	Fix     string // what the fix writes, or why it has no fix
	Leaves  string // what the fix leaves alone
	Config  string // how it is configured, where the schema doesn't say it
}

// Markdown renders the rule as the section that docs/rules.md and
// `doc-iterate rules ID` show. The rule's own heading has the given level.
func (r Rule) Markdown(level int) string {
	var b strings.Builder
	hashes := strings.Repeat("#", level)
	fmt.Fprintf(&b, "%s %s\n\n%s.\n", hashes, r.ID, r.Title)
	aliases := "None."
	if numbers := r.Aliases(); len(numbers) > 0 {
		aliases = strings.Join(numbers, ", ") + "."
	}
	for _, part := range []struct{ heading, text string }{
		{"What", r.Doc.What},
		{"Why", r.Doc.Why},
		{"Example", r.Doc.Example},
		{"Fix", r.Doc.Fix},
		{"What the fix leaves alone", r.Doc.Leaves},
		{"Aliases", aliases},
		{"Configuration", r.configuration()},
	} {
		fmt.Fprintf(&b, "\n%s# %s\n\n%s\n", hashes, part.heading, strings.Trim(part.text, "\n"))
	}
	return b.String()
}
