package track

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// At returns what findings have in common that may contradict each other: the place, or the Key where they have none.
func At(doc *zone.Document, f *review.Finding) any {
	if f.State != review.Located {
		return f.Key
	}
	return engine.Place(doc, f)
}

// Conflicts is the open issues of a document that contradict each other.
type Conflicts struct {
	Issues map[review.Key]*Issue
	at     map[review.Key]source.Span
	keys   map[source.Span][]review.Key
}

// ConflictsOf returns those among the open issues of a document.
func ConflictsOf(open []Issue, doc *zone.Document) Conflicts {
	c := Conflicts{map[review.Key]*Issue{}, map[review.Key]source.Span{}, map[source.Span][]review.Key{}}
	for n := range open {
		if i := &open[n]; len(i.Against) > 0 {
			at := engine.Place(doc, &i.Finding)
			c.Issues[i.Key], c.at[i.Key], c.keys[at] = i, at, append(c.keys[at], i.Key)
		}
	}
	return c
}

// Others returns the Keys of the issues that are in conflict with that of a Key.
func (c Conflicts) Others(key review.Key) []review.Key {
	at, ok := c.at[key]
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.keys[at]), func(k review.Key) bool { return k == key })
}
