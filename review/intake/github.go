package intake

import (
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func isAnnotation(line string) bool {
	for _, level := range []string{"error", "warning", "notice"} {
		if rest, ok := strings.CutPrefix(line, "::"+level); ok && (strings.HasPrefix(rest, " ") || strings.HasPrefix(rest, "::")) {
			return true
		}
	}
	return false
}

// github reads the workflow commands that make annotations, wherever in a log
// they stand. What col counts is each producer's own affair, so that only places
// on which all units agree are taken.
func (r *reader) github(lines []textLine) {
	for _, line := range lines {
		if !isAnnotation(line.text) {
			continue
		}
		command, message, _ := strings.Cut(line.text[2:], "::")
		level, list, _ := strings.Cut(command, " ")
		p := map[string]string{}
		for item := range strings.SplitSeq(list, ",") {
			if key, value, ok := strings.Cut(item, "="); ok {
				p[strings.TrimSpace(key)] = property.Replace(value)
			}
		}
		issue := finding(p["file"], p["title"], data.Replace(message), threeLevels(level))
		number := func(key string) int {
			n, err := strconv.Atoi(p[key])
			if p[key] != "" && (err != nil || n < 0) {
				r.fail(line.offset, "", "%s is %q; want a whole number", key, clip(p[key], 20))
				return 0
			}
			return n
		}
		issue.Place.Range = span(source.CodePoint, number("line"), number("col"), number("endLine"), number("endColumn"))
		issue.Place.AnyUnit = true
		r.add(issue)
	}
}

// How workflow commands escape their data and their properties.
var (
	data     = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n")
	property = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
)
