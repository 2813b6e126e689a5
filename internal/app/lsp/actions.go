package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// CodeAction returns the actions for the findings in a range.
func (s *server) CodeAction(
	ctx context.Context, p *protocol.CodeActionParams,
) ([]protocol.CommandOrCodeAction, error) {
	r, j, err := s.judgedNow(ctx, p.TextDocument.URI)
	if err != nil || j.err != nil {
		return []protocol.CommandOrCodeAction{}, err
	}
	o := offer{s: s, r: r, j: j, out: []protocol.CommandOrCodeAction{}}
	if wanted(p.Context.Only, protocol.CodeActionKindQuickFix) {
		for n, i := range j.issuesIn(r.span(p.Range)) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if n < mostIssues && (n == 0 || o.proved < mostProved) {
				o.about(i)
			} else {
				o.ofRule(i)
			}
		}
		for _, rule := range o.rules {
			o.addRun(ctx, "Fix all: "+rule, protocol.CodeActionKindQuickFix, rule)
		}
	}
	if wanted(p.Context.Only, fixAllKind) && len(j.issues) > 0 {
		o.addRun(ctx, "Fix all (doc-iterate)", fixAllKind, "")
	}
	return o.out, nil
}

// So many issues get actions of their own, and so many bytes are proved for them. Who selects more takes those for all.
const (
	mostIssues = 50
	mostProved = 4 << 20
)

// wanted reports whether a client wants this kind of action. No kinds are all of them, and a kind includes the kinds
// below it.
func wanted(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

// An offer has the actions for one place.
type offer struct {
	s     *server
	r     *revision
	j     *judged
	rules []string // those with a finding that can be fixed here
	out   []protocol.CommandOrCodeAction

	proved int            // bytes of the documents that were proved
	tried  map[string]int // by rule, how many findings were planned without a proof
}

// fix returns proved edits that resolve a finding, nil for none.
func (o *offer) fix(f *review.Finding) []source.Edit {
	o.proved += len(o.r.text())
	return o.j.fix(f)
}

// ofRule offers to fix all of a rule if a finding of it has a fix, which is proved when a person takes it.
func (o *offer) ofRule(i *track.Issue) {
	const most = 5
	if _, ours := o.s.rules[i.Rule]; !ours || slices.Contains(o.rules, i.Rule) || o.tried[i.Rule] == most {
		return
	}
	if o.tried == nil {
		o.tried = map[string]int{}
	}
	o.tried[i.Rule]++
	if len(fixers.Build(o.j.input(&i.Finding)).Applied) > 0 {
		o.rules = append(o.rules, i.Rule)
	}
}

// about adds the actions for one issue.
func (o *offer) about(i *track.Issue) {
	var found []protocol.Diagnostic
	if d, ok := o.s.diagnostic(o.r, o.j, i); ok {
		found = []protocol.Diagnostic{d}
	}
	quick := func(title string) *protocol.CodeAction {
		a := &protocol.CodeAction{Title: title, Kind: new(protocol.CodeActionKindQuickFix), Diagnostics: found}
		o.out = append(o.out, a)
		return a
	}
	if len(i.Against) == 0 {
		if change := o.fix(&i.Finding); change != nil {
			a := quick(replaceTitle(o.r, &i.Finding, change))
			a.IsPreferred, a.Edit = new(true), o.s.workspaceEdit(o.r, change)
			if _, ours := o.s.rules[i.Rule]; ours && !slices.Contains(o.rules, i.Rule) {
				o.rules = append(o.rules, i.Rule)
			}
		}
	}
	for _, text := range choices(i) {
		f := i.Finding
		f.Span = engine.Place(o.j.doc, &f)
		f.ReplaceBy(text)
		if change := o.fix(&f); change != nil {
			quick(replaceTitle(o.r, &f, change)).Edit = o.s.workspaceEdit(o.r, change)
		}
	}
	o.atPlaces(i, quick)
	if edit, ok := fixers.Ignore(o.j.doc, &i.Finding); ok {
		quick("Ignore on this line").Edit = o.s.workspaceEdit(o.r, []source.Edit{edit})
	}
	if i.Source != review.BuiltIn {
		quick("Dismiss").Command = protocol.Command{
			Title: "Dismiss", Command: dismissCommand,
			Arguments: []protocol.LSPAny{encoded(string(o.r.uri)), keyOf(i)},
		}
	}
}

// atPlaces adds an action for each place that an issue of a review may mean.
func (o *offer) atPlaces(i *track.Issue, quick func(title string) *protocol.CodeAction) {
	const most = 9
	if i.State == review.Located || i.Source == review.BuiltIn || i.Remedy == review.NoRemedy {
		return
	}
	for _, place := range i.Candidates[:min(len(i.Candidates), most)] {
		f := i.Finding
		f.State, f.Span, f.Candidates = review.Located, place.Span, nil
		if change := o.fix(&f); change != nil {
			title := fmt.Sprintf("%s in line %d", replaceTitle(o.r, &f, change), o.r.lines().Number(place.Span.Start))
			quick(title).Edit = o.s.workspaceEdit(o.r, change)
		}
	}
}

// choices returns the texts that a person may choose from.
func choices(i *track.Issue) []string {
	if i.State != review.Located {
		return nil
	}
	if len(i.Against) > 0 {
		return append([]string{i.Want}, i.Against...)
	}
	if i.Remedy == review.Choose {
		return i.Choices
	}
	return nil
}

// actionData is the data of an action whose edit is made when a person takes it.
type actionData struct {
	URI    uri.URI `json:"uri"`
	Serial int     `json:"serial"` // of the revision that it was offered for
	Rule   string  `json:"rule"`   // "" is all
}

// addRun adds an action whose edit needs a run. The client asks for the edit when a person takes the action. If the
// client can't ask, the run is made now.
func (o *offer) addRun(ctx context.Context, title string, kind protocol.CodeActionKind, rule string) {
	a := &protocol.CodeAction{Title: title, Kind: new(kind)}
	if o.s.resolves {
		a.Data = encoded(actionData{o.r.uri, o.r.serial, rule})
	} else {
		edits, err := o.s.fixAll(ctx, o.r, o.j, rule)
		if err != nil || len(edits) == 0 {
			return
		}
		a.Edit = o.s.workspaceEdit(o.r, edits)
	}
	o.out = append(o.out, a)
}

// CodeActionResolve makes the edit of an action.
func (s *server) CodeActionResolve(ctx context.Context, a *protocol.CodeAction) (*protocol.CodeAction, error) {
	var data actionData
	if err := json.Unmarshal(a.Data, &data); err != nil {
		return nil, errors.New("the action is none of this server's")
	}
	r := s.revision(data.URI)
	switch {
	case r == nil:
		return nil, notOpen(data.URI)
	case r.serial != data.Serial:
		return nil, protocol.ErrContentModified
	}
	async(ctx)
	j, err := s.judged(ctx, r)
	if err == nil {
		err = j.err
	}
	if err != nil {
		return nil, err
	}
	edits, err := s.fixAll(ctx, r, j, data.Rule)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.document.Path, err)
	}
	a.Edit = s.workspaceEdit(r, edits)
	return a, nil
}

