package fixers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// An Input is what a plan is made from.
type Input struct {
	Docs zone.Documents
	// Set is the rules of the documents that Sets, which may be nil, does not name.
	Set  *rules.Set
	Sets map[string]*rules.Set
	// Site is what links may lead to; nil where nothing is known beyond Docs.
	Site *link.Site
	// Findings is what is open, in any order. The plan refers to them, so that they must not be modified.
	Findings []*review.Finding
	// Fixers is Registry, except in tests.
	Fixers []Fixer
	// Inbound returns the links to fragments of the document at path from documents that are not in the run. It may be
	// nil: then nothing is known of other documents.
	Inbound func(path string) []link.Inbound
	// Stop reports whether the time of the caller is used up: Prove then tries no further candidates. It may be nil.
	Stop func() bool
}

// setOf returns the rules of the document at path.
func (in *Input) setOf(path string) *rules.Set {
	if set := in.Sets[path]; set != nil {
		return set
	}
	return in.Set
}

// FindingsOf returns pointers to the findings of a list, for an Input.
func FindingsOf(list []review.Finding) []*review.Finding {
	out := make([]*review.Finding, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// A Plan is what one pass does. Every finding of the input is in exactly one of the two lists. They are ordered by
// document, place and id.
type Plan struct {
	Applied []Applied
	Skipped []Skip
}

// An Applied is a finding that the plan resolves.
type Applied struct {
	Finding  *review.Finding
	Contract Contract
	Change   Change
	// Section is the headings above the first of its own edits, once that was proved.
	Section []string
}

// Own returns the edits of a at the place of its finding, or else those in the same document.
func (a *Applied) Own() []source.Edit {
	f := a.Finding
	edits, _ := source.Merge(a.Change.Of(f.Path))
	own := slices.DeleteFunc(slices.Clone(edits), func(e source.Edit) bool { return !e.Touches(f.Span) })
	if len(own) == 0 {
		return edits
	}
	return own
}

// A Reason says in a word why a finding is not attempted.
type Reason string

const (
	NotLocated   Reason = "not-located"
	NeedsHuman   Reason = "requires-human"
	NotFixable   Reason = "not-auto-fixable"
	Choices      Reason = "choices"
	NoFixer      Reason = "no-fixer"
	Suppressed   Reason = "suppressed"
	Abstained    Reason = "abstained"
	Protected    Reason = "protected"
	Conflict     Reason = "conflict"
	BreaksLinks  Reason = "breaks-links"
	ContractLost Reason = "contract"
	Failed       Reason = "failed"
	NotReached   Reason = "not-reached" // the time was used up before it was proved
)

// A Skip is a finding that the plan does not resolve, with the reason.
type Skip struct {
	Finding *review.Finding
	Reason  Reason
	Detail  string
	Harm    review.Harm // what the fix would do, where it is all that speaks against it
}

// Build makes the plan for one pass. Of changes that touch the same bytes, it takes the first one in the document and
// leaves the others for the next pass.
func Build(in Input) Plan {
	b, order := newBuilder(in), ordered(in.Findings)
	tries := make([]try, len(order))
	// A fixer looks at one finding only, so that all may be asked at once.
	parallel.OnAll(len(order), func(n int) { tries[n] = attempt(in, in.Findings[order[n]]) })
	plan := Plan{Applied: make([]Applied, 0, len(order))}
	for n := range tries {
		f := in.Findings[order[n]]
		switch change, reason, detail := b.add(&tries[n]); reason {
		case "":
			plan.Applied = append(plan.Applied, Applied{Finding: f, Contract: tries[n].fixer.Contract, Change: change})
		case NoFixer: // Fixes drops the detail, so compute it only here
			plan.Skipped = append(plan.Skipped, Skip{Finding: f, Reason: reason, Detail: noFixer(f)})
		default:
			plan.Skipped = append(plan.Skipped, Skip{f, reason, detail, tries[n].harm})
		}
	}
	return plan
}

// Fixes returns the proved changes of the plan that Build makes, by the indices of the findings; nil is no change.
func Fixes(in Input) []Change {
	out := make([]Change, len(in.Findings))
	b, applied, indices := newBuilder(in), []Applied{}, []int{}
	for _, i := range ordered(in.Findings) {
		t := attempt(in, in.Findings[i])
		if change, reason, _ := b.add(&t); reason == "" {
			applied = append(applied, Applied{Finding: in.Findings[i], Contract: t.fixer.Contract, Change: change})
			indices = append(indices, i)
		}
	}
	p := newProver(in, applied)
	for path := range p.touching {
		p.document(path)
	}
	for n, i := range indices {
		if p.out[n] == nil {
			out[i] = applied[n].Change
		}
	}
	return out
}

// ordered returns the indices of the findings in the order in which they are fixed.
func ordered(findings []*review.Finding) []int {
	out := make([]int, len(findings))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(i, j int) int { return compare(findings[i], findings[j]) })
	return out
}

// compare orders findings by document, place and id.
func compare(a, b *review.Finding) int {
	if n := cmp.Or(strings.Compare(a.Path, b.Path), source.Compare(a.Span, b.Span)); n != 0 {
		return n
	}
	return cmp.Or(strings.Compare(a.ID, b.ID), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Want, b.Want))
}

