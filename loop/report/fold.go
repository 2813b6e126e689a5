package report

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
)

// ofTaste are rules about marks that a page shows alike.
var ofTaste = []string{"list-marker", "emphasis-style", "strong-style"}

// withoutAnswer are rules whose findings a page shows, where a fix knows what to write.
var withoutAnswer = []string{"fenced-code-language", "heading-case"}

// fold marks the findings that text counts and does not show: what no reader notices, or what nobody can answer.
func fold(findings []Finding) {
	for i := range findings {
		f := &findings[i]
		f.folded = f.Source == review.BuiltIn && (slices.Contains(ofTaste, f.Rule) ||
			(f.Fix == nil || plain(f.Fix)) && slices.Contains(withoutAnswer, f.Rule))
	}
}

// plain reports whether a fix says that code is plain text: a page shows it as before.
func plain(f *Fix) bool { return len(f.Edits) == 1 && f.Edits[0].Old == "" && f.Edits[0].New == "text" }

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
	b.WriteString("Not shown, because readers of a page hardly notice it:\n")
	for _, c := range folded {
		fmt.Fprintf(b, "%7d  %s  in %s", c.Findings, s.Paint(Bold, c.Rule), wording.Count(c.Documents, "document"))
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
