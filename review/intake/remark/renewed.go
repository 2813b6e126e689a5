package remark

import (
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
)

// renewed reads a remark that quotes a text, says what is wrong with it, and orders one that is much like it in the
// end: "x y z": the preposition is missing. Write "x y of z".
func (m *Remark) renewed(t text) bool {
	all := quotationsIn(t.raw)
	if len(all) < 2 || class("doubt").in(t.raw[:all[0].start]) {
		return false
	}
	want := all[len(all)-1]
	const version = 0.7 // of the words of a text that is one with a few others
	old, like, versions := all[0], 0.0, 0
	for _, q := range all[:len(all)-1] {
		n := Likeness(want.text, q.text)
		if n >= version {
			versions++
		}
		if n >= max(like, Alike) || n >= version {
			old, like = q, n
		}
	}
	if len(all) == 2 && t.raw[old.start] != '`' && !class("doubt").in(t.raw[old.end:]) &&
		m.respelled(old.text, want.text) {
		return true
	}
	before := t.raw[all[len(all)-2].end:want.start]
	says := ordersText(before) || isOrder(t.low[want.end:]) || like >= version && concludes(before)
	if want.text == old.text || like < Alike || !says {
		return false
	}
	m.Edits, m.Quote, m.Want = true, old.text, want.text
	if between := t.raw[old.end:want.start]; versions > 1 || doubtful(between) {
		m.stands(review.Doubted, between)
	}
	if !isOrder(t.low[want.end:]) {
		m.apply(tailOf(t.raw[want.end:], false), t.raw[want.end:])
	}
	return true
}

// instructed reads a text in marks with an order behind it about a part of it: "x, y" → drop the comma.
func (m *Remark) instructed(t text) bool {
	all := quotationsIn(t.raw)
	if len(all) == 0 || all[0].start > 0 {
		return false
	}
	rest := strings.TrimLeft(t.raw[all[0].end:], separators+arrows+">")
	if rest == t.raw[all[0].end:] || class("delete").start(fold(rest)) == 0 {
		return false
	}
	said := Within(rest, all[0].text)[0]
	if !said.Edits || said.Quote != all[0].text {
		return false
	}
	m.Edits, m.Quote, m.Old, m.Want, m.Rest = true, said.Quote, said.Old, said.Want, said.Rest
	m.stands(said.Standing, said.Why)
	return true
}

// ordered reads a text that is ordered for a quote beside the remark, or for the part of it that is spelled like it.
func (m *Remark) ordered(s, quote string) bool {
	all := quotationsIn(s)
	lead, text, ok := strings.Cut(s, ":\n")
	if ok && ordersText(lead+":") && !doubtful(lead) && Likeness(text, quote) >= Alike {
		m.Edits, m.Quote, m.Want = true, quote, strings.TrimSpace(text)
		return true
	}
	if len(all) == 0 {
		return false
	}
	before := 0
	if len(all) > 1 {
		before = all[len(all)-2].end
	}
	want := all[len(all)-1]
	said := s[:want.start]
	alone := !strings.HasPrefix(s[want.start:], "`") && !class("doubt").in(said)
	switch {
	case class("doubt").in(s[want.end:]):
		return false
	case len(all) == 1 && alone && !ordersText(said) && m.respelled(quote, want.text):
	case want.text != quote && Likeness(want.text, quote) >= Alike && !doubtful(said) &&
		ordersText(s[before:want.start]):
		m.Edits, m.Quote, m.Want = true, quote, want.text
		if words, was := Terms(want.text), Terms(quote); words[len(words)-1] != was[len(was)-1] &&
			slices.Contains(was, words[len(words)-1]) {
			m.stands(review.Doubted, m.Text) // the rest of the quote may stay
		}
	default:
		return false
	}
	m.apply(tailOf(s[want.end:], false), s[want.end:])
	return true
}

