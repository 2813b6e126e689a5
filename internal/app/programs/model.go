package programs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/model"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A modelReviewer is a language model as a loop.External. It is asked about the sections that no earlier answer is kept
// of.
type modelReviewer struct {
	reviewer
	set *rules.Set
}

// An inquiry is the sections of a document that a model is to review, with what is known of them.
type inquiry struct {
	sections []model.Section
	keys     []string
	known    map[string]model.Kept // by key
	missing  []model.Section
	context  model.Context
}

// inquire returns the sections of a request.
func (r modelReviewer) inquire(req loop.Request) inquiry {
	in := inquiry{known: map[string]model.Kept{}, context: model.Context{Set: r.set}}
	asked := model.Context{Set: r.set} // as the key has it: what is asked of a gap is another question
	in.context.Guidance = slices.Concat(req.Guidance, req.Feedback)
	for _, q := range req.Questions {
		in.context.Questions = append(in.context.Questions, fmt.Sprintf("%s: %s", q.ID, q.Text))
	}
	if len(r.program.For) > 0 {
		asked.Guidance, asked.Questions = in.context.Guidance, in.context.Questions
	}
	in.sections = model.Sections(req.Document, r.program.Model)
	if only := cmp.Or(len(req.Sections), len(r.program.Sections)); only > 0 {
		names := req.Sections
		if len(names) == 0 {
			names = r.program.Sections
		}
		within := coverage.Within(req.Document, req.Original, names)
		in.sections = slices.DeleteFunc(in.sections, func(s model.Section) bool {
			return !within(s.Span.End-1) && !within(s.Span.Start)
		})
	}
	if r.models.Before != nil {
		if older, ok := r.models.Before(req.Document.Path, req.Document.Source()); ok {
			unchanged := map[string]bool{}
			before := zone.Parse(req.Document.Path, older, req.Document.Dialect)
			for _, s := range model.Sections(before, r.program.Model) {
				unchanged[s.Key(r.program.Model, asked)] = true
			}
			in.sections = slices.DeleteFunc(in.sections, func(s model.Section) bool {
				return unchanged[s.Key(r.program.Model, asked)]
			})
		}
	}
	for _, s := range in.sections {
		key := s.Key(r.program.Model, asked)
		in.keys = append(in.keys, key)
		if _, again := in.known[key]; again {
			continue
		}
		k, ok := kept[model.Kept](r.models, key)
		if in.known[key] = k; !ok {
			in.missing = append(in.missing, s)
		}
	}
	return in
}

// Review returns the review of a document, of what is kept and of what the model is asked now.
func (r modelReviewer) Review(ctx context.Context, req loop.Request) (loop.Review, error) {
	in := r.inquire(req)
	packs := model.Packs(in.missing, r.program.Model)
	tokens := make([]int, len(packs))
	answers := make([][]model.Kept, len(packs))
	r.models.count(r.program, func(u *usage) { u.kept += len(in.sections) - len(in.missing) })
	failed := make([]error, len(packs))
	parallel.Each(len(packs), maxRequests, func(n int) {
		answers[n], tokens[n], failed[n] = r.ask(ctx, req, &in, packs[n])
	})
	out := loop.Review{Reviewer: r.program.Name}
	for n, pack := range packs {
		out.Tokens += tokens[n]
		for i := range answers[n] {
			in.known[in.keyOf(pack[i])] = answers[n][i]
		}
	}
	if err := errors.Join(failed...); err != nil {
		return out, err
	}
	r.assemble(&out, &in, req.Document)
	r.heed(&out, req)
	return out, nil
}

func (in *inquiry) keyOf(s model.Section) string {
	return in.keys[slices.IndexFunc(in.sections, func(t model.Section) bool { return t.Span == s.Span })]
}

// ask asks the model about sections, and keeps what it answers.
func (r modelReviewer) ask(
	ctx context.Context, req loop.Request, in *inquiry, pack []model.Section,
) ([]model.Kept, int, error) {
	c := in.context
	for _, f := range req.Earlier {
		here := func(s model.Section) bool { return s.Span.Contains(f.Span) }
		if f.Source == r.program.Name && f.State == review.Located && slices.ContainsFunc(pack, here) {
			c.Known = append(c.Known, fmt.Sprintf("%q: %s", req.Document.Bytes(f.Span), f.Message))
		}
	}
	keys := make([]string, len(pack))
	for n, s := range pack {
		keys[n] = in.keyOf(s)
	}
	var answers []model.Kept
	prompt := model.Review(req.Document, pack, c)
	tokens, err := r.models.ask(ctx, r.program, r.config, prompt, len(pack), func(answer string) (err error) {
		answers, err = model.Read(answer, req.Document.Path, pack, keys)
		for n := range answers {
			keep(r.models, keys[n], answers[n])
		}
		return err
	})
	if errors.Is(err, model.ErrCut) && len(pack) > 1 { // there was too much to say
		half := len(pack) / 2
		first, used, err := r.ask(ctx, req, in, pack[:half])
		if tokens += used; err != nil {
			return nil, tokens, err
		}
		second, used, err := r.ask(ctx, req, in, pack[half:])
		return append(first, second...), tokens + used, err
	}
	return answers, tokens, err
}