// A builder makes a plan, one fix after the other.
type builder struct {
	docs  zone.Documents
	links *headingLinks
	taken map[string][]source.Edit // the edits of the plan so far, by document
	added map[addition]source.Edit // the edits of the plan that add words
}

func newBuilder(in Input) builder {
	return builder{in.Docs, newHeadingLinks(in), map[string][]source.Edit{}, map[addition]source.Edit{}}
}

// A try is the change of one finding's fixer, or the reason for making no change.
type try struct {
	finding *review.Finding
	fixer   *Fixer
	change  Change
	reaches []reach
	allowed review.Harm // what a person said that it may do
	harm    review.Harm // what it would do that a person can allow
	reason  Reason
	detail  string
}

// attempt asks the fixer of a finding for its change and checks that it is allowed.
func attempt(in Input, f *review.Finding) try {
	defer parallel.In(f.Path)
	if reason, detail := refusal(in.Docs, f); reason != "" {
		return try{reason: reason, detail: detail}
	}
	doc := in.Docs.Document(f.Path)
	fixer := choose(in.Fixers, doc, f)
	if fixer == nil && f.Source == review.BuiltIn { // no such finding stands where a comment switches its rule off
		return try{reason: NoFixer}
	}
	if doc.Suppressed(f.Source, f.Rule, f.Span.Start) {
		return try{reason: Suppressed, detail: "A comment in the document switches the rule off here."}
	}
	if fixer == nil {
		return try{reason: NoFixer}
	}
	change, err := fixer.Fix(doc, in.setOf(f.Path), f)
	if both := relabelled(in, doc, f); both != nil {
		change, err = both, nil
	}
	if err != nil {
		if a := (*Abstention)(nil); errors.As(err, &a) {
			return try{reason: Abstained, detail: a.Reason}
		}
		return try{reason: Failed, detail: fmt.Sprintf("The fixer of %s failed: %v.", fixer.Rule, err)}
	}
	if reason, detail := permit(in, fixer, f, change); reason != "" {
		return try{reason: reason, detail: detail}
	}
	return try{finding: f, fixer: fixer, change: change, reaches: reachesOf(in.Docs, change), allowed: f.Allowed}
}

// These say why a fix waits for the next pass.
const (
	conflict    = "Another fix edits the same text. It comes first."
	renamesMeet = "Another fix changes which heading the same links lead to. It comes first."
)

// add puts a fix into the plan. It returns its change, or the reason why it can't.
func (b *builder) add(t *try) (Change, Reason, string) {
	if t.reason != "" {
		return nil, t.reason, t.detail
	}
	moves := b.links.moves(t.reaches)
	change, broken := b.links.carry(t.change, t.reaches, moves)
	mayBreak := t.allowed&review.BrokenLinks != 0
	if len(broken) > 0 && !mayBreak {
		t.harm = review.BrokenLinks
		return nil, BreaksLinks, "Refused: this edit would break links from " + strings.Join(broken, ", ") + "."
	}
	if t.fixer.Contract == SpanOnly && !mayBreak && b.links.takesLinks(moves) {
		t.harm = review.BrokenLinks
		return nil, BreaksLinks, "Refused: links to another heading would lead to this one then."
	}
	change = b.reuse(b.afterOthers(t.finding, change))
	for _, c := range change {
		if err := source.Fits(b.taken[c.Path], c.Edits); err != nil {
			return nil, Conflict, conflict
		}
	}
	if b.links.meetsPlan(moves) {
		return nil, Conflict, renamesMeet
	}
	for _, c := range change {
		b.taken[c.Path] = source.Add(b.taken[c.Path], c.Edits)
	}
	b.remember(change)
	b.links.note(moves)
	return change, "", ""
}

// refusal returns the reason why f may not be attempted by any fixer. It parses no document: many have only findings
// that are left to people.
func refusal(docs zone.Documents, f *review.Finding) (Reason, string) {
	src := docs.Source(f.Path)
	switch {
	case src == nil && docs.Document(f.Path) == nil:
		return NotLocated, fmt.Sprintf("%s is not a document of this run.", f.Path)
	case f.State != review.Located:
		return NotLocated, cmp.Or(f.Reason.Text, "The finding is "+f.State.String()+".")
	case f.RequiresHuman:
		return NeedsHuman, "The reviewer asks for a person."
	case f.AutoFix == review.AutoFixNo:
		return NotFixable, cmp.Or(f.Reason.Text, "The reviewer marks it as not fixable.")
	case f.Remedy == review.Choose:
		return Choices, cmp.Or(f.Reason.Text, "A person must choose the replacement.")
	case !f.Span.Valid(len(src)):
		return NotLocated, fmt.Sprintf("Bytes %v lie outside the document.", f.Span)
	}
	return "", ""
}

