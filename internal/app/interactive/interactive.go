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
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"sync"
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

	mu     sync.Mutex
	prompt string // that the person answers now
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
	noted   int // the lines of the journal that have the answer
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
	defer s.repeatPrompt()()
	for r.next < len(r.steps) && !s.over {
		err := r.step(r.steps[r.next])
		switch {
		case errors.Is(err, errOver):
			s.over = true
		case err != nil:
			return nil, err
		}
		if slices.ContainsFunc(r.replies, func(a *loop.Reply) bool { return a != nil && a.Verb == loop.Saved }) {
			return r.count(loop.Unasked), nil
		}
	}
	return r.count(loop.Leave), nil
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
func (r *round) count(rest loop.Verb) []loop.Reply {
	out := make([]loop.Reply, len(r.replies))
	c := &r.counts
	r.Session.before = *c
	for n, reply := range r.replies {
		if reply == nil {
			reply = &loop.Reply{Verb: rest}
		}
		out[n] = *reply
		switch keeps := reply.Answer.Effect == engine.EffectKeep; {
		case reply.Verb == loop.Reject, reply.Verb == loop.Resolve && keeps:
			c.rejected++
		case reply.Verb == loop.Make, reply.Verb == loop.Write, reply.Verb == loop.Resolve && proposes(&r.items[n]):
			c.applied++
		case reply.Verb == loop.Leave:
			c.skipped++
		case reply.Verb == loop.Resolve:
			c.answered++
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
	r.showHead(n)
	switch {
	case len(of) > 1:
		r.showChange(n)
		return r.group(of)
	case proposes(&r.items[n]):
		r.showChange(n)
		return r.edit(n)
	}
	r.text = ""
	return r.question(n, r.showQuestion(n))
}

// reply notes the reply to some items, and goes to the next step.
func (r *round) reply(to []int, reply loop.Reply) {
	r.keep()
	r.add(to, reply)
	r.next++
}

// add notes the reply to items that have none, as a part of the answer that was kept last.
func (r *round) add(to []int, reply loop.Reply) {
	to = slices.DeleteFunc(slices.Clone(to), func(n int) bool { return r.replies[n] != nil })
	for _, n := range to {
		r.replies[n] = &reply
	}
	if len(to) > 0 {
		r.note(to, &reply)
		r.before[len(r.before)-1].noted++
	}
}

// keep keeps the round as it is before an answer.
func (r *round) keep() {
	r.before = append(r.before, past{slices.Clone(r.replies), r.steps, r.next, 0})
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
	for range was.noted {
		if r.journal != nil {
			if err := r.journal.TakeBack(); err != nil {
				r.say(err.Error())
			}
		}
	}
	return true
}

// following returns the edits of the rule of n from it on. What is not certain is not among them.
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
	keys := []string{"y", "n", "l", "s", "u", "o", "q", "?"}
	for {
		key, err := r.key(fmt.Sprintf("Apply all %d edits of %s?", len(of), visible(ruleOf(&r.items[of[0]]))), keys)
		if err != nil {
			return err
		}
		switch key {
		case "y", "n", "s":
			r.reply(of, loop.Reply{Verb: verbOf(key)})
			return nil
		case "l":
			r.keep()
			var single []step
			for _, n := range of {
				single = append(single, step{n})
			}
			r.steps = slices.Concat(r.steps[:r.next], single, r.steps[r.next+1:])
			return nil
		}
		if done, err := r.common(key, of[0], helpGroup); done || err != nil {
			return err
		}
	}
}

// verbOf returns what a key does with an edit.
func verbOf(key string) loop.Verb {
	switch key {
	case "y", "a":
		return loop.Make
	case "n", "d":
		return loop.Reject
	}
	return loop.Leave
}

// replyTo returns the reply that does this with a proposal.
func replyTo(item *loop.Item, verb loop.Verb) loop.Reply {
	if item.Ask == nil || verb == loop.Leave {
		return loop.Reply{Verb: verb}
	}
	answer := engine.Resolution{Ask: *item.Ask, Effect: engine.EffectKeep}
	if verb == loop.Make {
		answer, _ = engine.Resolve(*item.Ask, engine.Answer{Choice: numbered(item.Ask)[0].Number})
	}
	return loop.Reply{Verb: loop.Resolve, Answer: answer}
}

func (r *round) edit(n int) error {
	keys := []string{"y", "n", "e", "a", "d", "s", "u", "o", "q", "?"}
	for {
		key, err := r.key("Apply this edit?", keys)
		if err != nil {
			return err
		}
		switch key {
		case "y", "n", "s", "a", "d":
			r.reply([]int{n}, replyTo(&r.items[n], verbOf(key)))
			if key == "a" || key == "d" {
				r.add(r.following(n), loop.Reply{Verb: verbOf(key)})
			}
			return nil
		case "e":
			if done, err := r.write(n); done || err != nil {
				return err
			}
			continue
		}
		if done, err := r.common(key, n, helpEdit); done || err != nil {
			return err
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

// write lets the person type another text for an edit, and shows what it would make of the document.
func (r *round) write(n int) (done bool, err error) {
	item := &r.items[n]
	span := writable(item)
	src := item.Document.Source()
	prompt := "New text: "
	if old := firstLine(string(src[span.Start:span.End])); old != "" {
		prompt = fmt.Sprintf("New text for \"%s\": ", visible(old))
	}
	for {
		text, err := r.typed(prompt)
		if err != nil || text == "" {
			return false, err
		}
		if item.Try != nil {
			if why := item.Try(span, text); why != "" {
				r.say(why)
				continue
			}
		}
		r.showEdits(item, []source.Edit{{Span: span, New: text}})
		switch key, err := r.confirm(); {
		case err != nil:
			return false, err
		case key == "y":
			r.reply([]int{n}, written(item, span, text))
			return true, nil
		case key != "e":
			r.showChange(n)
			return false, nil
		}
	}
}

// confirm asks whether a typed text is right: y, e for another one, or n or u for none.
func (r *round) confirm() (string, error) {
	for {
		key, err := r.key("Apply this edit?", []string{"y", "n", "e", "u", "?"})
		if err != nil || key != "?" {
			return key, err
		}
		r.say(helpTyped)
	}
}

// written returns the reply that puts a text in place of a span.
func written(item *loop.Item, span source.Span, text string) loop.Reply {
	if item.Ask == nil {
		return loop.Reply{Verb: loop.Write, Span: span, Text: text}
	}
	answer := engine.Resolution{Ask: *item.Ask, Effect: engine.EffectReplace, Text: text}
	if !located(item) {
		answer.Effect, answer.Start, answer.End = engine.EffectPlace, span.Start, span.End
	}
	return loop.Reply{Verb: loop.Resolve, Answer: answer}
}

func (r *round) question(n int, choices []engine.Choice) error {
	item := &r.items[n]
	ask := item.Ask
	for {
		key, err := r.key("What should stand there?", r.keysOf(n, len(choices)))
		if err != nil {
			return err
		}
		var answer engine.Resolution
		switch number, _ := strconv.ParseUint(key, 10, 16); {
		case number > 0:
			answer, err = engine.Resolve(*ask, engine.Answer{Choice: choices[number-1].Number})
			if answer.Effect == engine.EffectPlace && r.text != "" {
				answer.Text = r.text
			}
		case key == "k":
			answer = engine.Resolution{Ask: *ask, Effect: engine.EffectKeep}
		case key == "t":
			var text string
			if text, err = r.typed("Text: "); err != nil {
				return err
			}
			if text == "" {
				continue
			}
			span, known := placeOf(item)
			if !known && ask.Key != "" {
				r.text = text
				r.say("Choose the number of the place where it stands.")
				continue
			}
			if answer, err = engine.Resolve(*ask, engine.Answer{Text: &text}); err == nil && known {
				r.showEdits(item, []source.Edit{{Span: span, New: text}})
				key, err := r.confirm()
				if err != nil {
					return err
				}
				if key != "y" {
					continue
				}
				answer = written(item, span, text).Answer
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

// key asks for one of the keys, until one of them is typed. 1-3 stands for three.
func (r *round) key(question string, keys []string) (string, error) {
	for {
		line, err := r.read(question + " [" + strings.Join(keys, ",") + "] ")
		if err != nil {
			return "", err
		}
		typed := strings.TrimSpace(line)
		number, _ := strconv.Atoi(typed)
		for _, key := range keys {
			_, last, ranged := strings.Cut(key, "-")
			most, _ := strconv.Atoi(last)
			if key == typed || ranged && 0 < number && number <= most {
				return typed, nil
			}
		}
		r.say("Type one of " + strings.Join(keys[:len(keys)-1], ", ") + ". ? says what they do.")
	}
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

// repeatPrompt shows the prompt again whenever the program goes on after a stop, until stop is called.
func (s *Session) repeatPrompt() (stop func()) {
	resumed := make(chan os.Signal, 1)
	notifyResumed(resumed)
	go func() {
		for range resumed {
			s.mu.Lock()
			fmt.Fprint(s.out, s.prompt)
			s.mu.Unlock()
		}
	}()
	return func() { signal.Stop(resumed); close(resumed) }
}

// show shows a prompt.
func (s *Session) show(prompt string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prompt = prompt
	fmt.Fprint(s.out, prompt)
}

// read reads a line. The end of input means that no more questions are wanted.
func (r *round) read(prompt string) (string, error) {
	r.Session.show(r.look.paint(strong, prompt))
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
