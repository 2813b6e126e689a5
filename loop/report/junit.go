package report

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// The JUnit dialect that Jenkins, GitLab and GitHub's reporters share; its schema is testdata/junit.xsd. Only the names
// and texts have the place of a finding: the schemas of Jenkins refuse a case with a file and a line.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name      string        `xml:"name,attr"`
		ClassName string        `xml:"classname,attr"`
		Failure   *junitProblem `xml:"failure"`
		Error     *junitProblem `xml:"error"`
		Out       string        `xml:"system-out,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes a suite a document and a case a finding. A finding below the gate is a case that passed, with the
// finding as its output, so that the suite is red exactly when the run fails; a document without findings is one case
// that passed.
func writeJUnit(w io.Writer, r *Report, _ Style) error {
	all := junitSuites{Name: wording.Visible(r.Tool.Name)}
	for _, f := range r.Failures {
		all.add(junitSuite{Name: wording.Visible(f.Path), Cases: []junitCase{{
			Name: "reviewed", ClassName: wording.Visible(f.Path),
			Error: &junitProblem{Message: wording.Visible(f.Message), Type: "not-reviewed", Text: wording.Visible(f.Message)},
		}}})
	}
	byPath := map[string][]*Finding{}
	for i := range r.Findings {
		byPath[r.Findings[i].Path] = append(byPath[r.Findings[i].Path], &r.Findings[i])
	}
	for _, path := range reviewed(r) {
		suite := junitSuite{Name: wording.Visible(path)}
		for _, f := range byPath[path] {
			suite.Cases = append(suite.Cases, junitFinding(r, f))
		}
		if len(suite.Cases) == 0 {
			suite.Cases = []junitCase{{Name: "no findings", ClassName: wording.Visible(path)}}
		}
		all.add(suite)
	}
	return encodeXML(w, all)
}

func (all *junitSuites) add(s junitSuite) {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
	}
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
	all.Suites = append(all.Suites, s)
}

func junitFinding(r *Report, f *Finding) junitCase {
	name := ruleID(f)
	if f.Start != nil {
		name += fmt.Sprintf(" at %d:%d", f.Start.Line, f.Start.Column)
	}
	c := junitCase{Name: wording.Visible(name), ClassName: wording.Visible(f.Path)}
	text := fmt.Sprintf("%s: %s: %s (%s)", where(f), f.Severity, wording.Visible(f.Message), wording.Visible(ruleID(f)))
	if r.gate(f) {
		c.Failure = &junitProblem{Message: wording.Visible(f.Message), Type: f.Severity.String(), Text: text}
	} else {
		c.Out = text
	}
	return c
}

// where returns path:line:column as compilers write it.
func where(f *Finding) string {
	if f.Start == nil {
		return wording.Visible(f.Path)
	}
	return fmt.Sprintf("%s:%d:%d", wording.Visible(f.Path), f.Start.Line, f.Start.Column)
}

// encodeXML writes v with the XML declaration and a final newline.
func encodeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
