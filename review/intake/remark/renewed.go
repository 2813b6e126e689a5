package remark

import (
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// renewed reads a remark that quotes a text, says what is wrong with it, and orders one that is much like it in the
// end: "x y z": the preposition is missing. Write "x y of z".
func (m *Remark) renewed(t text) bool {
	all := quotationsIn(t.raw)
	if len(all) < 2 || class("doubt").start(t.low) > 0 || doubtful(t.raw[:all[0].start]) {
		return false
	}
	if n := len(all) - 1; n > 1 && !isOrder(t.low[all[n].end:]) && !ordersText(t.raw[all[n-1].end:all[n].start]) {
		for i, q := range all[:n-1] { // what stands behind two spellings of a text is only mentioned
			if next := all[i+1]; next.text != q.text && !IsVersion(all[n].text, q.text) &&
				slices.Equal(Terms(next.text), Terms(q.text)) {
				return m.renewed(newText(t.raw[:next.end]))
			}
		}
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
	between := t.raw[old.end:want.start]
	code := t.raw[old.start] == '`'
	exact := class("should").start(fold(strings.TrimLeft(between, separators))) == 0
	if len(all) == 2 && !code && !class("doubt").in(t.raw[old.end:]) && !compared(between) &&
		m.respelled(old.text, want.text, exact) {
		return true
	}
	before := t.raw[all[len(all)-2].end:want.start]
	spelled := code && strings.HasSuffix(strings.TrimRight(before, spaces), ":") && class("should").in(before)
	ordered := !code && ordersText(before) || code && ordersAlone(before) || spelled || isOrder(t.low[want.end:])
	mentioned := func(q quoted) bool { // as a part of one of the two
		return strings.Contains(want.text, q.text) || strings.Contains(old.text, q.text)
	}
	beside := old == all[len(all)-2] || whole(want.text, old.text)
	for _, q := range all[:len(all)-1] {
		beside = beside && (q.start <= old.start || mentioned(q))
	}
	says := ordered || !code && like > Alike && IsVersion(want.text, old.text) && beside && !compared(before)
	if want.text == old.text || !says || like < Alike {
		return false
	}
	m.Edits, m.Quote, m.Want = true, old.text, want.text
	asked := ordered && ordersText(before[strings.LastIndex(before,
		"?")+1:]) // what is asked before an order says what is wrong
	if versions > 1 || doubtful(between) && !(asked && !doubtful(strings.ReplaceAll(between, "?", "."))) {
		m.stands(review.Doubted, between)
	}
	if !isOrder(t.low[want.end:]) {
		m.apply(tailOf(t.raw[want.end:], false), t.raw[want.end:])
	}
	return true
}

// corrected reads a text with few letters wrong and the right one, which known words join: says "vulcano" but it's
// "volcano". It is a question where none says which is which: "x" is "y". Words that turn the two round, or compare
// them, join none.
func (m *Remark) corrected(t text) bool {
	all := quotationsIn(t.raw)
	if len(all) != 2 || all[0].text == all[1].text {
		return false
	}
	lead, behind := t.raw[:all[0].start], t.raw[all[1].end:]
	if !class("turns").is(behind) && (!misspells(all[0].text, all[1].text) ||
		noDigits().ReplaceAllString(all[0].text, "") != noDigits().ReplaceAllString(all[1].text, "")) {
		return false
	}
	join := newText(t.raw[all[0].end:all[1].start]).trim(separators)
	turned := join.from(class("joins").start(join.low)).trim(separators)
	says := strings.Trim(lead, separators) != ""
	if turned.raw == "" || !says && class("turned").is(turned.raw) ||
		!consists(turned.raw, "is", "becomes", "should", "change", "to", "kind") ||
		!consists(lead, "lead", "kind", "avoid", "to", "shows") || !consists(behind, "final", "turns") {
		return false
	}
	m.Edits, m.Quote, m.Want = true, all[0].text, all[1].text
	if consists(turned.raw, "is") && turned.raw == join.raw && !says {
		m.stands(review.Doubted, m.Text)
	}
	return true
}

// consists reports whether a text has nothing but phrases of some classes.
func consists(s string, of ...class) bool {
	const signs = separators + "()"
	for rest := strings.Trim(fold(s), signs); rest != ""; {
		n := 0
		for _, c := range of {
			n = max(n, c.start(rest))
		}
		if n == 0 {
			return false
		}
		rest = strings.TrimLeft(rest[n:], signs)
	}
	return true
}

// noDigits matches what is no digit.
var noDigits = Pattern(`\D+`)

// compared reports whether the last clause between two quoted texts compares them, or says where they stand.
func compared(s string) bool {
	return class("turned").is(s) || class("compared").in(s[strings.LastIndexAny(s, ".;:!")+1:])
}

// instructed reads a text in marks with an order behind it about a part of it: "x, y" → drop the comma.
func (m *Remark) instructed(t text) bool {
	all := quotationsIn(t.raw)
	if len(all) == 2 && m.drops(t.from(all[1].end), all[0].text, all[1].text) {
		return true
	}
	if len(all) == 2 && !doubtful(t.raw[all[0].end:]) && m.signed(t.from(all[0].end), all[0].text, all[1]) {
		return true
	}
	if len(all) == 1 && t.raw[all[0].start] != '`' && (m.signs(t.raw[all[0].end:], all[0].text) ||
		m.signs(t.raw[:all[0].start], all[0].text)) {
		return true
	}
	return false
}

// drops reads an order to delete words that stand once in a quote: "x y z": "y" is redundant; drop it.
func (m *Remark) drops(t text, quote, words string) bool {
	places := WordsAt(quote, words)
	if len(places) != 1 || doubtful(t.raw) {
		return false
	}
	for _, clause := range clauses(strings.ReplaceAll(t.raw, " and ", ", ")) {
		order := newText(clause).order()
		n := class("delete").start(order.low)
		if n > 0 && class("whole").is(order.raw[n:]) || class("deletable").is(clause) {
			m.Edits, m.Quote, m.Want = true, quote, without(quote, places[0], len(words))
			return true
		}
	}
	return false
}

// signs reads a clause beside a quote that orders the one place of a sign in it to be deleted.
func (m *Remark) signs(rest, quote string) bool {
	for _, clause := range clauses(rest) {
		t := newText(clause).order()
		verb := max(class("delete").start(t.low), class("surplus").start(t.low))
		said := t.from(verb).trim(spaces)
		sign, n := signOf(said.low)
		for kind := class("kind").start(said.low); kind > n; kind = class("kind").start(said.low) {
			said = said.from(kind).trim(spaces)
			sign, n = signOf(said.low)
		}
		if verb > 0 && n > 0 && strings.Count(quote, sign) == 1 && !doubtful(rest) {
			m.Edits, m.Quote, m.Want = true, quote, strings.Replace(quote, sign, "", 1)
			return true
		}
	}
	return false
}

// clauses returns the parts of a text between signs.
func clauses(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;:.()–—，；。", r) })
}

// signed reads a sign that a quote needs beside words of it: "x y" needs a comma after "x". T is what follows the
// quote.
func (m *Remark) signed(t text, quote string, words quoted) bool {
	end := strings.Index(t.raw, words.text) - 1
	for i := range t.low[:max(0, end)] {
		if i > 0 && isSpaced(lastRune(t.low[:i])) {
			continue
		}
		sign, n := signOf(t.low[i:])
		rest := t.from(i + n).trim(spaces)
		after, before := class("after").start(rest.low), class("before").start(rest.low)
		places := WordsAt(quote, words.text)
		if n == 0 || after+before == 0 || len(places) != 1 || class("delete").in(t.raw[:i]) {
			continue
		}
		between := rest.from(max(after, before)).trim(spaces)
		if !strings.ContainsAny(firstMark(between.raw), marksOpen) {
			return false
		}
		at := places[0]
		if after > 0 {
			at += len(words.text)
		}
		if before > 0 {
			at = len(strings.TrimRight(quote[:at], spaces))
		}
		m.Edits, m.Quote, m.Want = true, quote, quote[:at]+sign+quote[at:]
		return true
	}
	return false
}

// ordered reads a text that is ordered for a quote beside the remark, or for the part of it that is spelled like it.
func (m *Remark) ordered(s, quote string) bool {
	all := quotationsIn(s)
	if len(all) == 0 {
		return m.behindArrow(s, quote) || m.signs(s, quote)
	}
	before := 0
	if len(all) > 1 {
		before = all[len(all)-2].end
	}
	want := all[len(all)-1]
	said := s[:want.start]
	const sentence = 3 // spaces of a text that is no code, whatever its marks
	isCode := strings.HasPrefix(s[want.start:], "`") && strings.Count(want.text, " ") < sentence
	alone := !isCode && !class("doubt").in(said)
	switch {
	case class("doubt").in(s[want.end:]):
		return false
	case len(all) == 1 && alone && !ordersText(said) && m.respelled(quote, want.text, true):
	case len(all) == 1 && alone && !doubtful(said) && !compared(said) && !whole(want.text, quote) &&
		m.aligned(quote, want.text):
	case len(all) == 1 && alone && !doubtful(said) && !compared(said) && whole(want.text, quote):
		m.Edits, m.Quote, m.Want = true, quote, want.text
		m.mayKeepEnd()
	case want.text != quote && Likeness(want.text, quote) >= Alike && !doubtful(said) &&
		ordersText(s[before:want.start]):
		m.Edits, m.Quote, m.Want = true, quote, want.text
		m.mayKeepEnd()
	default:
		return false
	}
	m.apply(tailOf(s[want.end:], false), s[want.end:])
	return true
}

// mayKeepEnd leaves an edit to a person whose new text ends with a word that the quote has before its end: the rest of
// the quote may stay.
func (m *Remark) mayKeepEnd() {
	if last := lastRune(m.Quote); strings.ContainsRune(".,;:", last) && isWordRune(lastRune(m.Want)) {
		m.Want += string(last) // which nobody spoke of
	}
	if words, was := Terms(m.Want), Terms(m.Quote); words[len(words)-1] != was[len(was)-1] &&
		slices.Contains(was, words[len(words)-1]) {
		m.stands(review.Doubted, m.Text)
	}
}

// behindArrow reads a version of a quote that stands behind an arrow, to the end of the remark.
func (m *Remark) behindArrow(s, quote string) bool {
	i := strings.LastIndexAny(s, arrows)
	if i < 0 || doubtful(s[:i]) {
		return false
	}
	before := s[:i]
	part := strings.Trim(before[strings.LastIndexAny(before, ".;:\n")+1:], spaces+"*_"+marksOpen+"”")
	text := Unquoted(strings.Trim(strings.TrimLeft(s[i:], arrows+"\uFE0F"), spaces+"*_"))
	if text == quote || Likeness(text, quote) < Alike || len(WordsAt(quote, part)) > 0 {
		return false
	}
	m.Edits, m.Quote, m.Want = true, quote, text
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

// endsAlike reports whether two texts begin with one word and end with one.
func endsAlike(s, old string) bool {
	a, b := Terms(s), Terms(old)
	return len(a) > 1 && len(b) > 1 && a[0] == b[0] && a[len(a)-1] == b[len(b)-1]
}

// aligned reads a text that a part of a quote is a version of: a few of its words are others, more or fewer.
func (m *Remark) aligned(quote, want string) bool {
	const version, least = 0.7, 3 // of the words, and words that stand in both
	words, n := strings.Fields(quote), len(strings.Fields(want))
	old, best, found := "", 0.0, 0
	for i := range words {
		for k := max(least, n-2); k <= n+2 && i+k <= len(words); k++ {
			part := strings.Join(words[i:i+k], " ")
			a, b := Terms(part), Terms(want)
			if len(a) == 0 || len(b) < least || inOrder(a, b) < least {
				continue
			}
			if first, last := a[0] == b[0], a[len(a)-1] == b[len(b)-1]; !first && !last ||
				len(a) != len(b) && !(first && last) { // what is beside a part of it would stay
				continue
			}
			switch like := Likeness(want, part); {
			case like > best+0.01:
				old, best, found = part, like, 1
			case like > best-0.01:
				found++
			}
		}
	}
	end := strings.TrimRight(old, ".,;:!?")
	if endsSentence(want) {
		end = old
	}
	if found != 1 || best < version || strings.EqualFold(old, want) || strings.Count(quote, end) != 1 ||
		len(WordsAt(quote, want)) > 0 {
		return false
	}
	m.Edits, m.Quote, m.Old, m.Want = true, quote, end, want
	return true
}

// respelled reads a text that a part of a quote is nearly: with other spaces, marks, capitals or a few other letters,
// as "opts in" for "and opts-in to". Exact says that the letters are the same.
func (m *Remark) respelled(quote, want string, exact bool) bool {
	wanted, found, old := strings.Join(Terms(want), ""), 0, ""
	if wanted == "" || len(WordsAt(quote, want)) > 0 || !exact && whole(want, quote) && endsAlike(want, quote) {
		return false
	}
	words, wantedWords := strings.Fields(quote), strings.Fields(want)
	nearest := 0
	if !exact {
		nearest = len(wanted)/4 + 1
	}
	for i := range words {
		for n := 1; n <= max(len(wantedWords), len(Terms(want)))+2 && i+n <= len(words); n++ {
			if !exact && n != len(wantedWords) {
				continue
			}
			part := strings.Trim(strings.Join(words[i:i+n], " "), ".,;:!?()\"“”*_")
			distance := rules.Distance(strings.Join(Terms(part), ""), wanted)
			if distance < nearest {
				nearest, found = distance, 0
			}
			if distance == nearest && (exact || distance <= len(wanted)/4) {
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
func ordersText(s string) bool { return ordersBehind(s, false) }

// ordersAlone reports whether the last clause of a text says no more than to write the text behind it.
func ordersAlone(s string) bool { return ordersBehind(s, true) }

func ordersBehind(s string, alone bool) bool {
	low := strings.TrimRight(fold(s), spaces+"*_")
	bare := strings.TrimRight(low, spaces+":：")
	for _, clause := range []string{
		low[strings.LastIndexAny(low, ".;!?。；—–")+1:], low[strings.LastIndexAny(low, ",，、")+1:],
		bare[strings.LastIndexAny(bare, ":：")+1:],
	} {
		if isOrder(clause) {
			return true
		}
		for i, r := range clause {
			if !alone && i > 0 && unicode.IsSpace(lastRune(clause[:i])) && isWordRune(r) && isOrder(clause[i:]) {
				return true
			}
		}
	}
	return false
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
		if n == 0 || class("after").start(rest) > 0 { // behind which
			return n == 0 && verb && strings.IndexAny(rest, ".。)") == 0
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
