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
		if i > 0 && !before {
			if _, lead, found, _ := find(newText(strings.TrimLeft(sentence, spaces))); found &&
				strings.Trim(lead, separators) == "" {
				t.more = strings.TrimSpace(t.more + " " + strings.TrimSpace(sentence))
				continue
			}
		}
		first, was := true, t
		for clause := range strings.FieldsFuncSeq(sentence,
			func(r rune) bool { return strings.ContainsRune(",;:()[]–—，、；：（）", r) }) {
			t.clause(strings.TrimSpace(clause), sentence, !before && first, before, !before && i > 0)
			first = false
		}
		if !before && (t.unknown != was.unknown || t.more != was.more) { // what is not known is weighed
			t.weighed(sentence, was)
		}
	}
	return t
}

// weighed takes back what was read of a sentence where it is no more than a reason, or makes the edit doubtful.
func (t *tail) weighed(sentence string, was tail) {
	const sure, least = 10, -20 // of a reason and of a doubt: what is less sure may be a demand
	switch reason, doubt := reasoning.weigh(sentence), doubting.weigh(sentence); {
	case reason > sure && reason > doubt && !quotes(sentence):
		t.unknown, t.more = was.unknown, was.more
	case doubt > least:
		t.standing, t.unknown, t.more = max(t.standing, review.Doubted), was.unknown, was.more
	}
}

// clause reads one clause of a tail. Own says that it is in a sentence of its own behind the edit.
func (t *tail) clause(s, sentence string, first, before, own bool) {
	low := strings.TrimFunc(fold(s), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("*_\"'`.!。！-~", r) })
	if !strings.ContainsAny(s, "?？") && (low == "" || emoticon(low) || class("lead").is(s)) {
		return
	}
	doubt, reason := class("doubt").start(low), class("reason").start(low)
	nth, all := whichOf(low)
	item, row, rest := spotAt(newText(strings.Trim(s, spaces+".")))
	lines, after := linesAt(strings.Trim(s, spaces+"."))
	switch {
	case lines != nil && after == "":
		t.lines = lines
	case strings.ContainsAny(s, "?？"):
		t.standing = max(t.standing, review.Doubted)
	case class("withdrawn").is(s):
		t.standing = review.Closed
	case nth != 0:
		t.nth = nth
	case (item > 0 || row != "") && rest.raw == "":
		t.item, t.row = item, row
	case all != 0:
		t.all = all
	case reason > doubt && !quotes(s) && (class("close").start(low) == 0 || !class("demand").in(low)):
	case class("close").start(low) > 0 && !class("condition").in(s) && asking.weigh(s) < 0:
	case own && doubt == 0 && class("condition").start(low) == 0 && Harmless(sentence, "", Between):
	case doubt > 0, class("condition").start(low) > 0, class("closed").in(s):
		t.standing = max(t.standing, review.Doubted)
	case class("caveat").in(s):
		t.standing = max(t.standing, review.Doubted)
	case class("doubt").in(s) && !own:
		t.unknown = true
	case quotes(s) && first:
		t.unknown = true
	case before && strings.ContainsAny(s, " ") && class("place").start(low) == 0 &&
		(!class("doc").in(low) || strings.HasSuffix(strings.TrimRight(sentence, spaces), ":")):
		// what is wrong, in front of what is right
	case class("more").in(s), class("demand").in(s):
		if ask := strings.Trim(sentence, spaces+",;"); !strings.HasSuffix(t.more, ask) {
			t.more = strings.TrimSpace(t.more + " " + ask)
		}
	case own:
		t.more = strings.TrimSpace(t.more + " " + strings.Trim(sentence, spaces+",;"))
		t.unknown = true
	default:
		t.unknown = true
	}
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
	n := class("agree").start(low)
	return n > 0 && !class("doubt").in(low) && !class("demand").in(low) && !class("closed").in(low) &&
		!strings.ContainsAny(low, "?？")
}

// Refuses reports whether words beside an edit speak against it, rather than for it.
func Refuses(s string) bool {
	const sure = 20
	low := strings.TrimLeft(fold(s), spaces)
	return class("refusal").start(low) > 0 || class("withdrawn").in(s) || class("caveat").in(s) ||
		class("condition").start(low) > 0 || doubting.weigh(s) > sure
}

// Denies reports whether an answer begins with a no, behind which its clause ends, or with words such as leave it.
func Denies(s string) bool {
	if name, said, ok := strings.Cut(s, ":"); ok && isName(name) { // who answers
		s = said
	}
	low := strings.TrimLeft(fold(s), spaces)
	n := class("refusal").start(low)
	return n > 0 && (n == len(low) || strings.Contains(low[:n], " ") || strings.ContainsRune(".,;:!–—",
		firstRune(low[n:])))
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
	case class("closed").in(said) && !class("doubt").in(said):
		m.stands(review.Closed, s)
	case Denies(s):
		m.stands(review.Doubted, s)
	default:
		t := tailOf(said, false)
		if t.more != "" && t.standing == review.Open && m.Edits {
			m.Rest = strings.TrimSpace(m.Rest + " " + s)
		} else {
			m.stands(t.standing, s)
		}
	}
}

// Beside takes over what is said beside an explicit edit. Words that are neither a doubt nor a demand are a reason.
func (m *Remark) Beside(s string) {
	const short = 8 // words of a condition that is about the edit
	for i, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool { return !isWordRune(r) && r != '?' })
		start := class("condition").start(low)
		if strings.ContainsAny(firstMark(strings.TrimLeft(sentence, spaces)), marksOpen) {
			start = 0 // words of the text
		}
		switch {
		case class("withdrawn").is(sentence), class("caveat").start(low) == 0 && takesBack(low):
			m.stands(review.Closed, sentence)
		case class("caveat").in(sentence), strings.Contains(sentence, "(?)"),
			start > 0 && len(strings.Fields(low)) <= short && !class("reason").is(low[:start]) &&
				!strings.HasPrefix(low[start:], "/"), // if/whether names the words
			class("hedge").start(low) > 0 && strings.HasSuffix(low, "?"):
			m.stands(review.Doubted, sentence)
		case i > 0 && class("further").start(low) > 0:
			m.Rest = strings.TrimSpace(m.Rest + " " + strings.TrimSpace(sentence))
		}
	}
}

// Further returns what a comment beside a suggestion asks for as well: the same at other lines, in another document,
// or an edit that the suggestion is not.
func (m *Remark) Further(s string) string {
	var out []string
	for _, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool { return !isWordRune(r) })
		if class("further").start(low) > 0 || class("elsewhere").in(sentence) {
			out = append(out, strings.TrimSpace(sentence))
		}
	}
	return strings.Join(out, " ")
}

// takesBack reports whether a sentence takes back what was said: Edit: ignore this one. A single word does so only
// where its clause ends: "Done, thanks" does, and "done() is called too early" does not.
func takesBack(low string) bool {
	start, end := class("withdrawn").find(low)
	if end == 0 || start > len("edit: please ") || len(strings.Fields(low)) > 8 {
		return false
	}
	rest := low[end:]
	return strings.Contains(low[start:end], " ") || rest == "" || strings.ContainsRune(",.;:!", firstRune(rest))
}

// Demands reports whether words ask for something, or say that something is wrong.
func Demands(s string) bool { return class("demand").in(s) || class("column-issue").in(s) }

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
