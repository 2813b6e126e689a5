package remark

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
)

// Within reads a remark about a text that is quoted beside it. What it edits is the quote or a part of it.
func Within(s, quote string) []Remark {
	if m := (Remark{Text: strings.Join(strings.Fields(s), " ")}); m.behindArrow(m.head(strings.TrimSpace(s)), quote) {
		return m.each()
	}
	all := Parse(s)
	for i := range all {
		m := &all[i]
		switch {
		case m.Edits && strings.Contains(m.Want, m.Quote) && strings.Contains(quote, m.Want):
			// The new text stands there already: the quote is kept, and more is said.
		case m.Edits && m.Quote != "" && m.Quote != quote && strings.Contains(quote, m.Quote):
			m.part(quote)
		case !m.Edits && m.Standing != review.Doubted:
			m.object(newText((&Remark{}).head(strings.TrimSpace(s))), quote)
		}
	}
	return all
}

// OfQuote reads what is said of a text that is quoted beside it: in one edit, or in one for each sentence.
func OfQuote(s, quote string) []Remark {
	whole := Within(s, quote)
	whole[0].Word(s, quote)
	parts := sentences(s)
	if len(parts) < 2 {
		return whole
	}
	var out []Remark
	lead := ""
	for _, part := range parts {
		one := Within(part, quote)
		one[0].Word(part, quote)
		switch last := len(out) - 1; {
		case one[0].Edits && one[0].Standing == review.Open && !one[0].mentions(part):
			one[0].apply(tailOf(lead, true), lead)
			out, lead = append(out, one...), ""
		case last >= 0:
			out[last].apply(tailOf(". "+part, false), part)
		default:
			lead += part
		}
	}
	opened, doubted := 0, false
	for i := range whole {
		if whole[i].Edits && whole[i].Standing == review.Open {
			opened++
		}
		doubted = doubted || whole[i].Edits && whole[i].Standing == review.Doubted
	}
	if len(out) <= opened || doubted {
		return whole
	}
	return out
}

// mentions reports whether a new text differs from the old one in its first letter alone, and begins a sentence.
func (m *Remark) mentions(sentence string) bool {
	q := firstQuote(sentence)
	return q >= 0 && strings.Trim(sentence[:q], spaces) == "" && strings.EqualFold(m.Want, cmp.Or(m.Old, m.Quote))
}

// Connects reports whether a line says no more than that the text below it is to stand for the one above it.
func Connects(line string) bool {
	line = strings.Trim(line, separators+"\uFE0F")
	return class("should").is(line) || line != "" && strings.Trim(line, arrows+"⬇↓") == ""
}

// InMarks returns a text in quotation marks.
func InMarks(s string) string {
	for _, m := range quoteMarks[:2] {
		if !strings.Contains(s, m[0]) {
			return m[0] + s + m[1]
		}
	}
	return s
}

// Emphasised returns the text that stands in marks of emphasis as a whole, behind a sign such as a pencil.
func Emphasised(s string) (string, bool) {
	s = strings.TrimSpace(strings.TrimLeftFunc(s, func(r rune) bool {
		return r == '\uFE0F' || unicode.Is(unicode.So, r) || strings.ContainsRune(arrows+spaces, r)
	}))
	for _, mark := range []string{"**", "__", "*", "_"} {
		inner, opened := strings.CutPrefix(s, mark)
		if inner, closed := strings.CutSuffix(inner, mark); opened && closed && !strings.Contains(inner,
			mark+" ") {
			return inner, inner != ""
		}
	}
	return "", false
}

// Shown returns two texts without the dots that say, at an end of both, that more stands there.
func Shown(old, want string) (olds, wants string) {
	for _, dots := range []string{"…", "..."} {
		if strings.HasPrefix(old, dots) && strings.HasPrefix(want, dots) {
			old, want = strings.TrimLeft(old[len(dots):], spaces), strings.TrimLeft(want[len(dots):], spaces)
		}
		if strings.HasSuffix(old, dots) && strings.HasSuffix(want, dots) {
			old = strings.TrimRight(strings.TrimSuffix(old, dots), spaces)
			want = strings.TrimRight(strings.TrimSuffix(want, dots), spaces)
		}
	}
	return old, want
}

// whole reports whether a text is a version of all of a quote.
func whole(s, quote string) bool {
	const most = 0.25 // of the words may be more, or fewer
	a, b := float64(len(Terms(s))), float64(len(Terms(quote)))
	return IsVersion(s, quote) && math.Abs(a-b) <= most*b
}

// part makes the old text a part of the quote: the one that is meant of several.
func (m *Remark) part(quote string) {
	places := WordsAt(quote, m.Quote)
	old, at := m.Quote, m.Nth-1
	if m.Nth < 0 {
		at = len(places) - 1
	}
	m.Quote, m.Old, m.Nth = quote, old, 0
	if at < 0 || at >= len(places) {
		return
	}
	if m.Old = ""; m.Want == "" {
		m.Want = without(quote, places[at], len(old))
	} else {
		m.Want = quote[:places[at]] + m.Want + quote[places[at]+len(old):]
	}
}

