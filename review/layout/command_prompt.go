package layout

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var commandPrompt = Rule{
	Rule: rules.Rule{
		ID:       "command-prompt",
		Category: rules.CategoryStyle,
		Title:    "Prompt before commands without output",
		Doc: rules.Doc{
			What: "Each line of a code block is a command behind a dollar sign, and no output is shown.",
			Why:  "Who copies the commands copies the dollar signs too.",
			Example: "    ```sh             ```sh\n    $ make            make\n    $ make test       make test\n   " +
				" ```               ```",
			Fix:    "None: the code would be another one.",
			Leaves: "Everything.",
		},
	},
	Find: plain("command-prompt", findCommandPrompts),
}

func findCommandPrompts(p *Page, rule rules.Plain) {
	nodes := p.Doc.Nodes()
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == markdown.FencedCode && bytes.IndexByte(p.Doc.Bytes(n.Body), '$') >= 0 && prompted(p.Doc.Code(i)) {
			p.Report(Mark{
				Severity: rule.Severity, Span: source.Span{Start: n.Span.Start, End: n.Content.Start},
				Message: "Leave the dollar signs before the commands out, or show what the commands print.",
			})
		}
	}
}

// prompted reports whether each line of code that is not blank begins with a dollar sign.
func prompted(code []byte) bool {
	commands := 0
	for line := range bytes.Lines(code) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0:
		case bytes.HasPrefix(line, []byte("$ ")) && len(bytes.TrimSpace(line[1:])) > 0:
			commands++
		default:
			return false
		}
	}
	return commands > 0
}
