package remark

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A Remark is what a person says about one place. It is read as
//
//	remark = label* place* edit tail
//
// where the words of each part are those of words.txt.
type Remark struct {
	Document, Section string
	Lines             []Lines
	Severity          string // the label, as it was written
	Text              string // all of it, in one line
	// Quote is what the remark is about. Old is the part of it that Want replaces, "" for all of it.
	Quote, Old, Want string
	// Edits says that Want is text for the document. Without that the remark says something else, or not certainly
	// what.
	Edits bool
	Nth   int // which of several equal texts is meant: from 1, -1 for the last, 0 for unsaid
	All   int // how many of them are meant, which is all: -1 for any number
	Item  int // the number of the list item that it is about
	Row   string
	review.Standing
	Why  string // the words that give it its standing
	Rest string // what it asks for beside its edit
}

// Lines are a first and a last line. Last is 0 where one is named.
type Lines struct{ First, Last int }

// Anchored reports whether a remark names its place.
func (m *Remark) Anchored() bool { return len(m.Lines) > 0 || m.Section != "" }

// stands lowers the standing of a remark, which words say.
func (m *Remark) stands(s review.Standing, words string) {
	if s > m.Standing {
		m.Standing, m.Why = s, strings.Trim(strings.Join(strings.Fields(words), " "), " .,;:–—-*_")
	}
}

// A form is a way to say what to do with a text. Its parts are classes of words; * stands for any number, +
// for one or more and ? for one at most; a comma for what separates clauses; and OLD and NEW for texts in quotation
// marks. SAID stands for some words before an arrow or a text, and ARROW for an arrow. A form that is bare has texts
// without marks, of one word each.
type form struct {
	parts string
	does  act
	bare  bool
}

type act uint8

const (
	replaces act = iota
	deletes
	insertsAfter
	insertsBefore
)

// forms are tried in order, and the first that fits counts.
var forms = []form{
	{"lead* change kind* OLD , to kind* NEW final?", replaces, true},
	{"lead* avoid kind* OLD , then+ kind* NEW final?", replaces, true},
	{"lead* avoid kind* OLD , NEW final?", replaces, false},
	{"lead* use kind* NEW , instead kind* OLD final?", replaces, true},
	{"after kind* OLD after? , lead* insert kind* NEW inserted?", insertsAfter, false},
	{"before kind* OLD before? , lead* insert kind* NEW inserted?", insertsBefore, false},
	{"after kind* OLD after? , NEW inserted", insertsAfter, false},
	{"before kind* OLD before? , NEW inserted", insertsBefore, false},
	{"lead* insert kind* NEW , after kind* OLD inserted?", insertsAfter, false},
	{"lead* insert kind* NEW , before kind* OLD inserted?", insertsBefore, false},
	{"lead* insert? SIGN after kind* OLD after? inserted?", insertsAfter, true},
	{"lead* insert? SIGN before kind* OLD before? inserted?", insertsBefore, true},
	{"kind* OLD after , NEW inserted", insertsAfter, false},
	{"kind* OLD before , NEW inserted", insertsBefore, false},
	{"lead* delete kind* OLD", deletes, false},
	{"lead* kind* OLD , wrong? , should+ , kind* NEW final?", replaces, true},
	{"lead* kind* OLD , SAID ARROW , kind* NEW", replaces, false},
	{"lead* kind* OLD , ARROW SAID NEW", replaces, false},
	{"lead* kind* OLD to kind* NEW final", replaces, false},
	{"lead* kind* NEW , instead kind* OLD final?", replaces, false},
	{"lead* kind* NEW , better kind* OLD", replaces, false},
	{"lead* kind* OLD , lead* deleted", deletes, false},
	{"lead* kind* OLD , lacks SIGN trailing", insertsAfter, false},
	{"lead* OLD ( NEW )", replaces, true},
}

// A reading is one way to read a text in a form.
type reading struct {
	form      *form
	old, want quotation
	rest      string
	arrow     bool
	nth, all  int
}