// assemble locates what is known of each section in it, and adds the opinions that hold.
func (r modelReviewer) assemble(out *loop.Review, in *inquiry, doc *zone.Document) {
	opts := locate.Options{Reviewer: r.program.Name, ReviewIsCurrent: true}
	for n, s := range in.sections {
		k := in.known[in.keys[n]]
		if len(k.Issues) > 0 {
			alone := doc
			if len(in.sections) > 1 {
				alone = model.Alone(doc, s)
			}
			out.Findings = append(out.Findings, locate.Locate(alone, k.At(s), opts)...)
		}
		current := func(key string) bool { return slices.Contains(in.keys, key) }
		if o := k.Opinion; o != nil && !slices.ContainsFunc(o.Of, func(key string) bool { return !current(key) }) {
			out.Verdict = graver(out.Verdict, o.Verdict)
			out.Feedback = strings.TrimSpace(out.Feedback + " " + o.Feedback)
			for _, q := range o.Questions {
				out.Questions = append(out.Questions, engine.Question(q))
			}
		}
	}
	count := map[string]int{}
	for n := range out.Findings {
		f := &out.Findings[n]
		base := cmp.Or(f.Rule, "issue")
		count[base]++
		f.ID = fmt.Sprintf("%s-%d", base, count[base])
		r.closeAbsent(f)
		if f.Remedy == review.Replace && f.State == review.Located && fixers.Excess(doc, *f, f.Want) != "" {
			f.Remedy, f.Choices = review.Choose, []string{f.Want} // more than its place: a person decides
		}
	}
	review.Identify(doc, out.Findings)
}

// graver returns the verdict that asks for more.
func graver(a, b string) string {
	order := []string{"", "approve", "needs_work", "reject"}
	return order[max(0, slices.Index(order, a), slices.Index(order, b))]
}

// closeAbsent closes and counts a finding whose quote the model made up.
func (r modelReviewer) closeAbsent(f *review.Finding) {
	if !locate.CloseAbsent(f) {
		return
	}
	r.models.count(r.program, func(u *usage) {
		u.absent++
		u.quote = cmp.Or(u.quote, remark.Clean(f.Quoted))
	})
}

// A modelFixer is a language model as a loop.Rewriter.
type modelFixer struct {
	modelReviewer
	proposes bool // it is no fixer of the configuration
}

// Rewrite returns the text that the model writes for the place of a finding.
func (f modelFixer) Rewrite(ctx context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	doc, found := req.Document, req.Finding
	sections := model.Sections(doc, f.program.Model)
	n := slices.IndexFunc(sections, func(s model.Section) bool { return found.Span.Start < s.Span.End })
	if n < 0 { // what is missing belongs to the end
		sections = append([]model.Section{{}}, sections...)
		n = len(sections) - 1
	}
	ask := model.Fix{Message: found.Message, Old: string(doc.Bytes(found.Span)), Section: sections[n],
		Context: model.Context{Set: f.set, Guidance: slices.Concat(req.Guidance, req.Feedback)}}
	key := ask.Key(f.program.Model)
	text, ok := kept[*string](f.models, key)
	reply := loop.RewriteReply{}
	if !ok {
		var err error
		reply.Tokens, err = f.models.ask(ctx, f.program, f.config, ask.Prompt(), 0, func(answer string) (err error) {
			if text, err = textOf(answer); err == nil {
				keep(f.models, key, text)
			}
			return err
		})
		if err != nil {
			return reply, err
		}
	}
	if reply.Fixed = text != nil; reply.Fixed {
		reply.Text = *text
	}
	byPeople := []string{rule.Placeholder.Rule.ID, rule.RequiredSection.Rule.ID}
	reply.Proposed = f.proposes && slices.Contains(byPeople, found.Rule)
	return reply, nil
}

// textOf reads the text of an answer to a request for one; nil where the model is not certain of it.
func textOf(answer string) (*string, error) {
	var in struct{ Text json.RawMessage }
	var text *string
	start, end := strings.IndexByte(answer, '{'), strings.LastIndexByte(answer, '}')
	if start < 0 || end < start || json.Unmarshal([]byte(answer[start:end+1]), &in) != nil || in.Text == nil ||
		json.Unmarshal(in.Text, &text) != nil {
		return nil, errors.New("answered with no text in JSON")
	}
	return text, nil
}

// Prompts returns what a model of the usual size is asked about a document.
func Prompts(d *workspace.Document) (out []string) {
	doc, m := zone.Parse(d.Path, d.Text(), markdown.DialectOf(d.Path)), rules.Model{MaxOutput: rules.DefaultMaxOutput}
	for _, pack := range model.Packs(model.Sections(doc, m), m) {
		out = append(out, model.Review(doc, pack, model.Context{Set: d.Rules}).Text)
	}
	return out
}
