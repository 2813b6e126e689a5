// Package page writes the results of a run or a review as one HTML file for people.
//
// The file stands alone: it loads nothing, and its Content-Security-Policy allows nothing but its own style and its own
// script. Without the script everything is shown and the filters still work; the script counts what they leave.
//
// Invariants:
//   - Text reaches the file through html/template alone. Callers make control and direction characters visible first.
//   - The style and the script hold only numbers and the text of this package, nothing of a document or a review.
//   - The file stays below five megabytes for ten thousand findings: the more there are, the less of a long text is
//     shown.
package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
)

// A Page is the content of the file. Its texts are plain text.
type Page struct {
	Title     string
	Lead      string // the result in one sentence
	Next      string // what to do now
	Commands  []Fact // what they are for, and the commands
	Facts     []Fact
	Warnings  []string
	Documents []Document
	Runs      []Run // over the same documents, oldest first
}

// A Run is how a run left the documents. Score is 0 to 100.
type Run struct {
	Label string
	Open  int
	Score float64
}

// A Fact is a name with its value.
type Fact struct{ Name, Value string }

// A Document has the findings in one document, with their outcomes.
type Document struct {
	Path      string
	Lead      string
	Passes    []Pass
	Items     []Item
	Questions []Question // that no item has
	Notes     []string   // what else there is to know, such as why a pass was taken back
	Next      string     // the next step

	ID int // set by Write
}

// A Pass is one round over a document. Score is 0 to 100.
type Pass struct {
	Number  int
	Verdict string
	In, Out int
	Edited  int
	Score   float64
	Edits   string   // the names of the findings that it edited, where Items don't say
	Changes []Change // its edits, where Items don't have them
}

// An Item is one finding, with its outcome.
type Item struct {
	Name     string // of the finding
	Rule     string
	Severity string
	State    string // one of States
	Place    string // line and column
	Section  string
	Message  string
	Why      string // why it is in this state
	Reviewer string
	Pass     int
	Changes  []Change
	Context  *Change // the place of a finding without a change
	Choices  []string
	Question *Question // about it; nil for none

	RuleID int    // set by Write
	Anchor string // of its permalink; set by Write
}

// A Change is one edit with the text around it.
type Change struct {
	Before, After string
	Parts         []Part
}

// A Part is text that stays, that is deleted, or that is inserted.
type Part struct {
	Kind Kind
	Text string
}

// A Kind says whether a Part stays, is deleted or is inserted.
type Kind string

// The kinds.
const (
	Same     Kind = "same"
	Deleted  Kind = "del"
	Inserted Kind = "ins"
	Marked   Kind = "mark" // the text of the finding
)

// A Question waits for a person.
type Question struct {
	ID, Text, Place string
	Choices         []string
	Command         string // how to answer
}

// States returns the states of an Item with their names for people, in the order of the filter.
func States() []Fact {
	return []Fact{
		{"fixed", "fixed"}, {"escalated", "needs you"}, {"rejected", "refused"}, {"remaining", "left"},
		{"fixable", "can be fixed"}, {"open", "open"}, {"out-of-scope", "out of scope"},
	}
}

// Severities returns the severities in the order of the filter.
func Severities() []string { return []string{"blocker", "warning", "suggestion"} }

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// A view is the data of the template.
type view struct {
	Page
	Policy     template.HTMLAttr
	Style      template.CSS
	Script     template.JS
	Rules      []string
	States     []Fact
	Severities []string
	Items      int
	Tally      []tally // of the states, then of the severities
	RuleTally  []tally
	Charts     []*chart
}

// A tally is how many items have something in common.
type tally struct {
	Name, Class string
	Count       int
}

// Write writes the file.
func Write(w io.Writer, p Page) error {
	t, err := template.New("page").Funcs(template.FuncMap{"stateName": stateName, "count": count}).Parse(pageHTML)
	if err != nil {
		return err
	}
	v := newView(p)
	for _, r := range rooms() {
		out := sized{least: r == 0}
		v.Documents = r.documents(p.Documents)
		v.number()
		if err = t.Execute(&out, v); err == nil {
			_, err = w.Write(out.Bytes())
			return err
		}
	}
	return err
}