// fix returns proved edits that resolve a finding; nil if there are none, or if they would change other documents.
func (j *judged) fix(f *review.Finding) []source.Edit {
	in := j.input(f)
	_, plan := fixers.Prove(in, fixers.Build(in))
	if len(plan.Applied) == 0 {
		return nil
	}
	return plan.Applied[0].Change.Of(j.doc.Path)
}

// input returns what a fix of a finding is planned from.
func (j *judged) input(f *review.Finding) fixers.Input {
	return fixers.Input{
		Docs: zone.Map{j.doc.Path: j.doc}, Set: j.set, Site: j.site,
		Findings: []*review.Finding{f}, Fixers: fixers.Registry(), Inbound: j.around.inbound,
	}
}

// replaceTitle returns the title of a fix: the text that will stand in the place of the finding.
func replaceTitle(r *revision, f *review.Finding, edits []source.Edit) string {
	const most = 60
	m := source.NewMapping(edits)
	span := f.Span
	for _, e := range m.Edits() {
		if e.Touches(f.Span) {
			span = span.Union(e.Span)
		}
	}
	at, _ := m.Span(span, source.Wide)
	text := ""
	if after, err := source.Apply(r.text(), edits); err == nil { // they are proved
		text = wording.Visible(string(after[at.Start:at.End]))
	}
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most-1]) + "…"
	}
	return `Replace with "` + text + `"`
}

// workspaceEdit returns edits of a revision in the form of the protocol.
func (s *server) workspaceEdit(r *revision, edits []source.Edit) *protocol.WorkspaceEdit {
	texts := make([]protocol.TextEdit, len(edits))
	for n, e := range edits {
		texts[n] = protocol.TextEdit{Range: r.area(e.Span), NewText: e.New}
	}
	if !s.versioned {
		return &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{r.uri: texts}}
	}
	change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: r.uri}, Version: &r.version,
	}}
	for n := range texts {
		change.Edits = append(change.Edits, &texts[n])
	}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
}
