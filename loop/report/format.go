package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Format is a way to write a Report.
type Format uint8

// The formats, in the order messages list them.
const (
	Text Format = iota
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
	JSON:       {"json", writeJSON},
	YAML:       {"yaml", writeYAML},
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
	return 0, fmt.Errorf("unknown format %q: want one of %s", name, strings.Join(Formats(), ", "))
}

// Style is what a writer needs to know beyond the Report.
type Style struct {
	// Color allows terminal colours where the format has some.
	Color bool
	// Terminal says that people see the output as it is: what could drive a
	// terminal is then made visible in a diff too.
	Terminal bool
	// Verbose lists everything where text would leave out the tail of long lists.
	Verbose bool
	// Rules documents the rules that findings name; others go without.
	Rules []rules.Rule
	// FixCommand is how the fixes are made, for the last line of text: "doc-iterate fix docs".
	FixCommand string
}

// Write writes r in format f. Its errors are those of w.
func (f Format) Write(w io.Writer, r *Report, s Style) error {
	if err := formats[f].write(w, r, s); err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}
