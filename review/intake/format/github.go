package format

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Annotation matches a workflow command that makes an annotation: its level, and its
// message behind no properties or behind some.
var Annotation = remark.Pattern(`^::(error|warning|notice)(?:::(.*)| (.*?)(?:::(.*))?)$`)

// Github reads the workflow commands that make annotations, wherever in a log they stand. What col counts differs from
// producer to producer, so that only places on which all units agree are taken.
func (r *Reader) Github(lines []TextLine) {
	for _, line := range lines {
		m := Annotation().FindStringSubmatch(line.Text)
		if m == nil {
			continue
		}
		p := map[string]string{}
		for item := range strings.SplitSeq(m[3], ",") {
			if key, value, ok := strings.Cut(item, "="); ok {
				p[strings.TrimSpace(key)] = propertyEscapes.Replace(value)
			}
		}
		number := func(key string) int {
			n, _ := r.count(line.Offset, nil, key, p[key])
			return n
		}
		issue := finding(p["file"], p["title"], dataEscapes.Replace(m[2]+m[4]), severityOf(m[1]))
		from := source.Point{Line: number("line"), Column: number("col")}
		to := source.Point{Line: number("endLine"), Column: number("endColumn")}
		issue.Place.Range = span(source.CodePoint, from, to)
		issue.Place.AnyUnit = true
		r.Add(issue)
	}
}

// How workflow commands escape their data and their properties.
var (
	dataEscapes     = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n")
	propertyEscapes = strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
)

// A TextLine is a line of a format in text.
type TextLine struct {
	Text   string
	Offset int
}
