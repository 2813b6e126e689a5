package report

import (
	"bufio"
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ofTaste are rules about what a page shows alike, or nearly so.
var ofTaste = []string{"list-marker", "emphasis-style", "strong-style", "fenced-code-language", "heading-case"}

// ofTheirTime are documents that say how things were called when they were made.
var ofTheirTime = regexp.MustCompile(`(?i)(^|/)(changelog|changes|history|release-?notes)\.[a-z]+$`)

// ofTests are folders of what tests read and what other people write.
var ofTests = []string{"test", "tests", "__tests__", "testdata", "test-data", "test_data", "fixtures", "__fixtures__",
	"vendor"}

// fold marks the suggestions that text counts and does not show: what hardly a reader notices.
func fold(findings []Finding) {
	for i := range findings {
		f := &findings[i]
		f.folded = f.Source == review.BuiltIn && f.Severity == rules.Suggestion &&
			(slices.Contains(ofTaste, f.Rule) || slices.ContainsFunc(strings.Split(f.Path, "/"), ofTest) ||
				f.Reason.Code == review.Generated ||
				f.Rule == "terminology" && ofTheirTime.MatchString(f.Path))
	}
}

func ofTest(folder string) bool { return slices.Contains(ofTests, folder) }

// unfolded returns the findings that text shows.
func unfolded(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return f.folded })
}

// long is from how many findings on text ends with their count by rule.
const long = 100

// writeRules writes how many findings of each rule are left out, with the command that lists them. For a long list it
// writes how many it has of each rule.
func (t *Tail) writeRules(b *strings.Builder, s Style) {
	if shown := t.shown.Counts(); t.count() >= long {
		var counts bytes.Buffer
		out := bufio.NewWriter(&counts)
		writeCounts(out, shown, s)
		_ = out.Flush() // nothing fails to write into memory
		b.WriteString("By rule:\n" + counts.String() + "\n")
	}
	folded := t.folded.Counts()
	if len(folded) == 0 {
		return
	}
	b.WriteString("Not shown, because readers of the pages hardly notice it, or only tests read it:\n")
	for _, c := range folded {
		fmt.Fprintf(b, "%7d  %s  in %s", c.Findings, s.Paint(Bold, c.Rule), wording.Count(c.Documents, "document"))
		if c.Fixable > 0 {
			fmt.Fprintf(b, ", %d fixable", c.Fixable)
		}
		if fix, ok := strings.CutPrefix(s.FixCommand, "doc-iterate fix"); ok {
			fmt.Fprintf(b, ": doc-iterate check --only=%s%s", c.Rule, wording.Visible(fix))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// count returns how many findings text shows.
func (t *Tail) count() (n int) {
	for _, c := range t.shown {
		n += c.Findings
	}
	return n
}

// tally counts findings by rule.
func (t *Tail) tally(findings []Finding) {
	if t.shown == nil {
		t.shown, t.folded = Tally{}, Tally{}
	}
	for i := range findings {
		f, into := &findings[i], t.shown
		if f.folded {
			into = t.folded
		}
		c := into.At(ruleID(f), f.Path)
		c.Findings++
		if f.Fix != nil {
			c.Fixable++
		}
	}
}
