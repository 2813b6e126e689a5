// Package interactive asks a person during a run. It reads answers line by line, so that other programs can drive it.
// It decides nothing: a Session shows the proposals and questions of the loop, and returns the replies.
package interactive

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Session asks one person about the runs of one command. It is a loop.Decider.
type Session struct {
	in      *bufio.Reader
	out     io.Writer
	color   bool
	environ []string
	width   func() int // of the terminal
	over    bool       // the person wants no more questions
	journal Journal    // nil keeps nothing
	// interrupt ends the context of the run.
	interrupt func()

	counts, before counts // what was decided, and what before the last call of Decide
}

type counts struct{ applied, rejected, skipped, answered int }

// Terminals reports whether standard input and standard output are both terminals.
func Terminals() bool {
	return term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd()))
}

// New returns a session that reads lines from in and writes to the terminal out. It calls interrupt, which ends the
// context of the run, when the terminal is closed.
func New(in io.Reader, out io.Writer, color bool, environ []string, interrupt func()) *Session {
	return &Session{
		in: bufio.NewReader(in), out: out, color: color, environ: environ, width: widthOfTerminal, interrupt: interrupt,
	}
}

func widthOfTerminal() int {
	const unknown = 80
	if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && width > 0 {
		return width
	}
	return unknown
}

// Keep has a journal keep the replies, and takes over those that it has.
func (s *Session) Keep(j Journal) { s.journal = j }

// Restart has the next call of Decide begin with what was replied in the last one, which came to nothing.
func (s *Session) Restart() {
	s.counts = s.before
	if s.journal != nil {
		s.journal.Restart()
	}
}

// Summary says in one line what the person decided.
func (s *Session) Summary() string {
	return fmt.Sprintf("applied %d, rejected %d, skipped %d, answered %d",
		s.counts.applied, s.counts.rejected, s.counts.skipped, s.counts.answered)
}

// A round is the items of one call of Decide on their way to replies.
type round struct {
	*Session
	ctx     context.Context
	look    look
	items   []loop.Item
	replies []*loop.Reply // nil for items without a reply
	steps   []step
	next    int    // the step that comes next
	text    string // typed before its place was chosen
	before  []past // the states to which the last answers can be taken back
}

// A step asks about one item, or about all of one rule.
type step []int

// A past is a round before an answer.
type past struct {
	replies []*loop.Reply
	steps   []step
	next    int
	noted   bool // the journal has the answer
}

// errOver says that the person wants no more questions.
var errOver = errors.New("no more questions")

// Decide asks the person about the items, one after the other.
func (s *Session) Decide(ctx context.Context, items []loop.Item) ([]loop.Reply, error) {
	r := &round{
		Session: s, ctx: ctx, look: look{s.color, max(s.width(), 20)}, items: items,
		replies: make([]*loop.Reply, len(items)),
		steps:   stepsOf(items),
	}
	r.resume()
	for r.next < len(r.steps) && !s.over {
		err := r.step(r.steps[r.next])
		switch {
		case errors.Is(err, errOver):
			s.over = true
		case err != nil:
			return nil, err
		}
		if slices.ContainsFunc(r.replies, func(a *loop.Reply) bool { return a != nil && a.Verb == loop.Saved }) {
			return s.count(r.replies, loop.Unasked), nil
		}
	}
	return s.count(r.replies, loop.Leave), nil
}

// stepsOf makes one step of the edits of a rule that has many, at the place of the first one.
func stepsOf(items []loop.Item) []step {
	const many = 20
	byRule := map[string]step{}
	for n := range items {
		if items[n].Ask == nil {
			byRule[ruleOf(&items[n])] = append(byRule[ruleOf(&items[n])], n)
		}
	}
	var out []step
	for n := range items {
		all := byRule[ruleOf(&items[n])]
		switch {
		case items[n].Ask != nil || len(all) <= many:
			out = append(out, step{n})
		case all[0] == n:
			out = append(out, all)
		}
	}
	return out
}

