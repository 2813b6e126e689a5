package rule

import (
	"fmt"
	"strconv"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/rules"
)

// HeadingCase is the rule heading-case.
var HeadingCase = review.Reviewer{
	Rule: rules.Rule{
		ID:       "heading-case",
		Category: rules.CategoryStyle,
		Title:    "Heading not in sentence case",
		Doc: rules.Doc{
			What: "A heading is not in sentence case, or not in the title case of the style guide that the configuration " +
				"names. With the style `consistent`, the case that nine of ten headings of the repository have is the one to have.",
			Why:     "Sentence case is easier to scan, and leaves capitals for names.",
			Example: "    ## Installing The Command Line    ## Installing the command line",
			Fix: "Lowers a word when the text of the document shows it in lower case. Names keep their capitals. Where the " +
				"text shows nothing of a word, the heading is left as it is and the finding says so.",
			Leaves: "The letters themselves, code spans, words with inner capitals or digits, documents in German, " +
				"where a noun has a capital, and headings in letters that have none.",
		},
	},
	Find: findHeadingCase,
}

func findHeadingCase(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Style.HeadingCase
	if config == nil || config.Style == rules.ConsistentCase {
		return // the habit of the repository is not known
	}
	if config.Style != rules.SentenceCase {
		findTitleCase(p)
		return
	}
	var judge *casing.Judge
	unjudged := unjudged{p: p, rule: "heading-case"}
	for _, h := range d.Headings() {
		if !usage.Titled(h.Text) {
			continue
		}
		unjudged.report(h.Span, "a heading")
		if judge == nil {
			if casing.GivesNounsCapitals(d.Text()) {
				return
			}
			judge = casing.NewJudge(d, set, p.Corpus.Usage(set.Terms()))
		}
		old := string(d.Bytes(h.Span))
		want, thin := judge.Sentence(h, old)
		if want == old && thin == "" {
			continue
		}
		f := review.Finding{
			Severity: config.Severity, Span: h.Span, Old: old,
			Message: "Write the heading " + strconv.Quote(h.Text) + " in sentence case.",
		}
		if thin != "" {
			f.Reason = review.Because("thin-evidence", thin)
			f.AutoFix = review.AutoFixNo
		} else {
			f.Want = want
		}
		p.Report(f)
	}
}

// findTitleCase reports the headings that the guide would write in another way.
func findTitleCase(p *review.Pass) {
	config := p.Set.Style.HeadingCase
	guide := casing.TitleGuides[config.Style]
	judge := casing.NewJudge(p.Doc, p.Set, nil)
	unjudged := unjudged{p: p, rule: "heading-case"}
	for _, h := range p.Doc.Headings() {
		unjudged.report(h.Span, "a heading")
		old := string(p.Doc.Bytes(h.Span))
		if want := judge.InTitleCase(h, guide); want != old && !casing.GivesNounsCapitals(p.Doc.Text()) {
			p.Report(review.Finding{
				Severity: config.Severity, Span: h.Span, Old: old, Want: want,
				Message: fmt.Sprintf("Write the heading %q in %s.", h.Text, config.Style.Description()),
			})
		}
	}
}
