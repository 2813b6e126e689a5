package zone

import (
	"bytes"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Suppressions says where comments in a document switch rules off: our own comments, and those of other Markdown
// reviewers.
type Suppressions struct {
	// Switches holds, by program and rule, the comments that switch a rule off or on from a place onward, in order. The
	// rule "" means all rules. The last switch for a rule counts.
	Switches map[string]map[string][]toggle
	// Spans holds, by program and rule, the lines and blocks in which the rule is off, in order. A span that begins inside
	// another one ends no earlier than that.
	Spans map[string]map[string][]suppressedSpan
}

// A toggle switches rules off or on from an offset onward, or restores their state from another offset.
type toggle struct {
	at      int
	Off     bool
	restore bool
	asOf    int // the offset whose state restore restores
	order   int // number of the toggle in the order of the document
	Comment source.Span
}

type suppressedSpan struct {
	source.Span
	Comment source.Span
}

// Suppressions returns where comments switch rules off.
func (d *Document) Suppressions() Suppressions { return d.suppressions() }

// Suppressed reports whether a comment switches off, at the offset, what a reviewer finds by a rule. Our own comments
// concern all reviewers. The comments of another program concern its own findings and those of our rules that mean the
// same.
func (d *Document) Suppressed(reviewer, rule string, offset int) bool {
	s := d.Suppressions()
	if len(s.Switches) == 0 && len(s.Spans) == 0 {
		return false
	}
	_, off := s.By(reviewer, rule, offset)
	return off
}

// SuppressedImport reports whether a comment, of which those of Vale do not count, switches a rule of ours off for what
// it finds by a rule of Vale. Comments of Vale name the latter.
func (d *Document) SuppressedImport(rule string, offset int) bool {
	s := d.Suppressions()
	s.Switches = maps.Clone(s.Switches)
	delete(s.Switches, "vale")
	_, off := s.By(OwnProgram, rule, offset)
	return off
}

// Comments counts the comments in s that switch rules off or on.
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
	for _, inside := range found {
		if inside {
			n++
		}
	}
	return n
}

// By returns the comment that switches off, at the offset, what the reviewer finds by the rule.
func (s Suppressions) By(reviewer, rule string, offset int) (source.Span, bool) {
	for _, program := range programs {
		keys := ruleKeys(rule)
		switch {
		case program == OwnProgram || program == generated || program == released && reviewer == OwnProgram,
			isFrom(reviewer, program):
		case reviewer != OwnProgram:
			continue
		case !slices.Contains(readPeers().sameMeaning[program], rule):
			keys = []string{rule} // only if the comment names the rule
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

// latest returns the last switch before the offset for any of the keys.
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

// ruleKeys returns the keys of a rule in Suppressions: "" for all rules, its own name and, for a rule of Vale, its
// style.
func ruleKeys(rule string) []string {
	rule = strings.ToLower(rule)
	keys := []string{"", rule}
	if style, _, ok := strings.Cut(rule, "."); ok {
		keys = append(keys, style)
	}
	return keys
}

// findSuppressions reads the comments of the document.
func (d *Document) findSuppressions() Suppressions {
	r := suppressionReader{d: d, captured: map[string]int{}}
	nodes := d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML {
			continue
		}
		for t := range html.Tags(d.Text(), n.Span) {
			if t.Kind == html.Comment {
				body := bytes.TrimPrefix(d.Bytes(t.Span), []byte("<!--"))
				r.comment(i, t.Span, string(bytes.TrimSuffix(body, []byte("-->"))))
			}
		}
	}
	r.mdxComments()
	r.releases()
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

// spanLists returns the lists of spans of all programs.
func (r *suppressionReader) spanLists() [][]suppressedSpan {
	var out [][]suppressedSpan
	for _, byRule := range r.out.Spans {
		for _, list := range byRule {
			out = append(out, list)
		}
	}
	return out
}
