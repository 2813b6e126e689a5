package link

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Moved maps the slugs that edits alter to what they become: "" where that isn't known because rules by which they name
// a heading say different things. moves is what each of the ways makes of them. Where it is known that one of the first
// ways holds, others count for those fragments alone that none of these makes.
func Moved(ways []*Renaming, known int, moves []map[string]string) map[string]string {
	out := map[string]string{}
	for _, m := range moves {
		maps.Copy(out, m)
	}
	for old := range out {
		slug, named := agreed(old, ways[:known], moves[:known])
		if !named {
			slug, _ = agreed(old, ways[known:], moves[known:])
		}
		out[old] = slug
	}
	return out
}

// agreed returns what becomes of a slug by all ways that make it. named says that one of them does.
func agreed(old string, ways []*Renaming, moves []map[string]string) (slug string, named bool) {
	for n, r := range ways {
		if r.given[old] == 0 {
			continue
		}
		next, moved := moves[n][old]
		if !moved {
			next = old
		}
		if named && next != slug {
			return "", true
		}
		slug, named = next, true
	}
	return slug, named
}

// Explain reports whether each fragment is that of a heading by one of the ways.
func Explain(ways []*Renaming, fragments []string) bool {
	return !slices.ContainsFunc(fragments, func(fragment string) bool {
		return !slices.ContainsFunc(ways, func(r *Renaming) bool { return r.Names(fragment) })
	})
}

// ChangesSlugs reports whether edits may change, add or remove a heading of doc in more than its letter case.
func ChangesSlugs(doc *zone.Document, edits []source.Edit) bool {
	return !caseOnly(doc, edits) && ChangesHeadings(doc, edits)
}

// caseOnly reports whether the edits change nothing but the case of letters from A to Z, so that no slug changes. There
// are generators that lower no others.
func caseOnly(doc *zone.Document, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool {
		old := doc.Bytes(e.Span)
		return !isASCII(e.New) || !isASCII(string(old)) || !bytes.EqualFold(old, []byte(e.New))
	})
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
