package question

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
)

// most is how many of several findings are named.
const most = 3

func idsOf(fixes []result.Fix) []string {
	out := make([]string, len(fixes))
	for n, f := range fixes {
		out[n] = f.Finding.ID
	}
	return out
}

func messages(findings []review.Finding) []string {
	out := make([]string, len(findings))
	for n, f := range findings {
		out[n] = fmt.Sprintf("%q", engine.Clip(f.Message, 80))
	}
	return out
}

func describe(fixes []result.Fix) []string {
	out := make([]string, len(fixes))
	for n, f := range fixes {
		out[n] = fmt.Sprintf("%q -> %q (%s, %s)", engine.Clip(f.Old, 60), engine.Clip(f.New, 60), f.Finding.ID, f.Location())
	}
	return out
}

// Pattern says what the attempts of a run on one document have in common.
func Pattern(dr *result.Document) string {
	var persist, human []string
	for _, o := range dr.Findings {
		switch {
		case !o.Open():
		case o.Reason == result.Persists:
			persist = append(persist, o.Finding.ID)
		case o.Status == result.Escalated || o.Status == result.Refused:
			human = append(human, o.Finding.ID)
		}
	}
	switch dr.Decision.Reason {
	case table.ReasonRegression:
		if reg := dr.Regression; reg != nil && len(reg.Culprits) > 0 {
			return "fixing " + wording.List(idsOf(reg.Culprits), most) + " raises " + wording.List(messages(reg.Raised), most)
		}
		return "the fixes raise more than they resolve"
	case table.ReasonThrashing:
		return "fixes undo each other"
	case table.ReasonStagnation:
		return "the fixes do not resolve " + wording.List(persist, most)
	case table.ReasonAllFixesFailed:
		return "no fix can be made safely"
	case table.ReasonCircuitBreaker:
		return "no pass resolves anything"
	case table.ReasonQualityRegression:
		return "every pass lowers the quality score"
	}
	switch {
	case len(persist) > 0:
		return "the fixes do not resolve " + wording.List(persist, most)
	case len(human) > 0:
		return "only you can resolve " + wording.List(human, most)
	}
	if len(dr.State.Objections) > 0 {
		return "what is open is about the document as a whole"
	}
	return "every pass brings new findings"
}
