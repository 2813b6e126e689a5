package markdown

import (
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
)

// A Difference is the first thing that a candidate means and its base does not.
type Difference struct {
	// At is an offset into the base, and Line the number of its line.
	At, Line int
	// Effect says what the edits would do, behind "the edit would".
	Effect string
}

func (d *Difference) Error() string {
	what, result, turns := strings.Cut(d.Effect, " into ")
	if turns {
		result = " into " + result
	}
	return fmt.Sprintf("would %s on line %d%s", what, d.Line, result)
}

// difference returns the first difference between two lists of tokens, nil where there is
// none. Its place is that of the token of want, -1 where want has ended.
func difference(want, got []Token) *Difference {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			return &Difference{At: -1, Effect: "add " + got[i].name()}
		case i >= len(got):
			return &Difference{At: want[i].Span.Start, Effect: "remove " + want[i].name()}
		case want[i].unlike(got[i]):
			at, effect := effect(want[i:], got[i:])
			for n := i; at == 0 && n > 0; n-- {
				at = want[n-1].Span.Start // what the document does not have, such as a title, stands nowhere
			}
			return &Difference{At: at, Effect: effect}
		}
	}
	return nil
}

// effect says what becomes of the first token of want, which is not the first of got, and where that stands.
func effect(want, got []Token) (at int, what string) {
	w, g := want[0], got[0]
	if w.isText() && g.isText() {
		// A text that ends earlier or later shows that markup begins or is no markup there.
		switch {
		case len(want) > 1 && want[1].Step == Begin && strings.HasPrefix(g.Value, w.Value):
			w = want[1]
		case len(got) > 1 && got[1].Step == Begin && strings.HasPrefix(w.Value, g.Value):
			return w.Span.Start + len(g.Value), "turn text into " + got[1].name()
		case len(got) > 1 && strings.HasPrefix(w.Value, g.Value):
			got, g = got[1:], got[1]
		default:
			return w.Span.Start, "change other text"
		}
	}
	switch {
	case w.Step != End && g.Step == End && len(got) > 1 && got[1].Step == Begin && got[1].Kind == g.Kind:
		what = "split the " + g.Kind.String()
	case w.Step != End && g.Step == End && len(got) > 1 && got[1].Step == Begin:
		what = "end the " + g.Kind.String() + " with " + got[1].name()
	case w.Step == Begin && g.isText():
		what = "turn the " + w.Kind.String() + " into plain text"
	case w.Step == Begin && g.Step == Begin && w.Kind == g.Kind:
		what = fmt.Sprintf("change the %v (%s) to another one (%s)", w.Kind, w.Value, g.Value)
	case w.Step == Begin && g.Step == Begin:
		what = "turn the " + w.Kind.String() + " into " + g.name()
	case w.Step == Begin:
		what = "remove or move the " + w.Kind.String()
	case w.isText() && g.Step == Begin:
		what = "turn text into " + g.name()
	case w.isText():
		what = "remove or move text"
	case w.Step == End && g.Step == End:
		what = "end the " + g.Kind.String() + " elsewhere"
	case w.Step == End:
		what = "add " + g.name() + " to the " + w.Kind.String()
	default:
		what = "change the " + w.Kind.String()
	}
	return w.Span.Start, what
}

// unlike reports whether two tokens mean something else, wherever they stand.
func (t Token) unlike(o Token) bool {
	return t.Kind != o.Kind || t.Step != o.Step || t.Value != o.Value
}

// isText reports whether t is a text that is no part of any markup.
func (t Token) isText() bool { return t.Kind == tree.Text && t.Step == Value }

// name names a token in a sentence, with an article where its kind has a plural.
func (t Token) name() string {
	name := t.Kind.String()
	switch t.Kind {
	case tree.Text, tree.IndentedCode, tree.Emphasis, tree.Strong, tree.Strikethrough, tree.InlineHTML:
		return name
	case tree.HTMLBlock, tree.Image, tree.AutoLink, tree.OrderedList:
		return "an " + name
	}
	return "a " + name
}
