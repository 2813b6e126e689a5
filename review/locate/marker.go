package locate

import (
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// blockMarkers matches the markers that a line of a heading, an item, a block quote or a comment in code begins with.
var blockMarkers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t]*(?:#{1,6}[ \t]+|//+[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|` +
		`[0-9]{1,9}[.)][ \t]+|>[ \t]?))+`)
})

// blockStarts matches a text that begins a block at the start of a line.
var blockStarts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\\s*(#{1,6}\\s|[-*+]\\s|[0-9]+[.)]\\s|>|```|~~~|\\|)")
})

// withMarker returns the replacement of the text at s. Where the review quotes the markers that the text begins with,
// and its new text has none, the markers are added. Space that stands behind the text already is left out. A review
// that wants the markers gone changes nothing else.
func (l *locator) withMarker(s source.Span, want string) string {
	text, src := string(l.d.Bytes(s)), l.d.Text()
	if s.End == len(src) || strings.IndexByte(" \t\r\n", src[s.End]) >= 0 {
		if trimmed := strings.TrimRight(want, " \t"); trimmed != "" && !strings.HasSuffix(text, " ") {
			want = trimmed
		}
	}
	row, cells := strings.TrimSpace(text), strings.TrimSpace(want)
	if isRow(row) && strings.Contains(cells, "|") && !strings.HasPrefix(cells, "|") {
		if inner := strings.TrimSpace(row[1 : len(row)-1]); inner != "" {
			before, after, _ := strings.Cut(text, inner)
			return before + strings.TrimSpace(strings.TrimSuffix(cells, "|")) + after
		}
	}
	line, _ := l.d.Lines().Span(l.d.Lines().Number(s.Start))
	if len(blockMarkers().Find(src[line.Start:s.Start])) < s.Start-line.Start {
		return want // within a line nothing is a marker
	}
	marker := blockMarkers().FindString(text)
	own := blockMarkers().FindString(want)
	sameMarks := own != "" && strings.Join(strings.Fields(own), " ") == strings.Join(strings.Fields(marker), " ")
	switch {
	case marker == "", strings.TrimSpace(want) == "", strings.Contains(want, "\n") && strings.HasSuffix(want, text):
		return want
	case strings.HasPrefix(want, "**") && strings.Count(want, "**")%2 == 1 && strings.HasPrefix(marker, "#"):
		return want // the bold text that the heading becomes ends in another edit
	case sameMarks: // with other spaces between
		return marker + want[len(own):]
	case own != "", blockStarts().MatchString(want),
		strings.TrimSpace(text[len(marker):]) == strings.Trim(want, " \t*_"):
		return want
	}
	return marker + strings.TrimLeft(want, " \t")
}

// isRow reports whether a line begins and ends as a row of a table does.
func isRow(line string) bool { return len(line) > 2 && line[0] == '|' && line[len(line)-1] == '|' }
