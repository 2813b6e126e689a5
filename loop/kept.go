package loop

import (
	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A run over thousands of documents keeps some hundred thousand findings. So what is
// kept of one leaves out what is not set, what is said of most findings, and what
// can be told from the rest.

// keptFinding is a review.Finding.
type keptFinding struct {
	ID            string          `json:"id,omitzero"`
	Rule          string          `json:"rule,omitzero"`
	Severity      *keptSeverity   `json:"severity,omitzero"` // nil is a warning
	Category      *keptCategory   `json:"category,omitzero"` // nil is one of style
	Message       string          `json:"message,omitzero"`
	Path          *string         `json:"path,omitzero"` // nil is the document that it is kept with
	At            keptSpan        `json:"at,omitzero"`
	State         *review.State   `json:"state,omitzero"` // nil is located
	Why           string          `json:"why,omitzero"`
	Candidates    []keptCandidate `json:"candidates,omitzero"`
	Tier          int             `json:"tier,omitzero"`
	Remedy        review.Remedy   `json:"remedy,omitzero"`
	Old           string          `json:"old,omitzero"`
	Want          string          `json:"want,omitzero"`
	Choices       []string        `json:"choices,omitzero"`
	Edits         []keptEdit      `json:"edits,omitzero"`
	Confidence    *float64        `json:"confidence,omitzero"` // nil is 1
	Source        *string         `json:"source,omitzero"`     // nil is the built-in reviewers
	Citations     []string        `json:"citations,omitzero"`
	AutoFix       review.AutoFix  `json:"auto_fix,omitzero"`
	RequiresHuman bool            `json:"requires_human,omitzero"`
	Key           review.Key      `json:"key,omitzero"`
}

// A keptSeverity and a keptCategory may be unset, which has no name in JSON.
type (
	keptSeverity rules.Severity
	keptCategory rules.Category
)

const unset = "none"

func (k keptSeverity) MarshalText() ([]byte, error) {
	if k == 0 {
		return []byte(unset), nil
	}
	return rules.Severity(k).MarshalText()
}

func (k *keptSeverity) UnmarshalText(text []byte) error {
	if string(text) == unset {
		return nil
	}
	return (*rules.Severity)(k).UnmarshalText(text)
}

func (k keptCategory) MarshalText() ([]byte, error) {
	if k == 0 {
		return []byte(unset), nil
	}
	return rules.Category(k).MarshalText()
}

func (k *keptCategory) UnmarshalText(text []byte) error {
	if string(text) == unset {
		return nil
	}
	return (*rules.Category)(k).UnmarshalText(text)
}

type keptSpan [2]int // its start and its end

type keptCandidate struct {
	At   keptSpan `json:"at"`
	Text string   `json:"text"`
	Like float64  `json:"like"`
}

type keptEdit struct {
	At  keptSpan `json:"at"`
	New string   `json:"new"`
}

// unless is nil for what need not be said.
func unless[T comparable](value, usual T) *T {
	if value == usual {
		return nil
	}
	kept := value // the parameter itself would be allocated each time
	return &kept
}

func orUsual[T any](value *T, usual T) T {
	if value == nil {
		return usual
	}
	return *value
}

func keepSpan(s source.Span) keptSpan { return keptSpan{s.Start, s.End} }

func (k keptSpan) span() source.Span { return source.Span{Start: k[0], End: k[1]} }

// keep keeps a finding with the document at path.
func keep(f *review.Finding, path string) keptFinding {
	k := keptFinding{
		ID: f.ID, Rule: f.Rule, Severity: unless(keptSeverity(f.Severity), keptSeverity(rules.Warning)), Category: unless(keptCategory(f.Category), keptCategory(rules.CategoryStyle)),
		Message: f.Message, Path: unless(f.Path, path), At: keepSpan(f.Span), State: unless(f.State, review.Located), Why: f.Why,
		Tier: f.Tier, Remedy: f.Remedy, Old: f.Old, Want: f.Want, Choices: f.Choices,
		Confidence: unless(f.Confidence, 1), Source: unless(f.Source, review.BuiltIn), Citations: f.Citations,
		AutoFix: f.AutoFix, RequiresHuman: f.RequiresHuman, Key: f.Key,
	}
	for _, c := range f.Candidates {
		k.Candidates = append(k.Candidates, keptCandidate{keepSpan(c.Span), c.Text, c.Like})
	}
	for _, e := range f.Edits {
		k.Edits = append(k.Edits, keptEdit{keepSpan(e.Span), e.New})
	}
	return k
}

func (k *keptFinding) finding(path string) review.Finding {
	f := review.Finding{
		ID: k.ID, Rule: k.Rule, Severity: rules.Severity(orUsual(k.Severity, keptSeverity(rules.Warning))), Category: rules.Category(orUsual(k.Category, keptCategory(rules.CategoryStyle))),
		Message: k.Message, Path: orUsual(k.Path, path), Span: k.At.span(), State: orUsual(k.State, review.Located), Why: k.Why,
		Tier: k.Tier, Remedy: k.Remedy, Old: k.Old, Want: k.Want, Choices: k.Choices,
		Confidence: orUsual(k.Confidence, 1), Source: orUsual(k.Source, review.BuiltIn), Citations: k.Citations,
		AutoFix: k.AutoFix, RequiresHuman: k.RequiresHuman, Key: k.Key,
	}
	for _, c := range k.Candidates {
		f.Candidates = append(f.Candidates, review.Candidate{Span: c.At.span(), Text: c.Text, Like: c.Like})
	}
	for _, e := range k.Edits {
		f.Edits = append(f.Edits, source.Edit{Span: e.At.span(), New: e.New})
	}
	return f
}

type keptIssue struct {
	Finding   keptFinding   `json:"finding"`
	Origin    origin        `json:"origin,omitzero"`
	Pass      int           `json:"pass,omitzero"`
	Now       *review.Key   `json:"now,omitzero"`     // nil is the finding's key
	Place     *review.Key   `json:"place,omitzero"`   // nil is the finding's key
	Sources   []string      `json:"sources,omitzero"` // nil is that of the finding alone
	Twins     []keptFinding `json:"twins,omitempty"`
	Against   []string      `json:"against,omitempty"`
	Rival     review.Key    `json:"rival,omitzero"`
	Failed    bool          `json:"failed,omitzero"`
	Fixed     bool          `json:"fixed,omitzero"`
	TakenBack bool          `json:"taken_back,omitzero"`
	Skip      fixers.Reason `json:"skip,omitzero"`
	Detail    string        `json:"detail,omitzero"`   // of Skip
	Outcome   *keptOutcome  `json:"outcome,omitempty"` // of an issue that is shut
}

type keptOutcome struct {
	Finding    *keptFinding  `json:"finding,omitzero"` // nil where it is the issue's
	Status     *Status       `json:"status,omitzero"`  // nil is fixed
	Reason     *StatusReason `json:"reason,omitzero"`  // nil is by its own fix
	Detail     string        `json:"detail,omitzero"`
	Pass       int           `json:"pass,omitzero"`
	VerifiedBy *Verification `json:"verified_by,omitzero"` // nil is by its reviewer
	Raised     bool          `json:"raised,omitzero"`
}

type keptFix struct {
	Finding  *keptFinding `json:"finding,omitzero"` // nil where it is that of an issue that is shut
	Shut     int          `json:"shut,omitzero"`    // the index of that one
	Pass     int          `json:"pass"`
	Type     *string      `json:"type,omitzero"` // nil is that of the finding's category
	Old      string       `json:"old,omitzero"`
	New      string       `json:"new,omitzero"`
	Place    [2]int       `json:"place,omitzero"` // line and column
	Section  []string     `json:"section,omitzero"`
	Location *string      `json:"location,omitzero"` // nil says Place and Section
	Also     []string     `json:"also,omitzero"`
}

// keptAttempt is an engine.Attempt with what is compared of its triggers: what they
// say, by type, and that for a strategy that looks at it.
type keptAttempt struct {
	Strategy engine.StrategyType             `json:"strategy"`
	Triggers map[engine.TriggerType][]string `json:"triggers,omitempty"`
}

func keepAttempt(a *engine.Attempt) *keptAttempt {
	if a == nil {
		return nil
	}
	k := &keptAttempt{Strategy: a.Strategy}
	if a.Strategy != engine.StrategyRetry {
		return k
	}
	k.Triggers = map[engine.TriggerType][]string{}
	for _, t := range a.Triggers {
		k.Triggers[t.Type] = append(k.Triggers[t.Type], t.Details)
	}
	return k
}

func (k *keptAttempt) attempt() *engine.Attempt {
	if k == nil {
		return nil
	}
	a := &engine.Attempt{Strategy: k.Strategy}
	for is, says := range k.Triggers {
		for _, details := range says {
			a.Triggers = append(a.Triggers, engine.Trigger{Type: is, Details: details})
		}
	}
	return a
}

// keepOther keeps a finding, unless it is one that is kept anyway.
func keepOther(f, kept *review.Finding, path string) *keptFinding {
	if kept != nil && (f == kept || f.Equal(kept)) {
		return nil
	}
	k := keep(f, path)
	return &k
}

func keepIssue(i *issue, path string) keptIssue {
	k := keptIssue{
		Finding: keep(&i.Finding, path), Origin: i.origin, Pass: i.pass, Now: unless(i.now, i.Key), Place: unless(i.place, i.Key),
		Against: i.against, Rival: i.rival, Failed: i.failed, Fixed: i.fixed, TakenBack: i.takenBack,
	}
	if len(i.sources) != 1 || i.sources[0] != i.Source {
		k.Sources = append([]string{}, i.sources...)
	}
	if i.skip != nil {
		k.Skip, k.Detail = i.skip.Reason, i.skip.Detail
	}
	for n := range i.twins {
		k.Twins = append(k.Twins, keep(&i.twins[n], path))
	}
	return k
}

func (k *keptIssue) issue(path string) issue {
	f := k.Finding.finding(path)
	i := issue{
		Finding: f, origin: k.Origin, pass: k.Pass, now: orUsual(k.Now, f.Key), place: orUsual(k.Place, f.Key), sources: k.Sources,
		against: k.Against, rival: k.Rival, failed: k.Failed, fixed: k.Fixed, takenBack: k.TakenBack,
	}
	if k.Sources == nil {
		i.sources = []string{f.Source}
	}
	if k.Skip != "" {
		i.skip = &fixers.Skip{Finding: &f, Reason: k.Skip, Detail: k.Detail}
	}
	for n := range k.Twins {
		i.twins = append(i.twins, k.Twins[n].finding(path))
	}
	return i
}

// keepShut keeps an issue that left.
func keepShut(s *shut, path string) keptIssue {
	k, o := keepIssue(s.issue, path), &s.outcome
	k.Outcome = &keptOutcome{
		Finding: keepOther(o.Finding, &s.Finding, path), Status: unless(o.Status, Fixed), Reason: unless(o.Reason, ByFix),
		Detail: o.Detail, Pass: o.Pass, VerifiedBy: unless(o.VerifiedBy, ByReviewer), Raised: o.Raised,
	}
	return k
}

func (k *keptIssue) shut(path string) shut {
	o := k.Outcome
	s := k.issue(path).leave(Outcome{
		Status: orUsual(o.Status, Fixed), Reason: orUsual(o.Reason, ByFix), Detail: o.Detail, Pass: o.Pass,
		VerifiedBy: orUsual(o.VerifiedBy, ByReviewer), Raised: o.Raised,
	})
	if o.Finding != nil {
		f := o.Finding.finding(path)
		s.outcome.Finding = &f
	}
	return s
}

// keepFixes keeps the fixes of d, after its issues that left.
func (d *document) keepFixes() []keptFix {
	at := make(map[string]int, len(d.shut))
	for n := range d.shut {
		at[d.shut[n].ID] = n
	}
	out := make([]keptFix, 0, len(d.fixes))
	for i := range d.fixes {
		f := &d.fixes[i]
		k := keptFix{
			Pass: f.Pass, Type: unless(f.Type, fixType(f.Finding.Category)), Old: f.Old, New: f.New, Place: [2]int{f.Place.Line, f.Place.Column},
			Section: f.Section, Location: unless(f.Location, locationOf(f.Place, f.Section)), Also: f.Also,
		}
		if n, kept := at[f.Finding.ID]; kept {
			k.Finding, k.Shut = keepOther(f.Finding, &d.shut[n].Finding, d.path), n
		} else {
			k.Finding = keepOther(f.Finding, nil, d.path)
		}
		out = append(out, k)
	}
	return out
}

func (k *keptFix) fix(path string, shut []shut) Fix {
	f := Fix{
		Pass: k.Pass, Old: k.Old, New: k.New, Place: source.Point{Line: k.Place[0], Column: k.Place[1]}, Section: k.Section, Also: k.Also,
	}
	switch {
	case k.Finding == nil && k.Shut < len(shut):
		f.Finding = &shut[k.Shut].Finding
	case k.Finding != nil:
		own := k.Finding.finding(path)
		f.Finding = &own
	default:
		f.Finding = &review.Finding{}
	}
	f.Type = orUsual(k.Type, fixType(f.Finding.Category))
	f.Location = orUsual(k.Location, locationOf(f.Place, f.Section))
	return f
}
