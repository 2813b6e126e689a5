package fixers

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers/language"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// FencedCodeLanguage adds an info string to a fenced code block.
var FencedCodeLanguage = Fixer{Rule: "fenced-code-language", Contract: InfoOnly, Fix: fixFencedCode}

func fixFencedCode(doc *zone.Document, set *rules.Set, f *review.Finding) (Change, error) {
	i, ok := doc.NodeAt(markdown.FencedCode, f.Span.Start)
	if !ok {
		return nil, abstain("There is no fenced code block here any more.")
	}
	config := rules.FencedCodeLanguage{Infer: true}
	if set.Style.FencedCodeLanguage != nil { // a review may have findings of a rule that is off
		config = *set.Style.FencedCodeLanguage
	}
	info := config.Default
	if config.Infer {
		if answer, ok := language.Infer(doc.Code(i)); ok && !shown(doc, i, answer) {
			info = cmp.Or(spelled(doc, i, answer), info)
		}
	}
	if info == "" {
		return nil, abstain("The code does not show its language. Add one, or configure a default.")
	}
	return Change{{f.Path, []source.Edit{{Span: doc.Nodes()[i].Content, New: info}}}}, nil
}

// spelled returns the info string for an answer in the place of nodes[i]: what the document calls code of the same
// kind; else the name that most fenced code of the document has, the nearest one where there are as many of either; and
// the language's usual name where no other code shows one. It returns "" where the document speaks of the rival and no
// other code tells which of the two is meant, or has code in both. TypeScript in a document with TSX is called what the
// document calls TypeScript.
func spelled(doc *zone.Document, i int, answer language.Answer) string {
	if answer.Habit() {
		return habitual(doc, i, answer)
	}
	if answer.Name == "ts" && len(doc.CodeBlocks("tsx")) > 0 {
		return habitual(doc, i, answer)
	}
	if script, _ := answer.Script(); script && answer.Rival != "" {
		// Labels of other code may be what its code showed before, and tell no more than that.
		if answer = scripts(doc, i, answer); answer.Name == "" {
			return ""
		}
	}
	for _, names := range answer.Spellings() {
		best, most, nearest := "", 0, 0
		shown := ""
		for _, name := range names {
			blocks := doc.CodeBlocks(name)
			if len(blocks) > 0 && shown != "" && answer.Rival != "" && !language.Same(shown, name) {
				return ""
			}
			if len(blocks) > 0 {
				shown = name
			}
			if len(blocks) == 0 || len(blocks) < most {
				continue
			}
			if near := nearestOf(doc.Nodes()[i].Span, blocks); len(blocks) > most || near < nearest {
				best, most, nearest = name, len(blocks), near
			}
		}
		if answer.Name == "sh" && language.Same(best, "powershell") {
			return "" // what is PowerShell beyond doubt says nothing of commands that all shells call
		}
		if best != "" {
			return best
		}
	}
	if answer.Rival.In(doc.Source()) || answer.Name == "ts" && besideTSX(doc, i) {
		return ""
	}
	return answer.Name
}

// besideTSX reports whether code near nodes[i] is TypeScript with JSX. What the document calls such code it may call
// all its TypeScript.
func besideTSX(doc *zone.Document, i int) bool {
	for j := range nearFences(doc, i) {
		if other, ok := language.Infer(doc.Code(j)); ok && (other.Name == "tsx" || other.Name == "jsx") {
			return true
		}
	}
	return false
}

// witnesses is how many blocks on either side of a block are asked what their code is.
const witnesses = 10

// nearFences yields the indices of the fenced code blocks on either side of nodes[i], the nearest first.
func nearFences(doc *zone.Document, i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		nodes := doc.Nodes()
		for _, step := range []int{-1, 1} {
			asked := 0
			for j := i + step; j >= 0 && j < len(nodes) && asked < witnesses; j += step {
				if nodes[j].Kind != markdown.FencedCode {
					continue
				}
				if asked++; !yield(j) {
					return
				}
			}
		}
	}
}

// habitual returns what the document calls code with the same answer, "" where it calls none, or by several names.
func habitual(doc *zone.Document, i int, answer language.Answer) string {
	label := ""
	for j := range nearFences(doc, i) {
		info, _, _ := strings.Cut(string(doc.Bytes(doc.Nodes()[j].Content)), " ")
		if info == label || !language.Name(info) {
			continue
		}
		if other, ok := language.Infer(doc.Code(j)); !ok || other != answer {
			continue
		}
		if label != "" {
			return ""
		}
		label = info
	}
	return label
}

// scripts returns JavaScript for code that may be TypeScript as well where other code of the document is JavaScript and
// none TypeScript, or where there is neither and its words leave no doubt.
func scripts(doc *zone.Document, i int, answer language.Answer) language.Answer {
	found := ""
	for j := range nearFences(doc, i) {
		other, ok := language.Infer(doc.Code(j))
		if script, sure := other.Script(); ok && script && sure && found != "ts" {
			found = other.Name
		}
	}
	if found == "js" && !answer.Rival.Spoken(doc.Source()) || found == "" && !answer.Rival.In(doc.Source()) {
		return language.Answer{Name: "js"}
	}
	return language.Answer{}
}

// nearby is how many bytes at most are between a command and its output.
const nearby = 300

// shown reports data behind code of PowerShell, whose cmdlets show objects in such forms: whether it is told as output
// or by its form is open.
func shown(doc *zone.Document, i int, answer language.Answer) bool {
	if answer.Name == "mermaid" || !answer.Data() {
		return answer.Name == "mermaid" // a page would draw it
	}
	for j := i - 1; j >= 0 && doc.Nodes()[i].Span.Start-doc.Nodes()[j].Span.End < nearby; j-- {
		if n := doc.Nodes()[j]; n.Kind == markdown.FencedCode {
			before, ok := language.Infer(doc.Code(j))
			return ok && before.Name == "powershell"
		}
	}
	return false
}

// nearestOf returns how far the nearest of the spans, which are in order, is from at.
func nearestOf(at source.Span, spans []source.Span) int {
	behind, _ := slices.BinarySearchFunc(spans, at.Start, func(s source.Span, start int) int {
		return cmp.Compare(s.Start, start)
	})
	least := math.MaxInt
	for _, s := range spans[max(0, behind-1):min(len(spans), behind+1)] {
		least = min(least, max(s.Start-at.End, at.Start-s.End))
	}
	return least
}
