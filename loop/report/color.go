package report

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Style is what a writer needs to know beyond the Report.
type Style struct {
	// Color allows terminal colours where the format has some.
	Color bool
	// Terminal says that people see the output as it is: what could drive a
	// terminal is then made visible in a diff too.
	Terminal bool
	// Verbose lists everything where text would leave out the tail of long lists.
	Verbose bool
	// Rules documents the rules that findings name; others go without.
	Rules []rules.Rule
	// FixCommand is how the fixes are made, for the last line of text: "doc-iterate fix docs".
	FixCommand string
}

// A paint is an ANSI colour; the empty one leaves text as it is.
type paint string

const (
	bold   paint = "1"
	dim    paint = "2"
	red    paint = "31"
	green  paint = "32"
	yellow paint = "33"
	cyan   paint = "36"

	deleted  paint = "9;31"
	inserted paint = "4;32"
)

// briefLimit is how many findings of many documents are shown on a terminal to people who did not ask for all.
const briefLimit = 10

// brief reports whether only the first findings of many documents are shown.
func (s Style) brief() bool { return s.Terminal && !s.Verbose }

// paint colours text, where colours are allowed.
func (s Style) paint(p paint, text string) string {
	if !s.Color || p == "" || text == "" {
		return text
	}
	return "\x1b[" + string(p) + "m" + text + "\x1b[0m"
}

// write writes several pieces in one colour.
func (s Style) write(out *bytes.Buffer, p paint, pieces ...string) {
	painted := false
	for _, piece := range pieces {
		if piece != "" && s.Color && p != "" && !painted {
			painted = true
			out.WriteString("\x1b[")
			out.WriteString(string(p))
			out.WriteByte('m')
		}
		out.WriteString(piece)
	}
	if painted {
		out.WriteString("\x1b[0m")
	}
}

func severityPaint(s rules.Severity) paint { return bySeverity(s, red, yellow, cyan) }
