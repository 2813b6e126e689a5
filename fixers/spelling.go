package fixers

import (
	"cmp"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// spellings are the info strings under which one language is known, those that
// mean the same in one group. Shell code with prompts and without are a group each,
// with a common second choice.
var spellings = [][]string{
	{"sh", "bash", "shell", "zsh"},
	{"console", "shell-session", "shellsession", "terminal"},
	{"js", "javascript"},
	{"ts", "typescript"},
	{"yaml", "yml"},
	{"python", "py", "python3"},
	{"ruby", "rb"},
	{"rust", "rs"},
	{"go", "golang"},
	{"cpp", "c++"},
	{"csharp", "cs", "c#"},
	{"dockerfile", "docker"},
	{"powershell", "ps1", "pwsh"},
	{"makefile", "make"},
	{"kotlin", "kt"},
	{"diff", "patch"},
}

// spelled is the info string for a language in the place of nodes[i]: as most
// fenced code of the document spells it, as the nearest one where there are as
// many of either, and the language's usual name where no other code shows one.
func spelled(doc *review.Document, i int, language string) string {
	if s := habit(doc, i, groupOf(language)); s != "" {
		return s
	}
	for n, group := range spellings[:2] {
		if group[0] == groupOf(language)[0] {
			if s := habit(doc, i, spellings[1-n]); s != "" {
				return s
			}
		}
	}
	return language
}

func groupOf(language string) []string {
	for _, group := range spellings {
		for _, name := range group {
			if name == language {
				return group
			}
		}
	}
	return []string{language}
}

// habit is the name of the group that the document uses most, of those that are used
// equally often the one that is used nearest.
func habit(doc *review.Document, i int, group []string) string {
	best, most, nearest := "", 0, 0
	for _, name := range group { // in order, so that ties come out the same every time
		blocks := doc.CodeBlocks(name)
		if len(blocks) == 0 || len(blocks) < most {
			continue
		}
		if near := nearestOf(doc.Nodes()[i].Span, blocks); len(blocks) > most || near < nearest {
			best, most, nearest = name, len(blocks), near
		}
	}
	return best
}

// nearestOf is how far the nearest of the spans, which are in order, is from at.
func nearestOf(at source.Span, spans []source.Span) int {
	behind, _ := slices.BinarySearchFunc(spans, at.Start, func(s source.Span, start int) int { return cmp.Compare(s.Start, start) })
	least := math.MaxInt
	for _, s := range spans[max(0, behind-1):min(len(spans), behind+1)] {
		least = min(least, max(s.Start-at.End, at.Start-s.End))
	}
	return least
}