// count counts the replies, and returns them with rest for items without one.
func (s *Session) count(replies []*loop.Reply, rest loop.Verb) []loop.Reply {
	out := make([]loop.Reply, len(replies))
	s.before = s.counts
	for n, reply := range replies {
		if reply == nil {
			reply = &loop.Reply{Verb: rest}
		}
		out[n] = *reply
		switch {
		case reply.Verb == loop.Make, reply.Verb == loop.Write:
			s.counts.applied++
		case reply.Verb == loop.Reject, reply.Verb == loop.Resolve && reply.Answer.Effect == engine.EffectKeep:
			s.counts.rejected++
		case reply.Verb == loop.Leave:
			s.counts.skipped++
		case reply.Verb == loop.Resolve:
			s.counts.answered++
		}
	}
	return out
}

// step asks until there is an answer.
func (r *round) step(of step) error {
	of = slices.DeleteFunc(slices.Clone(of), func(n int) bool { return r.replies[n] != nil })
	if len(of) == 0 { // by an answer for all that follow, or in an earlier session
		r.next++
		return nil
	}
	n := of[0]
	switch {
	case len(of) > 1:
		r.showGroup(of)
		return r.group(of)
	case r.items[n].Ask != nil:
		r.text = ""
		choices := r.showQuestion(n)
		return r.question(n, choices)
	}
	r.showHead(n)
	r.showChange(&r.items[n])
	return r.edit(n)
}

// reply notes the reply to some items, and goes to the next step.
func (r *round) reply(to []int, reply loop.Reply) {
	r.keep(true)
	to = slices.DeleteFunc(slices.Clone(to), func(n int) bool { return r.replies[n] != nil })
	for _, n := range to {
		r.replies[n] = &reply
	}
	r.note(to, &reply)
	r.next++
}

// keep keeps the round as it is before an answer, which the journal has if noted.
func (r *round) keep(noted bool) {
	r.before = append(r.before, past{slices.Clone(r.replies), r.steps, r.next, noted})
}

// takeBack takes the last answer back, and reports whether there is one.
func (r *round) takeBack() bool {
	n := len(r.before) - 1
	if n < 0 {
		r.say("There is no answer to take back.")
		return false
	}
	was := r.before[n]
	r.before, r.replies, r.steps, r.next = r.before[:n], was.replies, was.steps, was.next
	if was.noted && r.journal != nil {
		if err := r.journal.TakeBack(); err != nil {
			r.say(err.Error())
		}
	}
	return true
}

// following returns the items of the rule of n from it on.
func (r *round) following(n int) []int {
	var out []int
	for k := n; k < len(r.items); k++ {
		if r.items[k].Ask == nil && ruleOf(&r.items[k]) == ruleOf(&r.items[n]) {
			out = append(out, k)
		}
	}
	return out
}

func (r *round) group(of step) error {
	key, err := r.ask(fmt.Sprintf("Apply all %d edits of %s? [y,n,l,?] ", len(of), visible(ruleOf(&r.items[of[0]]))))
	switch {
	case err != nil:
		return err
	case key == "y":
		r.reply(of, loop.Reply{Verb: loop.Make})
	case key == "n":
		r.reply(of, loop.Reply{Verb: loop.Reject})
	case key == "l":
		r.keep(false)
		var single []step
		for _, n := range of {
			single = append(single, step{n})
		}
		r.steps = slices.Concat(r.steps[:r.next], single, r.steps[r.next+1:])
	case key == "?":
		r.say(helpGroup)
		return r.group(of)
	default:
		return r.group(of)
	}
	return nil
}

func (r *round) edit(n int) error {
	for {
		key, err := r.ask("Apply this edit? [y,n,e,a,d,s,u,o,q,?] ")
		if err != nil {
			return err
		}
		verbs := map[string]loop.Verb{"y": loop.Make, "a": loop.Make, "n": loop.Reject, "d": loop.Reject, "s": loop.Leave}
		switch key {
		case "y", "n", "s":
			r.reply([]int{n}, loop.Reply{Verb: verbs[key]})
			return nil
		case "a", "d":
			r.reply(r.following(n), loop.Reply{Verb: verbs[key]})
			return nil
		case "e":
			if done, err := r.write(n); done || err != nil {
				return err
			}
		default:
			if done, err := r.common(key, n, helpEdit); done || err != nil {
				return err
			}
		}
	}
}

