package rule

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// forms has the spelling that a document uses of each term with a choice, by the index of the term: the most frequent
// one, and the first of equally frequent ones. It has no entry for a term if the document uses only one spelling.
type forms map[int]string

// formsOf counts the spellings of such terms.
func formsOf(d *zone.Document, set *rules.Set, table *term.Table) forms {
	if !hasEither(set) {
		return nil
	}
	counts := map[int]map[string]int{}
	var order []string
	for stretch, hit := range terms.Hits(d, table) {
		if set.Terminology[hit.Term].Either == nil || terms.Continues(d, stretch, hit) {
			continue
		}
		form := formOf(d, set, hit)
		if counts[hit.Term] == nil {
			counts[hit.Term] = map[string]int{}
		}
		if counts[hit.Term][form]++; counts[hit.Term][form] == 1 {
			order = append(order, form)
		}
	}
	out := forms{}
	for i, of := range counts {
		if len(of) < 2 {
			continue
		}
		for _, form := range order {
			if of[form] > of[out[i]] {
				out[i] = form
			}
		}
	}
	return out
}

func hasEither(set *rules.Set) bool {
	for i := range set.Terminology {
		if set.Terminology[i].Either != nil {
			return true
		}
	}
	return false
}

// formOf returns the spelling of a hit as the term writes it.
func formOf(d *zone.Document, set *rules.Set, hit term.Hit) string {
	old := term.Fold(terms.Unwrapped(string(d.Text()[hit.Start:hit.End])))
	for _, form := range set.Terminology[hit.Term].Either {
		if term.Fold(form) == old {
			return form
		}
	}
	return strings.ToLower(old)
}

// settle makes a hit want the spelling that the document uses. It returns false for a hit that has this spelling.
func (f forms) settle(d *zone.Document, set *rules.Set, hit *term.Hit) bool {
	if set.Terminology[hit.Term].Either == nil {
		return true
	}
	use := f[hit.Term]
	if use == "" || use == formOf(d, set, *hit) {
		return false
	}
	hit.Use = use
	return true
}