// choose returns the fixer for f, nil for none. A finding's own replacement takes precedence over the fixer of its
// rule.
func choose(fixers []Fixer, doc *zone.Document, f *review.Finding) *Fixer {
	if f.Remedy == review.Silence {
		return &Silence
	}
	if f.Remedy == review.Replace || f.Remedy == review.Edits {
		if doc.FrontMatter().Contains(f.Span) && !f.Span.Empty() {
			return &FrontMatterValue
		}
		return &Replacement
	}
	for i := range fixers {
		if fixers[i].Rule == f.Rule {
			return &fixers[i]
		}
	}
	return nil
}

// permit checks that every edit lies in bounds and in the zones of its contract, and that it keeps what the contract
// says of the edited text. It is the only such check.
func permit(in Input, fixer *Fixer, f *review.Finding, change Change) (Reason, string) {
	if len(change) == 0 {
		return Failed, fmt.Sprintf("The fixer of %s changes nothing.", fixer.Rule)
	}
	for i, c := range change {
		path, edits := c.Path, c.Edits
		doc := in.Docs.Document(path)
		if doc == nil {
			return Failed, fmt.Sprintf("The fixer of %s edits %s, no document of this run.", fixer.Rule, path)
		}
		if len(edits) == 0 {
			return Failed, fmt.Sprintf("The fixer of %s changes nothing.", fixer.Rule)
		}
		if change[:i].Of(path) != nil {
			return Failed, fmt.Sprintf("The fixer of %s names %s twice.", fixer.Rule, path)
		}
		for _, e := range edits {
			if !e.Valid(len(doc.Source())) {
				return Failed, fmt.Sprintf("The fixer of %s edits bytes %v, outside the document.", fixer.Rule, e.Span)
			}
			line := doc.Lines().Number(e.Start)
			if zone, ok := doc.Within(e.Span, fixer.Contract.zones()); !ok &&
				!(fixer.Contract == LayoutOnly && endsDocument(doc, e)) {
				return Protected, fmt.Sprintf("Refused: this edit would change the %v on line %d.", zone, line)
			}
			if path == f.Path && suppressedIn(doc, f, e.Span) {
				return Suppressed, "A comment in the document switches the rule off in a part of what the fix would change."
			}
			if why := doc.Unsettled(e.Start); why != "" && fixer.Contract.ofForm() {
				return Abstained, why
			}
			if why := fixer.Contract.broken(doc, f, e); why != "" {
				return ContractLost, fmt.Sprintf("Refused: the edit of the fixer of %s on line %d %s.", fixer.Rule, line, why)
			}
		}
	}
	return "", ""
}

// suppressedIn reports whether a comment switches the rule of f off anywhere in a span.
func suppressedIn(doc *zone.Document, f *review.Finding, s source.Span) bool {
	lines := doc.Lines()
	for at, n := s.Start, lines.Number(s.Start); at <= s.End; n++ {
		if doc.Suppressed(f.Source, f.Rule, at) {
			return true
		}
		line, ok := lines.Span(n + 1)
		if at = line.Start; !ok || at >= s.End {
			break
		}
	}
	return false
}

// broken says how an edit breaks what the contract promises of the edited bytes themselves; "" if it does not.
func (c Contract) broken(doc *zone.Document, f *review.Finding, e source.Edit) string {
	old := string(doc.Bytes(e.Span))
	switch {
	case old == e.New:
		return "changes nothing"
	case c == CaseOnly && !strings.EqualFold(old, e.New):
		return "changes more than letter case"
	case c == MarkerOnly && (len(old) != 1 || !strings.Contains("-*+", e.New) || len(e.New) != 1):
		return "does not replace one bullet by another"
	case c == InfoOnly && strings.ContainsAny(e.New, " \t\r\n`~"):
		return "is not a single word"
	case c == FragmentOnly && (e.Start == 0 || doc.Source()[e.Start-1] != '#'),
		c == FragmentOnly && strings.ContainsAny(e.New, " \t\r\n()<>\\\"'"):
		return "does not replace one fragment by another"
	case c == ValueOnly && !markdown.EditsOneValue(doc.Text(), e) &&
		!(f.Old != "" && markdown.IsEntry(f.Want) && markdown.EditsOneEntry(doc.Text(), e)):
		return "changes more of the front matter than one value"
	case c == TextOnly && strings.ContainsAny(e.New, "\r\n"):
		return "adds a line ending"
	case c == LayoutOnly && !marksOnly(doc, e):
		return "changes more than white space and marks"
	case c == LayoutOnly && doc.Overlaid(e.Span):
		return "reaches into a template or a formula"
	case c == SpanOnly && !f.Span.Contains(e.Span) && (e.Span.Len() == 0 || !e.Span.Contains(f.Span)):
		return "reaches beyond its finding"
	}
	return ""
}

// noFixer says why nothing resolves f.
func noFixer(f *review.Finding) string {
	if f.Source == review.BuiltIn {
		return "No fix is known for " + f.Rule + "."
	}
	return cmp.Or(f.Reason.Text, "The review suggests no replacement text.")
}