// fits reports whether both texts are in quotation marks or none is, and words without are ones that a text consists
// of. A text with another one in brackets behind it is a misspelling of that.
func (r *reading) fits() bool {
	two := r.form.does == replaces
	if strings.Contains(r.form.parts, "( NEW )") {
		return misspells(r.old.text, r.want.text)
	}
	if two && r.old.bare != r.want.bare {
		return false
	}
	if strings.Contains(r.form.parts, " better ") && inOrder(slices.Sorted(slices.Values(Terms(r.want.text))),
		slices.Sorted(slices.Values(Terms(r.old.text)))) < len(Terms(r.old.text)) {
		return false // who compares two texts may leave a word out
	}
	if strings.HasSuffix(r.form.parts, "SAID NEW") && Likeness(r.want.text, r.old.text) < Alike {
		return false // another text may be quoted
	}
	if two && r.old.bare && !r.arrow && strings.Contains(r.form.parts, "should+") &&
		!misspells(r.old.text, r.want.text) {
		return false // a sentence may have such words
	}
	isText := func(q quotation) bool { return !q.bare || !class("vague").is(q.text) && !class("kind").is(q.text) }
	return r.arrow || isText(r.old) && isText(r.want)
}

// misspells reports whether a text is another one with few letters wrong.
func misspells(old, want string) bool {
	const few = 2
	return Likeness(want, old) == 1 || firstRune(old) == firstRune(want) && len(old) > few &&
		rules.Distance(old, want) <= few
}

// A text is a remark as it was written, and folded.
type text struct{ raw, low string }

func newText(s string) text { return text{s, fold(s)} }

// from returns the text from an offset on.
func (t text) from(i int) text { return text{t.raw[i:], t.low[i:]} }

// trim returns the text without the characters at its start.
func (t text) trim(cut string) text { return t.from(len(t.raw) - len(strings.TrimLeft(t.raw, cut))) }

// spaces and separators stand between the parts of a form.
const (
	arrows     = "→⇒➡⟶➔➜"
	spaces     = " \t\n\u00a0\u3000"
	separators = spaces + ",;:.–—-，、。：；*_"
)

// readings returns all ways in which t can be read in a form.
func (f *form) readings(t text) []reading {
	parts := strings.Fields(f.parts)
	var out []reading
	var try func(t text, parts []string, now reading)
	try = func(t text, parts []string, now reading) {
		whole := t
		t = t.trim(spaces)
		if len(parts) == 0 {
			if len(out) < maxQuotations && endsHere(whole.raw) && now.fits() {
				now.rest = t.raw
				out = append(out, now)
			}
			return
		}
		part, rest := parts[0], parts[1:]
		switch part {
		case ",":
			try(t.trim(separators), rest, now)
			return
		case "(", ")":
			if strings.HasPrefix(t.raw, part) {
				try(t.from(1), rest, now)
			}
			return
		case "SAID":
			if n := said(t); n > 0 {
				try(t.from(n), rest, now)
			}
			return
		case "ARROW":
			if n := class("should").start(t.low); n > 0 && !isWordRune(firstRune(t.raw)) {
				now.arrow = true
				try(t.from(n), rest, now)
			}
			return
		case "SIGN":
			if sign, n := signOf(t.low); n > 0 {
				now.want = quotation{text: sign, balanced: true}
				try(t.from(n), rest, now)
			}
			return
		case "OLD", "NEW":
			found := quotations(t.raw)
			if f.bare && !strings.ContainsAny(firstMark(t.raw), marksOpen) {
				found = bareWord(t)
			}
			for _, q := range found {
				next := now
				if part == "OLD" {
					next.old = q
				} else {
					next.want = q
				}
				try(t.from(q.end), rest, next)
			}
			return
		}
		name := strings.TrimRight(part, "*+?")
		for _, n := range class(name).ends(t.low) {
			next := now
			if nth, all := whichOf(t.low[:n]); name == "kind" && nth+all != 0 {
				next.nth, next.all = nth, all
			}
			next.arrow = now.arrow || name == "should" && !isWordRune(firstRune(t.raw))
			switch part[len(name):] {
			case "*", "+":
				try(t.from(n), append([]string{name + "*"}, rest...), next)
			default:
				try(t.from(n), rest, next)
			}
		}
		if suffix := part[len(name):]; suffix == "*" || suffix == "?" {
			after := whole
			if name == "lead" {
				after = t.trim(separators)
			}
			try(after, rest, now)
		}
	}
	try(t, parts, reading{form: f})
	return out
}

