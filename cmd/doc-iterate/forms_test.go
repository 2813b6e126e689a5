package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	formsPage = "../../docs/review-forms.md"
	formsDir  = "../../testdata/forms"
)

// determined is what the samples want of guide.md: each of its mistakes as it stands there and as it should.
var determined = [][2]string{
	{"you recieve the", "you receive the"}, {"connect teh cable", "connect the cable"}, {"--port 80800", "--port 8080"},
	{", and it will write a warning for each key that it does not know, which is why you should utilize the log.",
		". It writes a warning for each key that it does not know, so look at the log."},
	{"should utilize the", "should use the"}, {"relay trys again", "relay tries again"}, {"after an restart", "after a restart"},
	{"events are are dropped", "events are dropped"}, {"is lost.\n\nSee", "is lost. Attach the log.\n\nSee"},
	{"restart.\nThere are", "restart.\n\nThere are"}, {"the PIN number.", "the PIN."}, {"\n# Relay", "\n## Relay"},
}

// TestForms reads every sample, each in a form that people have, without naming its form. Nothing but what a sample
// determines is edited: no remark that is closed, that a reply withdraws, or that is about another document.
func TestForms(t *testing.T) {
	page, err := os.ReadFile(formsPage)
	require.NoError(t, err)
	page = bytes.ReplaceAll(page, []byte("\r\n"), []byte("\n"))
	files, err := os.ReadDir(formsDir)
	require.NoError(t, err)
	inTable := map[string]bool{"guide.md": true}
	rows, read, edits, done := 0, 0, 0, 0
	lines := strings.Split(string(page), "\n")
	section := ""
	for i, line := range lines {
		if strings.HasPrefix(line, "## ") {
			section = line
		}
		name, ok := sampleIn(line)
		if !ok {
			continue
		}
		cells := strings.Split(line, "|")
		inTable[name] = true
		wants, err := strconv.Atoi(strings.TrimSpace(cells[4]))
		if err == nil {
			rows++
			edits += wants
		}
		t.Run(name, func(t *testing.T) {
			got := tried(t, name, section == "## Programs")
			assert.True(t, err == nil || !got.read, "what wants nothing is to be refused")
			done += got.done
			if got.read && err == nil {
				read++
			}
			copy(cells[5:], []string{got.String(), fmt.Sprintf(" %d ", got.asked), fmt.Sprintf(" %d ", got.left)})
			assert.LessOrEqual(t, got.done, wants)
		})
		lines[i] = strings.Join(cells, "|")
	}
	for _, f := range files {
		assert.True(t, inTable[f.Name()], "%s has no row in %s", f.Name(), formsPage)
	}
	assert.GreaterOrEqual(t, float64(read), 0.95*float64(rows), "recognised")
	assert.GreaterOrEqual(t, float64(done), 0.9*float64(edits), "done")
	now := strings.Join(lines, "\n")
	if *update {
		require.NoError(t, os.WriteFile(formsPage, []byte(now), 0o644))
		return
	}
	assert.Equal(t, string(page), now, "go test ./cmd/doc-iterate -run TestForms -update writes the figures anew")
}

// sampleIn returns the name of the sample that a row of the table is about.
func sampleIn(line string) (string, bool) {
	_, after, ok := strings.Cut(line, "](../testdata/forms/")
	name, _, closed := strings.Cut(after, ")")
	return name, ok && closed && strings.HasPrefix(line, "| ")
}

// An outcome is what became of a sample.
type outcome struct {
	read              bool
	done, asked, left int
}

func (o outcome) String() string {
	if !o.read {
		return " refused "
	}
	return fmt.Sprintf(" %d ", o.done)
}

// tried fixes guide.md by a sample and says what became of it.
func tried(t *testing.T, name string, current bool) outcome {
	t.Helper()
	dir := t.TempDir()
	was, err := os.ReadFile(filepath.Join(formsDir, "guide.md"))
	require.NoError(t, err)
	sample, err := os.ReadFile(filepath.Join(formsDir, name))
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "docs"), 0o755))
	guide := filepath.Join(dir, "docs", "guide.md")
	for path, text := range map[string][]byte{guide: was, filepath.Join(dir, "docs", "other.md"): []byte("# Other\n"), filepath.Join(dir, name): sample} {
		require.NoError(t, os.WriteFile(path, text, 0o644))
	}
	var out, errs bytes.Buffer
	t.Chdir(dir)
	s := session{
		ctx: t.Context(), in: strings.NewReader(""), out: &out, err: &errs,
		args:    []string{"fix", "--review", name, "--commit=none", "--format=json", "docs/guide.md"},
		environ: append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, ".state"), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)),
	}
	if current {
		s.args = append(s.args, "--review-is-current")
	}
	if s.run() == 2 {
		return outcome{}
	}
	var result struct {
		Result struct {
			Remaining int `json:"issues_remaining"`
			Counts    struct {
				Out int `json:"out_of_scope"`
			}
		} `json:"iteration_result"`
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &result), errs.String())
	o := outcome{read: true, asked: result.Result.Remaining, left: result.Result.Counts.Out}
	is, err := os.ReadFile(guide)
	require.NoError(t, err)
	back := string(is)
	for _, e := range determined {
		if strings.Contains(back, e[1]) && !strings.Contains(back, e[0]) {
			back = strings.Replace(back, e[1], e[0], 1)
			o.done++
		}
	}
	assert.Equal(t, string(was), back, "nothing else is edited")
	return o
}
