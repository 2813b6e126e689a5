package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// written is the sample, an empty report and hostile ones in a format.
func written(t *testing.T, f Format) [][]byte {
	t.Helper()
	reports := []Report{Findings(sample(t)), Findings(Input{Tool: Tool{"doc-iterate", "1.2.3", testURI}})}
	for _, text := range []string{"<b>&]]>\x1b\xff", "a b\n\"c\"", "日本語.md"} {
		reports = append(reports, hostile(text, []byte(text), source.Span{Start: 0, End: 1}))
	}
	var out [][]byte
	for i := range reports {
		var b bytes.Buffer
		require.NoError(t, f.Write(&b, &reports[i], Style{Rules: sampleRules()}))
		out = append(out, b.Bytes())
	}
	return out
}

// peer is a program of the peers' folder that DOC_ITERATE_PEERS names.
func peer(t *testing.T, parts ...string) string {
	t.Helper()
	dir := os.Getenv("DOC_ITERATE_PEERS")
	if dir == "" {
		t.Skip("DOC_ITERATE_PEERS is not set: no peers to judge with")
	}
	program := filepath.Join(append([]string{dir}, parts...)...)
	if _, err := os.Stat(program); err != nil {
		t.Skipf("no judge: %v", err)
	}
	return program
}

// SARIF's own validator has neither an error nor a warning to give.
func TestSARIFIsValid(t *testing.T) {
	multitool := peer(t, "node_modules", "@microsoft", "sarif-multitool-linux", "Sarif.Multitool")
	for _, log := range written(t, SARIF) {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "log.sarif"), log, 0o644))
		cmd := exec.Command(multitool, "validate", "log.sarif", "--output", "out.sarif", "--level", "Error;Warning")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		var verdict struct {
			Runs []struct {
				Results []struct {
					RuleID    string
					Level     string
					Message   struct{ Arguments []string }
					Locations []any
				}
			}
		}
		b, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, &verdict))
		require.Len(t, verdict.Runs, 1)
		assert.Empty(t, verdict.Runs[0].Results, "%s\n%s", out, log)
	}
}

// xmllint judges by the schemas; where it is missing, the test below still holds
// elements and attributes to their tables.
func TestXMLFollowsItsSchema(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		t.Skip("xmllint is not installed: nothing to judge schemas with")
	}
	for _, format := range []Format{JUnit, Checkstyle} {
		for _, doc := range written(t, format) {
			cmd := exec.Command(xmllint, "--noout", "--schema", filepath.Join("testdata", format.String()+".xsd"), "-")
			cmd.Stdin = bytes.NewReader(doc)
			out, err := cmd.CombinedOutput()
			assert.NoError(t, err, "%s\n%s", out, doc)
		}
	}
}

// An element's table says which attributes it must have, which it may have, and
// which elements it may hold.
type element struct {
	must, may, holds string
}

var xmlElements = map[Format]map[string]element{
	JUnit: {
		"testsuites": {"tests failures errors", "name", "testsuite"},
		"testsuite":  {"name tests failures errors", "", "testcase"},
		"testcase":   {"name classname", "", "failure error system-out"},
		"failure":    {"message type", "", ""},
		"error":      {"message type", "", ""},
		"system-out": {},
	},
	Checkstyle: {
		"checkstyle": {"version", "", "file"},
		"file":       {"name", "", "error"},
		"error":      {"line severity message source", "column", ""},
	},
}

func TestXMLElements(t *testing.T) {
	for format, table := range xmlElements {
		for _, doc := range written(t, format) {
			checkElements(t, table, doc)
		}
	}
}

func checkElements(t *testing.T, table map[string]element, doc []byte) {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(doc))
	var open []string
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		switch x := token.(type) {
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.StartElement:
			e, ok := table[x.Name.Local]
			require.True(t, ok, "element %s", x.Name.Local)
			if n := len(open); n > 0 {
				assert.Contains(t, strings.Fields(table[open[n-1]].holds), x.Name.Local)
			}
			open = append(open, x.Name.Local)
			have := map[string]bool{}
			for _, a := range x.Attr {
				have[a.Name.Local] = true
				assert.Contains(t, strings.Fields(e.must+" "+e.may), a.Name.Local, x.Name.Local)
			}
			for _, name := range strings.Fields(e.must) {
				assert.True(t, have[name], "%s without %s", x.Name.Local, name)
			}
		}
	}
}

// git takes the diff and gets what the fixes make, whatever the document is
// called and whatever it holds.
func TestDiffApplies(t *testing.T) {
	for _, path := range []string{"a.md", "docs/a b.md", "q\"uote\\.md", "tab\t.md", "日本語.md", "new\nline.md"} {
		for _, src := range []string{"one\ntwo\nthree\n", "one\r\ntwo\nthree", "\xef\xbb\xbfone\n\x00\xff two\n", "two"} {
			dir := t.TempDir()
			file := filepath.Join(dir, filepath.FromSlash(path))
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, []byte(src), 0o644))
			at := occurrence(t, []byte(src), "two", 0)
			r := Findings(Input{
				Paths: []string{path}, Docs: map[string]*zone.Document{path: zone.Parse(path, []byte(src), markdown.DialectOf(path))}, Diff: true,
				Findings: []review.Finding{{Path: path, Key: "k", Span: at, State: review.Located}},
				Fixes:    []fixers.Change{{{Path: path, Edits: []source.Edit{{Span: at, New: "2"}}}}},
			})
			var diff bytes.Buffer
			require.NoError(t, Diff.Write(&diff, &r, Style{}))
			cmd := exec.Command("git", "apply", "--whitespace=nowarn", "-")
			cmd.Dir, cmd.Stdin = dir, &diff
			shown := diff.String()
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%q: %s\n%s", path, out, shown)
			got, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, strings.Replace(src, "two", "2", 1), string(got), "%q", path)
		}
	}
}