// said returns the length of the words that t begins with, up to an arrow or a text in marks. Words that make an edit
// doubtful are none.
func said(t text) int {
	const most = 60
	end := strings.IndexAny(t.raw, arrows+".!?\n")
	if q := firstQuote(t.raw); q >= 0 && (end < 0 || q < end) {
		end = q
	}
	if dash := strings.Index(t.raw, "->"); dash >= 0 && (end < 0 || dash < end) {
		end = dash
	}
	if end <= 0 || end > most || strings.ContainsAny(t.raw[end:end+1], ".!?\n") || class("doubt").in(t.raw[:end]) {
		return 0
	}
	return end
}

// bareWord returns the word that t begins with, as a text without quotation marks.
func bareWord(t text) []quotation {
	end := strings.IndexAny(t.raw, spaces+",;:()"+arrows+"\"“”„«»`")
	if end < 0 {
		end = len(t.raw)
	}
	if arrow := strings.Index(t.raw[:end], "->"); arrow > 0 {
		end = arrow
	}
	word := strings.TrimRight(t.raw[:end], ".!?")
	if word == "" || !strings.ContainsFunc(word, isWordRune) {
		return nil
	}
	return []quotation{{text: word, end: len(word), balanced: true, bare: true}}
}

// endsHere reports whether a text may end before s.
func endsHere(s string) bool {
	s = strings.TrimLeft(s, ".,;:!?)]*_")
	r := firstRune(s)
	return s == "" || unicode.IsSpace(r) || term.Unspaced(r) || strings.ContainsRune("—–。，、；：→⇒➡⟶➔➜-(（）", r)
}

// choose returns the one reading that the marks within the texts leave. Who quotes a text with marks in it has as
// many in the new one.
func choose(all []reading) (reading, bool) {
	var left []reading
	for _, r := range all {
		two := r.form.does == replaces
		last := r.want
		if strings.Contains(r.form.parts, "OLD") &&
			strings.LastIndex(r.form.parts, "OLD") > strings.LastIndex(r.form.parts, "NEW") {
			last = r.old
		}
		if last.close != "" {
			if n := unmatched(withoutApostrophes(r.rest), last.close); n%2 == 1 || n > 0 && last.close == "'" {
				continue // the mark may not be the end of the text
			}
		}
		if two && r.old.marks != r.want.marks || !two && (!r.old.balanced || r.form.does != deletes &&
			!r.want.balanced) {
			continue
		}
		left = append(left, r)
	}
	if len(left) == 0 {
		return reading{}, false
	}
	if last := left[len(left)-1]; last.old.bare || last.want.bare {
		return last, true // the one that takes the fewest words for what a text is called
	}
	for _, r := range left[1:] {
		if r.old.text != left[0].old.text || r.want.text != left[0].want.text {
			return reading{}, false
		}
	}
	return left[0], true
}

// unmatched counts closing marks in s that no opening one is for, where the two differ.
func unmatched(s, shut string) int {
	n := strings.Count(s, shut)
	for _, m := range quoteMarks {
		if m[1] == shut && m[0] != shut {
			n -= min(n, strings.Count(s, m[0]))
		}
	}
	return n
}

