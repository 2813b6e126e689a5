package fixers

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
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

// habit is the name of the group that the document uses most.
func habit(doc *review.Document, i int, group []string) string {
	count, near := map[string]int{}, map[string]int{}
	best, at := "", doc.Nodes()[i].Span
	for _, n := range doc.Nodes() {
		if n.Kind != review.FencedCode || n.Content.Empty() {
			continue
		}
		name, _, _ := strings.Cut(string(doc.Bytes(n.Content)), " ")
		for _, known := range group {
			if known != name {
				continue
			}
			count[name]++
			if d := max(n.Span.Start-at.End, at.Start-n.Span.End); near[name] == 0 || d < near[name] {
				near[name] = d
			}
		}
	}
	for _, name := range group { // in order, so that ties come out the same every time
		if count[name] > 0 && (best == "" || count[name] > count[best] || count[name] == count[best] && near[name] < near[best]) {
			best = name
		}
	}
	return best
}
