package programs

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Leave decides whether the programs of a configuration may be started. The author of a document or of its repository
// must not be able to start a program that way.
type Leave struct {
	Always  bool // the user allows all programs
	Environ []string
	asked   map[string]error // by configuration
}

// NotAllowed is the error of programs that must not be started. It is the same for all documents.
type NotAllowed struct {
	Config   string   // the file that configures the programs
	Programs []string // as Describe returns them
	Why      string
	Remedy   string
}

func (e *NotAllowed) Error() string {
	return fmt.Sprintf("%s%s%s: %s; %s", wording.Visible(e.Config), notAllowedText, e.Why,
		strings.Join(e.Programs, ", "), e.Remedy)
}

// ConfigOf returns the configuration of an error that is about its programs and not about one document.
func ConfigOf(err error) (config string, ok bool) {
	var missing Missing
	var unasked Unasked
	var refused *NotAllowed
	switch {
	case errors.As(err, &missing):
		return missing.Config, true
	case errors.As(err, &unasked):
		return unasked.Config, true
	case errors.As(err, &refused):
		return refused.Config, true
	}
	return "", false
}

const notAllowedText = ": its programs were not started, because "

// May returns an error if somebody whom the configuration names takes part and must not.
func (m *Models) May(ctx context.Context, l *Leave, set *rules.Set, config string) error {
	if !m.ofConfiguration(set) {
		return nil
	}
	return l.Ask(ctx, set, config)
}

// Ask returns a *NotAllowed if the programs of a configuration must not be started. It asks about the programs of set:
// the file may have changed since it was read.
func (l *Leave) Ask(ctx context.Context, set *rules.Set, config string) error {
	if len(set.Reviewers)+len(set.Fixers) == 0 {
		return nil
	}
	err, known := l.asked[config]
	if !known {
		err = l.ask(ctx, set, config)
		if l.asked == nil {
			l.asked = map[string]error{}
		}
		l.asked[config] = err
	}
	return err
}

func (l *Leave) ask(ctx context.Context, set *rules.Set, config string) error {
	refused := &NotAllowed{Config: config, Programs: Describe(set)}
	if err := repo.Distrusted(ctx, filepath.Dir(config), l.Environ); err != nil {
		refused.Why = "git does not trust the repository"
		refused.Remedy = err.Error()
		return refused
	}
	if l.Always {
		return nil
	}
	trusted, err := Trusted(l.Environ)
	state := trusted.State(set, config)
	if state == AsTrusted {
		return nil
	}
	refused.Why = "nobody allowed them"
	if state == Changed {
		refused.Why = "they changed since you trusted the file"
	}
	refused.Remedy = fmt.Sprintf("look at it with `doc-iterate trust %s`, which allows them from then on; "+
		"--allow-external or %s=1 allows them once, --no-external does without",
		wording.Visible(wording.ShellPath(config)), Variable)
	if err != nil {
		refused.Remedy = "what you trusted is not known: " + err.Error() + "; " + refused.Remedy
	}
	return refused
}

// Variable is the environment variable that, as 1, allows all programs, as CI does.
const Variable = "DOC_ITERATE_ALLOW_EXTERNAL"

// Describe returns the programs of a configuration for people, with everything that decides what is run.
func Describe(set *rules.Set) []string {
	var out []string
	add := func(kind string, programs []rules.Program) {
		for _, p := range programs {
			if p.IsModel() {
				out = append(out, wording.Visible(fmt.Sprintf("%s %q: sends documents to %s", kind, p.Name,
					whereTo(p))))
				continue
			}
			words := make([]string, 0, len(p.Env)+len(p.Command))
			for name, value := range p.Env {
				words = append(words, wording.ShellWord(name+"="+value))
			}
			slices.Sort(words)
			for _, word := range p.Command {
				words = append(words, wording.ShellWord(word))
			}
			out = append(out, wording.Visible(fmt.Sprintf("%s %q: %s", kind, p.Name, strings.Join(words, " "))))
		}
	}
	add("reviewer", set.Reviewers)
	add("fixer", set.Fixers)
	return out
}

// whereTo says where the text that a model is asked about goes.
func whereTo(p rules.Program) string {
	out := fmt.Sprintf("%s (%s, %s)", p.Model.URL, p.Model.API, p.Model.Name)
	if p.Model.Key != "" {
		out += ", with the key in $" + p.Model.Key
	}
	return out
}

// Withheld returns the reviewers of every document as reviewers that fail, because they should have reviewed the
// document and did not.
func (m *Models) Withheld(set *rules.Set, config string, why error) []loop.External {
	var out []loop.External
	for _, e := range m.Reviewers(set, config, nil) {
		if len(e.Program().For) == 0 {
			out = append(out, withheld{e, why})
		}
	}
	return out
}

// A withheld reviewer is one that must not be started.
type withheld struct {
	loop.External
	why error
}

func (w withheld) Review(context.Context, loop.Request) (loop.Review, error) {
	return loop.Review{}, w.why
}
