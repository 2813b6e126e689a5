// Package remark reads what a reviewer wrote in words: which text a remark quotes, what it wants in its place, and
// whether a text in a field for a replacement is one, or advice, an order to delete, or nothing.
//
// Invariant: what could be an instruction is never taken for a text of the document.
package remark

import (
	"regexp"
	"strings"
	"unicode"
)

// A Comment is what a person wrote about one place: a list item, a paragraph or a row of a
// table. It is read as an issue of doc-iterate's own form.
type Comment struct {
	Document, Line, Section string
	Quote                   string
	Old, Want               string
	Action                  string
	Choices                 []string
	Severity                string
	Text                    string // as it was written, in one line
	Source                  string // as it was written
	// anchored is set where the remark names a line or a section, decided where it says what to do with a quoted text.
	Anchored, Decided bool
}

// The parts of a remark.
var (
	// remarkLine matches a line at the start, as in Line 12: and (L12-14).
	remarkLine = Pattern(`(?i)^[(\[]?(?:(?:typos?|(?:mis)?spelling(?: (?:mistake|error))?)\s+)?(?:(?:on|in|at|see|around|about|approx\.?|~)\s+)*(?:lines?|ln\.?|l\.?)\s*[#:.]?\s*` +
		`([0-9]{1,7})(?:\s*(?:-|–|—|to|and)\s*(?:l(?:ine)?\s*)?([0-9]{1,7}))?(?:,?\s*(?:col(?:umn)?\.?|char)\s*[0-9]{1,5})?` +
		`[)\]]?(?:\s*[:,.;–—-]+\s+|\s*[:;]\s*|\s+|$)`)
	// remarkFile matches guide.md:12: and guide.md, line 12: at the start, or the file alone.
	remarkFile = Pattern("(?i)^[`(\\[]?([^\\s`:]+\\.(?:md|mdx|markdown))" + `(?::([0-9]{1,7})(?::[0-9]{1,5})?(?:-([0-9]{1,7}))?)?` +
		"[`)\\]]?(?:\\s*[:,;–—-]+\\s*|\\s+)")
	// remarkSection matches a section at the start, as in In *Install*: and Section "Install", .
	remarkSection = Pattern(`(?i)^(?:(?:in|under|within)\s+(?:the\s+)?(?:(?:section|heading|chapter)\s+)?|(?:section|§)\s*)` +
		"(?:[*_\"“‘'`]{1,2}([^*_\"“”‘’'`:]{1,80})[*_\"”’'`]{1,2})(?:\\s+section)?" + `\s*[:,;–—-]+\s*`)
	// remarkTail matches a line at the end, as in … (line 12).
	remarkTail = Pattern(`(?i)[\s,]*(?:[(\[](?:on |at |in |see )?|\b(?:on|at|in) )(?:lines?|ln\.?|l\.?)\s*([0-9]{1,7})(?:\s*(?:-|–|to)\s*([0-9]{1,7}))?[)\]]?\.?$`)
	// remarkLabel matches a kind or a severity at the start, as in Typo: and [minor].
	remarkLabel = Pattern(`(?i)^(?:\[\s?[ xX]?\]\s+)?[(\[*_]*(blocker|critical|major|minor|nit(?:pick)?|warning|error|high|medium|low|` +
		`suggestion|typos?|spelling|grammar|style|wording|terminology|clarity|issue|optional|must fix|should fix)[)\]*_]*(?:\s*[:–—-]+\s*|[)\]]\s*)[*_]*`)
	// emphasised matches what is set in bold or italics at the start.
	emphasised = Pattern(`^(?:\*\*([^*]+)\*\*|__([^_]+)__|\*([^*]+)\*)`)
	// polite matches what stands before an order.
	polite = Pattern(`(?i)^(?:please|pls\.?|you should|we should|should|you must|must|could you(?: please)?|i would|i['’]d|i suggest to|i suggest|suggest(?:ion|ed)?:?|fix:|consider)\s+`)
	// allPlaces matches words for a change of several places.
	allPlaces = Pattern(`(?i)\b(everywhere|throughout|globally|all (?:of |the )?(?:occurrences|instances|places|cases|others?)|each (?:occurrence|time|of)|both|every (?:occurrence|instance|time)|twice|also|same (?:in|on|for)|and (?:on |in )?lines?)\b`)
	// doubts matches words that leave the change open.
	doubts = Pattern(`(?i)^\s*(?:\?|/|,?\s*(?:or|and|and/or|but|maybe|perhaps|i think|not sure|unless|only|if|where (?:needed|possible))\b)|\b(?:not sure|maybe|perhaps|or similar|or something|if (?:that|this) is)\b|\?\s*$`)
)

