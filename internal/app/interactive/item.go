package interactive

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

const helpEdit = `y  apply this edit
n  reject this edit; it is remembered, and fix --ask-again forgets it
e  type another text for it
a  apply this edit and all that follow of this rule
d  reject this edit and all that follow of this rule
s  skip this edit; you are asked the next time
u  take the last answer back
o  open the document here in $VISUAL or $EDITOR, and go on with what you save
q  stop asking: what you accepted is applied, the rest stays open
?  show this help`

const helpGroup = `y  apply all of them
n  reject all of them; it is remembered, and fix --ask-again forgets it
l  decide about them one by one
?  show this help`

const helpQuestion = `1  choose by the number
t  type the text that should stand there
k  keep the text as it is; it is remembered, and fix --ask-again forgets it
s  skip this question; you are asked the next time
u  take the last answer back
o  open the document here in $VISUAL or $EDITOR, and go on with what you save
q  stop asking: what you answered is done, the rest stays open
?  show this help`

func visible(s string) string { return wording.Visible(s) }

// ruleOf returns the rule by which edits are grouped.
func ruleOf(item *loop.Item) string {
	if item.Finding == nil {
		return ""
	}
	return cmp.Or(item.Finding.Rule, item.Finding.Category.String())
}

func located(item *loop.Item) bool {
	return item.Finding != nil && item.Finding.State == review.Located
}

// say shows a text.
func (r *round) say(text string) { r.show("", piece{text, plain}) }

func (r *round) show(indent string, pieces ...piece) {
	fmt.Fprint(r.out, r.look.lay(indent, pieces...))
}

// showHead shows the place and the message of an item.
func (r *round) showHead(n int) {
	item, counted := &r.items[n], fmt.Sprintf("(%d/%d)", n+1, len(r.items))
	where := visible(item.Document.Path)
	f := item.Finding
	if f == nil {
		fmt.Fprintf(r.out, "\n%s %s\n", counted, r.look.paint(strong, where))
		r.say(item.Ask.Text)
		return
	}
	if located(item) || f.State == review.Region {
		at := item.Document.Lines().Point(item.At, source.CodePoint)
		where += fmt.Sprintf(":%d:%d", at.Line, at.Column)
	}
	reviewer := f.Source
	if reviewer == review.BuiltIn {
		reviewer = "built-in"
	}
	fmt.Fprintf(r.out, "\n%s %s  %s  %s  reviewer: "+
		"%s\n", counted, r.look.paint(strong, where), visible(ruleOf(item)), f.Severity, visible(reviewer))
	if headings := item.Document.HeadingPath(item.At); len(headings) > 0 && where != visible(item.Document.Path) {
		r.say(strings.Join(headings, " > "))
	}
	r.show("", piece{wording.Sentence(f.Message), dimmed})
}

func (r *round) showChange(item *loop.Item) {
	src := item.Document.Source()
	r.show("  ", changed(src, source.WholeWords(src, item.Edits))...)
	if len(item.Also) > 0 {
		r.show("  ", piece{"Links go along in " + wording.List(item.Also, 3) + ".", dimmed})
	}
}

// showGroup shows the first edits of a rule that has many.
func (r *round) showGroup(of step) {
	const first = 3
	fmt.Fprintln(r.out)
	for _, n := range of[:first] {
		item := &r.items[n]
		at := item.Document.Lines().Point(item.At, source.CodePoint)
		fmt.Fprintf(r.out, "%s:%d:%d\n", visible(item.Document.Path), at.Line, at.Column)
		r.showChange(item)
	}
	fmt.Fprintf(r.out, "and %d more\n", len(of)-first)
}

// showQuestion shows a question and returns the choices that have a number.
func (r *round) showQuestion(n int) []engine.Choice {
	item := &r.items[n]
	r.showHead(n)
	if f := item.Finding; f != nil {
		switch {
		case f.State == review.Located || f.State == review.Region:
			span := engine.Place(item.Document, f)
			src := item.Document.Source()
			if text := string(src[span.Start:min(span.End, span.Start+around)]); strings.Count(text, "\n") < 4 {
				start := max(lineStart(src, span.Start), span.Start-around)
				pieces := []piece{{string(src[start:span.Start]), plain}, {text, strong}}
				r.show("  ", append(pieces, rest(src, span.Start+len(text))...)...)
			}
			if item.Ask.Unmade != "" {
				r.say(item.Ask.Unmade)
			}
		case f.Reason.Text != "":
			r.say(f.Reason.Text)
		}
	}
	var choices []engine.Choice
	for _, c := range item.Ask.Choices {
		if c.NeedsText || c.Effect == engine.EffectHand || c.Effect == engine.EffectKeep && item.Ask.Key != "" {
			continue // t, o and k
		}
		choices = append(choices, c)
		r.show("  ", piece{fmt.Sprintf("%d. %s", len(choices), c.Label), plain})
	}
	if r.typable(n) {
		r.say("  t. Type the text")
	}
	if item.Ask.Key != "" {
		r.say("  k. Keep it as it is")
	}
	return choices
}

// typable reports whether a text can answer the question about item n: its place is known, or can be chosen.
func (r *round) typable(n int) bool {
	return located(&r.items[n]) || r.items[n].Finding != nil && len(r.items[n].Finding.Candidates) > 0
}

// prompt names the keys that answer a question.
func (r *round) prompt(n, choices int) string {
	var keys []string
	switch {
	case choices == 1:
		keys = append(keys, "1")
	case choices > 1:
		keys = append(keys, fmt.Sprintf("1-%d", choices))
	}
	if r.typable(n) {
		keys = append(keys, "t")
	}
	if r.items[n].Ask.Key != "" {
		keys = append(keys, "k")
	}
	return "What should stand there? [" + strings.Join(append(keys, "s", "u", "o", "q", "?"), ",") + "] "
}
