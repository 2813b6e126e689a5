// Package starter writes a first consistency-rules.json for a repository: from the configurations of the linters it
// has, and from what its documents do already. Each part says why it is there.
//
// It is pure and knows no Markdown: whoever calls it reads the files and counts what stands in the documents.
package starter

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// Survey is what the documents of a repository contain.
type Survey struct {
	Documents    int
	Headings     int                // those whose words show a style
	Style        rules.HeadingStyle // that most of these have
	InStyle      int                // how many have it
	Items        map[byte]int       // items of bullet lists by marker
	Fences       int                // fenced code blocks
	Unnamed      int                // those without a language
	Layout       []Kept             // how far the layout rules are kept, in their order
	Placeholders int                // what the default patterns find
	DeadLinks    int                // links inside the repository that lead nowhere
	Paths        []string           // all files of the repository, from its root, with slashes
}

// Kept is how far a repository keeps a rule.
type Kept struct {
	Rule, Style string // the style that the rule would ask for, "" for a rule without one
	Kept, All   int    // places
	What        string // one of them
}

// Result is the draft and what is to be said about it.
type Result struct {
	Draft    draft.Draft
	Imported *imports.Result // nil where the repository has no configuration to import
	Notes    []string        // what a person may want to do next
}

// rootConfigs holds the names of configurations at the root of a repository.
var rootConfigs = []string{
	".markdownlintrc", ".rumdl.toml", "rumdl.toml",
	".textlintrc", ".textlintrc.json", ".textlintrc.yml", ".textlintrc.yaml",
}

// valeConfigs holds the names of Vale's configuration, which names its styles and vocabularies.
var valeConfigs = []string{".vale.ini", "_vale.ini", "vale.ini"}

// structured holds the endings of .markdownlint and .markdownlint-cli2.
var structured = []string{".json", ".jsonc", ".yaml", ".yml"}

// Configs picks the files of a repository that are worth importing.
func Configs(paths []string) []string {
	var picked []string
	named := slices.ContainsFunc(valeConfigs, func(name string) bool { return slices.Contains(paths, name) })
	for _, p := range paths {
		base := path.Base(p)
		inRoot := base == p
		isVocabulary := !named && (strings.Contains(p, "/vocabularies/") || strings.Contains(p, "/Vocab/"))
		switch {
		case inRoot && (slices.Contains(rootConfigs, base) || slices.Contains(valeConfigs, base)),
			inRoot && strings.HasPrefix(base, ".markdownlint") && slices.Contains(structured, path.Ext(base)),
			isVocabulary && (base == "accept.txt" || base == "reject.txt"):
			picked = append(picked, p)
		}
	}
	slices.Sort(picked)
	return picked
}

// Write makes the draft. The reader reads what the configurations name. One that cannot be imported is a note.
func Write(s Survey, configs []imports.File, reader imports.Reader) (*Result, error) {
	r := &Result{}
	var readable []imports.File
	for _, f := range configs {
		alone, err := reader.Import([]imports.File{f}, nil)
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("not imported: %v", err))
			continue
		}
		if slices.Contains(valeConfigs, f.Name) {
			r.vale(f.Name, alone)
		}
		readable = append(readable, f)
	}
	reviewers := r.Draft.Reviewers
	if len(readable) > 0 {
		imported, err := reader.Import(readable, nil)
		if err != nil {
			return nil, err
		}
		r.Imported, r.Draft = imported, imported.Draft
		r.Draft.Reviewers = reviewers
	}
	r.Draft.Why = "Written by doc-iterate init after a look at " + wording.Count(s.Documents, "document")
	for i, f := range readable {
		r.Draft.Why += [...]string{" and at ", ", "}[min(i, 1)] + f.Name
	}
	r.Draft.Why += "."
	r.headingCase(s)
	r.fencedCodeLanguage(s)
	r.listMarker(s)
	r.layout(s)
	r.placeholders(s)
	r.references(s)
	r.ignore(s)
	return r, nil
}