// A form is one way to say what to do with quoted texts. A slot stands between two
// patterns that are tried at the place where the text before it ends.
type form struct {
	parts []func() *regexp.Regexp
	// slots says what each quoted text is.
	slots []slot
	// action is what is done; "" replaces.
	action string
}

type slot uint8

const (
	oldText slot = iota
	newText
)

// The patterns of forms.
var (
	changeVerb = Pattern(`(?i)^(?:to )?(?:chang(?:e|ing)|replac(?:e|ing)|correct|fix|renam(?:e|ing)|rewrite|reword|rephrase|substitut(?:e|ing)|turn|switch|convert|updat(?:e|ing)|edit|misspelling:?)(?: (?:the )?(?:word|words|phrase|text|sentence|term|heading|title|line|link|version|number|spelling|value|typo)(?: (?:of|in))?)?:?\s+`)
	changeTo   = Pattern(`(?i)^,?\s+(?:to(?: (?:read|say|be))?|with|by|into|as|→|->|=>|⇒)\s+`)
	nothing0   = Pattern(`^`)
	shouldBe   = Pattern(`(?i)^(?:,|;|:|\.|\s+is (?:wrong|misspelled|misspelt|a typo|incorrect|not right|outdated)[,;:.]?|\s+\((?:typo|sic)\)[,;:]?)?\s*(?:(?:it |this |that |which )?(?:should|must|ought to|needs to|has to) (?:be|read|say|become|use)(?: (?:changed|corrected|replaced|renamed) (?:to|with|by))?|(?:can|could) (?:be|become)|→|⇒|➔|➜|-+>|=+>|>|(?:please )?(?:use|write|say|make it|change to|replace with|better))[:,]?\s+|^:\s+(?:→|->|=>)\s+`)
	useVerb    = Pattern(`(?i)^(?:use|write|say|prefer|put)\s+`)
	insteadOf  = Pattern(`(?i)^,?\s+(?:instead of|rather than|in place of|not|for)\s+`)
	deleteVerb = Pattern(`(?i)^(?:delet(?:e|ing)|remov(?:e|ing)|drop(?:ping)?|omit(?:ting)?|cut|strike(?: out)?|take out|get rid of)(?: (?:the )?(?:\pL+ )?(?:word|words|phrase|text|sentence|term|paragraph|line|comma|part))?:?\s+`)
	deleteIt   = Pattern(`(?i)^(?:,|;|:|\s+[–—-])?\s*(?:(?:it |this |that )?(?:should|must|can) be|to be|→|->|=>)?\s*\(?(?:deleted?|removed?|omitt?e?d?|dropp?e?d?|cut|delete (?:it|this)|remove (?:it|this))\)?`)
	afterWord  = Pattern(`(?i)^(?:right |directly |just )?(?:after|behind|following)(?: the (?:words?|phrase|text|sentence))?:?\s+`)
	beforeWord = Pattern(`(?i)^(?:right |directly |just )?(?:before|in front of|preceding)(?: the (?:words?|phrase|text|sentence))?:?\s+`)
	insertThen = Pattern(`(?i)^,?\s+(?:please )?(?:insert|add|put|write|append)(?: the (?:words?|phrase|text|sentence|line))?:?\s+`)
	insertVerb = Pattern(`(?i)^(?:insert|add|put|append|prepend)(?: the)?(?: (?:missing )?(?:words?|phrase|text|sentence|comma|article))?:?\s+`)
	thenAfter  = Pattern(`(?i)^,?\s+(?:right |directly |just )?(?:after|behind|following)(?: the (?:words?|phrase|text|sentence))?:?\s+`)
	thenBefore = Pattern(`(?i)^,?\s+(?:right |directly |just )?(?:before|in front of|preceding)(?: the (?:words?|phrase|text|sentence))?:?\s+`)
)

