package fixers

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// FencedCodeLanguage adds an info string to a fenced code block.
var FencedCodeLanguage = Fixer{Rule: "fenced-code-language", Contract: InfoOnly, Fix: fixFencedCode}

func fixFencedCode(doc *review.Document, set *rules.Set, f *review.Finding) (Change, error) {
	i, ok := doc.NodeAt(review.FencedCode, f.Span.Start)
	if !ok {
		return nil, abstain("there is no fenced code block at this place any more")
	}
	language := ""
	if set.Style.FencedCodeLanguage.Infer {
		if language = infer(doc.Code(i)); language != "" {
			language = spelled(doc, i, language)
		}
	}
	if language == "" {
		language = set.Style.FencedCodeLanguage.Default
	}
	if language == "" {
		return nil, abstain("the code does not show its language beyond doubt, and no default is configured")
	}
	return Change{{f.Path, []source.Edit{{Span: doc.Nodes()[i].Content, New: language}}}}, nil
}
