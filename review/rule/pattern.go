package rule

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Pattern is the rule pattern.
var Pattern = review.Reviewer{
	Rule: rules.Rule{
		ID:       "pattern",
		Category: rules.CategoryStyle,
		Title:    "Text that breaks a pattern",
		Section:  "patterns[]",
		Doc: rules.Doc{
			What: "A heading, a sentence, a cell or another text has more or fewer matches of a regular expression than the " +
				"configuration allows, or none where it must have one.",
			Why: "A team has rules that no program brings along.",
			Example: "    { \"pattern\": \"[^\\\\s]+\", \"scope\": [\"sentence\"], \"max\": 30, \"message\": \"Keep " +
				"sentences short.\" }",
			Fix: "None: only a person knows what belongs there. Entries without `max`, `min` and `must` are terms: see " +
				"terminology.",
			Leaves: "Everything.",
		},
	},
	Find: findPatterns,
}

func findPatterns(p *review.Pass) {
	if len(p.Set.Checks) == 0 {
		return
	}
	c := patternCheck{Pass: p, matches: make([]int, len(p.Set.Checks))}
	nodes := p.Doc.Nodes()
	for i := 1; i < len(nodes); i++ {
		if !nodes[i].Kind.Inline() {
			continue
		}
		end := i + 1
		for end < len(nodes) && nodes[end].Kind.Inline() {
			end++
		}
		c.block(i, end)
		i = end - 1
	}
	for _, value := range frontMatterValues(p.Doc) {
		c.seen.Clear()
		c.seen.Add(p.Doc.Text(), value, false)
		c.text(rules.ScopesOf(rules.ScopeFrontMatter), source.Span{End: len(c.seen.Bytes)})
	}
	c.document()
}

// patternCheck checks the texts of one document.
type patternCheck struct {
	*review.Pass
	seen    terms.Rendered
	matches []int // of each check in the whole document
}

// defaultScopes is where a check holds that names no scope.
var defaultScopes = rules.ScopesOf(rules.ScopeProse, rules.ScopeHeading, rules.ScopeListItem, rules.ScopeTableCell,
	rules.ScopeBlockQuote)

// block checks the inline nodes [i,end), which are one text.
func (c *patternCheck) block(i, end int) {
	d := c.Doc
	nodes := d.Nodes()
	c.seen.Clear()
	c.seen.AddNodes(d, i, end)
	scopes := scopesOf(d, nodes[i].Parent)
	whole := source.Span{End: len(c.seen.Bytes)}
	c.text(scopes, whole)
	if scopes&rules.ScopesOf(rules.ScopeHeading) == 0 {
		c.sentences(whole)
	}
	for ; i < end; i++ {
		n := &nodes[i]
		if n.Kind != markdown.Image && n.Kind != markdown.Link || i+1 >= n.End {
			continue
		}
		c.seen.Clear()
		c.seen.AddNodes(d, i+1, n.End)
		scope := rules.ScopeLinkText
		if n.Kind == markdown.Image {
			scope = rules.ScopeAltText
		}
		c.text(rules.ScopesOf(scope), source.Span{End: len(c.seen.Bytes)})
	}
}

// sentences checks each sentence of the text that was gathered.
func (c *patternCheck) sentences(whole source.Span) {
	text, start := c.seen.Bytes, whole.Start
	for at := start; at < whole.End; at++ {
		if b := text[at]; b != '.' && b != '!' && b != '?' || at+1 < whole.End && !source.IsSpace(text[at+1]) {
			continue
		}
		next := at + 1 + spaces(text[at+1:whole.End])
		if r, _ := utf8.DecodeRune(text[next:whole.End]); next < whole.End &&
			(unicode.IsLower(r) || text[at] == '.' && usage.Abbreviation(text, at)) {
			continue
		}
		c.text(rules.ScopesOf(rules.ScopeSentence), source.Span{Start: start, End: at + 1})
		start = next
	}
	if start < whole.End {
		c.text(rules.ScopesOf(rules.ScopeSentence), source.Span{Start: start, End: whole.End})
	}
}

// text checks a part of the text that was gathered.
func (c *patternCheck) text(scopes rules.Scopes, part source.Span) {
	text := bytes.TrimSpace(c.seen.Bytes[part.Start:part.End])
	if len(text) == 0 {
		return
	}
	part.Start += bytes.Index(c.seen.Bytes[part.Start:part.End], text)
	for i := range c.Set.Checks {
		check := &c.Set.Checks[i]
		scope := cmp.Or(check.Scope, defaultScopes)
		document := scope.Has(rules.ScopesOf(rules.ScopeDocument))
		if !document && !scope.Has(scopes) || document && !scopes.Has(defaultScopes) {
			continue
		}
		if check.Demand == rules.Cased {
			seen := strings.ReplaceAll(string(text), "\x00", "*") // code, of which Vale sees stars
			if !check.Case.Holds(seen) {
				c.report(check, part, len(text), "%q is not in sentence case.", seen)
			}
			continue
		}
		if check.Demand == rules.Must {
			// A part that is no text, such as code, may be what the pattern wants.
			if bytes.IndexByte(text, 0) < 0 && !check.Pattern().Match(text) {
				c.report(check, part, len(text), "The text does not match \"%s\".", check.ID)
			}
			continue
		}
		found := check.Pattern().FindAllIndex(text, -1)
		before := 0
		if document {
			before = c.matches[i]
			c.matches[i] += len(found)
		}
		switch n := before + len(found); {
		case check.Demand == rules.AtMost && n > check.Limit && before <= check.Limit:
			m := found[check.Limit-before]
			at := source.Span{Start: part.Start + m[0], End: part.Start + m[1]}
			if document {
				c.report(check, at, m[1]-m[0], "\"%s\" stands here more often than %d times.", check.ID, check.Limit)
			} else {
				c.report(check, at, m[1]-m[0], "\"%s\" matches %d times here; %d is the most.", check.ID, n, check.Limit)
			}
		case check.Demand == rules.AtLeast && !document && n < check.Limit:
			c.report(check, part, len(text), "\"%s\" matches %d times here; %d is the least.", check.ID, n, check.Limit)
		}
	}
}

// document checks what the whole document must have.
func (c *patternCheck) document() {
	for i := range c.Set.Checks {
		check := &c.Set.Checks[i]
		if check.Demand == rules.AtLeast && check.Scope.Has(rules.ScopesOf(rules.ScopeDocument)) &&
			c.matches[i] < check.Limit {
			c.Report(review.Finding{
				Severity: check.Severity, AutoFix: review.AutoFixNo, RequiresHuman: true,
				Message: c.message(check, fmt.Sprintf("\"%s\" matches %d times in the document; %d is the "+
					"least.", check.ID, c.matches[i], check.Limit)),
			})
		}
	}
}

// report reports so many bytes of the text that was gathered.
func (c *patternCheck) report(check *rules.Check, at source.Span, length int, format string, args ...any) {
	if length == 0 {
		return
	}
	span := source.Span{Start: c.seen.Written(at.Start).Start, End: c.seen.Written(at.Start + length - 1).End}
	c.ReportAs(check.Rule, review.Finding{
		Severity: check.Severity, Span: span, AutoFix: review.AutoFixNo,
		Message: c.message(check, fmt.Sprintf(format, args...)),
		Reason:  review.Because("no-fixer", "A person decides what should stand there."),
	})
}

func (c *patternCheck) message(check *rules.Check, otherwise string) string {
	message := cmp.Or(check.Message, otherwise)
	if check.Why != "" {
		message += " " + check.Why
	}
	return message
}