// forms returns the ways to word a change. The first that fits counts.
func forms() []form {
	type p = []func() *regexp.Regexp
	oldNew, newOld := []slot{oldText, newText}, []slot{newText, oldText}
	return []form{
		{p{changeVerb, changeTo}, oldNew, ""},
		{p{useVerb, insteadOf}, newOld, ""},
		{p{afterWord, insertThen}, oldNew, "insert_after"},
		{p{beforeWord, insertThen}, oldNew, "insert_before"},
		{p{insertVerb, thenAfter}, newOld, "insert_after"},
		{p{insertVerb, thenBefore}, newOld, "insert_before"},
		{p{deleteVerb}, []slot{oldText}, "delete"},
		{p{nothing0, shouldBe}, oldNew, ""},
		{p{nothing0, insteadOf}, newOld, ""},
	}
}

// A reading is one way to read a text in a form.
type reading struct {
	old, want quotation
	rest      string
}

// readings returns all ways in which s can be read in a form.
func (f form) readings(s string) []reading {
	var out []reading
	var try func(s string, i int, now reading)
	try = func(s string, i int, now reading) {
		if i == len(f.parts) {
			if len(out) < maxQuotations && endsHere(s) {
				now.rest = s
				out = append(out, now)
			}
			return
		}
		m := f.parts[i]().FindStringIndex(s)
		if m == nil {
			return
		}
		for _, q := range quotations(s[m[1]:]) {
			next := now
			if f.slots[i] == oldText {
				next.old = q
			} else {
				next.want = q
			}
			try(s[m[1]+q.end:], i+1, next)
		}
	}
	try(s, 0, reading{})
	return out
}

// endsHere reports whether a quotation may end before s.
func endsHere(s string) bool {
	s = strings.TrimLeft(s, ".,;:!?)]*_")
	return s == "" || unicode.IsSpace(firstRune(s)) || strings.HasPrefix(s, "—") || strings.HasPrefix(s, "–")
}

// choose returns the one reading that the marks within the texts leave. Who quotes a text
// with marks in it has as many in the new one.
func (f form) choose(all []reading) (reading, bool) {
	var left []reading
	for _, r := range all {
		two := len(f.slots) == 2 && f.action == ""
		last := r.want
		if f.slots[len(f.slots)-1] == oldText {
			last = r.old
		}
		if n := strings.Count(inWord().ReplaceAllString(r.rest, ""), last.close); n%2 == 1 || n > 0 && last.close == "'" {
			continue // the mark may not be the end of the text
		}
		if two && r.old.marks != r.want.marks || !two && (!r.old.balanced || len(f.slots) == 2 && !r.want.balanced) {
			continue
		}
		left = append(left, r)
	}
	if len(left) == 0 {
		return reading{}, false
	}
	for _, r := range left[1:] {
		if r.old.text != left[0].old.text || r.want.text != left[0].want.text {
			return reading{}, false
		}
	}
	return left[0], true
}

// ParseRemark reads the text of a remark.
func ParseRemark(text string) Comment {
	m := Comment{Text: strings.Join(strings.Fields(text), " ")}
	s := m.Places(strings.TrimSpace(text))
	if m.labelled(s) {
		return m
	}
	s = bareRemark(s)
	for _, f := range forms() {
		all := f.readings(s)
		if len(all) == 0 {
			continue
		}
		r, sure := f.choose(all)
		if !sure {
			m.Decided = true // it says what to do, but not certainly
			return m
		}
		m.decide(f, r)
		return m
	}
	if q, ok := onlyQuotation(s); ok {
		m.Quote = q.text
		if deleteIt().MatchString(s[q.end:]) && !strings.Contains(s[:q.end], "\n\n") && len(quotations(s)) > 0 {
			rest := deleteIt().ReplaceAllString(s[q.end:], "")
			if endsHere(rest) && !allPlaces().MatchString(rest) && !doubts().MatchString(rest) {
				m.Action, m.Decided = "delete", true
			}
		}
	}
	return m
}

