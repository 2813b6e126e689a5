package format

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// maxXMLDepth bounds the nesting of elements; the format needs three levels.
const maxXMLDepth = 64

// Checkstyle reads Checkstyle's XML. What its columns count differs from producer to
// producer, so that only places on which all units agree are taken.
func (r *Reader) Checkstyle() {
	d := xml.NewDecoder(bytes.NewReader(r.Src))
	path, depth, seen := "", 0, false
	for {
		at := int(d.InputOffset())
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.Fail(at, nil, "not a review in Checkstyle's XML: %v", err)
			return
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth > maxXMLDepth {
				r.Fail(at, nil, "nested deeper than %d levels", maxXMLDepth)
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
		r.Fail(0, nil, "is no Checkstyle XML: it has no checkstyle element")
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

func (r *Reader) checkstyleError(at int, path string, t xml.StartElement) {
	severity := attribute(t, "severity")
	if strings.EqualFold(severity, "ignore") {
		return
	}
	line, ok := r.count(at, Named("error"), "line", attribute(t, "line"))
	column, also := r.count(at, Named("error"), "column", attribute(t, "column"))
	if !ok || !also {
		return
	}
	issue := finding(path, attribute(t, "source"), attribute(t, "message"), severityOf(severity))
	issue.Place.Range = span(source.CodePoint, source.Point{Line: line, Column: column}, source.Point{})
	issue.Place.AnyUnit = true
	Worded(&issue)
	r.Add(issue)
}
