package programs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/model"
	"github.com/doc-iterate/doc-iterate/review/model/server"
	"github.com/doc-iterate/doc-iterate/rollback/answers"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Models are the language models that one command asks. Text goes to them by name alone: without a choice no reviewer
// that is a model takes part.
type Models struct {
	Chosen []string // the names of reviewers, programs too; nil is all programs and no model
	All    bool     // all models are asked, and no program
	Fixes  bool     // fixers take part
	Getenv func(name string) string
	Store  *answers.Store // nil keeps no answer
	Client *server.Client
	Budget Budget
	Note   func(format string, args ...any)
	Show   func(step string) // shows how far the work has come; may be nil
	// Before returns the older revision of a document whose changes alone count. It may be nil.
	Before func(path string, now []byte) (older []byte, ok bool)

	mu    sync.Mutex
	used  map[string]*usage // by the name of the reviewer or fixer
	down  map[string]error  // by the address of a server that answers no request
	now   map[string][]byte // what was answered in this run, by key
	reads sync.Map          // func() external.Digest of the inputs of a program, by its name and configuration
	told  sync.Map          // names of programs of which is said that they found something in other documents
	slots chan struct{}     // one for each request under way
}

// maxRequests is how many requests to models are under way at a time.
const maxRequests = 4

// usage is what was asked of one reviewer or fixer.
type usage struct {
	requests, input, output int
	asked, kept             int // sections
	dollars                 float64
	absent                  int    // findings whose quotes stand nowhere
	quote                   string // that of the first one
}

// ModelVariable names the environment variable that has a model, as in ollama:qwen3:8b.
const ModelVariable = "DOC_ITERATE_MODEL"

// EnvironmentReviewer is the name of the reviewer that ModelVariable makes.
const EnvironmentReviewer = "env"

// fromEnvironment returns the reviewer of ModelVariable. The person who set it decided where text goes.
func (m *Models) fromEnvironment() (p rules.Program, ok bool, err error) {
	value := m.Getenv(ModelVariable)
	if value == "" {
		return p, false, nil
	}
	name, of, _ := strings.Cut(value, ":")
	api, err := rules.ParseAPI(name)
	if err != nil || of == "" {
		return p, false, fmt.Errorf("%s=%s: want an API and a model, as in ollama:qwen3:8b or openai:NAME",
			ModelVariable, value)
	}
	address, key := api.Server()
	base := map[rules.API]string{
		rules.OpenAI: "OPENAI_BASE_URL", rules.Anthropic: "ANTHROPIC_BASE_URL", rules.Ollama: "OLLAMA_HOST",
	}[api]
	if named := m.Getenv(base); named != "" {
		if api == rules.Ollama {
			named = ollamaAddress(named)
		}
		if address, ok = rules.CleanAddress(named); !ok {
			return p, false, fmt.Errorf("%s: want an address such as http://127.0.0.1:11434, without a user", base)
		}
	}
	return rules.Program{Name: EnvironmentReviewer, Varies: true, Timeout: rules.ModelTimeout, Model: rules.Model{
		API: api, URL: address, Name: of, Key: key, MaxOutput: rules.DefaultMaxOutput}}, true, nil
}

// ollamaAddress returns OLLAMA_HOST as an address: it may lack the scheme and the port, and may be one to listen on.
func ollamaAddress(host string) string {
	if strings.Contains(host, "://") {
		return host
	}
	if !strings.Contains(host, ":") {
		host += ":11434"
	}
	return "http://" + strings.Replace(host, "0.0.0.0", "127.0.0.1", 1)
}

// reviewers returns the reviewers of a configuration that take part, and that of the environment. m may be nil.
func (m *Models) reviewers(set *rules.Set) ([]rules.Program, error) {
	all := slices.Clone(set.Reviewers)
	if m == nil || m.Chosen == nil && !m.All {
		return slices.DeleteFunc(all, rules.Program.IsModel), nil
	}
	env, ok, err := m.fromEnvironment()
	if err != nil {
		return nil, err
	}
	if m.Chosen == nil {
		if all = slices.DeleteFunc(all, func(p rules.Program) bool { return !p.IsModel() }); ok {
			all = []rules.Program{env}
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("no model is configured: set %s, as in ollama:qwen3:8b, "+
				"or give a reviewer of %s a \"model\"", ModelVariable, rules.FileName)
		}
		return all, nil
	}
	if ok {
		all = append(all, env)
	}
	var out []rules.Program
	for _, name := range m.Chosen {
		n := slices.IndexFunc(all, func(p rules.Program) bool { return p.Name == name })
		if n < 0 {
			var known []string
			for _, p := range all {
				known = append(known, p.Name)
			}
			if len(known) == 0 {
				known = []string{EnvironmentReviewer + ", once " + ModelVariable + " is set"}
			}
			return nil, fmt.Errorf("--review-with %s: there is no such reviewer%s", name, rules.DidYouMean(name, known))
		}
		if !slices.ContainsFunc(out, func(p rules.Program) bool { return p.Name == name }) {
			out = append(out, all[n])
		}
	}
	return out, nil
}

// ofConfiguration reports whether the configuration, and not the environment, names somebody who is asked.
func (m *Models) ofConfiguration(set *rules.Set) bool {
	chosen, err := m.reviewers(set)
	configured := func(p rules.Program) bool {
		return slices.ContainsFunc(set.Reviewers, func(q rules.Program) bool { return p.Name == q.Name })
	}
	return err != nil || m != nil && m.Fixes && len(set.Fixers) > 0 || slices.ContainsFunc(chosen, configured)
}

