package intake

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// checkstyle reads Checkstyle's XML. What its columns count is each producer's
// own affair, so that only places on which all units agree are taken.
func (r *reader) checkstyle() {
	d := xml.NewDecoder(bytes.NewReader(r.src))
	path, depth, seen := "", 0, false
	for {
		at := int(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.fail(at, "", "not a review in Checkstyle's XML: %v", err)
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxDepth {
				r.fail(at, "", "nested deeper than %d levels", maxDepth)
				return
			}
			switch t.Name.Local {
			case "checkstyle":
				seen = true
			case "file":
				path = attribute(t, "name")
			case "error":
				r.checkstyleError(at, path, t)
			}
		case xml.EndElement:
			depth--
		}
	}
	if !seen {
		r.fail(0, "", "is no Checkstyle XML: it has no checkstyle element")
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (r *reader) checkstyleError(at int, path string, t xml.StartElement) {
	severity := attribute(t, "severity")
	if strings.EqualFold(severity, "ignore") {
		return
	}
	line, ok := r.attributeNumber(at, t, "line")
	column, also := r.attributeNumber(at, t, "column")
	if !ok || !also {
		return
	}
	issue := finding(path, attribute(t, "source"), attribute(t, "message"), threeLevels(severity))
	issue.Place.Range = span(source.CodePoint, line, column, 0, 0)
	issue.Place.AnyUnit = true
	r.add(issue)
}

func (r *reader) attributeNumber(at int, t xml.StartElement, name string) (int, bool) {
	s := attribute(t, name)
	if s == "" {
		return 0, true
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		r.fail(at, "error", "%s is %q; want a whole number", name, clip(s, 20))
		return 0, false
	}
	return n, true
}
