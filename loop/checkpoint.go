package loop

import (
	"maps"
	"reflect"
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

// keptFinding is a review.Finding whose JSON leaves out what is not set: a run over
// thousands of documents keeps some hundred thousand of them.
type keptFinding struct {
	ID            string
	Rule          string             `json:",omitzero"`
	Severity      rules.Severity     `json:",omitzero"`
	Category      rules.Category     `json:",omitzero"`
	Message       string             `json:",omitzero"`
	Path          string             `json:",omitzero"`
	Span          source.Span        `json:",omitzero"`
	State         review.State       `json:",omitzero"`
	Why           string             `json:",omitzero"`
	Candidates    []review.Candidate `json:",omitzero"`
	Tier          int                `json:",omitzero"`
	Remedy        review.Remedy      `json:",omitzero"`
	Old           string             `json:",omitzero"`
	Want          string             `json:",omitzero"`
	Choices       []string           `json:",omitzero"`
	Edits         []source.Edit      `json:",omitzero"`
	Confidence    float64            `json:",omitzero"`
	Source        string             `json:",omitzero"`
	Citations     []string           `json:",omitzero"`
	AutoFix       review.AutoFix     `json:",omitzero"`
	RequiresHuman bool               `json:",omitzero"`
	Key           review.Key         `json:",omitzero"`
}

type keptIssue struct {
	Finding   keptFinding
	Origin    origin `json:",omitzero"`
	Pass      int    `json:",omitzero"`
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
	Finding    *keptFinding `json:",omitzero"` // nil where it is the issue's
	Status     Status
	Reason     StatusReason
	Detail     string `json:",omitzero"`
	Pass       int
	VerifiedBy Verification `json:",omitzero"`
	Raised     bool         `json:",omitzero"`
}

type keptFix struct {
	Finding  *keptFinding `json:",omitzero"` // nil where it is that of an issue that is shut
	Shut     int          `json:",omitzero"` // the index of that one
	Pass     int
	Type     string
	Old, New string
	Place    source.Point
	Section  []string
	Location string
	Also     []string
}

// keepOther keeps a finding, unless it is one that is kept anyway.
func keepOther(f, kept review.Finding) *keptFinding {
	if reflect.DeepEqual(f, kept) {
		return nil
	}
	k := keptFinding(f)
	return &k
}

func keepIssue(i issue) keptIssue {
	k := keptIssue{
		Finding: keptFinding(i.Finding), Origin: i.origin, Pass: i.pass, Now: i.now, Place: i.place, Sources: i.sources,
		Against: i.against, Rival: i.rival, Failed: i.failed, Fixed: i.fixed, TakenBack: i.takenBack,
	}
	if i.skip != nil {
		k.Skip, k.Detail = i.skip.Reason, i.skip.Detail
	}
	for _, f := range i.twins {
		k.Twins = append(k.Twins, keptFinding(f))
	}
	return k
}

func (k keptIssue) issue() issue {
	i := issue{
		Finding: review.Finding(k.Finding), origin: k.Origin, pass: k.Pass, now: k.Now, place: k.Place, sources: k.Sources,
		against: k.Against, rival: k.Rival, failed: k.Failed, fixed: k.Fixed, takenBack: k.TakenBack,
	}
	if k.Skip != "" {
		i.skip = &fixers.Skip{Finding: i.Finding, Reason: k.Skip, Detail: k.Detail}
	}
	for _, f := range k.Twins {
		i.twins = append(i.twins, review.Finding(f))
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
	at := map[string]int{}
	for n, i := range d.shut {
		at[i.ID] = n
		k, o := keepIssue(i.issue), i.outcome
		k.Outcome = &keptOutcome{keepOther(o.Finding, i.Finding), o.Status, o.Reason, o.Detail, o.Pass, o.VerifiedBy, o.Raised}
		s.Shut = append(s.Shut, k)
	}
	for _, f := range d.fixes {
		whole := keptFinding(f.Finding)
		own := &whole
		n, kept := at[f.Finding.ID]
		if kept {
			own = keepOther(f.Finding, d.shut[n].Finding)
		}
		s.Fixes = append(s.Fixes, keptFix{own, n, f.Pass, f.Type, f.Old, f.New, f.Place, f.Section, f.Location, f.Also})
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
		o, f := i.Outcome, review.Finding(i.Finding)
		if o.Finding != nil {
			f = review.Finding(*o.Finding)
		}
		d.shut = append(d.shut, shut{i.issue(), Outcome{f, o.Status, o.Reason, o.Detail, o.Pass, o.VerifiedBy, o.Raised}})
	}
	for _, f := range k.Fixes {
		var finding review.Finding
		switch {
		case f.Finding != nil:
			finding = review.Finding(*f.Finding)
		case f.Shut < len(k.Shut):
			finding = review.Finding(k.Shut[f.Shut].Finding)
		}
		d.fixes = append(d.fixes, Fix{finding, f.Pass, f.Type, f.Old, f.New, f.Place, f.Section, f.Location, f.Also})
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