// find returns the first form that t has at its start, or behind a clause that says something else before it. Unsure is
// set where one fits in two ways.
func find(t text) (r reading, before string, found, unsure bool) {
	const most = 12 // clauses before an edit
	at := 0
	if n := class("hedge").start(t.low); n > 0 {
		at = n
	}
	for n := 0; n < most; n++ {
		for i := range forms {
			all := forms[i].readings(t.from(at))
			if len(all) == 0 {
				continue
			}
			r, sure := choose(all)
			if at > 0 && r.form != nil && r.form.does == deletes && !strings.HasPrefix(r.form.parts, "lead* delete") {
				continue
			}
			return r, t.raw[:at], sure, !sure
		}
		next := strings.IndexAny(t.raw[at:], ",;:.!?()–—\n")
		if q := firstQuote(t.raw[at:]); next < 0 || q >= 0 && q < next {
			if q > 0 {
				if r, found, _ := twoTexts(t.from(at + q)); found {
					return r, t.raw[:at+q], true, false
				}
			}
			return behindClause(t, at)
		}
		at += next + utf8.RuneLen(firstRune(t.raw[at+next:]))
		if at < len(t.raw) && !unicode.IsSpace(firstRune(t.raw[at:])) {
			n--
		}
	}
	return reading{}, "", false, false
}

// behindClause finds an edit of texts in marks behind a clause that quotes something itself, as in After "y" a comma is
// missing: "x y z" → "x y, z".
func behindClause(t text, at int) (r reading, before string, found, unsure bool) {
	for i, c := range t.raw[at:] {
		behind := at + i + utf8.RuneLen(c)
		if !strings.ContainsRune(":：.;!?。；,，–—", c) || endOfWord(t.raw[behind:]) {
			continue
		}
		if r, found, unsure := twoTexts(t.from(behind)); found || unsure {
			return r, t.raw[:behind], found, unsure
		}
	}
	return reading{}, "", false, false
}

// twoTexts returns the first form with an old text and a new one in marks that t has at its start.
func twoTexts(t text) (r reading, found, unsure bool) {
	for f := range forms {
		if all := forms[f].readings(t); len(all) > 0 && !all[0].old.bare && !all[0].want.bare &&
			all[0].form.does == replaces {
			r, sure := choose(all)
			return r, sure, !sure
		}
	}
	return reading{}, false, false
}

// endOfWord reports whether a sign in front of s stands within a word or a number.
func endOfWord(s string) bool { return isWordRune(firstRune(s)) && !term.Unspaced(firstRune(s)) }

// Parse reads a remark: one for each edit that it lists, and at least one.
func Parse(s string) []Remark {
	m := Remark{Text: strings.Join(strings.Fields(s), " ")}
	t := newText(m.head(strings.TrimSpace(s)))
	if all := m; strings.Contains(s, "\n") && all.labelled(s) && all.Edits { // also the label that was taken for a kind
		return all.each()
	}
	if m.labelled(t.raw) {
		return m.each()
	}
	if m.struck(t.raw) || m.substitution(t.raw) {
		return m.each()
	}
	r, before, found, unsure := find(t)
	switch {
	case unsure:
		m.Standing, m.Why = review.Doubted, m.Text // it says what to do, but not certainly
		return m.each()
	case !found:
		if !m.renewed(t) && !m.instructed(t) && !m.phrases(t) {
			m.onlyQuotes(t.raw)
		}
		return m.each()
	}
	var out []Remark
	for {
		one := m
		one.decide(r)
		if next := strings.TrimLeft(r.rest, separators); r.rest != "" &&
			!strings.HasPrefix(strings.TrimLeft(r.rest, spaces), ".") {
			after, lead, more, _ := find(newText(next))
			if and := class("and-line").start(fold(next)); !more && and > 0 { // the verb holds for more
				after, lead, more, _ = find(newText("change" + next[and:]))
			}
			if word := strings.Trim(fold(lead), separators); more && (word == "" || class("and-line").is(word)) {
				out = append(out, one.each()...)
				r = after
				continue
			}
		}
		out = append(out, one.each()...)
		break
	}
	if r.form.does == deletes && out[0].partOf(r) {
		return out
	}
	within := true
	for i := range out {
		within = out[i].within(before, r.rest) && within
	}
	if within {
		return out
	}
	t1, t2 := tailOf(before, true), tailOf(r.rest, false)
	for i := range out {
		if !out[i].twoVersions() || doubtful(before) {
			out[i].apply(t1, before)
		}
		if r.form.does != deletes || !class("writing").in(r.rest) {
			out[i].apply(t2, r.rest)
		} else if !out[i].trailing(newText(r.rest)) {
			out[i].stands(review.Doubted, m.Text)
		}
	}
	return out
}