// object reads an edit whose old text is the quote, or a part of it that is named by what it is.
func (m *Remark) object(t text, quote string) {
	said := t.order()
	if n := class("delete").start(said.low); n > 0 {
		m.deletion(said.from(n).trim(spaces), quote)
		return
	}
	if n := said.newLabel(); n > 0 {
		m.becomes(said.raw[n:], quote)
		return
	}
	rest := said
	for _, c := range []class{"avoid", "use", "should", "should"} {
		n := c.start(rest.low)
		if n > 0 && (c != "avoid" || class("should").start(rest.from(n).trim(separators).low) > 0) {
			rest = rest.from(n).trim(separators)
		}
	}
	if rest.raw != said.raw {
		for _, q := range quotations(rest.raw) {
			if q.balanced && endsHere(rest.raw[q.end:]) {
				m.becomes(q.text, quote)
				m.apply(tailOf(rest.raw[q.end:], false), rest.raw[q.end:])
				return
			}
		}
		return
	}
}

// Word reads the right word, which stands alone on its line below a quoted text, as *the does, or the right text.
func (m *Remark) Word(s, quote string) {
	const nearly = 0.8
	if !m.Edits && m.Standing != review.Doubted && m.ordered(s, quote) {
		return
	}
	s = Unquoted(strings.TrimLeft(s, arrows+"->="+spaces))
	if word := strings.TrimSuffix(strings.TrimPrefix(s, "*"), "."); !m.Edits && !strings.ContainsAny(word, spaces) {
		m.becomes(word, quote)
	} else if !m.Edits && m.Standing == review.Open && Likeness(s, quote) >= nearly && s != quote {
		m.Edits, m.Quote, m.Want = s != quote, quote, s
		m.mayKeepEnd()
	}
}

// becomes sets a new text for the quote, or for the one word of it that is like the new text.
func (m *Remark) becomes(want, quote string) {
	want = Unquoted(strings.TrimSpace(want))
	words := strings.Fields(quote)
	if want == "" {
		return
	}
	if strings.ContainsAny(want, spaces) || len(words) < 2 {
		if Likeness(want, quote) >= Alike || len(words) < 3 && len(strings.Fields(want)) < 3 {
			m.Edits, m.Quote, m.Want = true, quote, want
		}
		return
	}
	old := ""
	for _, w := range words {
		if w = strings.Trim(w, ".,;:!?()\"“”*_`"); Likeness(want, w) == 1 && w != want {
			if old != "" {
				return
			}
			old = w
		}
	}
	if old != "" && strings.Count(quote, old) == 1 {
		m.Edits, m.Quote, m.Old, m.Want = true, quote, old, want
	}
}

// deletion reads what is to be deleted of a quote, and reports whether the words name something. A part that is not
// found once is asked about.
func (m *Remark) deletion(t text, quote string) (named bool) {
	if class("article").start(t.low) > 0 {
		m.cutArticle(quote)
		return true
	}
	if sign, n := signOf(t.low); n > 0 {
		m.cut(quote, sign, n, t)
		return true
	}
	if class("nothing").start(t.low) > 0 {
		return true
	}
	if n := class("one").start(t.low); n > 0 {
		m.undouble(quote)
		m.apply(tailOf(t.raw[n:], false), t.raw)
		return true
	}
	rest, noun, counted := t, "", false
	for n := rest.object(); n > 0; n = rest.object() {
		noun = rest.low[:n]
		nth, _ := whichOf(noun)
		counted = counted || nth != 0
		rest = rest.from(n).trim(spaces)
	}
	words := strings.Fields(quote)
	said := strings.TrimSpace(rest.low)
	switch {
	case fold(strings.TrimSpace(quote)) == strings.TrimSpace(t.low):
		m.stands(review.Doubted, t.raw) // it may be the new text
	case (len(words) > 1 || counted) && class("part").is(noun[strings.LastIndex(noun, " ")+1:]) && !quotes(rest.raw):
		return true // which one?
	case strings.Trim(said, ".!") != "" && !strings.ContainsAny(said[:1], ",.;:(–—-!") &&
		class("reason").start(said) == 0:
		return len(quotationsIn(t.raw)) > 0 // which no form reads
	}
	m.Edits, m.Quote, m.Want = true, quote, ""
	m.apply(tailOf(rest.raw, false), rest.raw)
	return true
}

// object returns the length of the words at the start of t that say what a quoted text is, or point at it.
func (t text) object() int { return max(class("whole").start(t.low), class("kind").start(t.low)) }

// cut deletes the one place of a sign in the quote.
func (m *Remark) cut(quote, sign string, n int, t text) {
	if quote == sign {
		m.Edits, m.Quote, m.Want = true, quote, ""
	} else if strings.Count(quote, sign) == 1 {
		m.Edits, m.Quote, m.Want = true, quote, strings.Replace(quote, sign, "", 1)
	}
	m.apply(tailOf(t.raw[n:], false), t.raw[n:])
}

