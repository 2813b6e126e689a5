package page

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A room is how many bytes the texts of one item may take, its markup left out.
type room int

// The most bytes of one text, and of the text on one side of a change.
const (
	mostText    = 600
	mostContext = 80
)

// rooms returns the rooms to try, until the file is small enough.
func rooms() []room { return []room{8000, 1500, 700, 400, 200, 100, 0} }

// documents returns copies of documents with their texts cut.
func (r room) documents(docs []Document) []Document {
	docs = slices.Clone(docs)
	for i := range docs {
		d := &docs[i]
		d.Items, d.Passes, d.Questions = slices.Clone(d.Items), slices.Clone(d.Passes), slices.Clone(d.Questions)
		for j := range d.Items {
			r.item(&d.Items[j])
		}
		for j := range d.Passes {
			d.Passes[j].Changes = r.pass(d.Passes[j].Changes)
		}
		for j := range d.Questions {
			r.question(&d.Questions[j])
		}
	}
	return docs
}

// item cuts the texts of an item, the least important first.
func (r room) item(it *Item) {
	it.Message = r.spend(it.Message, mostText)
	it.Changes = r.changes(it.Changes, 20)
	if it.Context != nil {
		c := r.change(*it.Context)
		it.Context = &c
	}
	it.Why = r.spend(it.Why, mostText)
	if r <= 0 {
		it.Question = nil // its command is on record: doc-iterate status
	}
	if it.Question != nil {
		q := *it.Question
		r.question(&q)
		it.Question = &q
	}
	if r <= 0 {
		it.Choices, it.Context, it.Reviewer, it.Section = nil, nil, "", ""
	}
	it.Choices = r.list(it.Choices)
	it.Name = r.spend(it.Name, mostText/4)
	it.Reviewer = r.spend(it.Reviewer, mostText/4)
	it.Section = r.spend(it.Section, mostText/4)
}

func (r room) question(q *Question) {
	q.Text, q.Command = r.spend(q.Text, mostText), r.spend(q.Command, mostText)
	q.Choices = r.list(q.Choices)
}

// pass cuts the changes of a pass that are not in items.
func (r room) pass(all []Change) []Change {
	const each = 20 // changes that share the room of an item
	r *= room(1 + len(all)/each)
	return r.changes(all, len(all))
}

func (r *room) list(all []string) []string {
	const most = 9
	out := slices.Clone(all[:min(len(all), most)])
	for i := range out {
		out[i] = r.spend(out[i], mostText/3)
	}
	if more := len(all) - most; more > 0 {
		out = append(out, fmt.Sprintf("and %d more", more))
	}
	return out
}

func (r *room) changes(all []Change, most int) []Change {
	const markup = 60
	var out []Change
	for n, c := range all {
		if n == most || n > 0 && *r <= 0 {
			return append(out, Change{Parts: []Part{{Same, fmt.Sprintf("… and %d more", len(all)-n)}}})
		}
		out = append(out, r.change(c))
		*r -= markup
	}
	return out
}

func (r *room) change(c Change) Change {
	const markup = 11
	var out Change
	for n, p := range c.Parts {
		if n > 1 && *r <= 0 {
			out.Parts = append(out.Parts, Part{Same, " …"})
			break
		}
		out.Parts = append(out.Parts, Part{p.Kind, r.spend(p.Text, mostText)})
		*r -= markup
	}
	out.Before, out.After = tail(c.Before, min(mostContext, int(*r)/4)), head(c.After, min(mostContext, int(*r)/4))
	*r -= room(costOf(out.Before) + costOf(out.After))
	return out
}

// spend returns as much of the start of a text as there is room for, and reduces the room.
func (r *room) spend(text string, most int) string {
	const least = 8
	text = head(text, max(min(most, int(*r)), least))
	*r -= room(costOf(text))
	return text
}

// head returns the start of a text, with an ellipsis if more follows.
func head(text string, most int) string {
	cost := 0
	for i, r := range text {
		if cost += costOf(string(r)); cost > most {
			return text[:i] + "…"
		}
	}
	return text
}

// tail returns the end of a text, with an ellipsis if more stands before it.
func tail(text string, most int) string {
	cost := 0
	for end := len(text); end > 0; {
		_, size := utf8.DecodeLastRuneInString(text[:end])
		if cost += costOf(text[end-size : end]); cost > most {
			return "…" + text[end:]
		}
		end -= size
	}
	return text
}

// costOf returns how many bytes the template writes for a text.
func costOf(text string) int {
	const escape = len("&#34;")
	n := len(text)
	for i := range len(text) {
		if strings.IndexByte("<>&\"'+\x00", text[i]) >= 0 {
			n += escape - 1
		}
	}
	return n
}
