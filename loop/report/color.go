package report

import (
	"github.com/doc-iterate/doc-iterate/rules"
)

// Style is how a Report is written.
type Style struct {
	// Color allows terminal colours, if the format has any.
	Color bool
	// Terminal says that the output goes to a terminal. Then control characters are made visible in a diff too.
	Terminal bool
	// Width is the width of the terminal, at which text is wrapped; 0 wraps nothing.
	Width int
	// Verbose lists everything. Without it, text leaves out the end of long lists.
	Verbose bool
	// Fold has text count what readers of a page hardly notice, where no configuration asks for it.
	Fold bool
	// Rules are the rules that reports document.
	Rules []rules.Rule
	// FixCommand is the command that makes the fixes, for the last line of text: "doc-iterate fix docs".
	FixCommand string
	// Hook says that a hook of git prints the text, above what git says.
	Hook bool
	// Place returns the path of a document on a host, for the formats that hosts read; nil leaves paths as they are.
	Place func(path string) string
}

// A Paint is an ANSI colour; the empty one leaves text as it is.
type Paint string

// The colours of a report.
const (
	Bold   Paint = "1"
	Dim    Paint = "2"
	Red    Paint = "31"
	Green  Paint = "32"
	Yellow Paint = "33"
	Cyan   Paint = "36"
)

// BriefLimit is how many findings of many documents are shown on a terminal to people who did not ask for all.
const BriefLimit = 10

// Brief reports whether only the first findings of many documents are shown.
func (s Style) Brief() bool { return s.Terminal && !s.Verbose }

// Paint colours text if colours are allowed.
func (s Style) Paint(p Paint, text string) string {
	if !s.Color || p == "" || text == "" {
		return text
	}
	return "\x1b[" + string(p) + "m" + text + "\x1b[0m"
}

// SeverityPaint returns the colour of a severity.
func SeverityPaint(s rules.Severity) Paint { return bySeverity(s, Red, Yellow, Cyan) }
