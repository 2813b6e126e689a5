package starter

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// A Candidate is a rule with settings that a repository may follow.
type Candidate struct {
	draft.Rule
	Judges string // what it judges, in the singular
}

// The things that rules judge.
const (
	Document = "document"
	Heading  = "heading"
	Fence    = "fenced code block"
	Item     = "list item"
	Emphasis = "emphasised phrase"
	Strong   = "strong phrase"
	List     = "list"
	Numbered = "numbered list"
	Address  = "address"
	Link     = "link"
	Commands = "shell block"
	Local    = "local link"
)

// Survey is what the documents of a repository show.
type Survey struct {
	Documents int
	Judged    map[string]int // how many there are of what rules judge
	Found     []int          // how many findings each candidate has
}

// tried are the settings of each rule, those first that a person expects.
var tried = []struct {
	rule, judges string
	settings     []draft.Rule
}{
	{"heading-case", Heading, []draft.Rule{
		{Style: "sentence"}, {Style: "title-chicago"}, {Style: "title-ap"}, {Style: "title-apa"},
	}},
	{"fenced-code-language", Fence, nil},
	{"list-marker", Item, []draft.Rule{{Marker: "-"}, {Marker: "*"}, {Marker: "+"}}},
	{"link-text", Link, nil},
	{"trailing-spaces", Document, nil},
	{"blank-lines", Document, []draft.Rule{{}, {Maximum: 2}, {Maximum: 3}}},
	{"blanks-around-headings", Heading, nil},
	{"blanks-around-fences", Fence, nil},
	{"blanks-around-lists", List, nil},
	{"final-newline", Document, nil},
	{"bare-url", Address, nil},
	{"heading-punctuation", Heading, []draft.Rule{{}, {Punctuation: ".,;:。，；："}, {Punctuation: ".,;。，；"}}},
	{"heading-increment", Heading, nil},
	{"duplicate-heading", Heading, []draft.Rule{{}, {SiblingsOnly: true}}},
	{"emphasis-style", Emphasis, []draft.Rule{{Style: "asterisk"}, {Style: "underscore"}}},
	{"strong-style", Strong, []draft.Rule{{Style: "asterisk"}, {Style: "underscore"}}},
	{"ordered-list", Numbered, []draft.Rule{{}, {Style: "one"}, {Style: "ordered"}, {Style: "zero"}}},
	{"hard-tabs", Document, nil},
	{"list-indentation", Item, []draft.Rule{{}, {Indent: 4}, {Indent: 3}}},
	{"command-prompt", Commands, nil},
	{"doubled-word", Document, nil},
	{"misspelling", Document, nil},
	{placeholder, Document, nil},
	{reference, Local, nil},
	{terminology, Document, nil},
}

// These have sections of their own.
const placeholder, reference, terminology = "placeholder", "reference", "terminology"

var sections = []string{placeholder, reference, terminology}

// alwaysOn are rules whose findings are mistakes or agreed words, whatever a repository does.
var alwaysOn = append([]string{"doubled-word", "misspelling"}, sections...)

// consistent are rules that can ask for what a repository will do.
var consistent = map[string]draft.Rule{
	"heading-case":   {Style: "consistent"},
	"list-marker":    {Marker: "consistent"},
	"emphasis-style": {Style: "consistent"},
	"strong-style":   {Style: "consistent"},
}

// candidates returns the rules to try. One that a linter's configuration has is tried with its settings alone.
func (r *Result) candidates() (all []Candidate) {
	for _, t := range tried {
		settings := t.settings
		if known := r.Draft.Rule(t.rule); known != nil {
			settings = []draft.Rule{*known}
		}
		if _, off := r.off(t.rule); off && t.rule != terminology {
			continue
		}
		if len(settings) == 0 {
			settings = []draft.Rule{{}}
		}
		for _, s := range settings {
			s.ID = t.rule
			all = append(all, Candidate{s, t.judges})
		}
	}
	return all
}

