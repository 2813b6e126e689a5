package rules

// Hit is a place where a text holds an unwanted spelling.
type Hit struct {
	Start, End int    // bytes of the text, [Start,End) of the spelling itself
	WordEnd    int    // End, or the end of an ending such as "s", "ed" or "'s" that follows the spelling
	Term       int    // index into the table's Terms
	Use        string // the wanted spelling with $1 filled in; "" where there is no single one
	// Name says that the spelling differs from Use in its capitals only, so that
	// Use is to be written exactly; else it may take on the capitals of what it
	// replaces.
	Name bool
}

// endings are what may follow a literal spelling within its word: the plural
// ("whitelists"), the possessive ("whitelist's") and the regular forms of a
// verb ("whitelisted"). Whether the replacement can take the ending is for
// whoever writes it.
var endings = [...]string{"s", "es", "d", "ed", "ing", "'s", "\u2019s"}

// candidate is a raw match of one entry, before candidates compete.
type candidate struct {
	Hit
	kind  entryKind
	exact bool // the entry matches its own capitals only
}

// beats orders candidates that start at the same place: a whole word before a
// word with an ending, longer before shorter, exact capitals before any, and
// then the term that stands first.
func (c *candidate) beats(d *candidate) bool {
	if a, b := c.End == c.WordEnd, d.End == d.WordEnd; a != b {
		return a
	}
	if c.End != d.End {
		return c.End > d.End
	}
	if c.exact != d.exact {
		return c.exact
	}
	return c.Term < d.Term
}
