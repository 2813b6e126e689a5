package main

import (
	_ "embed"
	"encoding/json"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// descriptions has one remark a line, as people and models write them beside an edit: reasons and courtesies, none of
// which doubts it. {old} and {new} stand for the words.
//
//go:embed descriptions.txt
var descriptions string

// An issue is a finding as the review has it.
type issue struct {
	ID          string   `json:"id"`
	Severity    string   `json:"severity"`
	Category    string   `json:"category"`
	Description string   `json:"description"`
	AutoFixable bool     `json:"auto_fixable"`
	Old         string   `json:"old_value"`
	New         string   `json:"new_value"`
	Location    location `json:"location"`
}

type location struct {
	Quote string `json:"quote"`
	Line  int    `json:"line,omitempty"`
}

// A finding is an issue with the edit that it tells.
type finding struct {
	issue
	edit
	style      string
	determined bool
}

// A told is a case as a review of a document.
type told struct {
	history
	reviewed, document string // the text that the commit changed, and the one that the review is given
	findings           []finding
	order              []int
}

// A reason says why a finding was left open: its code, and what a person reads.
type reason struct{ code, text string }

var styles = []string{"short", "words", "sentence", "noline"}

// tell makes a review of a case; it reports false for one that can't be told, or has no document of that age.
func (o options) tell(c history, age int) (told, bool) {
	before, ok := c.before()
	behind, found := c.behind()
	edits := editsBetween(before, behind)
	if !ok || !found || len(edits) == 0 {
		return told{}, false
	}
	t := told{history: c, reviewed: before, document: before}
	if age > 0 {
		if t.document, ok = c.aged(age); !ok || t.document == before {
			return told{}, false
		}
	}
	sum := fnv.New64a()
	sum.Write([]byte(c.commit + c.path))
	random := rand.New(rand.NewPCG(o.seed, sum.Sum64()))
	now := standing(before, t.document)
	for n, e := range edits {
		style := styles[random.IntN(len(styles))]
		if o.style != "" {
			style = o.style
		}
		f := say(n, before, e, style, random)
		_, stands := now[e.line]
		f.determined = f.determined && stands
		t.findings = append(t.findings, f)
	}
	t.order = random.Perm(len(t.findings))
	return t, true
}

var (
	threeBefore = regexp.MustCompile(`(?:\S+\s+){0,3}$`)
	threeBehind = regexp.MustCompile(`^(?:\s*\S+){0,3}`)
	lineMarks   = regexp.MustCompile(`^(?:[\s>]*(?:[-*+]|\d+[.)])?\s+|#+\s+|\s*\|?\s*)`)
)

// say tells an edit in one of the ways of quoting.
func say(n int, text string, e edit, style string, random *rand.Rand) finding {
	line := strings.Split(text, "\n")[e.line]
	old, now := line[e.start:e.end], e.text
	quote := old
	f := finding{edit: e, style: style}
	switch style {
	case "words":
		quote = line[threeBefore.FindStringIndex(line[:e.start])[0]:e.end] + threeBehind.FindString(line[e.end:])
	case "sentence":
		if q := strings.TrimRight(line[len(lineMarks.FindString(line)):], " |"); strings.Contains(q, old) {
			quote = q
		} else {
			quote = line
		}
	}
	quote = strings.TrimSpace(quote)
	if style != "noline" {
		f.Location.Line = e.line + 1
	}
	if style == "sentence" {
		f.Location.Line = max(1, e.line+1+[]int{0, 0, 0, -1, 1, 2, -3}[random.IntN(7)])
	}
	exact := style == "short" || style == "words"
	f.determined = quote != "" && count(strings.TrimSpace(old), quote) == 1 &&
		(count(quote, text) == 1 || exact && count(quote, line) == 1)
	old, now = withoutEqualSpace(old, now)
	said := strings.Split(strings.TrimSpace(descriptions), "\n")
	description := strings.NewReplacer("{old}", old, "{new}", now).Replace(said[random.IntN(len(said))])
	f.issue = issue{ID: "e" + string(rune('0'+n)), Severity: "warning", Category: "style", Description: description,
		AutoFixable: true,
		Old:         old, New: now, Location: location{quote, f.Location.Line}}
	return f
}

// withoutEqualSpace returns both texts without the spaces that they share at their ends.
func withoutEqualSpace(old, now string) (string, string) {
	lead := old[:len(old)-len(strings.TrimLeft(old, " \t"))]
	if strings.HasPrefix(now, lead) {
		old, now = old[len(lead):], now[len(lead):]
	}
	tail := old[len(strings.TrimRight(old, " \t")):]
	if tail != "" && strings.HasSuffix(now, tail) {
		old, now = old[:len(old)-len(tail)], now[:len(now)-len(tail)]
	}
	return old, now
}

// count returns how often a quote stands in a text as whole words.
func count(quote, text string) int {
	if quote == "" {
		return 0
	}
	pattern := regexp.QuoteMeta(quote)
	n := 0
	for _, m := range regexp.MustCompile(pattern).FindAllStringIndex(text, -1) {
		if !(wordAt(quote, 0) && wordAt(text, m[0]-1)) && !(wordAt(quote, len(quote)-1) && wordAt(text, m[1])) {
			n++
		}
	}
	return n
}

func wordAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (s[i] >= 0x80 || s[i] == '_' || s[i] >= '0' && s[i] <= '9' || s[i]|0x20 >= 'a' &&
		s[i]|0x20 <= 'z')
}

