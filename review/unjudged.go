package review

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// reportUnjudged reports the parts of a document in which a rule looks for nothing, because nobody can
// tell text from code there, where one of its terms may stand in them.
func reportUnjudged(p *Pass, table *term.Table, rule string) {
	d, last := p.Doc, 0
	for _, z := range d.Zones() {
		if z.Zone != zone.Template && z.Zone != zone.Math || z.Start < last {
			continue
		}
		hit, ok := firstWord(d, table, z)
		if !ok {
			continue
		}
		whole, ok := d.MayHoldText(z.Start)
		if !ok {
			continue
		}
		last = whole.End
		lines := fmt.Sprintf("Line %d is", d.Lines().Number(whole.Start))
		if end := d.Lines().Number(whole.End - 1); end > d.Lines().Number(whole.Start) {
			lines = fmt.Sprintf("Lines %d to %d are", d.Lines().Number(whole.Start), end)
		}
		word := source.Span{Start: hit.Start, End: hit.WordEnd}
		p.Report(Finding{
			Severity: rules.Suggestion,
			Message:  fmt.Sprintf("%s read as a %s: %s did not look there, and %q may be text.", lines, z.Zone, rule, unwrapped(string(d.Bytes(word)))),
			Span:     word, AutoFix: AutoFixNo,
			Reason: Because("unjudged", "Nothing tells text from code there; look at it yourself."),
		})
	}
}

// firstWord returns the first hit in a zone that is no part of a name.
func firstWord(d *zone.Document, table *term.Table, z zone.Span) (term.Hit, bool) {
	for _, hit := range table.AppendHits(nil, d.Text(), z.Start, z.End) {
		if !inName(d.Text(), hit) {
			return hit, true
		}
	}
	return term.Hit{}, false
}
