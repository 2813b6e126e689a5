package report

import (
	"fmt"
	"io"

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

// formats holds the name and the writer of each Format.
var formats = [...]struct {
	name  string
	write func(io.Writer, *Report, Style) error
}{
	Text:       {"text", writeText},
	Markdown:   {"markdown", writeMarkdown},
	HTML:       {"html", writeHTML},
	JSON:       {"json", func(w io.Writer, r *Report, _ Style) error { return Encode(w, JSON, r) }},
	YAML:       {"yaml", func(w io.Writer, r *Report, _ Style) error { return Encode(w, YAML, r) }},
	SARIF:      {"sarif", writeSARIF},
	RDJSON:     {"rdjson", writeRDJSON},
	RDJSONL:    {"rdjsonl", writeRDJSONL},
	GitHub:     {"github", writeGitHub},
	GitLab:     {"gitlab", writeGitLab},
	JUnit:      {"junit", writeJUnit},
	Checkstyle: {"checkstyle", writeCheckstyle},
	Diff:       {"diff", writeDiff},
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
	if err := formats[f].write(w, r, s); err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}
