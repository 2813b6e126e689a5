package remark

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

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
	{"lead* use kind* NEW , turned kind* OLD final?", replaces, true},
	{"lead* delete kind* OLD , substitute kind* NEW final?", replaces, false},
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
	{"lead* change? kind* OLD , wrong? , should+ , kind* NEW final?", replaces, true},
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
	arrows     = "→⇒➡⟶➔➜▸►➤⇨"
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
	end := strings.IndexAny(t.raw, spaces+",;:()"+arrows+"\"“”„«»「『`")
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
	return s == "" || unicode.IsSpace(r) || term.Unspaced(r) ||
		strings.ContainsRune("—–。，、；：-(（）"+arrows, r)
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
		if two && r.old.marks != r.want.marks || r.form.does == deletes && r.old.marks > 0 || // or two texts
			!two && (!r.old.balanced || r.form.does != deletes && !r.want.balanced) {
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
