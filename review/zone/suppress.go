package zone

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Suppressions is where comments in the document switch rules off: our own, and
// those of the other reviewers of Markdown.
type Suppressions struct {
	// Switches is, by program and rule, what turns the rule off and on from a place
	// onward, in order; the rule "" is all rules. The last switch that concerns a
	// rule counts.
	Switches map[string]map[string][]toggle
	// spans is, by program and rule, the lines and blocks in which the rule is off, in
	// order. One that begins in another reaches at least as far as that.
	Spans map[string]map[string][]suppressedSpan
}

// A toggle turns rules off or on from at onward, or puts them back to what they
// were at another place.
type toggle struct {
	at      int
	Off     bool
	restore bool
	asOf    int // what restore puts back
	order   int // among the toggles of the document as they are written
	Comment source.Span
}

type suppressedSpan struct {
	source.Span
	Comment source.Span
}

// Suppressions returns where comments switch rules off.
func (d *Document) Suppressions() Suppressions {
	return d.suppress.Get(func() Suppressions { return findSuppressions(d) })
}

// Suppressed reports whether a comment in the document switches off at the offset what a
// reviewer finds by the rule. Our own comments concern all reviewers; those of another program
// concern what it finds itself, and our rules of the same meaning.
func (d *Document) Suppressed(reviewer, rule string, offset int) bool {
	s := d.Suppressions()
	if len(s.Switches) == 0 && len(s.Spans) == 0 {
		return false
	}
	_, off := s.By(reviewer, rule, offset)
	return off
}

// Comments returns how many comments that switch rules off or on begin in s.
func (d *Document) Comments(s source.Span) int {
	all := d.Suppressions()
	found := map[source.Span]bool{}
	for _, rules := range all.Switches {
		for _, toggles := range rules {
			for _, t := range toggles {
				found[t.Comment] = s.Contains(source.Span{Start: t.Comment.Start, End: t.Comment.Start})
			}
		}
	}
	for _, rules := range all.Spans {
		for _, spans := range rules {
			for _, p := range spans {
				found[p.Comment] = s.Contains(source.Span{Start: p.Comment.Start, End: p.Comment.Start})
			}
		}
	}
	n := 0
	for _, within := range found {
		if within {
			n++
		}
	}
	return n
}

// By is the comment that switches off at the offset what the reviewer finds by the rule.
func (s Suppressions) By(reviewer, rule string, offset int) (source.Span, bool) {
	for _, program := range programs {
		keys := ruleKeys(rule)
		switch {
		case program == OwnProgram || isFrom(reviewer, program):
		case reviewer != OwnProgram:
			continue
		case !slices.Contains(meant()[program], rule):
			keys = []string{rule} // if the comment names it
		}
		for _, key := range keys {
			spans := s.Spans[program][key]
			i := sort.Search(len(spans), func(i int) bool { return spans[i].Start > offset }) - 1
			if i >= 0 && offset < spans[i].End {
				return spans[i].Comment, true
			}
		}
		if t, ok := latest(s.Switches[program], keys, offset); ok && t.Off {
			return t.Comment, true
		}
	}
	return source.Span{}, false
}

// latest returns the last switch before the offset that concerns one of the keys.
func latest(switches map[string][]toggle, keys []string, offset int) (toggle, bool) {
	for len(switches) > 0 {
		var last toggle
		found := false
		for _, key := range keys {
			list := switches[key]
			i := sort.Search(len(list), func(i int) bool { return list[i].at > offset }) - 1
			if i >= 0 && (!found || list[i].at > last.at || list[i].at == last.at && list[i].order > last.order) {
				last, found = list[i], true
			}
		}
		if !found || !last.restore {
			return last, found
		}
		offset = last.asOf
	}
	return toggle{}, false
}

// ruleKeys returns the names under which a rule is looked up: all rules, its own name
// and, for the rules of Vale, the style that it belongs to.
func ruleKeys(rule string) []string {
	rule = strings.ToLower(rule)
	keys := []string{"", rule}
	if style, _, ok := strings.Cut(rule, "."); ok {
		keys = append(keys, style)
	}
	return keys
}

// findSuppressions reads the comments of the document.
func findSuppressions(d *Document) Suppressions {
	r := suppressionReader{d: d, captured: map[string]int{}}
	for i := range d.Nodes() {
		n := &d.Nodes()[i]
		if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML {
			continue
		}
		for _, c := range comments(d.Text(), n.Span) {
			r.comment(i, c, string(d.Text()[c.Start+len("<!--"):c.End-len("-->")]))
		}
	}
	r.mdxComments()
	for _, byRule := range r.out.Switches {
		for _, list := range byRule {
			slices.SortStableFunc(list, func(a, b toggle) int { return a.at - b.at })
		}
	}
	for _, list := range r.spanLists() {
		slices.SortStableFunc(list, func(a, b suppressedSpan) int { return source.Compare(a.Span, b.Span) })
		for i := 1; i < len(list); i++ {
			if list[i-1].End > list[i].End {
				list[i].End, list[i].Comment = list[i-1].End, list[i-1].Comment
			}
		}
	}
	return r.out
}

// spanLists is the lists of spans of all programs.
func (r *suppressionReader) spanLists() [][]suppressedSpan {
	var out [][]suppressedSpan
	for _, byRule := range r.out.Spans {
		for _, list := range byRule {
			out = append(out, list)
		}
	}
	return out
}

// comments is the HTML comments within s. What looks like one in an attribute is none.
func comments(src []byte, s source.Span) []source.Span {
	var out []source.Span
	for at := s.Start; at < s.End; {
		open := bytes.IndexByte(src[at:s.End], '<')
		if open < 0 {
			break
		}
		start := at + open
		rest := src[start:s.End]
		if !bytes.HasPrefix(rest, []byte("<!--")) {
			at = start + max(1, html.TagLength(rest))
			continue
		}
		end := bytes.Index(rest[len("<!--"):], []byte("-->"))
		if end < 0 {
			break
		}
		at = start + len("<!--") + end + len("-->")
		out = append(out, source.Span{Start: start, End: at})
	}
	return out
}
