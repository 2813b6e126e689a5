package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Format is a way to write a Report.
type Format uint8

// The formats, in the order messages list them.
const (
	Text Format = iota
	Markdown
	HTML
	JSON
	YAML
	SARIF
	RDJSON
	RDJSONL
	GitHub
	GitLab
	JUnit
	Checkstyle
	Diff
)

// formats has the name and the writer of each Format, and whether hosts look up its paths.
var formats = [...]struct {
	name   string
	write  func(io.Writer, *Report, Style) error
	placed bool
}{
	Text:       {"text", writeText, false},
	Markdown:   {"markdown", writeMarkdown, false},
	HTML:       {"html", writeHTML, false},
	JSON:       {"json", func(w io.Writer, r *Report, _ Style) error { return Encode(w, JSON, r) }, false},
	YAML:       {"yaml", func(w io.Writer, r *Report, _ Style) error { return Encode(w, YAML, r) }, false},
	SARIF:      {"sarif", writeSARIF, true},
	RDJSON:     {"rdjson", writeRDJSON, true},
	RDJSONL:    {"rdjsonl", writeRDJSONL, true},
	GitHub:     {"github", writeGitHub, true},
	GitLab:     {"gitlab", writeGitLab, true},
	JUnit:      {"junit", writeJUnit, false},
	Checkstyle: {"checkstyle", writeCheckstyle, false},
	Diff:       {"diff", writeDiff, false},
}

func (f Format) String() string { return formats[f].name }

// Formats returns the names of all formats in their order.
func Formats() []string {
	names := make([]string, len(formats))
	for f := range formats {
		names[f] = formats[f].name
	}
	return names
}

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	for f := range formats {
		if formats[f].name == name {
			return Format(f), nil
		}
	}
	return 0, fmt.Errorf("unknown format %q%s", name, rules.DidYouMean(name, Formats()))
}

// Write writes r in format f. Its errors are those of w.
func (f Format) Write(w io.Writer, r *Report, s Style) error {
	if formats[f].placed && s.Place != nil {
		r = r.Placed(s.Place)
	}
	if err := formats[f].write(w, r, s); err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}

// Placed returns a copy of r whose findings and failures have the paths that place gives documents.
func (r *Report) Placed(place func(path string) string) *Report {
	out := *r
	out.Findings, out.Failures = slices.Clone(r.Findings), slices.Clone(r.Failures)
	for i := range out.Failures {
		out.Failures[i].Path = place(out.Failures[i].Path)
	}
	for i := range out.Findings {
		f := &out.Findings[i]
		if f.Path = place(f.Path); f.Fix == nil {
			continue
		}
		fix := Fix{Edits: slices.Clone(f.Fix.Edits)}
		for n := range fix.Edits {
			fix.Edits[n].Path = place(fix.Edits[n].Path)
		}
		if f.Fix.Replacement != nil {
			whole := *f.Fix.Replacement
			whole.Path, fix.Replacement = place(whole.Path), &whole
		}
		f.Fix = &fix
	}
	return &out
}
