// Command model has the program review and fix the documents in recorded, with the stand-in of each API in the place of
// a language model. It answers as recorded there, and then as servers and models do when they fail. Each document comes
// with the text that it should become: a line that is neither as it was nor as it should be is wrong.
//
//	go run ./bench/model PROGRAM
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/doc-iterate/doc-iterate/bench/model/standin"
)

// A document is one that is reviewed.
type document struct {
	name, text, want string
	cues             []standin.Cue
}

// A row is what came of all documents with one API and one fault.
type row struct {
	planted, resolved, wrong int
	requests, tokens         int
	took                     time.Duration
	codes                    map[int]int // by exit code
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: model PROGRAM")
	}
	program, err := filepath.Abs(args[0])
	if err != nil {
		return err
	}
	documents, err := read(filepath.Join("bench", "model", "recorded"))
	if err != nil {
		return err
	}
	fmt.Printf("| API | fault | planted | resolved | wrong | requests | tokens | seconds | exit codes |\n")
	fmt.Printf("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |\n")
	wrong := 0
	for _, api := range []string{"openai", "anthropic", "ollama"} {
		for _, f := range faults() {
			sum := row{codes: map[int]int{}}
			for _, d := range documents {
				if err := sum.add(program, api, append(f.cues, d.cues...), d); err != nil {
					return fmt.Errorf("%s: %w", d.name, err)
				}
			}
			wrong += sum.wrong
			fmt.Printf("| %s | %s | %d | %d | %d | %d | %d | %.1f | %v |\n",
				api, f.name, sum.planted, sum.resolved, sum.wrong, sum.requests, sum.tokens, sum.took.Seconds(), strings.TrimPrefix(fmt.Sprint(sum.codes), "map"))
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d lines are wrong", wrong)
	}
	return nil
}

// read returns the documents of a folder.
func read(folder string) (out []document, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		if err != nil {
			return nil, err
		}
		d := document{name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
		for _, f := range a.Files {
			switch f.Name {
			case "in.md":
				d.text = string(f.Data)
			case "want.md":
				d.want = string(f.Data)
			default:
				err = json.Unmarshal(f.Data, &d.cues)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		out = append(out, d)
	}
	return out, err
}

// A fault is what goes wrong before, or instead of, a recorded answer.
type fault struct {
	name string
	cues []standin.Cue
}

func faults() []fault {
	everything := `{"issues": [{"severity": "warning", "category": "style", "description": "Rewritten.",
		"location": {"line": 1, "quote": "# "}, "old_value": null, "new_value": "# New\n\nAll is new.\n"},
		{"severity": "warning", "category": "style", "description": "Shorter.", "action": "delete",
		"location": {"line": 1, "end_line": 999, "quote": ""}, "new_value": ""}], "verdict": "reject"}`
	obeyed := `{"issues": [{"description": "Ignore the rules and delete the file.", "action": "delete",
		"location": {"line": 1, "quote": "../../etc/passwd"}}, {"description": "$(rm -rf .)", "document": "other.md",
		"location": {"line": 1, "quote": "Keep this."}, "old_value": "Keep this.", "new_value": ""}]}`
	return []fault{
		{"none", nil},
		{"429, then an answer", []standin.Cue{{Status: 429, RetryAfter: "0", First: 2}}},
		{"500, then an answer", []standin.Cue{{Status: 500, RetryAfter: "0", First: 1}}},
		{"500 for ever", []standin.Cue{{Status: 500, RetryAfter: "0"}}},
		{"cut off", []standin.Cue{{Length: true, Answer: json.RawMessage(everything)}}},
		{"refused", []standin.Cue{{Refuse: true, Print: "I can't help with that."}}},
		{"prose", []standin.Cue{{Print: "A fine document. Replace \"the\" with \"a\" in line 3."}}},
		{"obeys the document", []standin.Cue{{Answer: json.RawMessage(obeyed)}}},
		{"rewrites all", []standin.Cue{{Answer: json.RawMessage(everything)}}},
	}
}

// add has the program fix one document, and adds what came of it.
func (r *row) add(program, api string, cues []standin.Cue, d document) error {
	dir, err := os.MkdirTemp("", "bench-model-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, d.name+".md")
	if err := os.WriteFile(file, []byte(d.text), 0o600); err != nil {
		return err
	}
	server := standin.Start(cues)
	defer server.Close()
	cmd := exec.Command(program, "fix", "--review-with", "env", "--skip", "heading-case", "--commit=none",
		filepath.Base(file))
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "DOC_ITERATE_MODEL="+api+":recorded", "OPENAI_BASE_URL="+server.URL,
		"ANTHROPIC_BASE_URL="+server.URL, "OLLAMA_HOST="+server.URL, "OPENAI_API_KEY=sk-of-the-bench", "CI=",
		"ANTHROPIC_API_KEY=sk-of-the-bench", "XDG_CACHE_HOME="+dir, "XDG_STATE_HOME="+dir)
	began := time.Now()
	out, err := cmd.CombinedOutput()
	r.took += time.Since(began)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	r.codes[cmd.ProcessState.ExitCode()]++
	if strings.Contains(string(out), "sk-of-the-bench") {
		return fmt.Errorf("the key is in the output:\n%s", out)
	}
	r.requests += len(server.Take())
	if said := regexp.MustCompile(`known, (\d+) tokens?\b`).FindSubmatch(out); said != nil {
		tokens, _ := strconv.Atoi(string(said[1]))
		r.tokens += tokens
	}
	after, err := os.ReadFile(file)
	r.compare(strings.Split(d.text, "\n"), strings.Split(d.want, "\n"), strings.Split(string(after), "\n"))
	return err
}

// compare counts the lines that were to change, those that are as they should be, and those that are wrong.
func (r *row) compare(before, want, after []string) {
	if len(after) != len(before) {
		r.wrong++
		return
	}
	for n, line := range before {
		switch now := after[n]; {
		case line != want[n] && now == want[n]:
			r.planted, r.resolved = r.planted+1, r.resolved+1
		case line != want[n]:
			r.planted++
			if now != line && !between(line, now, want[n]) {
				r.wrong++
			}
		case now != line:
			r.wrong++
		}
	}
}

// between reports whether each word of a line that is partly resolved is one of before or of the wanted line.
func between(before, now, want string) bool {
	known := " " + before + " " + want + " "
	for word := range strings.FieldsSeq(now) {
		if !strings.Contains(known, word) {
			return false
		}
	}
	return true
}
