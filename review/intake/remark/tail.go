package remark

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
)

// A tail is what the words beside an edit say.
type tail struct {
	standing review.Standing
	unknown  bool   // a part of it is not understood
	more     string // what they ask for beside the edit
	nth, all int
	item     int
	row      string
	lines    []Lines
}

// tailOf reads the words behind an edit, or in front of it. A reason and courtesy say nothing; conditions, doubts and
// words against the edit make it doubtful; a demand of its own is more. Anything else is doubtful.
func tailOf(s string, before bool) tail {
	var t tail
	if behind := strings.TrimLeft(s, spaces); strings.HasPrefix(behind, "?") || strings.HasPrefix(behind, "/") {
		t.standing = review.Doubted
		return t
	}
	for i, sentence := range sentences(s) {
		first, said := true, false
		for clause := range strings.FieldsFuncSeq(sentence,
			func(r rune) bool { return strings.ContainsRune(",;:()[]–—，、；：（）", r) }) {
			said = !t.spot(strings.TrimSpace(clause)) || said
			t.unknown = t.unknown || before && first && quotes(clause)
			first = false
		}
		switch words := strings.Trim(sentence, spaces+",;:–—"); {
		case said && before:
			t.leads(words)
		case said:
			t.says(words, i > 0)
		}
	}
	return t
}

// leads takes over what words in front of an edit say: mostly what is wrong.
func (t *tail) leads(words string) {
	const sure = 30
	switch m, by := meaningOf(words); {
	case strings.ContainsAny(words, "?？"), (m == doubt || m == over) && by > sure:
		t.standing = max(t.standing, review.Doubted)
	}
}

// says takes over what words behind an edit say. Own says that they are a sentence of their own.
func (t *tail) says(words string, own bool) {
	const sure, faults = 20, -20
	m, by := meaningOf(words)
	if own && m == reason && asks(words) > by+faults { // what is wrong with something else
		m = further
	}
	switch asked := strings.ContainsAny(words, "?？"); {
	case m == over && (by > sure && !asked || closes(words)):
		t.standing = review.Closed
	case m == further:
		t.more = strings.TrimSpace(t.more + " " + words)
	case m == reason && !asked && !quotes(words):
	case own && m == reason && !asked:
		t.more, t.unknown = strings.TrimSpace(t.more+" "+words), true
	case m == reason && !asked: // the marks may be the edit's
		t.unknown = true
	default:
		t.standing = max(t.standing, review.Doubted)
	}
}

// spot reads a clause that says no more than where, or nothing, and reports whether it is one.
func (t *tail) spot(s string) bool {
	low := strings.TrimFunc(fold(s), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("*_\"'`.!。！-~", r) })
	switch asked := strings.ContainsAny(s, "?？"); {
	case asked && emoticon(low):
		t.standing = max(t.standing, review.Doubted)
		return true
	case !asked && (emoticon(low) || class("lead").is(s)):
		return true
	}
	nth, all := whichOf(low)
	item, row, rest := spotAt(newText(strings.Trim(s, spaces+".")))
	lines, after := linesAt(strings.Trim(s, spaces+"."))
	switch {
	case lines != nil && after == "":
		t.lines = lines
	case nth != 0:
		t.nth = nth
	case (item > 0 || row != "") && rest.raw == "":
		t.item, t.row = item, row
	case all != 0:
		t.all = all
	default:
		return false
	}
	return true
}

// quotes reports whether a text has quotation marks.
func quotes(s string) bool { return strings.ContainsAny(withoutApostrophes(s), marksOpen) }

// emoticon reports whether a text has no letter or digit, as :) and 👍.
func emoticon(s string) bool {
	return !strings.ContainsFunc(s, isWordRune) && !strings.Contains(s, "❌")
}

// whichOf reads which of several equal texts a clause means: the second one, the last occurrence, both, throughout.
func whichOf(low string) (nth, all int) {
	words := strings.Fields(low)
	counts := map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "last": -1, "final": -1}
	numbers := map[string]int{"two": 2, "three": 3, "four": 4}
	for _, w := range words {
		switch {
		case counts[w] != 0:
			nth = counts[w]
		case class("both").is(w):
			all = 2
		case class("every").is(w):
			all = min(all-1, -1)
		case all < 0 && numbers[w] > 0:
			all = numbers[w]
		case !class("counted").is(w):
			return 0, 0
		}
	}
	if nth != 0 {
		all = 0
	}
	return nth, max(all, -1)
}

// spotAt reads a step or a row at the start of a text, such as in step 3 and the table's row `radio`.
func spotAt(t text) (item int, row string, rest text) {
	rest = t.trim(spaces)
	for n := class("where").start(rest.low); n > 0; n = class("where").start(rest.low) {
		rest = rest.from(n).trim(spaces)
	}
	if n := class("step").start(rest.low); n > 0 {
		number := rest.from(n).trim(spaces)
		digits := countDigits(number.raw)
		item, _ = strconv.Atoi(number.raw[:min(digits, 4)])
		return item, "", number.from(digits)
	}
	if n := class("row").start(rest.low); n > 0 {
		for _, q := range quotations(rest.from(n).trim(spaces).raw) {
			if after := rest.from(n).trim(spaces).from(q.end); q.balanced && endsHere(after.raw) {
				return 0, q.text, after
			}
		}
	}
	return 0, "", t
}

