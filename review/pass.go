package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Pass is one review of one document by one reviewer.
type Pass struct {
	Doc    *zone.Document
	Corpus *Corpus
	Set    *rules.Set
	Report func(Finding) // Review sets the rule, the order and the key of a finding

	ignored  []source.Span // the text that the configuration ignores, nil before it is asked for
	imported bool          // whether the finding that is reported is one by a rule of Vale
}

// ReportAs reports f, a finding about words, unless the configuration ignores the text, or a comment switches off the
// rule of Vale that it was imported from; "" is none.
func (p *Pass) ReportAs(rule string, f Finding) {
	if p.ignored == nil {
		p.ignored = []source.Span{}
		for _, re := range p.Set.IgnoredText {
			for _, m := range re.FindAllIndex(p.Doc.Source(), -1) {
				p.ignored = append(p.ignored, source.Span{Start: m[0], End: m[1]})
			}
		}
	}
	if !slices.ContainsFunc(p.ignored, f.Span.Overlaps) &&
		(rule == "" || !p.Doc.Suppressed("vale", rule, f.Span.Start)) {
		p.imported = rule != ""
		p.Report(f)
		p.imported = false
	}
}

// A Reviewer is one built-in rule: its description and the pure function that reports what breaks it.
type Reviewer struct {
	Rule rules.Rule
	Find func(*Pass) // reports nothing if the rule is off in the set
	// Unsilenced says that comments do not suppress the findings of the rule.
	Unsilenced bool
}

// An outcome is what a review of a document says beside its findings.
type outcome struct {
	silenced int // how many findings comments suppress
	leftOut  []error
}

// mostFindings returns how many findings of one rule a limited review reports in a document of this size. Each takes
// kilobytes in a report.
func mostFindings(size int) int { return 5000 + size/200 }

// unsafeFix says why a plain fix leaves what it could fix.
var unsafeFix = map[rules.FixMode]Reason{
	rules.FixAsk:   Because("unsafe-fix", "A fix changes words by a guess: --unsafe-fixes makes it."),
	rules.FixNever: Because("fix-never", "The configuration leaves it to a person."),
}

// Review returns the findings of reviewers in d, a document of the corpus. The findings have keys and are in order.
// Those that comments suppress are left out.
func (c *Corpus) Review(d *zone.Document, set *rules.Set, reviewers []Reviewer) []Finding {
	var found []Finding
	var out outcome
	most := math.MaxInt
	if c.from.Limited {
		most = mostFindings(len(d.Source()))
	}
	p := &Pass{Doc: d, Corpus: c, Set: set}
	for i := range reviewers {
		r, before := &reviewers[i].Rule, len(found)
		over := false
		p.Report = func(f Finding) {
			suppressed := func() bool { return d.Suppressed(BuiltIn, r.ID, f.Span.Start) }
			if p.imported {
				suppressed = func() bool { return d.SuppressedImport(r.ID, f.Span.Start) }
			}
			if !reviewers[i].Unsilenced && suppressed() {
				out.silenced++
				return
			}
			if len(found)-before == most {
				over = true
				return
			}
			f.Rule, f.Category, f.Path = r.ID, r.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			if set.Fix[r.ID] != rules.FixSafe && f.Remedy != Choose && f.AutoFix == AutoFixUnsaid &&
				f.Reason.Code == "" {
				f.AutoFix, f.Reason = AutoFixNo, unsafeFix[set.Fix[r.ID]]
			}
			found = append(found, f)
		}
		reviewers[i].Find(p)
		if over {
			err := fmt.Errorf("%s finds more than %d places; the others were not looked at", r.ID, most)
			out.leftOut = append(out.leftOut, err)
		}
	}
	c.outcomes.Store(d.Path, out)
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(source.Compare(a.Span, b.Span), cmp.Compare(a.Rule, b.Rule))
	})
	Identify(d, found)
	return found
}
