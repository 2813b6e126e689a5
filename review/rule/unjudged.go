package rule

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// unjudged reports the parts of a document in which a rule judges nothing, because text and code look the same there.
// It reports a part once, and only if the rule might have found something in it.
type unjudged struct {
	p    *review.Pass
	rule string
	told int // the end of the last part that was reported
}

// report reports the part that holds subject. kind says what the subject may be. It does nothing
// where the subject is in no such part.
func (u *unjudged) report(subject source.Span, kind string) {
	d := u.p.Doc
	as := unjudgedZone(d.ZoneAt(subject.Start))
	if as == "" || subject.Start < u.told {
		return
	}
	part, ok := d.MayHoldText(subject.Start)
	if !ok || d.AdmonitionTitle(part.Start).Contains(subject) { // a reader sees the title
		return
	}
	u.told = part.End
	first, last := d.Lines().Number(part.Start), d.Lines().Number(part.End-1)
	lines := fmt.Sprintf("Line %d is", first)
	if last > first {
		lines = fmt.Sprintf("Lines %d to %d are", first, last)
	}
	u.p.Report(review.Finding{
		Severity: rules.Suggestion, Span: subject, AutoFix: review.AutoFixNo,
		Message: fmt.Sprintf("%s read as %s: %s did not look there, and %q may be "+
			"%s.", lines, as, u.rule, terms.Unwrapped(string(d.Bytes(subject))), kind),
		Reason: review.Because("unjudged", "Nothing tells text from code there; look at it yourself."),
	})
}

// unjudgedZone returns the name of a zone that may hold text or code, "" for any other zone.
func unjudgedZone(z zone.Zone) string {
	switch z {
	case zone.Template:
		return "a template"
	case zone.Math:
		return "a formula"
	case zone.WikiLink:
		return "a wikilink"
	}
	return ""
}

// reportUnjudgedText reports such parts where a term of the rule may stand in them.
func reportUnjudgedText(p *review.Pass, table *term.Table, rule string) {
	u := unjudged{p: p, rule: rule}
	for _, z := range p.Doc.Zones() {
		if unjudgedZone(z.Zone) == "" {
			continue
		}
		for _, hit := range table.AppendHits(nil, p.Doc.Text(), z.Start, z.End) {
			if !terms.InName(p.Doc.Text(), hit) {
				u.report(source.Span{Start: hit.Start, End: hit.WordEnd}, "text")
			}
		}
	}
}