// ask runs the program with the review and returns the document that it leaves, and the reasons of what it left open
// by ID.
func (t told) ask(program string) (document string, left map[string]reason, err error) {
	folder, err := os.MkdirTemp("", "doc-iterate-replay-")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(folder)
	var review struct {
		Document string  `json:"document"`
		Issues   []issue `json:"issues"`
	}
	name := "doc" + filepath.Ext(t.path)
	review.Document = name
	for _, n := range t.order {
		review.Issues = append(review.Issues, t.findings[n].issue)
	}
	content, err := json.Marshal(review)
	if err != nil {
		return "", nil, err
	}
	work, path := filepath.Join(folder, "documents"), filepath.Join(folder, "documents", name)
	if err := os.Mkdir(work, 0o755); err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(path, []byte(t.document), 0o644); err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "review.json"), content, 0o644); err != nil {
		return "", nil, err
	}
	cmd := exec.Command(program, "fix", "--review", "../review.json", "--commit=none", "--no-progress",
		"--format=json", name)
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "HOME="+folder, "XDG_STATE_HOME="+folder, "XDG_CACHE_HOME="+folder)
	out, _ := cmd.Output() // its exit code says whether findings are left
	var result struct {
		Result struct {
			Remaining []struct {
				ID     string `json:"id"`
				Code   string `json:"reason_code"`
				Reason string `json:"reason"`
			} `json:"remaining_issues"`
		} `json:"iteration_result"`
	}
	if err := json.Unmarshal(out, &result); err != nil {
		return "", nil, err
	}
	left = map[string]reason{}
	for _, r := range result.Result.Remaining {
		left[r.ID] = reason{r.Code, r.Reason}
	}
	got, err := os.ReadFile(path)
	return string(got), left, err
}

// script returns the document as a script leaves it that replaces a quote that stands once, or once in the line given.
func (t told) script() string {
	text := t.document
	for _, n := range t.order {
		f := t.findings[n].issue
		at := strings.Index(text, f.Location.Quote)
		if strings.Count(text, f.Location.Quote) != 1 {
			lines := strings.SplitAfter(text, "\n")
			if f.Location.Line < 1 || f.Location.Line > len(lines) ||
				strings.Count(lines[f.Location.Line-1], f.Location.Quote) != 1 {
				continue
			}
			at = len(strings.Join(lines[:f.Location.Line-1], "")) + strings.Index(lines[f.Location.Line-1],
				f.Location.Quote)
		}
		if strings.Count(f.Location.Quote, f.Old) == 1 {
			at += strings.Index(f.Location.Quote, f.Old)
			text = text[:at] + f.New + text[at+len(f.Old):]
		}
	}
	return text
}