// Each reads a text of several sentences: one remark for each edit. Where none has an edit of its own, it is one
// remark.
func Each(s string) []Remark {
	whole := Parse(s)
	place := Remark{}
	body := place.head(strings.TrimSpace(s))
	parts, marks := sentences(body), body
	for _, q := range quotationsIn(body) {
		marks = strings.Replace(marks, body[q.start:q.end], "", 1)
	}
	if len(parts) < 2 || quotes(marks) { // where the texts in marks end is not sure
		return whole
	}
	open := func(all []Remark) (n int) {
		for i := range all {
			if all[i].Edits && all[i].Standing == review.Open {
				n++
			}
		}
		return n
	}
	var out []Remark
	lead := "" // sentences before the first edit
	for i := 0; i < len(parts); i++ {
		all := Parse(parts[i])
		if i+1 < len(parts) && open(all) == 0 && quotes(parts[i]) {
			both := Parse(parts[i] + " " + parts[i+1])
			if open(both) > 0 && (open(Parse(parts[i+1])) == 0 || strings.Contains(parts[i], both[0].Quote)) {
				all = both
				i++
			}
		}
		switch last := len(out) - 1; {
		case all[0].Edits || all[0].Standing != review.Open || quotes(parts[i]) &&
			class("doubt").start(newText(parts[i]).trim(spaces).low) == 0:
			all[0].apply(tailOf(lead, true), lead)
			out, lead = append(out, all...), ""
		case last >= 0:
			out[last].apply(tailOf(". "+parts[i], false), parts[i])
		default:
			lead += parts[i]
		}
	}
	if open(out) <= open(whole) {
		return whole
	}
	var each []Remark
	for _, m := range out {
		m.Document, m.Section = cmp.Or(m.Document, place.Document), cmp.Or(m.Section, place.Section)
		m.Severity = cmp.Or(m.Severity, place.Severity)
		if m.stands(place.Standing, place.Why); len(m.Lines) == 0 {
			m.Lines = place.Lines
		}
		each = append(each, m.each()...)
	}
	return each
}

// within makes an edit one of a text that is quoted before it, of which it names a part: "x y z": use "b" instead of
// "y"; and reads what follows an order to use a text: "x y z" should have "b" rather than "y".
func (m *Remark) within(before, rest string) bool {
	quote := quotationsIn(before)
	if follows := newText(rest).trim(separators); class("instead").start(follows.low) > 0 && len(quote) == 0 {
		part := follows.from(class("instead").start(follows.low)).trim(spaces)
		if all := quotationsIn(part.raw); len(all) > 0 && all[0].start == 0 && len(WordsAt(m.Quote, all[0].text)) == 1 {
			m.Old, rest = all[0].text, part.raw[all[0].end:]
			m.apply(tailOf(rest, false), rest)
			return true
		}
	}
	if len(quote) != 1 || m.Old != "" || m.Quote == quote[0].text || len(WordsAt(quote[0].text, m.Quote)) != 1 ||
		doubtful(before) {
		return false
	}
	m.Quote, m.Old = quote[0].text, m.Quote
	behind := m.Quote[WordsAt(m.Quote, m.Old)[0]+len(m.Old):]
	sign, adds := strings.CutPrefix(m.Want, m.Old)
	if adds && len(sign) == 1 && behind != "" && strings.ContainsAny(behind[:1], ",;:") {
		m.Old += behind[:1] // the sign is to stand in place of another one
	}
	m.apply(tailOf(rest, false), rest)
	return true
}

