package decide_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write what comes out into the golden files")

func settings(t testing.TB) decide.Settings {
	set, err := rules.Load(rules.FileName, []byte(`{"version": 1}`))
	require.NoError(t, err)
	return decide.Settings{
		Iteration: set.Iteration, Convergence: set.Convergence, Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			require.Len(t, a.Files, 2)
			got, err := decide.Decide("input", a.Files[0].Data, settings(t))
			require.NoError(t, err)
			assert.Equal(t, a.Files[0].Data[0] != '{', got.YAML)
			var out bytes.Buffer
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			require.NoError(t, enc.Encode(got.Value))
			if *update {
				a.Files[1].Data = out.Bytes()
				require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o644))
			}
			assert.Equal(t, string(a.Files[1].Data), out.String())
		})
	}
}

func TestBadInputNamesThePlace(t *testing.T) {
	tests := []struct{ name, input, want string }{
		{"unknown field", "iteration_check:\n  task_id: a\n  current_iteration: 1\n  curent: 2\n  test_result: {status: pass}\n",
			`in.yaml:4:3: iteration_check: unknown field "curent"; known are attempts, current_iteration, diff,`},
		{"unknown field at the top", "iteration: 1\nconfig: {maxIterations: 3}\nhistroy: []\n", `in.yaml:3:1: unknown field "histroy"; known are config, history, iteration`},
		{"unknown field in JSON", "{\n\t\"iteration\": 1,\n\t\"config\": {\"maxIterations\": 3, \"max\": 4}\n}", `in.yaml:3:33: config: unknown field "max"`},
		{"unknown field in a signal", "signals:\n  confidence:\n    calibrated: 0.5\n    colour: red\n", `in.yaml:4:5: signals.confidence: unknown field "colour"; known are calibrated, raw`},
		{"two of them", "iteration: 1\nconfig: {maxIterations: 3}\na: 1\nb: 2\n", "in.yaml:3:1: unknown field \"a\"; known are config, history, iteration\nin.yaml:4:1: unknown field \"b\""},
		{"wrong status", "iteration_check:\n  task_id: a\n  current_iteration: 1\n  test_result:\n    status: maybe\n", "in.yaml:5:5: iteration_check.test_result.status: value must be one of 'pass', 'fail'"},
		{"wrong type", "iteration: one\nconfig: {maxIterations: 3}\n", "in.yaml:1:1: iteration: got string, want integer"},
		{"missing field", "iteration: 1\nconfig: {}\n", "in.yaml:2:1: config: missing property 'maxIterations'"},
		{"out of range", "iteration: 1\nconfig: {maxIterations: 0}\n", "in.yaml:2:10: config.maxIterations: minimum: got 0, want 1"},
		{"syntax of YAML", "iteration: [1\nconfig: 2", "in.yaml:"},
		{"syntax of JSON", "{\n  \"iteration\": 1,\n}", "in.yaml:3:1: invalid character '}'"},
		{"more behind JSON", "{\"iteration\": 1} x", "in.yaml:1:"},
		{"a key twice", "iteration: 1\niteration: 2\nconfig: {maxIterations: 3}\n", "in.yaml:2:1: field \"iteration\" is there twice, first on line 1"},
		{"a key twice in JSON", "{\"iteration\": 1,\n\t\"iteration\": 2}", "in.yaml:2:2: field \"iteration\" is there twice, first on line 1"},
		{"an alias", "iteration: &a 1\nconfig: {maxIterations: *a}\n", "anchors and aliases are not read here"},
		{"nothing", " \n", "in.yaml: the input is empty"},
		{"a list", "- 1\n", "in.yaml: want an object"},
		{"something else", "hello: 1\n", "in.yaml: want iteration_check, or quality signals"},
		{"two documents", "iteration: 1\n---\niteration: 2\n", "in.yaml:2:1: want one document, here is another one"},
		{"a tag", "iteration: !!int 1\nconfig: {maxIterations: 3}\n", "in.yaml:1:12: tags are not read here"},
		{"a merge key", "iteration: 1\nconfig: {<<: {a: 1}, maxIterations: 3}\n", "in.yaml:2:10: merge keys are not read here"},
		{"a list as a name", "iteration: 1\n? [a]\n: 2\n", "in.yaml:2:3: the name of a field is a text"},
		{"a number as a name", "iteration: 1\nconfig: {maxIterations: 3}\n7: 2\n", `in.yaml:3:1: unknown field "7"`},
		{"no number", "iteration: .nan\nconfig: {maxIterations: 3}\n", "in.yaml:1:12: .nan is no number that can be read here"},
		{"comments alone", "# none\n", "in.yaml:1:1: there are only comments"},
		{"behind characters of several bytes", "{\"iteration_check\": {\"task_id\": \"\u00e9\U0001f600\", \"curent\": 2}}", `in.yaml:1:39: iteration_check: unknown field "curent"`},
		{"too large", strings.Repeat(" ", 2<<20), "in.yaml: an input of more than 1024 kB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := decide.Decide("in.yaml", []byte(tt.input), settings(t))
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}

// What other programs write: escapes of every kind, a date without quotes, numbers
// in other forms.
func TestInputsAsOthersWriteThem(t *testing.T) {
	for input, want := range map[string]string{
		`{"iteration_check": {"task_id": "\ud83d\ude00\/\u00e9", "current_iteration": 1, "test_result": {"status": "pass"}}}`: `"task_id":"😀/é"`,
		"iteration_check: {task_id: 2026-01-15, current_iteration: 1, test_result: {status: pass}}":                           `"task_id":"2026-01-15"`,
		"decidedAt: 2026-01-15T10:30:00Z\nconfidence: {calibrated: 6e-1}\n":                                                   `"decidedAt":"2026-01-15T10:30:00Z"`,
		"decidedAt: x\nconfidence: {calibrated: .6}\nbudget: {tokenBudget: 0x10}\n":                                           `"tokenBudget":16`,
		"# a comment\niteration: 0o2\nconfig:\n  maxIterations: 1\n":                                                          "Iteration 2 exceeds maximum of 1.",
		"\ufeff{\"iteration\": 2, \"config\": {\"maxIterations\": 1}, \"history\": null}":                                     "history: got null, want array",
	} {
		var text string
		if a, err := decide.Decide("in", []byte(input), settings(t)); err != nil {
			text = err.Error()
		} else {
			data, err := json.Marshal(a.Value)
			require.NoError(t, err)
			text = string(data)
		}
		assert.Contains(t, text, want, input)
	}
}

func TestSchemasAreSchemas(t *testing.T) {
	for _, name := range decide.Schemas() {
		data, err := decide.Schema(name)
		require.NoError(t, err)
		testdocs.Schema(t, data)
	}
}

func TestAnswers(t *testing.T) {
	got, err := decide.Answers("answers.json", []byte(`{"answers": [
		{"question": "q-1", "choice": 2},
		{"question": "q-2", "text": ""},
		{"document": "a.md", "action": "pause"}]}`))
	require.NoError(t, err)
	require.Len(t, got, 3)
	assert.Equal(t, 2, got[0].Choice)
	require.NotNil(t, got[1].Text)
	assert.Equal(t, engine.EffectPause, got[2].Action)

	got, err = decide.Answers("answers.json", []byte(`{"answers": [
		{"question": "q-1", "text": "a"}, {"question": "q-1", "text": "a"},
		{"document": "a.md", "action": "pause"}, {"document": "b.md", "action": "abort"}, {"document": "a.md", "question": "q-3", "choice": 1}]}`))
	require.NoError(t, err)
	assert.Len(t, got, 5)

	for input, want := range map[string]string{
		`{"answers": [{"question": "q-1"}]}`:                 "answers.json:1:14: an answer gives a choice, a text or an action",
		`{"answers": [{"question": "q-1", "chioce": 1}]}`:    `answers.json:1:34: answers.0: unknown field "chioce"`,
		`{"answers": [{"document": "a", "action": "stop"}]}`: "value must be one of 'pause', 'abort'",
		`{}`: "missing property 'answers'",
		`{"answers": [{"question": "q-1", "choice": 1},
 {"question": "q-2", "choice": 2}, {"question": "q-1", "choice": 2}]}`: `answers.json:2:36: the question "q-1" has another answer at 1:14; keep one of them`,
		`{"answers": [{"question": "q-1", "text": "a"}, {"question": "q-1", "text": "b"}]}`:                 `the question "q-1" has another answer at 1:14`,
		`{"answers": [{"question": "q-1", "choice": 1}, {"question": "q-1", "choice": 1, "text": "b"}]}`:    `the question "q-1" has another answer at 1:14`,
		`{"answers": [{"document": "a.md", "action": "pause"}, {"document": "./a.md", "action": "abort"}]}`: `the document "a.md" has another answer at 1:14`,
	} {
		_, err := decide.Answers("answers.json", []byte(input))
		require.Error(t, err, input)
		assert.Contains(t, err.Error(), want)
	}
}

// Whatever comes in, the answer is a decision or an error, and the same twice.
func FuzzDecide(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		if a, err := txtar.ParseFile(file); err == nil {
			f.Add(a.Files[0].Data)
		}
	}
	s := settings(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := decide.Decide("input", data, s)
		b, again := decide.Decide("input", data, s)
		if (err == nil) != (again == nil) {
			t.Fatalf("%v, then %v", err, again)
		}
		if err != nil {
			return
		}
		x, err := json.Marshal(a.Value)
		if err != nil {
			t.Fatal(err)
		}
		y, _ := json.Marshal(b.Value)
		if !bytes.Equal(x, y) {
			t.Fatalf("%s, then %s", x, y)
		}
	})
}
