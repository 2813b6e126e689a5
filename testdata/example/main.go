// Example is a reviewer and a fixer that speaks the protocol of doc-iterate, where
// a language model would stand. It reads a request on its standard input and
// answers on its standard output:
//
//	"reviewers": [{"name": "example", "command": ["example", "review"], "for": ["coverage", "questions"]}],
//	"fixers":    [{"name": "example", "command": ["example", "fix"], "rules": ["placeholder", "required-section"]}]
//
// The schema of the request is review/external/request.schema.json, that of a
// review review/intake/schema.json.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// request is the part of a request that this program looks at.
type request struct {
	Text     string
	Scope    []string // sections by their headings; none is the whole document
	Findings []struct{ Rule, Message string }
	// Questions is what earlier reviews left open.
	Questions []struct{ ID, Text string }
}

type issue struct {
	ID            string            `json:"id"`
	Rule          string            `json:"rule"`
	Severity      string            `json:"severity"`
	Description   string            `json:"description"`
	Location      map[string]string `json:"location"`
	Confidence    float64           `json:"confidence"`
	RequiresHuman bool              `json:"requires_human"`
}

type question struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Answered bool   `json:"answered"`
}

type review struct {
	Issues    []issue             `json:"issues"`
	Coverage  map[string][]string `json:"coverage"`
	Questions []question          `json:"questions"`
	Tokens    int                 `json:"tokens"`
}

type fix struct {
	Text   *string `json:"text"`
	Tokens int     `json:"tokens"`
}

func main() {
	var req request
	if err := json.NewDecoder(os.Stdin).Decode(&req); err != nil {
		fail(err)
	}
	var answer any
	switch mode := strings.Join(os.Args[1:], " "); mode {
	case "review":
		answer = req.review()
	case "fix":
		answer = req.fix()
	default:
		fail(fmt.Errorf("want review or fix, not %q", mode))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answer); err != nil {
		fail(err)
	}
}

// fail ends the program. doc-iterate reports the last line of standard error, and
// goes on without this program.
func fail(err error) {
	fmt.Fprintln(os.Stderr, "example:", err)
	os.Exit(1)
}

var (
	heading  = regexp.MustCompile(`^#+ +(.*)$`)
	sentence = regexp.MustCompile(`[^.!?]+[.!?]`)
	quoted   = regexp.MustCompile(`"([^"]+)"`)
)

// review finds sentences that are too long in the sections that are asked about.
func (r *request) review() review {
	const most = 25 // words
	out := review{Issues: []issue{}, Questions: []question{}, Tokens: len(strings.Fields(r.Text))}
	section, read := "", []string{}
	for line := range strings.Lines(r.Text) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			if section = m[1]; r.asks(section) {
				read = append(read, section)
			}
			continue
		}
		for _, s := range sentence.FindAllString(line, -1) {
			s = strings.TrimSpace(s)
			if n := len(strings.Fields(s)); n > most && r.asks(section) {
				out.Issues = append(out.Issues, issue{
					ID: fmt.Sprintf("long-%d", len(out.Issues)+1), Rule: "long-sentence", Severity: "suggestion",
					Description: fmt.Sprintf("This sentence has %d words; make two of it.", n),
					Location:    map[string]string{"quote": s, "section": section}, Confidence: 0.9, RequiresHuman: true,
				})
			}
		}
	}
	out.Coverage = map[string][]string{"sections": read}
	for _, q := range r.Questions {
		out.Questions = append(out.Questions, question{q.ID, q.Text, r.knows(q.Text)})
	}
	return out
}

// asks reports whether a section is in the scope, by the end of its path.
func (r *request) asks(section string) bool {
	for _, s := range r.Scope {
		if s == section || strings.HasSuffix(s, " > "+section) {
			return true
		}
	}
	return len(r.Scope) == 0
}

// knows reports whether the text has every longer word of a question.
func (r *request) knows(question string) bool {
	text := strings.ToLower(r.Text)
	for _, word := range strings.Fields(strings.ToLower(strings.Trim(question, "?"))) {
		if len(word) > 4 && !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// fix writes the text that stands in place of the finding it is asked about. A
// null leaves the finding to a person.
func (r *request) fix() fix {
	out := fix{Tokens: len(strings.Fields(r.Text))}
	if len(r.Findings) != 1 {
		return out
	}
	f := r.Findings[0]
	name := quoted.FindStringSubmatch(f.Message)
	switch {
	case f.Rule == "placeholder":
		text := "not decided yet"
		out.Text = &text
	case f.Rule == "required-section" && name != nil:
		text := "## " + name[1] + "\n\nNothing is known yet.\n"
		out.Text = &text
	}
	return out
}
