package programs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/model"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Budget bounds what the models of a command take. The most that a request may take is reserved before it is sent.
type Budget struct {
	Tokens  int     // 0 is no bound
	Dollars float64 // 0 is no bound

	mu      sync.Mutex
	ended   *sync.Cond // a request ended
	under   int        // requests under way
	tokens  int        // used and reserved
	dollars float64
}

// Parse reads a number of tokens, or of dollars with their sign.
func (b *Budget) Parse(text string) error {
	number := strings.ReplaceAll(strings.Trim(text, "$"), ",", "")
	var err error
	if number == text || number == strings.ReplaceAll(text, ",", "") {
		b.Tokens, err = strconv.Atoi(number)
	} else {
		b.Dollars, err = strconv.ParseFloat(number, 64)
	}
	if err != nil || b.Tokens <= 0 && !(b.Dollars > 0) {
		return fmt.Errorf("--budget %s: want a number of tokens, or of dollars as in 2.50$", text)
	}
	return nil
}

// reserve reserves what a request to a model may take at most, and returns how long its answer may be. settle must be
// called with what it took.
func (b *Budget) reserve(m rules.Model, input int) (most int, settle func(input, output int), err error) {
	const least = 1024 // tokens; shorter answers are cut off too often to be worth their price
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended == nil {
		b.ended = sync.NewCond(&b.mu)
	}
	for {
		most = m.MaxOutput
		if b.Tokens > 0 {
			most = min(most, b.Tokens-b.tokens-input)
		}
		if left := b.Dollars - b.dollars - m.Price.Of(input, 0); b.Dollars > 0 && left < m.Price.Of(0, most) {
			most = int(left / m.Price.Of(0, 1))
		}
		if most >= min(least, m.MaxOutput) {
			break
		}
		if b.under == 0 {
			return 0, nil, fmt.Errorf("%w: the budget is %s", loop.ErrBudget, b)
		}
		b.ended.Wait()
	}
	tokens, dollars := input+most, m.Price.Of(input, most)
	b.tokens, b.dollars, b.under = b.tokens+tokens, b.dollars+dollars, b.under+1
	return most, func(input, output int) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.tokens += input + output - tokens
		b.dollars += m.Price.Of(input, output) - dollars
		b.under--
		b.ended.Broadcast()
	}, nil
}

// Bounded reports whether there is a bound.
func (b *Budget) Bounded() bool { return b.Tokens > 0 || b.Dollars > 0 }

func (b *Budget) String() string {
	if b.Tokens > 0 {
		return wording.Count(b.Tokens, "token")
	}
	return "$" + strconv.FormatFloat(b.Dollars, 'f', -1, 64)
}

// A Plan is what a command would ask models.
type Plan struct {
	Names               []string // of the models
	Lines               []string // for people: one for each model
	Requests, Documents int
	fixes               bool // models among the fixers take part
	first               bool // nothing is known of any of the documents
}

// Plan returns what the reviewers that take part would ask about documents at first, without asking it.
func (m *Models) Plan(docs []workspace.Document) (Plan, error) {
	type sum struct {
		documents, requests, known, input, output int
		program                                   rules.Program
	}
	out, sums := Plan{first: true}, map[string]*sum{}
	for i := range docs {
		if _, err := m.reviewers(docs[i].Rules); err != nil {
			return out, err
		}
		set := docs[i].Rules
		if !m.Budget.Bounded() {
			m.Budget.Tokens = set.Iteration.TokenBudget
		}
		out.fixes = out.fixes || m.Fixes && slices.ContainsFunc(set.Fixers, rules.Program.IsModel)
		asked := false
		for _, e := range m.Reviewers(set, docs[i].Config, nil) {
			r, ok := e.(modelReviewer)
			if !ok || len(r.program.For) > 0 {
				continue
			}
			src, err := docs[i].Read()
			if err != nil || markdown.CheckComplexity(src) != nil {
				continue // the run reports it
			}
			doc := zone.Parse(docs[i].Path, src, markdown.DialectOf(docs[i].Path))
			in := r.inquire(loop.Request{Document: doc})
			name := r.program.Name
			if sums[name] == nil {
				sums[name], out.Names = &sum{program: r.program}, append(out.Names, name)
			}
			s := sums[name]
			if m.Budget.Dollars > 0 && r.program.Model.Price == (rules.Price{}) && r.program.Model.API != rules.Ollama {
				return out, fmt.Errorf("--budget in dollars: the price of %s is not known; "+
					"give its model a \"price\", or name a number of tokens", name)
			}
			s.known += len(in.sections) - len(in.missing)
			for _, pack := range model.Packs(in.missing, r.program.Model) {
				p := model.Review(doc, pack, in.context)
				s.requests++
				s.input += model.Tokens(p.Text) + model.Tokens(string(p.Schema))
				s.output += r.program.Model.MaxOutput
			}
			if len(in.missing) > 0 {
				s.documents++
				asked = true
			}
		}
		if asked {
			out.Documents++
		}
	}
	for _, name := range out.Names {
		s := sums[name]
		out.first = out.first && s.known == 0
		out.Requests += s.requests
		line := fmt.Sprintf("%s: %s about %s, %d sections known, about %s to send, at most %d of answers", name,
			wording.Count(s.requests, "request"), wording.Count(s.documents, "document"), s.known,
			wording.Count(s.input, "token"), s.output)
		if s.program.Model.Price != (rules.Price{}) {
			line += fmt.Sprintf(", at most $%.4f", s.program.Model.Price.Of(s.input, s.output))
		}
		out.Lines = append(out.Lines, line+", to "+whereTo(s.program))
	}
	return out, nil
}

// ErrNotSent is the error of a command whose requests were not agreed to.
var ErrNotSent = errors.New("nothing was sent")

// Agree returns an error where a command must not ask models before somebody agreed: in CI, and about several documents
// that was never asked about, unless a budget bounds it. ask asks a person; it is nil where nobody is there.
func (m *Models) Agree(ctx context.Context, plan Plan, ask func(question string) bool) error {
	inCI := m.Getenv("CI") != "" && m.Getenv("CI") != "false"
	switch {
	case m.Budget.Bounded() || plan.Requests == 0 && !plan.fixes:
		return nil
	case inCI:
		return fmt.Errorf("%w: in CI a model wants a bound, as --budget 200000 (tokens) or --budget 2.50$\n%s",
			ErrNotSent, strings.Join(plan.Lines, "\n"))
	case plan.Documents < 2 || !plan.first:
		return nil
	case ask == nil:
		return fmt.Errorf("%w: name a bound for the first run over several documents, as --budget 200000 (tokens) "+
			"or --budget 2.50$\n%s", ErrNotSent, strings.Join(plan.Lines, "\n"))
	case !ask(strings.Join(plan.Lines, "\n") + "\nSend it? [y,n] "):
		return ErrNotSent
	}
	return ctx.Err()
}
