package rule

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// UnknownRule is the rule unknown-rule.
var UnknownRule = review.Reviewer{
	Rule: rules.Rule{
		ID:       unknownRule,
		Category: rules.CategoryStyle,
		Title:    "Comment that names no rule",
		Doc: rules.Doc{
			What:    "A comment that switches a rule off or on names none, but nearly one.",
			Why:     "It switches nothing off, and no error shows.",
			Example: "    <!-- doc-iterate-disable terminolgy -->    <!-- doc-iterate-disable terminology -->",
			Fix:     "None: only a person knows which rule is meant.",
			Leaves:  "Comments of other programs, and names that are like none of ours, which may be of another reviewer.",
			Config:  "It has no key, and is on in every configuration. `--skip unknown-rule` leaves it out.",
		},
	},
	Find: findUnknownRules,
}

func findUnknownRules(p *review.Pass) {
	d := p.Doc
	s := d.Suppressions()
	if s.Switches[zone.OwnProgram] == nil && s.Spans[zone.OwnProgram] == nil {
		return
	}
	comments := map[source.Span][]string{} // with the names that each has
	for rule, list := range s.Switches[zone.OwnProgram] {
		for _, t := range list {
			comments[t.Comment] = append(comments[t.Comment], rule)
		}
	}
	for rule, list := range s.Spans[zone.OwnProgram] {
		for _, span := range list {
			comments[span.Comment] = append(comments[span.Comment], rule)
		}
	}
	for _, comment := range slices.SortedFunc(maps.Keys(comments), source.Compare) {
		slices.Sort(comments[comment])
		for _, name := range slices.Compact(comments[comment]) {
			near := NearestRule(name)
			at := bytes.Index(bytes.ToLower(d.Bytes(comment)), []byte(name))
			if near == "" || at < 1 || strings.IndexByte("./", d.Bytes(comment)[at-1]) >= 0 {
				continue // the rule of another program
			}
			p.Report(review.Finding{
				Severity: rules.Suggestion, AutoFix: review.AutoFixNo,
				Span:    source.Span{Start: comment.Start + at, End: comment.Start + at + len(name)},
				Message: fmt.Sprintf("There is no rule %q; did you mean %q?", name, near),
			})
		}
	}
}

// numbered matches the names that other linters give to rules by number. One that differs in a digit is another rule.
var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+\d+$`) })

// NearestRule returns the ID of the built-in rule with nearly this name. It returns "" for the name of a rule, also of
// another program, and for a name that is like no other.
func NearestRule(name string) string {
	name = strings.ToLower(name)
	if name == "" || strings.ContainsAny(name, "./") || numbered().MatchString(name) || zone.NamesRule(name) {
		return ""
	}
	known := []string{unusedSuppression, unknownRule}
	for _, r := range named() {
		known = append(known, r.Rule.ID)
	}
	if slices.Contains(known, name) {
		return ""
	}
	return rules.Nearest(name, known)
}

const unknownRule = "unknown-rule"
