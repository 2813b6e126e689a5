// Package imports turns the rules of other linters into a draft of consistency-rules.json: Vale's substitution,
// existence and capitalization rules and vocabularies, by themselves or as .vale.ini names them, the configurations of
// markdownlint and rumdl, and the terms of textlint-rule-terminology.
//
// It is pure: whoever calls it reads the files. Everything that a file asks for has an entry in the result, which says
// whether it was taken and, if not, why.
package imports

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// File is one file to import.
type File struct {
	Name string // as messages and origins name it
	Data []byte
}

// Outcome says what became of one thing that a file asks for.
type Outcome uint8

// The outcomes, from best to worst.
const (
	Taken    Outcome = iota // as it stands, or as a pattern
	Expanded                // as the list of spellings its pattern stands for
	Refused
)

var outcomeNames = [...]string{Taken: "taken", Expanded: "expanded", Refused: "refused"}

// String returns the outcome in one word.
func (o Outcome) String() string { return outcomeNames[o] }

// Entry is one thing a file asks for.
type Entry struct {
	Origin  draft.Origin
	Outcome Outcome
	Note    string // why it was refused, or what was lost on the way
}

// Result is what an import gives.
type Result struct {
	Draft   draft.Draft
	Entries []Entry // in the order of the files and of what stands in them
	Off     []Off   // rules of ours that a file switches off

	reader    Reader
	following []string // the files that name the one that is read
	lint      lintRules
	level     string   // that .vale.ini gives the rule that is read
	least     string   // of the levels that .vale.ini has reported; "" for all
	accepted  []string // the words of the vocabularies of .vale.ini
}

// Off is a rule of ours whose counterpart a file switches off.
type Off struct {
	Rule string
	File string
}

// Count is the sum over one file's entries.
type Count struct {
	File                     string
	Taken, Expanded, Refused int
}

// Import reads the files in their order. Terms of base, the configuration that is there already, outrank those of the
// files, and earlier files outrank later ones; what contradicts them is refused. An error means that a file has none of
// the known kinds or cannot be read at all; then nothing is imported.
func (reader Reader) Import(files []File, base []rules.Term) (*Result, error) {
	r := &Result{reader: reader}
	var names []string
	for _, f := range files {
		if err := r.add(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		names = append(names, path.Base(f.Name))
	}
	if more := len(names) - 5; more > 0 {
		names = append(names[:5], fmt.Sprintf("%d more", more))
	}
	r.Draft.Why = "Imported from " + strings.Join(names, ", ") + "."
	r.Draft.Terms = merge(r.Draft.Terms)
	refused, err := r.Draft.Settle(base)
	if err != nil {
		return nil, err
	}
	for _, refusal := range refused {
		r.refuse(refusal)
	}
	return r, nil
}

// refuse turns the entry of a part that did not settle into a refused one.
func (r *Result) refuse(refusal draft.Refusal) {
	for i := range r.Entries {
		if e := &r.Entries[i]; e.Origin == refusal.Origin && e.Outcome != Refused {
			if e.Note = refusal.Reason; !saidBefore(refusal) {
				e.Outcome = Refused
			}
			return
		}
	}
	if saidBefore(refusal) {
		return
	}
	// An expanded entry has several spellings. Each refusal of one of them gets an entry.
	r.Entries = append(r.Entries, Entry{refusal.Origin, Refused, refusal.Reason})
}

// saidBefore reports whether a part is refused only because another part says the same.
func saidBefore(refusal draft.Refusal) bool {
	return strings.Contains(refusal.Reason, " is listed twice")
}

// merge joins spellings into one term if they have the same replacement and differ in nothing else. A person would
// write the file so.
func merge(terms []draft.Term) []draft.Term {
	var merged []draft.Term
	at := map[string]int{}
	for _, t := range terms {
		if t.Use == "" || len(t.Not) == 0 || t.Pattern != "" {
			merged = append(merged, t)
			continue
		}
		key := fmt.Sprintf("%q %q %q %q %q %v %v %v %q", t.Use, t.Except, t.Unless, t.Scope, t.Origin.File,
			value(t.Severity), t.MatchCase, value(t.WholeWord), t.Why)
		i, found := at[key]
		if !found {
			i = len(merged)
			at[key] = i
			merged = append(merged, t)
			merged[i].Not = nil
		}
		merged[i].Not = append(merged[i].Not, t.Not...)
		merged[i].Origins = append(merged[i].Origins, slices.Repeat([]draft.Origin{t.Origin}, len(t.Not))...)
	}
	return merged
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Counts counts the entries of each file, in the order of the files.
func (r *Result) Counts() []Count {
	var counts []Count
	if r == nil {
		return nil
	}
	for _, e := range r.Entries {
		i := slices.IndexFunc(counts, func(c Count) bool { return c.File == e.Origin.File })
		if i < 0 {
			i = len(counts)
			counts = append(counts, Count{File: e.Origin.File})
		}
		switch e.Outcome {
		case Taken:
			counts[i].Taken++
		case Expanded:
			counts[i].Expanded++
		case Refused:
			counts[i].Refused++
		}
	}
	return counts
}

// Text returns a table of the counts and, below it, every entry with a note.
func (r *Result) Text() string {
	counts := r.Counts()
	width := len("file")
	for _, c := range counts {
		width = max(width, len(c.File))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s  taken  expanded  refused\n", width, "file")
	for _, c := range counts {
		fmt.Fprintf(&b, "%-*s  %5d  %8d  %7d\n", width, c.File, c.Taken, c.Expanded, c.Refused)
	}
	noted := slices.DeleteFunc(slices.Clone(r.Entries), func(e Entry) bool { return e.Note == "" })
	slices.SortStableFunc(noted, func(a, b Entry) int { return cmp.Compare(b.Outcome, a.Outcome) })
	for i, e := range noted {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s: %s: %s\n", e.Outcome, e.Origin, e.Note)
	}
	return b.String()
}

// addTerm adds a term and the entry for it.
func (r *Result) addTerm(t draft.Term, outcome Outcome, note string) {
	r.Draft.Terms = append(r.Draft.Terms, t)
	r.note(t.Origin.File, t.Origin.Key, outcome, note)
}

// note adds an entry.
func (r *Result) note(file, key string, outcome Outcome, note string) {
	r.Entries = append(r.Entries, Entry{draft.Origin{File: file, Key: key}, outcome, note})
}