// decide sets what a reading says.
func (m *Comment) decide(f form, r reading) {
	m.Decided = true
	m.Quote, m.Want, m.Action = bareCode(r.old.text), bareCode(r.want.text), f.action
	if m.Quote == r.old.text || m.Want == r.want.text {
		m.Quote, m.Want = r.old.text, r.want.text // in the marks of code both or none
	}
	m.Old = m.Quote
	switch m.Action { // what is put in may have the old text in it
	case "insert_after":
		m.Want, m.Action = InsertedBelow(m.Old, m.Want), ""
	case "insert_before":
		m.Want, m.Action = InsertedAbove(m.Old, m.Want), ""
	}
	rest := strings.TrimLeft(r.rest, ".,;:!)]*_ ")
	switch {
	case allPlaces().MatchString(rest):
		m.Old, m.Want, m.Action = "", "", ""
	case doubts().MatchString(rest) || doubts().MatchString(r.rest) || goesOn().MatchString(r.rest):
		if m.Want != "" && m.Action == "" {
			m.Choices = []string{m.Want}
		}
		m.Old, m.Want, m.Action = "", "", ""
	}
}

// Places takes the places and labels off the start and the end of a remark.
func (m *Comment) Places(s string) string {
	for range 6 {
		if e := emphasised().FindStringSubmatch(s); e != nil {
			inner := e[1] + e[2] + e[3]
			probe := strings.TrimRight(inner, ": ") + ": "
			if remarkLine().MatchString(probe) || remarkFile().MatchString(probe) || remarkLabel().MatchString(probe) {
				s = probe + strings.TrimLeft(s[len(e[0]):], ":–—- ")
			}
		}
		if p := remarkFile().FindStringSubmatch(s); p != nil && m.Document == "" {
			m.Document, s = p[1], s[len(p[0]):]
			m.At(p[2], p[3])
			continue
		}
		if p := remarkLine().FindStringSubmatch(s); p != nil && m.Line == "" {
			s = s[len(p[0]):]
			m.At(p[1], p[2])
			continue
		}
		if p := remarkSection().FindStringSubmatch(s); p != nil && m.Section == "" {
			m.Section, m.Anchored = strings.TrimSpace(p[1]), true
			s = s[len(p[0]):]
			continue
		}
		if p := remarkLabel().FindStringSubmatch(s); p != nil && m.Severity == "" {
			m.Severity, s = p[1], s[len(p[0]):]
			continue
		}
		break
	}
	if m.Line == "" {
		if p := remarkTail().FindStringSubmatch(s); p != nil {
			m.At(p[1], p[2])
			s = s[:len(s)-len(p[0])]
		}
	}
	return strings.TrimSpace(s)
}

// At sets the lines of a remark.
func (m *Comment) At(first, last string) {
	if first == "" {
		return
	}
	m.Line, m.Anchored = first, true
	if last != "" {
		m.Line += "-" + last
	}
}

// LabelledText matches the start of a line that names its text, as in Current: and Suggested: .
var LabelledText = Pattern(`(?im)^[\s>*_+-]*(?:(current|original|before|old|existing|was|text|quote|found)|` +
	`(suggested|suggestion|proposed|after|new|should be|should read|replace with|replacement|correction|corrected|fix|change to|better))` +
	`(?: (?:text|wording|version|sentence))?[*_]*\s*:[*_]*[ \t]*(.+)$`)

// labelled reads a remark whose lines name the old text and the new one.
func (m *Comment) labelled(s string) bool {
	var old, want []string
	for _, p := range LabelledText().FindAllStringSubmatch(s, -1) {
		text := strings.TrimSpace(p[3])
		if inner, ok := Unwrap(text, ""); ok {
			text = inner
		}
		if p[1] != "" {
			old = append(old, text)
		} else {
			want = append(want, text)
		}
	}
	if len(old) != 1 || len(want) > 1 {
		return false
	}
	m.Quote, m.Decided = old[0], true
	if len(want) == 1 {
		m.Choices = want // its reader decides whether it is a replacement
	}
	return true
}