// partOf deletes no more of a text than the words in marks that follow the order, as in "x y z" - drop "y".
func (m *Remark) partOf(r reading) bool {
	for _, q := range quotationsIn(r.rest)[:min(1, len(quotationsIn(r.rest)))] {
		places := WordsAt(m.Quote, q.text)
		if q.start == 0 && len(places) == 1 && m.Want == "" {
			m.Want = without(m.Quote, places[0], len(q.text))
			m.apply(tailOf(r.rest[q.end:], false), r.rest[q.end:])
			return true
		}
	}
	return false
}

// trailing deletes no more than the sign that words name at the end of a text, as the trailing comma does. Where they
// name another part it is not known which.
func (m *Remark) trailing(t text) bool {
	leads := func(word string) bool { return class("articles").is(word) || class("trailing").is(word) }
	for words := strings.Fields(t.low); len(words) > 0 && leads(words[0]); words = words[1:] {
		t = t.trim(spaces).from(len(words[0]))
	}
	t = t.trim(spaces)
	sign, n := signOf(t.low)
	text := strings.TrimRight(m.Quote, spaces)
	if left, ok := strings.CutSuffix(text, sign); ok && n > 0 && class("trailing").in(m.Text) {
		m.Want = left + m.Quote[len(text):]
		return true
	}
	return false
}

// decide takes over what a reading says.
func (m *Remark) decide(r reading) {
	m.Edits, m.Nth = true, r.nth
	m.All = cmp.Or(r.all, m.All)
	m.Quote, m.Want = bareCode(r.old.text), bareCode(r.want.text)
	if m.Quote == r.old.text || m.Want == r.want.text {
		m.Quote, m.Want = r.old.text, r.want.text // in the marks of code both or none
	}
	if r.old.bare && r.form.does == replaces && !r.arrow && !misspells(m.Quote, m.Want) {
		m.stands(review.Doubted, m.Text) // the words may not be meant to the letter
	}
	if strings.Contains(r.form.parts, "SIGN") && r.old.close == "`" { // behind code, not in it
		m.Quote = "`" + m.Quote + "`"
		if strings.HasPrefix(r.rest, ")") {
			m.Quote += ")"
		}
	}
	if r.form.does == replaces && !r.old.bare && Likeness(m.Want, m.Quote) < Alike &&
		!strings.ContainsAny(withoutApostrophes(m.Quote), marksOpen) {
		m.respelled(m.Quote, m.Want, false) // a part of what is quoted
	}
	switch r.form.does { // what is put in may have the old text in it
	case insertsAfter:
		m.Want = InsertedBelow(m.Quote, m.Want)
	case insertsBefore:
		if strings.Contains(r.form.parts, "SIGN") && strings.ContainsAny(m.Want, ",;:") {
			m.Quote, m.Want = " "+m.Quote, m.Want+" "+m.Quote // right behind the word before
			return
		}
		m.Want = InsertedAbove(m.Quote, m.Want)
	}
}

// each returns the remark once for each line that it names.
func (m *Remark) each() []Remark {
	if len(m.Lines) < 2 {
		return []Remark{*m}
	}
	var out []Remark
	for _, l := range m.Lines {
		one := *m
		one.Lines = []Lines{l}
		out = append(out, one)
	}
	return out
}

// apply takes over what the words beside an edit say.
func (m *Remark) apply(t tail, words string) {
	if m.Nth == 0 {
		m.Nth = t.nth
	}
	m.All, m.Item, m.Row = cmp.Or(m.All, t.all), cmp.Or(m.Item, t.item), cmp.Or(m.Row, t.row)
	if t.unknown && !m.twoVersions() {
		t.standing, t.more = max(t.standing, review.Doubted), ""
	}
	if m.stands(t.standing, words); len(m.Lines) == 0 {
		m.Lines = t.lines
	}
	if t.more != "" {
		m.Rest = strings.TrimSpace(m.Rest + " " + t.more)
	}
}

