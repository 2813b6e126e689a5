package report

import (
	"encoding/xml"
	"io"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Checkstyle's report; its schema is testdata/checkstyle.xsd. Columns count code points.
type (
	checkstyleReport struct {
		XMLName xml.Name         `xml:"checkstyle"`
		Version string           `xml:"version,attr"`
		Files   []checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"` // 0 where no place is known
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

// checkstyleVersion is the version of Checkstyle whose reports look like this; readers expect one.
const checkstyleVersion = "4.3"

func writeCheckstyle(w io.Writer, r *Report, _ Style) error {
	out := checkstyleReport{Version: checkstyleVersion}
	byPath := map[string][]checkstyleError{}
	paths := reviewed(r)
	for _, f := range listed(r, notReviewed) {
		e := checkstyleError{Severity: bySeverity(f.Severity, "error", "warning", "info"),
			Message: wording.Visible(f.Message),
			Source:  wording.Visible(r.Tool.Name + "." + ruleID(f))}
		if f.Start != nil {
			e.Line, e.Column = f.Start.Line, f.Start.Column
		}
		byPath[f.Path] = append(byPath[f.Path], e)
		if !slices.Contains(paths, f.Path) { // a document that was not reviewed
			paths = append(paths, f.Path)
		}
	}
	for _, path := range paths {
		out.Files = append(out.Files, checkstyleFile{wording.Visible(path), byPath[path]})
	}
	return encodeXML(w, out)
}