// share says how many of all things hold to a rule: "Sentence case: 8 of 10 headings."
func share(habit string, kept, all int, what string) string {
	if all == 0 {
		return "There is no " + what + " yet."
	}
	return fmt.Sprintf("%s: %d of %s.", habit, kept, wording.Count(all, what))
}

// off reports whether a linter's configuration switches a rule off.
func (r *Result) off(rule string) (file string, off bool) {
	if r.Imported == nil {
		return "", false
	}
	for _, o := range r.Imported.Off {
		if o.Rule == rule {
			return o.File, true
		}
	}
	return "", false
}

// enough is how many instances show a repository's habit.
const enough = 10

// A custom is how far a repository keeps to a rule.
type custom uint8

const (
	unsettled custom = iota // it doesn't
	mostly                  // four of five places do: the rule is a suggestion, which stops nobody's build
	always                  // 98 of 100 do: the rule is a warning, because it costs next to nothing today
)

func customOf(kept, all int) custom {
	switch {
	case 5*kept < 4*all:
		return unsettled
	case 100*kept >= 98*all && all >= enough:
		return always
	}
	return mostly
}

// severity returns the severity for a rule that is kept so well.
func (c custom) severity() *rules.Severity {
	s := rules.Suggestion
	if c == always {
		s = rules.Warning
	}
	return &s
}

// off is why a rule that the repository does not keep is off.
func off(why string) string { return "Off. " + why + " Switch it on to change the others." }

func (r *Result) headingCase(s Survey) {
	if r.Draft.Rule("heading-case") != nil {
		return
	}
	habit := s.Style.Description()
	why := share(strings.ToUpper(habit[:1])+habit[1:], s.InStyle, s.Headings, "heading")
	h := draft.Rule{ID: "heading-case", Why: why}
	switch kept := customOf(s.InStyle, s.Headings); {
	case s.Headings == 0:
		h.Why = "No heading shows a style yet."
		h.Style, h.Severity = rules.ConsistentCase.String(), kept.severity()
	case kept == unsettled:
		no := false
		h.Enabled, h.Why = &no, off(why)
	default:
		h.Style, h.Severity = s.Style.String(), kept.severity()
	}
	r.Draft.Set(h)
}

func (r *Result) fencedCodeLanguage(s Survey) {
	no := false
	f := draft.Rule{ID: "fenced-code-language"}
	if file, off := r.off("fenced-code-language"); off {
		f.Enabled, f.Why = &no, "Off, as in "+file+"."
	} else {
		kept := customOf(s.Fences-s.Unnamed, s.Fences)
		f.Severity = kept.severity()
		f.Why = share("Language named", s.Fences-s.Unnamed, s.Fences, "fenced code block")
		if imported := r.Draft.Rule(f.ID); imported != nil {
			f.Why = imported.Why + " " + f.Why
		}
	}
	r.Draft.Set(f)
}

func (r *Result) listMarker(s Survey) {
	no := false
	total := s.Items['-'] + s.Items['*'] + s.Items['+']
	marker := byte('-')
	for _, m := range []byte("*+") {
		if s.Items[m] > s.Items[marker] {
			marker = m
		}
	}
	l := draft.Rule{ID: "list-marker"}
	why := share(fmt.Sprintf("The marker %q", string(marker)), s.Items[marker], total, "list item")
	kept := customOf(s.Items[marker], total)
	imported := r.Draft.Rule(l.ID)
	switch file, isOff := r.off(l.ID); {
	case isOff:
		l.Enabled, l.Why = &no, "Off, as in "+file+"."
	case imported != nil:
		l = *imported
		l.Severity = customOf(s.Items[l.Marker[0]], total).severity()
		l.Why += " " + share("This marker", s.Items[l.Marker[0]], total, "list item")
	case total == 0:
		l.Marker, l.Severity, l.Why = "consistent", kept.severity(), why
	case kept == unsettled:
		l.Enabled, l.Why = &no, off(why)
	default:
		l.Marker, l.Severity, l.Why = string(marker), kept.severity(), why
	}
	r.Draft.Set(l)
}