// A sized is a buffer for a file of a size that browsers show at once.
type sized struct {
	bytes.Buffer
	least bool // the file can't be made smaller
}

// Write fails if the file gets too large.
func (s *sized) Write(data []byte) (int, error) {
	const most = 5_000_000
	if s.Len()+len(data) > most && !s.least {
		return 0, errors.New("the page is too large")
	}
	return s.Buffer.Write(data)
}

// newView returns the view of a page, its documents left out.
func newView(p Page) view {
	v := view{Page: p, States: present(&p), Severities: Severities()}
	for i := range p.Documents {
		v.Items += len(p.Documents[i].Items)
		for j := range p.Documents[i].Items {
			v.Rules = append(v.Rules, p.Documents[i].Items[j].Rule)
		}
	}
	slices.Sort(v.Rules)
	v.Rules = slices.Compact(v.Rules)
	v.tally()
	v.Charts = append(trends(p.Documents), runTrends(p.Runs)...)
	style := pageCSS + filterCSS(len(p.Documents), len(v.Rules))
	v.Style, v.Script = template.CSS(style), template.JS(pageJS)
	v.Policy = template.HTMLAttr(fmt.Sprintf(
		`content="default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'"`,
		hash(pageJS), hash(style)))
	return v
}

// tally counts the items by state, severity and rule.
func (v *view) tally() {
	counts := map[string]int{}
	for i := range v.Documents {
		for j := range v.Documents[i].Items {
			it := &v.Documents[i].Items[j]
			counts["state "+it.State]++
			counts["severity "+it.Severity]++
			counts["rule "+it.Rule]++
		}
	}
	add := func(to *[]tally, kind, name, class string) {
		if n := counts[kind+" "+class]; n > 0 {
			*to = append(*to, tally{name, class, n})
		}
	}
	for _, s := range States() {
		add(&v.Tally, "state", s.Value, s.Name)
	}
	for _, s := range Severities() {
		add(&v.Tally, "severity", s, s)
	}
	for _, r := range v.Rules {
		add(&v.RuleTally, "rule", r, r)
	}
}

// number gives documents and the rules of items the numbers by which the filters know them.
func (v *view) number() {
	for i := range v.Documents {
		v.Documents[i].ID = i
		for j := range v.Documents[i].Items {
			it := &v.Documents[i].Items[j]
			it.RuleID, _ = slices.BinarySearch(v.Rules, it.Rule)
			it.Anchor = fmt.Sprintf("d%df%d", i, j+1)
		}
	}
}

// hash returns the name of a text in a Content-Security-Policy.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// filterCSS returns the rules by which the filters of documents and rules hide items without a script.
func filterCSS(documents, rules int) string {
	const most = 500 // documents; with more the script has to do it
	var b strings.Builder
	if documents > 1 && documents <= most {
		for n := range documents {
			fmt.Fprintf(&b, "#filters:has(#document option[value=\"%d\"]:checked)~.doc:not(#d%d){display:none}\n", n, n)
		}
	}
	for n := range rules {
		fmt.Fprintf(&b, "#filters:has(#rule option[value=\"%d\"]:checked)~.doc .item:not(.r%d){display:none}\n", n, n)
	}
	return b.String()
}

// present returns the states that occur in a page.
func present(p *Page) []Fact {
	have := map[string]bool{}
	for i := range p.Documents {
		for j := range p.Documents[i].Items {
			have[p.Documents[i].Items[j].State] = true
		}
	}
	return slices.DeleteFunc(States(), func(f Fact) bool { return !have[f.Name] })
}

// stateName returns the name of a state for people.
func stateName(state string) string {
	for _, f := range States() {
		if f.Name == state {
			return f.Value
		}
	}
	return state
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