// VersionIn returns the text in marks in s that a new text is a version of, "" where none is.
func VersionIn(s, want string) string {
	best, like := "", Alike
	for _, q := range quotationsIn(s) {
		if n := Likeness(want, q.text); n >= like && q.text != want {
			best, like = q.text, n
		}
	}
	return best
}

// A quoted is a text in marks in a longer one, with where its marks begin and where what follows them begins.
type quoted struct {
	text       string
	start, end int
}

// quotationsIn returns the texts in marks in s, none within another.
func quotationsIn(s string) []quoted {
	var out []quoted
	end := 0
	for i, r := range s {
		last := lastRune(s[:i])
		if i < end || !strings.ContainsRune(marksOpen, r) || i > 0 && last != '(' && isSpaced(last) {
			continue
		}
		for _, q := range quotations(s[i:]) {
			if q.balanced && endsHere(s[i+q.end:]) {
				end = i + q.end
				out = append(out, quoted{q.text, i, end})
				break
			}
		}
	}
	return out
}

// respelled reads a text that a quote has with other spaces, marks or capitals, as "opts in" for "and opts-in to".
func (m *Remark) respelled(quote, want string) bool {
	letters := func(s string) string { return strings.Join(Terms(s), "") }
	wanted, found, old := letters(want), 0, ""
	if wanted == "" || strings.Contains(quote, want) {
		return false
	}
	words, wantedWords := strings.Fields(quote), strings.Fields(want)
	for i := range words {
		for n := 1; n <= len(wantedWords)+2 && i+n <= len(words); n++ {
			part := strings.Trim(strings.Join(words[i:i+n], " "), ".,;:!?()\"“”*_")
			if letters(part) == wanted {
				found, old = found+1, part
			}
		}
	}
	if found != 1 || strings.Count(quote, old) != 1 {
		return false
	}
	m.Edits, m.Quote, m.Old, m.Want = true, quote, old, want
	return true
}

// ordersText reports whether a text ends with words that order the text behind it, as Write does, in a clause of its
// own.
func ordersText(s string) bool {
	low := strings.TrimRight(fold(s), spaces+"*_")
	bare := strings.TrimRight(low, spaces+":：")
	for _, clause := range []string{
		low[strings.LastIndexAny(low, ".;!?。；—–")+1:], low[strings.LastIndexAny(low, ",，、")+1:],
		bare[strings.LastIndexAny(bare, ":：")+1:],
	} {
		if isOrder(clause) {
			return true
		}
	}
	return false
}

// concludes reports whether a text ends with words such as so, or says what should be and ends with a colon.
func concludes(s string) bool {
	low := strings.TrimRight(fold(s), spaces)
	clause := strings.Trim(low[strings.LastIndexAny(low, ",.;–—")+1:], spaces)
	return class("lead").is(clause) || strings.HasSuffix(low, ":") && class("should").in(low)
}

// isOrder reports whether a clause has nothing but words that order an edit. Words that only lead to it have a colon.
func isOrder(s string) bool {
	rest := strings.TrimLeft(fold(s), separators+"）)")
	verb := strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：")
	for rest != "" {
		verb = verb || max(class("change").start(rest), class("should").start(rest), class("use").start(rest),
			class("final").start(rest), class("new").start(rest)) > 0
		n := 0
		for _, c := range []class{"lead", "change", "should", "to", "use", "kind", "then", "final", "new"} {
			n = max(n, c.start(rest))
		}
		if n == 0 {
			return verb && strings.IndexAny(rest, ".。)") == 0
		}
		rest = strings.TrimLeft(rest[n:], separators)
	}
	return verb && strings.Trim(s, separators) != ""
}

// doubtful reports whether words make an edit doubtful that is ordered behind them. An objection says what is wrong.
func doubtful(s string) bool {
	words := strings.FieldsFunc(fold(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("\"“”„«»", r)
	})
	said := ""
	for _, w := range words {
		if !class("objection").is(w) {
			said += w + " "
		}
	}
	return class("condition").in(said) || class("hedge").in(said) || class("caveat").in(said) ||
		strings.ContainsAny(s, "?？")
}
