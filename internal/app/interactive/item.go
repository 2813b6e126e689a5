package interactive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

const (
	helpEdit = `y  apply this edit
n  reject this edit; it is remembered, and fix --ask-again forgets it
e  type another text for it
a  apply this edit and all that follow of this rule
d  reject this edit and all that follow of this rule
` + helpRest
	helpGroup = `y  apply all of them
n  reject all of them; it is remembered, and fix --ask-again forgets it
l  decide about them one by one
` + helpRest
	helpTyped = `y  apply it as you typed it
e  type another text
n  go back to the question; u does the same
?  show this help`
	helpQuestion = `1  choose by the number
t  type the text that should stand there
k  keep the text as it is; it is remembered, and fix --ask-again forgets it
` + helpRest
	helpRest = `s  skip; you are asked the next time
u  take the last answer back
o  open the document here in $VISUAL, $EDITOR or vi, and go on with what you save
q  stop asking: what you accepted is applied, the rest stays open
?  show this help`
)

func visible(s string) string { return wording.Visible(s) }

// ruleOf returns the rule by which edits are grouped. What has neither a rule nor a category is of a review.
func ruleOf(item *loop.Item) string {
	if item.Finding == nil {
		return ""
	}
	if item.Finding.Rule == "" && item.Finding.Category == 0 {
		return "review"
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

// proposes reports whether an item is one proposal, to say yes or no to.
func proposes(item *loop.Item) bool {
	return item.Ask == nil || len(item.Ask.Edits) > 0 && len(numbered(item.Ask)) > 0
}

// numbered returns the choices of a question that have a number; the others are t, o and k. A place alone, without a
// text for it, is no choice.
func numbered(ask *engine.Ask) (out []engine.Choice) {
	for _, c := range ask.Choices {
		if !c.NeedsText && c.Effect != engine.EffectHand && (c.Effect != engine.EffectKeep || ask.Key == "") {
			out = append(out, c)
		}
	}
	if len(out) == 1 && out[0].Effect == engine.EffectPlace && len(ask.Edits) == 0 {
		return nil
	}
	return out
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
	if span, known := shown(item); known {
		at := item.Document.Lines().Point(span.Start, source.CodePoint)
		where += fmt.Sprintf(":%d:%d", at.Line, at.Column)
	}
	reviewer := f.Source
	if reviewer == review.BuiltIn {
		reviewer = "built-in"
	}
	fmt.Fprintf(r.out, "\n%s %s  %s  %s  %s\n", counted, r.look.paint(strong, where), visible(ruleOf(item)), f.Severity,
		visible(reviewer))
	r.say(wording.Sentence(f.Message))
	if headings := item.Document.HeadingPath(item.At); len(headings) > 0 && where != visible(item.Document.Path) {
		r.show("", piece{strings.Join(headings, " > "), dimmed})
	}
}

// shown returns the place that an item is shown at, and whether there is one.
func shown(item *loop.Item) (source.Span, bool) {
	if item.Ask == nil {
		return source.Span{Start: item.At, End: item.At}, true
	}
	if f := item.Finding; f != nil && f.State == review.Region {
		return f.Span, true
	}
	return placeOf(item)
}

// showChange shows the edits that an item proposes, and what makes them uncertain.
func (r *round) showChange(n int) {
	item := &r.items[n]
	if item.Ask == nil {
		r.showEdits(item, item.Edits)
	} else {
		r.showEdits(item, item.Ask.Edits)
		why := cmp.Or(item.Ask.Unmade, item.Finding.Reason.Text, "Nothing says that it is meant so.")
		r.say("Not certain: " + why)
	}
	if len(item.Also) > 0 {
		r.show("  ", piece{"Links go along in " + wording.List(item.Also, 3) + ".", dimmed})
	}
}

func (r *round) showEdits(item *loop.Item, edits []source.Edit) {
	src := item.Document.Source()
	r.show("  ", changed(src, source.WholeWords(src, edits))...)
}

// showQuestion shows a question and returns the choices that have a number.
func (r *round) showQuestion(n int) []engine.Choice {
	item := &r.items[n]
	if f := item.Finding; f != nil {
		if span, known := shown(item); known {
			src := item.Document.Source()
			if text := string(src[span.Start:min(span.End, span.Start+around)]); strings.Count(text, "\n") < 4 {
				start := max(lineStart(src, span.Start), span.Start-around)
				pieces := []piece{{string(src[start:span.Start]), plain}, {text, strong}}
				r.show("  ", append(pieces, rest(src, span.Start+len(text))...)...)
			}
		} else if f.Quoted != "" && len(numbered(item.Ask)) == 0 {
			r.show("  ", piece{"It quotes: " + firstLine(f.Quoted), plain})
		}
		if why := cmp.Or(item.Ask.Unmade, f.Reason.Text); why != "" {
			r.say(why)
		}
	}
	choices := numbered(item.Ask)
	for k, c := range choices {
		r.show("  ", piece{fmt.Sprintf("%d. %s", k+1, c.Label), plain})
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
	_, known := placeOf(&r.items[n])
	return known || slices.ContainsFunc(r.items[n].Ask.Choices, func(c engine.Choice) bool {
		return c.Effect == engine.EffectPlace
	})
}

// keysOf returns the keys that answer a question.
func (r *round) keysOf(n, choices int) (keys []string) {
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
	return append(keys, "s", "u", "o", "q", "?")
}

// firstLine returns the first line of a text, shortened.
func firstLine(text string) string {
	line, more, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return engine.Clip(line, 60) + map[bool]string{true: " …"}[more != ""]
}