// keyOf returns the key for a model.
func (m *Models) keyOf(p rules.Program) (string, error) {
	if p.Model.Key == "" {
		return "", nil
	}
	key := strings.TrimSpace(m.Getenv(p.Model.Key))
	switch {
	case key == "" && p.Name != EnvironmentReviewer:
		return "", fmt.Errorf("the environment variable %s, which has its key, is not set", p.Model.Key)
	case strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", fmt.Errorf("the environment variable %s has something else than one key", p.Model.Key)
	}
	return key, nil
}

// ask sends a prompt within the budget, and returns the tokens that it took. keep is given the answer, before the next
// request is made. A server that answers no request is asked once.
func (m *Models) ask(
	ctx context.Context, p rules.Program, config string, prompt model.Prompt, sections int,
	keep func(answer string) error,
) (tokens int, err error) {
	if p.Name == EnvironmentReviewer {
		config = ModelVariable
	}
	key, err := m.keyOf(p)
	if err == nil {
		m.mu.Lock()
		err = m.down[p.Model.URL]
		m.mu.Unlock()
	}
	if err != nil {
		return 0, Unasked{config, err}
	}
	input := model.Tokens(prompt.Text) + model.Tokens(string(prompt.Schema))
	most, settle, err := m.Budget.reserve(p.Model, input)
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	if m.slots == nil {
		m.slots = make(chan struct{}, maxRequests)
	}
	m.mu.Unlock()
	select {
	case m.slots <- struct{}{}:
	case <-ctx.Done():
		settle(0, 0)
		return 0, context.Cause(ctx)
	}
	defer func() { <-m.slots }()
	a, err := m.Client.Ask(ctx, p.Model, key, prompt, most, p.Timeout)
	if err == nil { // a server need not say what it took
		a.Input, a.Output = cmp.Or(a.Input, input), cmp.Or(a.Output, model.Tokens(a.Text))
	}
	settle(a.Input, a.Output)
	if server.AnswersNothing(err) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.down == nil {
			m.down = map[string]error{}
		}
		m.down[p.Model.URL] = cmp.Or(m.down[p.Model.URL], err) // one message is enough
		return 0, Unasked{config, m.down[p.Model.URL]}
	}
	m.count(p, func(u *usage) {
		u.requests++
		u.asked += sections
		u.input, u.output = u.input+a.Input, u.output+a.Output
		u.dollars += p.Model.Price.Of(a.Input, a.Output)
	})
	if err == nil {
		err = keep(a.Text)
	}
	return a.Input + a.Output, err
}

// count notes what was asked of p, and shows it.
func (m *Models) count(p rules.Program, add func(*usage)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.used == nil {
		m.used = map[string]*usage{}
	}
	if m.used[p.Name] == nil {
		m.used[p.Name] = &usage{}
	}
	add(m.used[p.Name])
	if m.Show != nil {
		m.Show(p.Name + ": " + m.used[p.Name].String())
	}
}

// String returns "4 sections in 2 requests, 10 known, 1234 tokens, $0.0012".
func (u *usage) String() string {
	out := fmt.Sprintf("%s in %s, %d known, %s", wording.Count(u.asked, "section"),
		wording.Count(u.requests, "request"), u.kept, wording.Count(u.input+u.output, "token"))
	if u.dollars > 0 {
		out += fmt.Sprintf(", $%.4f", u.dollars)
	}
	return out
}

// Report notes what was asked and what it cost. m may be nil.
func (m *Models) Report() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(m.used)) {
		u := m.used[name]
		m.Note("%s: %s", name, u)
		if u.absent > 0 {
			m.Note("%s: left out %s, whose quotes stand nowhere in the text that was sent, as %q", name,
				wording.Count(u.absent, "finding"), u.quote)
		}
	}
	m.used = nil
}

// kept returns what was answered for a key, in this run or, as the store has it, in another, and whether anything was.
func kept[T any](m *Models, key string) (out T, ok bool) {
	m.mu.Lock()
	data := m.now[key]
	m.mu.Unlock()
	if data == nil {
		data = m.Store.Get(key)
	}
	return out, data != nil && json.Unmarshal(data, &out) == nil
}

// keep puts an answer into the store. What can't be kept is asked for again.
func keep(m *Models, key string, answer any) {
	if data, err := json.Marshal(answer); err == nil {
		_ = m.Store.Put(key, data)
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.now == nil {
			m.now = map[string][]byte{}
		}
		m.now[key] = data
	}
}

// Reviewers returns the reviewers that take part as those of the loop. m may be nil.
func (m *Models) Reviewers(set *rules.Set, config string, times *Times) []loop.External {
	chosen, _ := m.reviewers(set) // Plan reports the error
	var out []loop.External
	for _, p := range chosen {
		r := reviewer{p, config, times, m}
		switch {
		case p.IsModel():
			out = append(out, modelReviewer{r, set})
		case p.TakesMany():
			out = append(out, &batch{reviewer: r, most: firstDocuments, aim: aimed})
		default:
			out = append(out, r)
		}
	}
	return out
}

// Fixers returns the fixers of a configuration as those of the loop, and behind them the reviewers that take part and
// are models: what they write for a placeholder or a missing section is only proposed.
func (m *Models) Fixers(set *rules.Set, config string, times *Times) []loop.Rewriter {
	var out []loop.Rewriter
	for _, p := range set.Fixers {
		if r := (reviewer{p, config, times, m}); p.IsModel() {
			out = append(out, modelFixer{modelReviewer{r, set}, false})
		} else {
			out = append(out, fixer{r})
		}
	}
	for _, e := range m.Reviewers(set, config, times) {
		if r, ok := e.(modelReviewer); ok && len(r.program.For) == 0 {
			out = append(out, modelFixer{r, true})
		}
	}
	return out
}
