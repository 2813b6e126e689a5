package loop

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Snapshot is what a run knows of a document beyond its State: enough to go on
// with it without asking anyone anything again. Its fields are for this package
// alone; other programs read the State.
type Snapshot struct {
	Pass      int               `json:"pass"`
	Open      []keptIssue       `json:"open"`
	Shut      []keptIssue       `json:"shut"`
	Fixes     []keptFix         `json:"fixes"`
	Named     map[string]int    `json:"named"`
	Max       int               `json:"max_iterations"`
	Salvage   bool              `json:"salvage,omitempty"`
	Halted    engine.Effect     `json:"halted,omitempty"`
	Reviewed  []bool            `json:"reviewed"`
	Questions []engine.Question `json:"questions,omitempty"`
	Feedback  *engine.Feedback  `json:"feedback,omitempty"`
	Failed    []string          `json:"failed,omitempty"`
	Consulted []string          `json:"consulted,omitempty"`
	Refused   []review.Key      `json:"refused_to_write,omitempty"`
	Attempted *engine.Attempt   `json:"attempted,omitempty"`
}

// keptFinding is a review.Finding whose JSON has names for "none".
type keptFinding struct {
	review.Finding
	Severity string
	Category string
}

type keptIssue struct {
	Finding   keptFinding
	Origin    origin
	Pass      int
	Now       review.Key
	Place     review.Key
	Sources   []string
	Twins     []keptFinding `json:",omitempty"`
	Against   []string      `json:",omitempty"`
	Rival     review.Key    `json:",omitempty"`
	Failed    bool          `json:",omitempty"`
	Fixed     bool          `json:",omitempty"`
	TakenBack bool          `json:",omitempty"`
	Skip      fixers.Reason `json:",omitempty"`
	Detail    string        `json:",omitempty"` // of Skip
	Outcome   *keptOutcome  `json:",omitempty"` // of an issue that is shut
}

type keptOutcome struct {
	Finding    keptFinding
	Status     Status
	Reason     StatusReason
	Detail     string
	Pass       int
	VerifiedBy Verification
	Raised     bool
}

type keptFix struct {
	Finding  keptFinding
	Pass     int
	Type     string
	Old, New string
	Place    source.Point
	Section  []string
	Location string
	Also     []string
}

func keepFinding(f review.Finding) keptFinding {
	return keptFinding{f, f.Severity.String(), f.Category.String()}
}

func (k keptFinding) finding() review.Finding {
	f := k.Finding
	f.Severity, _ = rules.ParseSeverity(k.Severity) // "none" is no severity
	f.Category, _ = rules.ParseCategory(k.Category)
	return f
}

func keepIssue(i issue) keptIssue {
	k := keptIssue{
		Finding: keepFinding(i.Finding), Origin: i.origin, Pass: i.pass, Now: i.now, Place: i.place, Sources: i.sources,
		Against: i.against, Rival: i.rival, Failed: i.failed, Fixed: i.fixed, TakenBack: i.takenBack,
	}
	if i.skip != nil {
		k.Skip, k.Detail = i.skip.Reason, i.skip.Detail
	}
	for _, f := range i.twins {
		k.Twins = append(k.Twins, keepFinding(f))
	}
	return k
}

func (k keptIssue) issue() issue {
	i := issue{
		Finding: k.Finding.finding(), origin: k.Origin, pass: k.Pass, now: k.Now, place: k.Place, sources: k.Sources,
		against: k.Against, rival: k.Rival, failed: k.Failed, fixed: k.Fixed, takenBack: k.TakenBack,
	}
	if k.Skip != "" {
		i.skip = &fixers.Skip{Finding: i.Finding, Reason: k.Skip, Detail: k.Detail}
	}
	for _, f := range k.Twins {
		i.twins = append(i.twins, f.finding())
	}
	return i
}

// snapshot is d as it stands, for a checkpoint.
func (d *document) snapshot(pass int) *Snapshot {
	s := &Snapshot{
		Pass: pass, Named: d.named, Max: d.limits.Thresholds.MaxIterations, Salvage: d.salvage, Halted: d.halted,
		Reviewed: d.said.coverage.reviewed, Questions: d.said.questions, Feedback: d.said.feedback, Failed: d.said.failed,
		Consulted: slices.Sorted(maps.Keys(d.consulted)), Refused: slices.Sorted(maps.Keys(d.refusedToWrite)), Attempted: d.attempted,
	}
	for _, i := range d.open {
		s.Open = append(s.Open, keepIssue(i))
	}
	for _, i := range d.shut {
		k, o := keepIssue(i.issue), i.outcome
		k.Outcome = &keptOutcome{keepFinding(o.Finding), o.Status, o.Reason, o.Detail, o.Pass, o.VerifiedBy, o.Raised}
		s.Shut = append(s.Shut, k)
	}
	for _, f := range d.fixes {
		s.Fixes = append(s.Fixes, keptFix{keepFinding(f.Finding), f.Pass, f.Type, f.Old, f.New, f.Place, f.Section, f.Location, f.Also})
	}
	return s
}

// restore makes d what a checkpoint says, and reports whether it could: the
// checkpoint must be of the bytes that are there. One that was written while a
// pass was being published holds the state before and the one after it.
func (r *run) restore(d *document, s *State) bool {
	revision := d.state.Revision
	for s != nil && s.Revision != revision {
		s = s.Next
	}
	if s == nil || s.Snapshot == nil {
		return false
	}
	k := s.Snapshot
	d.state = *s
	d.state.Snapshot, d.state.Next = nil, nil
	d.named, d.salvage, d.halted, d.attempted = k.Named, k.Salvage, k.Halted, k.Attempted
	if d.named == nil {
		d.named = map[string]int{}
	}
	d.limits.Thresholds.MaxIterations = k.Max
	d.convergence = s.Convergence
	d.said.questions, d.said.feedback, d.said.failed = k.Questions, k.Feedback, k.Failed
	copy(d.said.coverage.reviewed, k.Reviewed)
	for _, c := range k.Consulted {
		d.consulted[c] = true
	}
	for _, key := range k.Refused {
		d.refusedToWrite[key] = true
	}
	for _, i := range k.Open {
		d.open = append(d.open, i.issue())
	}
	for _, i := range k.Shut {
		o := i.Outcome
		d.shut = append(d.shut, shut{i.issue(), Outcome{o.Finding.finding(), o.Status, o.Reason, o.Detail, o.Pass, o.VerifiedBy, o.Raised}})
	}
	for _, f := range k.Fixes {
		d.fixes = append(d.fixes, Fix{f.Finding.finding(), f.Pass, f.Type, f.Old, f.New, f.Place, f.Section, f.Location, f.Also})
	}
	if s.Decision != nil && !s.Decision.Goes() {
		d.done, d.decisions = true, []Decision{*s.Decision}
	}
	r.carryOn(s)
	return true
}

// carryOn lets the run go on counting where a checkpoint left off.
func (r *run) carryOn(s *State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pass = max(r.pass, s.Snapshot.Pass)
	r.tokens = max(r.tokens, s.Spent.Tokens)
	r.spentMS = max(r.spentMS, s.Spent.ElapsedMS)
}
