package fixers

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/layout"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// layoutFixers returns the fixers of the layout rules, whose findings bring their edits.
func layoutFixers() []Fixer {
	var out []Fixer
	for _, r := range layout.Rules() {
		if !r.Fixed {
			continue
		}
		f := Fixer{Rule: r.ID, Contract: LayoutOnly, Fix: fixLayout}
		if r.ID == layout.HeadingPunctuation {
			f.Contract = TextOnly
		}
		out = append(out, f)
	}
	return out
}

func fixLayout(_ *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	if len(f.Edits) == 0 {
		return nil, abstain("Nothing shows how this place is to be mended.")
	}
	return Change{{f.Path, f.Edits}}, nil
}

// marksOnly reports whether an edit replaces white space and marks by such, so that only the proof can tell whether the
// page is another one. It is one of: white space and the marks of block quotes for such, delimiters of emphasis for as
// many, the number of an item for another, a bracket next to an address, a line ending at the end of the document.
func marksOnly(doc *zone.Document, e source.Edit) bool {
	old := string(doc.Bytes(e.Span))
	switch {
	case old == "" && (e.New == "<" || e.New == ">"):
		return doc.ZoneAt(e.Start) == zone.AutoLink || e.Start > 0 && doc.ZoneAt(e.Start-1) == zone.AutoLink
	case old == "":
		return endsDocument(doc, e)
	case strings.Trim(old, "*_") == "":
		return len(old) == len(e.New) && strings.Trim(e.New, "*_") == ""
	case strings.Trim(old, "0123456789") == "":
		return e.New != "" && len(e.New) < 10 && strings.Trim(e.New, "0123456789") == ""
	}
	const spaces = " \t\r\n>"
	return strings.Trim(old, spaces) == "" && strings.Trim(e.New, spaces) == ""
}

// endsDocument reports whether an edit ends the last line of a document, and does no more.
func endsDocument(doc *zone.Document, e source.Edit) bool {
	text := doc.Text()
	ends := e.New == "\n" || e.New == "\r\n" || e.New == "\r"
	return ends && e.Empty() && e.Start == len(text) && !bytes.HasSuffix(text, []byte("\n"))
}
