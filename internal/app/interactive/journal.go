package interactive

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Journal keeps replies when they are given, so that a session that was cut short can be gone on with.
type Journal interface {
	// Reply returns the reply that an earlier session got for an item, nil for none.
	Reply(item string) *Recorded
	Note(document string, items []string, reply Recorded) error
	TakeBack() error
	// Restart makes the replies of this session those of an earlier one.
	Restart()
}

// Recorded is a reply as a Journal keeps it.
type Recorded struct {
	Verb   loop.Verb          `json:"verb"`
	Text   string             `json:"text,omitempty"`
	Answer *engine.Resolution `json:"answer,omitempty"`
}

// nameOf returns the name of an item in a journal: the same one in a later session, if the same is proposed.
func nameOf(item *loop.Item) string {
	if item.Ask != nil {
		return item.Ask.ID
	}
	said := fmt.Sprintf("%q %q %q", item.Document.Path, item.Finding.Key, item.Finding.Content)
	for _, e := range item.Edits {
		said += fmt.Sprintf(" %q %q", item.Document.Bytes(e.Span), e.New)
	}
	sum := sha256.Sum256([]byte(said))
	return hex.EncodeToString(sum[:8])
}

// writable returns the bytes that a text of a person replaces: whole words of an edit, or all that a question is about.
func writable(item *loop.Item) source.Span {
	if item.Ask != nil {
		span, _ := placeOf(item)
		return span
	}
	words := source.WholeWords(item.Document.Source(), item.Edits)
	return words[0].Span.Union(words[len(words)-1].Span)
}

// placeOf returns the one place that a typed answer to a question would have, and whether there is one.
func placeOf(item *loop.Item) (source.Span, bool) {
	f := item.Finding
	switch {
	case f == nil:
		return source.Span{}, false
	case f.State == review.Located:
		return engine.Place(item.Document, f), true
	case len(item.Ask.Edits) > 0:
		return item.Ask.Edits[0].Span, true
	case len(f.Candidates) == 1:
		return f.Candidates[0].Span, true
	}
	return source.Span{}, false
}

// recorded returns a reply as a journal keeps it.
func recorded(reply *loop.Reply) Recorded {
	out := Recorded{Verb: reply.Verb, Text: reply.Text}
	if reply.Verb == loop.Resolve {
		out.Answer = &reply.Answer
	}
	return out
}

// reply returns a recorded reply to an item as it is now. It reports false where that can't be done any more.
func (r *Recorded) reply(item *loop.Item) (loop.Reply, bool) {
	out := loop.Reply{Verb: r.Verb, Text: r.Text}
	switch {
	case (r.Verb == loop.Resolve) != (item.Ask != nil) && r.Verb != loop.Leave:
		return out, false
	case r.Verb == loop.Write:
		out.Span = writable(item)
		return out, item.Try(out.Span, out.Text) == ""
	case r.Verb == loop.Resolve && r.Answer == nil:
		return out, false
	case r.Verb == loop.Resolve:
		out.Answer = *r.Answer
		for n, c := range r.Answer.Ask.Choices { // the place may have moved
			if n < len(item.Ask.Choices) && c.Effect == engine.EffectPlace && c.Start == out.Answer.Start &&
				c.End == out.Answer.End {
				out.Answer.Start, out.Answer.End = item.Ask.Choices[n].Start, item.Ask.Choices[n].End
				break
			}
		}
		out.Answer.Ask = *item.Ask
	}
	return out, true
}

// resume gives the items the replies of an earlier session.
func (r *round) resume() {
	if r.journal == nil {
		return
	}
	for n := range r.items {
		if was := r.journal.Reply(nameOf(&r.items[n])); was != nil {
			if reply, ok := was.reply(&r.items[n]); ok {
				r.replies[n] = &reply
			}
		}
	}
}

// note keeps a reply to items.
func (r *round) note(to []int, reply *loop.Reply) {
	if r.journal == nil {
		return
	}
	names := make([]string, len(to))
	for i, n := range to {
		names[i] = nameOf(&r.items[n])
	}
	if err := r.journal.Note(r.items[to[0]].Document.Path, names, recorded(reply)); err != nil {
		r.say("This answer would be lost if the session ended here: " + err.Error())
		r.journal = nil
	}
}
