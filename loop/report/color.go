package report

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A paint is an ANSI colour; the empty one leaves text as it is.
type paint string

const (
	bold   paint = "1"
	dim    paint = "2"
	red    paint = "31"
	green  paint = "32"
	yellow paint = "33"
	cyan   paint = "36"
)

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
