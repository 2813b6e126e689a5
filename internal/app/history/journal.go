package history

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/app/interactive"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rollback/answers"
)

// journalFile has the replies of sessions that did not end, a line each.
const journalFile = "session.jsonl"

// A journalLine is a command, a reply to some items, or a reply that is taken back.
type journalLine struct {
	Dir      string                `json:"dir,omitempty"` // of the command Args
	Args     []string              `json:"args,omitempty"`
	Document string                `json:"document,omitempty"` // the absolute path of the first item's
	Items    []string              `json:"items,omitempty"`
	Reply    *interactive.Recorded `json:"reply,omitempty"`
	Back     bool                  `json:"back,omitempty"`
}

// A Journal keeps what a person replies in a session, each reply when it is given. It implements interactive.Journal.
type Journal struct {
	ctx     context.Context
	place   rollback.Place
	args    []string
	earlier []journalLine // the replies of earlier sessions
	lines   []journalLine // those of this one
	began   bool          // the command is written
}

// OpenJournal returns the journal of the working tree that documents lie in. args is the command of this session.
func OpenJournal(ctx context.Context, environ []string, docs []workspace.Document, args []string) *Journal {
	j := &Journal{ctx: context.WithoutCancel(ctx), place: placeOf(environ, docs), args: args}
	j.earlier, _, _ = readJournal(ctx, j.place)
	return j
}

// readJournal returns the replies that stand in a journal, and the last command. A line that is cut off does not count.
func readJournal(ctx context.Context, place rollback.Place) (replies []journalLine, dir string, args []string) {
	data, err := rollback.Recall(ctx, place, journalFile)
	if err != nil {
		return nil, "", nil
	}
	for line := range bytes.Lines(data) {
		var l journalLine
		switch {
		case json.Unmarshal(line, &l) != nil:
		case l.Back && len(replies) > 0:
			replies = replies[:len(replies)-1]
		case l.Reply != nil:
			replies = append(replies, l)
		case len(l.Args) > 0:
			dir, args = l.Dir, l.Args
		}
	}
	return replies, dir, args
}

// Waiting returns how many items a person replied to in a session that did not end, and the command with its folder.
func Waiting(ctx context.Context, place rollback.Place) (n int, dir string, args []string) {
	replies, dir, args := readJournal(ctx, place)
	for _, l := range replies {
		n += len(l.Items)
	}
	return n, dir, args
}

// Kept says what is kept besides runs: the replies of a session that did not end, unless one run is meant, and what
// models and programs answered.
func Kept(ctx context.Context, place rollback.Place, run string) (out []string) {
	if n, _, _ := Waiting(ctx, place); n > 0 && run == "" {
		out = append(out, fmt.Sprintf("waiting: %s of a session that did not end; `doc-iterate resume` goes on with it",
			wording.Count(n, "answer")))
	}
	if all := answers.Open(place.Environ).String(); all != "" {
		out = append(out, all)
	}
	return out
}

// Reply returns the reply that was given to an item in an earlier session, once.
func (j *Journal) Reply(item string) *interactive.Recorded {
	for n := len(j.earlier) - 1; n >= 0; n-- {
		l := &j.earlier[n]
		if at := slices.Index(l.Items, item); at >= 0 {
			l.Items = slices.Delete(l.Items, at, at+1)
			return l.Reply
		}
	}
	return nil
}

// Restart makes the replies of this session those of an earlier one.
func (j *Journal) Restart() { j.earlier, j.lines = append(j.earlier, j.lines...), nil }

// Note keeps a reply to some items of a document.
func (j *Journal) Note(document string, items []string, reply interactive.Recorded) error {
	l := journalLine{Document: workspace.RealPath(document), Items: items, Reply: &reply}
	j.lines = append(j.lines, l)
	return j.write(l)
}

// TakeBack takes the last reply back.
func (j *Journal) TakeBack() error {
	if len(j.lines) == 0 {
		return nil
	}
	j.lines = j.lines[:len(j.lines)-1]
	return j.write(journalLine{Back: true})
}

func (j *Journal) write(l journalLine) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	if !j.began {
		dir, err := os.Getwd()
		if err != nil {
			return err
		}
		if err := encoder.Encode(journalLine{Dir: dir, Args: j.args}); err != nil {
			return err
		}
		j.began = true
	}
	if err := encoder.Encode(l); err != nil {
		return err
	}
	return rollback.Remember(j.ctx, j.place, journalFile, out.Bytes())
}

// Waiting returns how many items have a reply.
func (j *Journal) Waiting() (n int) {
	for _, l := range slices.Concat(j.earlier, j.lines) {
		n += len(l.Items)
	}
	return n
}

// Close forgets what was replied about documents that a run ended with.
func (j *Journal) Close(documents []string) error {
	done := map[string]bool{}
	for _, d := range documents {
		done[workspace.RealPath(d)] = true
	}
	other := func(l journalLine) bool { return done[l.Document] || len(l.Items) == 0 }
	j.earlier, j.lines = slices.DeleteFunc(j.earlier, other), slices.DeleteFunc(j.lines, other)
	if j.Waiting() == 0 {
		return rollback.Replace(j.ctx, j.place, journalFile, nil)
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for _, l := range slices.Concat([]journalLine{{Dir: dir, Args: j.args}}, j.earlier, j.lines) {
		if err := encoder.Encode(l); err != nil {
			return err
		}
	}
	return rollback.Replace(j.ctx, j.place, journalFile, out.Bytes())
}