// sentences splits a text where a sentence ends.
func sentences(s string) []string {
	var out []string
	start := 0
	all := quotationsIn(s)
	for i, r := range s {
		for len(all) > 0 && all[0].end <= i {
			all = all[1:]
		}
		within := len(all) > 0 && i >= all[0].start
		if within && i+utf8.RuneLen(r) < all[0].end {
			continue // within a text in marks
		}
		end := strings.ContainsRune("。！？\n", r)
		if behind := s[i+utf8.RuneLen(r):]; within && strings.ContainsRune(".!?", lastRune(s[:i])) {
			end = strings.HasPrefix(behind, " ") && unicode.IsUpper(firstRune(strings.TrimLeft(behind, spaces)))
		}
		if strings.ContainsRune(".!?", r) {
			next := s[i+1:]
			goesOn := unicode.IsLower(firstRune(strings.TrimLeft(next, " "))) // behind an abbreviation
			end = next == "" || unicode.IsSpace(firstRune(next)) && (r != '.' || !goesOn && !abbreviates(s[:i]))
		}
		if end {
			to := i + len(string(r))
			out, start = append(out, s[start:to]), to
		}
	}
	return append(out, s[start:])
}

// abbreviates reports whether a text ends with an abbreviation before its point, such as e.g. and bzw.
func abbreviates(s string) bool {
	word := s[strings.LastIndexAny(s, spaces+"(")+1:]
	return strings.Contains(word, ".") || len(word) > 1 && !strings.ContainsAny(word, "aeiouyAEIOUY0123456789") &&
		isWordRune(firstRune(word)) && firstRune(word) < 128
}

// Agrees reports whether a reply in a thread says no more than that it agrees.
func Agrees(s string) bool {
	low := strings.TrimFunc(fold(s), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".!*_>-~", r)
	})
	if low == "" || emoticon(low) {
		return true
	}
	means, _ := meaningOf(s)
	return class("agree").start(low) > 0 && means == reason && asks(s) <= 0 && !strings.ContainsAny(low, "?？")
}

// Refuses reports whether words beside an edit speak against it, rather than for it.
func Refuses(s string) bool {
	const sure = 20
	if name, said, ok := strings.Cut(s, ":"); ok && isName(name) { // who answers
		s = said
	}
	m, by := meaningOf(strings.TrimSpace(s))
	return (m == doubt || m == over) && by > sure
}

// Withdraws reports whether a heading or the value of a field closes what stands below it.
func Withdraws(s string) bool {
	low := strings.TrimFunc(fold(strings.ReplaceAll(s, "_", " ")), func(r rune) bool { return !unicode.IsLetter(r) })
	for noun := range strings.FieldsSeq("findings items issues comments remarks suggestions punkte") {
		low = strings.TrimSuffix(low, " "+noun)
	}
	n := class("closed").start(low)
	return n > 0 && (n == len(low) || strings.HasPrefix(low[n:], " in ")) || low == "" && strings.Contains(s, "✅")
}

// Reply takes over what another person says of a remark below it. Words that do more than agree leave it to a person.
func (m *Remark) Reply(s string) {
	said := (&Remark{}).head(s)
	switch {
	case Agrees(s):
	default:
		t := tailOf(said, false)
		if t.more != "" && t.standing == review.Open && m.Edits {
			m.Rest = strings.TrimSpace(m.Rest + " " + s)
		} else if t.more != "" {
			m.stands(max(t.standing, review.Doubted), s)
		} else {
			m.stands(t.standing, s)
		}
	}
}

// closes reports whether the first clause of words, perhaps behind a label, is one that closes a remark: Edit: ignore
// this one, and Done, thanks; but not done() is called too early.
func closes(s string) bool {
	if label, said, ok := strings.Cut(s, ":"); ok && !strings.Contains(strings.TrimSpace(label), " ") {
		s = said
	}
	if end := strings.IndexAny(s, ",;.!"); end > 0 {
		s = s[:end]
	}
	s = strings.TrimSpace(s)
	return class("closed").is(s) && !class("reason").is(s) // a duplicate may be a word
}

// Beside takes over what is said beside an explicit edit. Words that are not surely a doubt, an end of it, or a demand
// for something else are a reason: mostly they say what is wrong.
func (m *Remark) Beside(s string) {
	const sure, other = 25, 10
	for _, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool { return !isWordRune(r) && r != '?' })
		means, by := meaningOf(strings.TrimSpace(sentence))
		switch {
		case low == "":
		case means == over && closes(sentence):
			m.stands(review.Closed, sentence)
		case (means == doubt || means == over) && by > sure: // which a person decides
			m.stands(review.Doubted, sentence)
		case means == further && by > max(sure, asks(sentence)+other):
			m.Rest = strings.TrimSpace(m.Rest + " " + strings.TrimSpace(sentence))
		}
	}
}

// Demands reports whether words ask for something, or say that something is wrong.
func Demands(s string) bool { return class("column-issue").in(s) || asks(s) > int(Around) }

// Column returns what a column of a table of findings holds, "" for something else.
func Column(head string) string {
	for _, name := range []class{"line", "section", "old", "new", "issue", "severity", "status", "document"} {
		if column := class("column-" + name); column.is(head) {
			return string(name)
		}
	}
	for _, name := range []class{"old", "new"} { // as labels have it
		if name.is(head) {
			return string(name)
		}
	}
	return ""
}