// layout adds the layout rules that are kept. What the documents don't keep is left out, which is off.
func (r *Result) layout(s Survey) {
	for _, k := range s.Layout {
		_, off := r.off(k.Rule)
		kept := customOf(k.Kept, k.All)
		if off || r.Draft.Rule(k.Rule) != nil || k.All == 0 || kept == unsettled {
			continue
		}
		why := share("Kept", k.Kept, k.All, k.What)
		r.Draft.Set(draft.Rule{ID: k.Rule, Why: why, Style: k.Style, Severity: kept.severity()})
	}
}

func (r *Result) placeholders(s Survey) {
	severity := rules.Warning
	p := &draft.Placeholders{Severity: &severity, Patterns: []string{"TODO", "TBD", "FIXME", "lorem ipsum"}}
	switch s.Placeholders {
	case 0:
		p.Why = "None stands in the documents."
	case 1:
		p.Why = "1 placeholder stands in the documents."
	default:
		p.Why = fmt.Sprintf("%d placeholders stand in the documents.", s.Placeholders)
	}
	if s.Placeholders > 0 {
		r.Notes = append(r.Notes, p.Why+" To fail for new ones alone: "+
			"doc-iterate check --write-baseline baseline.json . once, "+
			"then doc-iterate check --baseline baseline.json .")
	}
	r.Draft.Placeholders = p
}

func (r *Result) references(s Survey) {
	if _, off := r.off("reference"); off {
		r.Draft.References = nil
		return
	}
	severity, links := rules.Warning, "No link inside the repository leads nowhere."
	if s.DeadLinks > 0 {
		severity = rules.Suggestion
		links = fmt.Sprintf("Links inside the repository that lead nowhere: %d.", s.DeadLinks)
	}
	r.Draft.References = &draft.References{Severity: &severity, Why: links}
}

// generated are documents that programs write, and folders of other people's.
var generated = []string{"CHANGELOG.md", "node_modules/", "vendor/", "third_party/"}

// Generated reports whether the draft would leave out a path, from the root of the repository. Such a document shows no
// habits.
func Generated(p string) bool {
	return slices.ContainsFunc(generated, func(glob string) bool { return matches(glob, p) })
}

func matches(glob, p string) bool {
	if folder, ok := strings.CutSuffix(glob, "/"); ok {
		return slices.Contains(strings.Split(path.Dir(p), "/"), folder)
	}
	return path.Base(p) == glob
}

func (r *Result) ignore(s Survey) {
	var found []string
	for _, glob := range generated {
		name := strings.TrimSuffix(glob, "/")
		listed := func(prefix string) bool {
			return slices.ContainsFunc(r.Draft.Ignore, func(g draft.Glob) bool {
				return strings.HasPrefix(g.Glob, prefix)
			})
		}
		// With a slash in front it is left out at the top alone.
		everywhere, atTop := listed(name), listed("/"+name)
		isNew := func(p string) bool { return matches(glob, p) && !(atTop && strings.HasPrefix(p, name)) }
		if !everywhere && slices.ContainsFunc(s.Paths, isNew) {
			r.Draft.Ignore = append(r.Draft.Ignore, draft.Glob{Glob: glob})
			found = append(found, glob)
		}
	}
	if len(found) > 0 {
		r.Draft.Why += " Left out, because programs or other people write them: " + strings.Join(found, ", ") + "."
	}
}

// vale has Vale run as a reviewer where it has rules that could not be imported.
func (r *Result) vale(name string, imported *imports.Result) {
	refused := 0
	for _, e := range imported.Entries {
		if e.Outcome == imports.Refused {
			refused++
		}
	}
	if refused == 0 {
		return
	}
	r.Draft.Reviewers = append(r.Draft.Reviewers, draft.Reviewer{
		Why:  name + " has more than could be imported. Without Vale on the machine, take this out or give --no-external.",
		Name: "vale", Command: []string{"vale", "--output=JSON", "{path}"}, Format: "vale",
	})
}