// common handles the keys that edits and questions share, and reports whether to go on.
func (r *round) common(key string, n int, help string) (bool, error) {
	switch key {
	case "u":
		return r.takeBack(), nil
	case "q":
		return true, errOver
	case "o":
		return r.open(n)
	case "?":
		r.say(help)
	}
	return false, nil
}

// write lets the person type another text for an edit.
func (r *round) write(n int) (bool, error) {
	item := &r.items[n]
	span := writable(item)
	if words := source.WholeWords(item.Document.Source(), item.Edits); len(words) > 1 {
		r.show("  ", piece{"instead of: ", dimmed}, piece{string(item.Document.Source()[span.Start:span.End]), plain})
	}
	text, err := r.typed("New text: ")
	if err != nil || text == "" {
		return false, err
	}
	if why := item.Try(span, text); why != "" {
		r.say(why)
		return false, nil
	}
	r.reply([]int{n}, loop.Reply{Verb: loop.Write, Span: span, Text: text})
	return true, nil
}

func (r *round) question(n int, choices []engine.Choice) error {
	for {
		key, err := r.ask(r.prompt(n, len(choices)))
		if err != nil {
			return err
		}
		ask := r.items[n].Ask
		var answer engine.Resolution
		switch number, _ := strconv.ParseUint(key, 10, 16); {
		case number > 0 && number <= uint64(len(choices)):
			answer, err = engine.Resolve(*ask, engine.Answer{Choice: choices[number-1].Number})
			if answer.Effect == engine.EffectPlace {
				answer.Text = r.text
			}
		case key == "k" && ask.Key != "":
			answer = engine.Resolution{Ask: *ask, Effect: engine.EffectKeep}
		case key == "t" && r.typable(n):
			var text string
			if text, err = r.typed("Text: "); err != nil {
				return err
			}
			if text == "" {
				continue
			}
			answer, err = engine.Resolve(*ask, engine.Answer{Text: &text})
			if err == nil && !located(&r.items[n]) {
				r.text = text
				r.say("Choose the number of the place where it stands.")
				continue
			}
		case key == "s":
			r.reply([]int{n}, loop.Reply{Verb: loop.Leave})
			return nil
		default:
			if done, err := r.common(key, n, helpQuestion); done || err != nil {
				return err
			}
			continue
		}
		if err != nil {
			r.say(err.Error())
			continue
		}
		r.reply([]int{n}, loop.Reply{Verb: loop.Resolve, Answer: answer})
		return nil
	}
}

// ask reads a key: the line that is typed, without space around it.
func (r *round) ask(prompt string) (string, error) {
	line, err := r.read(prompt)
	return strings.TrimSpace(line), err
}

// typed reads a text for a document; "" for none that can be written.
func (r *round) typed(prompt string) (string, error) {
	text, err := r.read(prompt)
	switch {
	case !utf8.ValidString(text):
		r.say("The text is not UTF-8.")
	case strings.ContainsFunc(text, source.NotWritten):
		r.say("The text holds a control character.")
	default:
		return text, err
	}
	return "", err
}

// read reads a line. The end of input means that no more questions are wanted.
func (r *round) read(prompt string) (string, error) {
	fmt.Fprint(r.out, r.look.paint(strong, prompt))
	line, err := r.in.ReadString('\n')
	if err != nil && !Terminals() { // it was closed, whether the signal that says so has come or not
		r.interrupt()
	}
	switch {
	case r.ctx.Err() != nil:
		fmt.Fprintln(r.out)
		return "", r.ctx.Err()
	case errors.Is(err, io.EOF) && line == "":
		fmt.Fprintln(r.out)
		return "", errOver
	case err != nil && !errors.Is(err, io.EOF):
		return "", fmt.Errorf("standard input: %w", err)
	}
	return strings.TrimRight(line, "\r\n"), nil
}
