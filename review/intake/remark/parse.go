package remark

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
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
	version := m
	renewed := (unsure || found && r.form.does == deletes) && version.renewed(t) &&
		whole(version.Want, version.Quote) && version.Standing == review.Open &&
		len(Terms(version.Want)) > 2 && !quotes(version.Want+version.Quote) // where they end is sure
	switch {
	case renewed: // the last text has all that is said of the first one
		return version.each()
	case unsure:
		m.Standing, m.Why = review.Doubted, m.Text // it says what to do, but not certainly
		return m.each()
	case !found:
		if !m.corrected(t) && !m.renewed(t) && !m.instructed(t) && !m.phrases(t) {
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
	if r.form.does == deletes && namesPart(r.rest) {
		out[0].stands(review.Doubted, m.Text)
	}
	if r.form.does == replaces && r.arrow && !misspells(r.old.text, r.want.text) &&
		apart(t.raw, r.old.text, r.want.text) {
		out[0].stands(review.Doubted, m.Text)
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
			first := strings.Contains(parts[i], both[0].Want) && strings.Contains(parts[i], both[0].Quote)
			if open(both) > 0 && !first && (open(Parse(parts[i+1])) == 0 ||
				strings.Contains(parts[i], both[0].Quote)) {
				all = both
				i++
			}
		}
		switch last := len(out) - 1; {
		case all[0].Edits || all[0].Standing != review.Open && last < 0 || quotes(parts[i]) &&
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

// apart reports whether two texts that have no word in common stand in different clauses: they may be about two things.
func apart(s, old, want string) bool {
	i := strings.Index(s, old) + len(old)
	j := strings.Index(s[i:], want)
	return j > 0 && strings.ContainsAny(s[i:i+j], ";；") && Likeness(want, old) == 0
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
	m.apply(tailOf(rest, false), rest)
	return true
}

// partOf deletes no more of a text than the words in marks that follow the order, as in "x y z" - drop the second "y".
func (m *Remark) partOf(r reading) bool {
	rest := newText(r.rest).trim(spaces)
	all := quotationsIn(rest.raw)
	if len(all) == 0 || len(WordsAt(m.Quote, all[0].text)) == 0 || m.Want != "" || strings.Trim(rest.raw[:all[0].start],
		separators) != "" && rest.object() == 0 {
		return false
	}
	said := Within("delete "+rest.raw, m.Quote)[0]
	switch places := WordsAt(m.Quote, all[0].text); {
	case all[0].start == 0 && len(places) == 1:
		m.Want = without(m.Quote, places[0], len(all[0].text))
		m.apply(tailOf(rest.raw[all[0].end:], false), rest.raw[all[0].end:])
	case said.Edits && said.Quote == m.Quote && said.Want+said.Old != "":
		m.Old, m.Want = said.Old, said.Want
		m.stands(said.Standing, said.Why)
	default:
		m.stands(review.Doubted, m.Text)
	}
	return true
}

// namesPart reports whether the words right behind an order to delete may name what of the text is to go, as in
// "x x y" - remove one.
func namesPart(s string) bool {
	clause, _, _ := strings.Cut(s, ",")
	if !isWordRune(firstRune(s)) || (&tail{}).spot(clause) {
		return false
	}
	t := newText(s)
	for _, n := range class("whole").ends(t.low) {
		if !isWordRune(firstRune(t.from(n).trim(spaces).raw)) {
			return false
		}
	}
	return isWordRune(firstRune(t.raw)) && class("reason").start(t.low) == 0 && class("place").start(t.low) == 0
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
		m.Want = edits.InsertedBelow(m.Quote, m.Want)
	case insertsBefore:
		if strings.Contains(r.form.parts, "SIGN") && strings.ContainsAny(m.Want, ",;:") {
			m.Quote, m.Want = " "+m.Quote, m.Want+" "+m.Quote // right behind the word before
			return
		}
		m.Want = edits.InsertedAbove(m.Quote, m.Want)
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
	old := cmp.Or(m.Old, m.Quote)
	return m.Edits && m.Want != "" && (Likeness(m.Want, old) >= Alike || misspells(old, m.Want))
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
	rest, ok := strings.CutPrefix(Unquoted(s), "s/")
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
	if strings.Contains("\n"+strings.ToLower(s), "\nfrom:") && len(want) == 1 &&
		Likeness(Unquoted(want[0]), m.Quote) < Alike {
		return false // who wrote a mail to whom
	}
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
			text := strings.Trim(bare[utf8.RuneLen(sign):], "\uFE0F"+spaces)
			if named, value := Labelled(text); named == kind { // ❌ **Original:** x
				return kind, value
			}
			if label, value, ok := strings.Cut(text, ":**"); ok && strings.HasPrefix(label, "**") &&
				len(label) < 20 {
				text = strings.TrimLeft(value, spaces)
			}
			return kind, text
		}
	}
	label, value, found := strings.Cut(bare, ":")
	if wide, behind, ok := strings.Cut(bare, "："); ok && (!found || len(wide) < len(label)) {
		label, value, found = wide, behind, true
	}
	if i := strings.IndexAny(bare, arrows); i > 0 && !quotes(bare[:i]) && (!found ||
		i < len(label)) { // Before → "x"
		label, value, found = bare[:i], strings.TrimLeft(bare[i:], arrows+"\uFE0F"), true
		found = class("old").is(strings.Trim(label, " *_")) || class("new").is(strings.Trim(label, " *_"))
	}
	label = strings.Trim(label, " *_`")
	found = found && strings.ContainsFunc(label, unicode.IsLetter)
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