// Rules returns rules that ask for the candidate alone.
func (c Candidate) Rules() *rules.Set {
	var d draft.Draft
	switch severity := rules.Suggestion; c.ID {
	case placeholder:
		d.Placeholders = placeholders(&severity)
	case reference:
		d.References = &draft.References{}
	case terminology:
		return &rules.Set{Terminology: rules.Default().Terminology}
	default:
		d.Set(c.Rule)
	}
	set, err := rules.Load("candidate", d.Bytes())
	if err != nil {
		panic(err) // the settings are those above, or those of an import that loads
	}
	return set
}

func placeholders(severity *rules.Severity) *draft.Placeholders {
	return &draft.Placeholders{Severity: severity, Patterns: []string{"TODO", "TBD", "FIXME", "lorem ipsum"}}
}

// A measure is what a candidate finds among what it judges.
type measure struct {
	Candidate
	judged, found, documents int
}

// agrees reports whether at least 95 of 100 places are as the rule wants them.
func (m measure) agrees() bool { return 20*m.found <= m.judged }

// settled reports whether so few places are otherwise that a person can mend them: one for each hundred documents.
func (m measure) settled() bool { return m.agrees() && 100*m.found <= m.documents }

// enough is how many places show a habit.
const enough = 10

// severity returns warning where the repository keeps the rule everywhere, because that costs nothing today.
func (m measure) severity() *rules.Severity {
	s := rules.Suggestion
	if m.found == 0 && (m.judged >= enough || slices.Contains(alwaysOn, m.ID)) {
		s = rules.Warning
	}
	return &s
}

// choose writes the settings of each rule that the repository follows, and switches off what it does not follow.
func (r *Result) choose(s Survey) {
	candidates := r.candidates()
	for i := 0; i < len(candidates); {
		best := measure{Candidate: candidates[i], found: -1}
		for ; i < len(candidates) && candidates[i].ID == best.ID; i++ {
			c := candidates[i]
			m := measure{c, s.Judged[c.Judges], s.Found[i], s.Documents}
			if best.found < 0 || !best.settled() && m.found < best.found {
				best = m
			}
		}
		r.write(best)
	}
	for _, t := range tried {
		if file, off := r.off(t.rule); off && r.Draft.Rule(t.rule) == nil && !slices.Contains(sections, t.rule) {
			r.switchOff(t.rule, "Off, as in "+file+".")
		}
	}
}

// switchOff writes that a rule is off, and why.
func (r *Result) switchOff(rule, why string) {
	no := false
	r.Draft.Set(draft.Rule{ID: rule, Enabled: &no, Why: why})
}

// write writes what was measured of a rule.
func (r *Result) write(m measure) {
	imported := ""
	if known := r.Draft.Rule(m.ID); known != nil && known.Why != "" {
		imported = known.Why + " "
	}
	m.Severity = m.severity()
	always := slices.Contains(alwaysOn, m.ID)
	switch {
	case always && m.found == 0:
		m.Why = "The documents have none."
	case always:
		m.Why = "The documents have " + strconv.Itoa(m.found) + "."
	case m.judged == 0:
		later, known := consistent[m.ID]
		if imported == "" && !known && m.ID != "fenced-code-language" {
			return // nothing shows what the repository does
		}
		if imported == "" {
			later.ID, later.Severity = m.ID, m.Severity
			m.Rule = later
		}
		m.Why = "There is no " + m.Judges + " yet."
	case !m.agrees():
		r.switchOff(m.ID, fmt.Sprintf("%sOff: %s in %s.", imported, wording.Count(m.found, "finding"),
			wording.Count(m.judged, m.Judges)))
		return
	default:
		m.Why = fmt.Sprintf("Kept: %d of %s.", m.judged-m.found, wording.Count(m.judged, m.Judges))
	}
	m.Why = imported + m.Why
	switch m.ID {
	case terminology:
	case placeholder:
		r.Draft.Placeholders = placeholders(m.Severity)
		r.Draft.Placeholders.Why = m.Why
	case reference:
		r.Draft.References = &draft.References{Why: m.Why, Severity: m.Severity}
	default:
		r.Draft.Set(m.Rule)
	}
	r.Left += m.found
}