// twoVersions reports whether a remark has two versions of a text: what is said of them is hardly what the new one is
// to be made for, or when.
func (m *Remark) twoVersions() bool {
	return m.Edits && m.Want != "" && Likeness(m.Want, cmp.Or(m.Old, m.Quote)) >= Alike
}

// onlyQuotes takes the one text that a remark without an edit quotes for what it is about.
func (m *Remark) onlyQuotes(s string) {
	if q, ok := onlyQuotation(s); ok {
		m.Quote = q.text
	}
}

// struck reads a text that is struck out, with the new one in bold behind it: ~~old~~ **new**.
func (m *Remark) struck(s string) bool {
	old, rest, ok := strings.Cut(strings.TrimPrefix(s, "~~"), "~~")
	rest = strings.TrimLeft(rest, arrows+"->="+spaces)
	want, rest, closed := strings.Cut(strings.TrimPrefix(rest, "**"), "**")
	if !ok || !closed || !strings.HasPrefix(s, "~~") || old == "" || want == "" {
		return false
	}
	m.Edits, m.Quote, m.Want = true, old, want
	m.apply(tailOf(rest, false), rest)
	return true
}

// substitution reads s/old/new/, with and without the last slash.
func (m *Remark) substitution(s string) bool {
	rest, ok := strings.CutPrefix(s, "s/")
	if !ok {
		return false
	}
	parts := strings.Split(rest, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "" {
		return false
	}
	m.Edits, m.Quote, m.Want = true, parts[0], parts[1]
	if len(parts) == 3 {
		flags := strings.TrimSpace(parts[2])
		if strings.HasPrefix(flags, "g") {
			m.All = -1
		}
		m.apply(tailOf(strings.TrimLeft(flags, "g"), false), flags)
	}
	return true
}

// phrases reads texts of several words without quotation marks beside an arrow: connect teh cable → connect the cable.
func (m *Remark) phrases(t text) bool {
	i := strings.IndexAny(t.raw, arrows)
	if i < 0 {
		i = strings.Index(t.raw, "->")
	}
	if i <= 0 || strings.ContainsAny(t.raw, marksOpen+"\n") {
		return false
	}
	n := class("should").start(t.low[i:])
	if n == 0 {
		return false
	}
	old, want := strings.Trim(t.raw[:i], spaces+"-="), strings.TrimSpace(strings.TrimRight(t.raw[i+n:], ".; "))
	if cut := strings.LastIndexAny(old, ":"); cut >= 0 {
		old = strings.TrimSpace(old[cut+1:])
	}
	rest := ""
	if cut := strings.IndexAny(want, "(;"); cut > 0 {
		want, rest = strings.TrimSpace(want[:cut]), want[cut:]
	}
	words, was := len(strings.Fields(want)), len(strings.Fields(old))
	if old == "" || want == "" || was > 12 || words > 12 {
		return false
	}
	m.Edits, m.Quote, m.Want = true, old, want
	m.apply(tailOf(rest, false), rest)
	if Likeness(want, old) < Alike && max(words, was) > 1 || class("doubt").in(want) && !class("doubt").in(old) {
		m.stands(review.Doubted, m.Text)
	}
	return true
}

// Break stands for the end of a line in a text of several lines.
const Break = "\v"

// labelled reads a remark whose lines name the old text and the new one, as Before: and After: do.
func (m *Remark) labelled(s string) bool {
	var old, want, others []string
	var open *[]string // the texts of the label that has no text in its own line
	for line := range strings.Lines(s) {
		kind, value := Labelled(line)
		if kind != "old" && kind != "new" && value != "" {
			others = append(others, value)
		}
		switch bare := strings.Trim(line, " \t\n\r*_>+-`"); {
		case kind == "" && open != nil && bare != "":
			*open = append(*open, Unquoted(bare))
			open = nil
		case kind == "old" && value == "":
			open = &old
		case kind == "new" && value == "":
			open = &want
		case kind == "old":
			old = append(old, value)
		case kind == "new":
			want = append(want, value)
		case kind == "line" && len(m.Lines) == 0:
			m.Lines, _ = linesAt(value)
		}
	}
	old, want = versions(old, want, others)
	if len(old) != 1 || len(want) > 1 {
		return false
	}
	m.Quote = Unquoted(old[0])
	if len(want) == 1 {
		m.Edits, m.Want = true, Unquoted(want[0])
		if (m.Quote == old[0]) != (m.Want == want[0]) { // the marks of one are its own
			m.Quote, m.Want = old[0], want[0]
		}
	}
	m.Quote, m.Want = strings.ReplaceAll(m.Quote, Break, "\n"), strings.ReplaceAll(m.Want, Break, "\n")
	return len(want) == 1 || strings.Contains(s, "\n")
}

// versions finds the old text or the new one among those behind other labels: two that are much alike.
func versions(old, want, others []string) (olds, wants []string) {
	like := func(to string) (found []string) {
		for _, s := range others {
			if said := Unquoted(s); (said != s || !quotes(s)) && Likeness(said, Unquoted(to)) >= Alike {
				found = append(found, s)
			}
		}
		return found
	}
	switch {
	case len(old) == 1 && len(want) == 0:
		return old, like(old[0])
	case len(old) == 0 && len(want) == 1:
		if old = like(want[0]); len(old) > 0 {
			return old, want
		}
		said := strings.Join(others, " ")
		if version := VersionIn(said, Unquoted(want[0])); version != "" {
			return []string{version}, []string{Unquoted(want[0])}
		}
		for _, q := range quotationsIn(said) { // a part of the new text is the quoted one
			if m := (Remark{}); m.respelled(want[0], q.text, true) {
				return []string{q.text}, []string{m.Old}
			}
		}
		return nil, want
	case len(old)+len(want) == 0 && len(others) > 1 && len(others) < 8:
		for i, s := range others {
			all := like(s)
			if i+1 < len(others) && len(all) == 2 && all[0] == s && all[1] != s && strings.Contains(s, " ") {
				return all[:1], all[1:]
			}
		}
	}
	return old, want
}

// Labelled returns what the label at the start of a line says that the text behind it is: old, new, or a column of a
// table of findings; "" without a label.
func Labelled(line string) (kind, value string) {
	bare := strings.TrimLeft(line, " \t*_>+-`")
	for kind, signs := range map[string]string{"old": "❌✗✘", "new": "✅✓✔"} {
		if sign := firstRune(bare); bare != "" && strings.ContainsRune(signs, sign) {
			return kind, strings.Trim(bare[utf8.RuneLen(sign):], "\uFE0F"+spaces)
		}
	}
	label, value, found := strings.Cut(bare, ":")
	if wide, behind, ok := strings.Cut(bare, "："); ok && (!found || len(wide) < len(label)) {
		label, value, found = wide, behind, true
	}
	label = strings.Trim(label, " *_`")
	for _, mark := range []string{"**", "__", "*", "_"} { // what closes the marks of the label
		value = strings.TrimPrefix(value, mark)
	}
	value = strings.TrimSpace(value)
	switch {
	case !found:
		return "", ""
	case class("old").is(label):
		return "old", value
	case class("new").is(label):
		return "new", value
	}
	return Column(label), value
}

// Unquoted takes the marks off a text that stands in them as a whole.
func Unquoted(s string) string {
	if inner, ok := Unwrap(s, ""); ok {
		return inner
	}
	return s
}

// FirstQuotation returns the first text in marks in s, or "" for none.
func FirstQuotation(s string) string {
	for i, r := range s {
		if !strings.ContainsRune(marksOpen, r) || i > 0 && s[i-1] != ' ' && s[i-1] != '(' {
			continue
		}
		if n := slices.IndexFunc(quotations(s[i:]), func(q quotation) bool {
			return q.balanced &&
				endsHere(s[i+q.end:])
		}); n >= 0 {
			return quotations(s[i:])[n].text
		}
	}
	return ""
}
