package track

import (
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// LocationOf says for people where a place is. Where nothing was edited it is "".
func LocationOf(place source.Point, section []string) string {
	if place == (source.Point{}) {
		return ""
	}
	location := "line " + strconv.Itoa(place.Line) + ", column " + strconv.Itoa(place.Column)
	if len(section) > 0 {
		return location + " (" + strings.Join(section, " > ") + ")"
	}
	return location
}

// FixType says what kind of edit a finding of a category leads to.
func FixType(c rules.Category) string {
	switch c {
	case rules.CategoryTerminology, rules.CategoryStyle:
		return c.String()
	}
	return "other"
}