// cutArticle deletes the one article in the quote.
func (m *Remark) cutArticle(quote string) {
	var found []string
	for _, w := range strings.Fields(quote) {
		if class("articles").is(w) {
			found = append(found, w)
		}
	}
	if len(found) == 1 {
		m.Edits, m.Quote, m.Want = true, quote, without(quote, WordsAt(quote, found[0])[0], len(found[0]))
	}
}

// Introduces reports whether a line ends with words that order the text below it.
func Introduces(line string) bool {
	return Ends(line) && ordersText(strings.TrimRight(line, spaces+"*_"))
}

// Ends reports whether a line ends with a colon.
func Ends(line string) bool { return strings.HasSuffix(strings.TrimRight(line, spaces+"*_"), ":") }

// Begins reports whether a text that orders an edit begins with that order.
func Begins(s string) bool {
	_, before, found, unsure := find(newText((&Remark{}).head(strings.TrimSpace(s))))
	return !unsure && (!found || strings.Trim(before, separators) == "")
}

// Orders reports whether words may order an edit: they quote something, have an arrow or begin with an order to delete.
func Orders(words string) bool {
	return quotes(words) || strings.ContainsAny(words, arrows+">") || strings.HasPrefix(words, "s/") ||
		class("delete").start(newText(words).order().low) > 0 || newText(words).order().newLabel() > 0
}

// Adds reports whether words order that a text be added to the quoted one, and whether before it.
func Adds(words string) (before, orders bool) {
	said := newText(words).order()
	rest := said.from(class("insert").start(said.low))
	where, end := class("after").find(rest.low)
	if at, to := class("before").find(rest.low); to > 0 && (end == 0 || at < where) {
		before, end = true, to
	}
	return before, rest.raw != said.raw && end > 0 && rest.from(end).trim(spaces).object() > 0
}

// Says reports whether a text has words in it.
func Says(s, words string) bool { return len(WordsAt(fold(s), fold(strings.TrimSpace(words)))) > 0 }

// order returns the text without what people put before an order.
func (t text) order() text {
	t = t.trim(separators)
	for n := class("lead").start(t.low); n > 0 && t.newLabel() == 0; n = class("lead").start(t.low) {
		if class("use").start(t.low) > 0 || class("delete").start(t.low) > 0 || class("should").start(t.low) > 0 {
			break
		}
		t = t.from(n).trim(separators)
	}
	return t
}

// newLabel returns the length of a label of a new text at the start, with its colon.
func (t text) newLabel() int {
	n := class("new").start(t.low)
	if rest := strings.TrimLeft(t.raw[n:], "*_ "); n > 0 && strings.IndexAny(rest, ":：") == 0 {
		return len(t.raw) - len(strings.TrimLeft(rest, ":： *_"))
	}
	return 0
}

// Deletion returns what words that order a deletion leave of a text. It is not sure where they name a part that does
// not stand in the text once, or one of several equal words.
func Deletion(words, old string) (left string, orders, sure bool) {
	t := newText((&Remark{}).head(strings.TrimSpace(words))).order()
	if class("delete").start(t.low) == 0 {
		return "", false, false
	}
	m := Within(words, old)[0]
	switch {
	case !m.Edits:
		named := (&Remark{}).deletion(t.from(class("delete").start(t.low)).trim(spaces), old)
		return "", named, false
	case m.Standing != review.Open || m.Quote != old:
		return "", true, strings.TrimSpace(m.Quote) == strings.TrimSpace(old)
	case m.Old != "":
		places := WordsAt(old, m.Old)
		if len(places) != 1 {
			return "", true, false
		}
		return without(old, places[0], len(m.Old)), true, true
	}
	fields := strings.Fields(fold(old))
	return m.Want, true, m.Want != "" || len(slices.Compact(slices.Clone(fields))) == len(fields)
}

// undouble deletes the second of two equal words in a row.
func (m *Remark) undouble(quote string) {
	words := strings.Fields(quote)
	for i := 1; i < len(words); i++ {
		if fold(words[i]) == fold(words[i-1]) {
			at := strings.Index(quote, words[i-1])
			next := at + len(words[i-1]) + strings.Index(quote[at+len(words[i-1]):], words[i])
			m.Edits, m.Quote, m.Want = true, quote, without(quote, next, len(words[i]))
			return
		}
	}
}

// without returns s without n bytes from at on and without one of the spaces around them.
func without(s string, at, n int) string {
	before, behind := s[:at], s[at+n:]
	if rest, ok := strings.CutPrefix(behind, " "); ok && (before == "" || strings.HasSuffix(before, " ")) {
		return before + rest
	}
	return strings.TrimSuffix(before, " ") + behind
}

// WordsAt returns where words stand in s, not within longer ones.
func WordsAt(s, words string) []int {
	var out []int
	for at := 0; words != ""; {
		i := strings.Index(s[at:], words)
		if i < 0 {
			break
		}
		at += i
		end := at + len(words)
		if !(isSpaced(lastRune(s[:at])) && isSpaced(firstRune(words))) && !(isSpaced(lastRune(words)) &&
			isSpaced(firstRune(s[end:]))) {
			out = append(out, at)
		}
		at = end
	}
	return out
}
