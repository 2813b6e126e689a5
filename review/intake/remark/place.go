package remark

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
)

// head takes the marks, labels and places off the start of a remark, and a line off its end.
func (m *Remark) head(s string) string {
	if inner, ok := strings.CutPrefix(s, "~~"); ok && strings.HasSuffix(inner, "~~") {
		m.stands(review.Closed, s)
		s = strings.TrimSuffix(inner, "~~")
	}
	for range 10 {
		rest := m.mark(s)
		if rest == s {
			rest = m.place(s)
		}
		if rest == s && len(m.Lines) == 0 && strings.ContainsAny(s, "0123456789行") {
			rest = m.lineWithin(s)
		}
		if rest == s {
			rest = m.label(s)
		}
		if rest == s {
			break
		}
		s = strings.TrimLeft(rest, spaces)
	}
	return strings.TrimSpace(s)
}

// lineWithin takes a line off the end, as in … (line 12), or out of the words in front of the first text in marks or
// behind it, where s names no other line. The few words before a line are a label, but for an order: Note on line 3:
// "x" → "y", and "x" in line 3 → "y".
func (m *Remark) lineWithin(s string) string {
	const longest, few = 60, 4 // bytes of a label with its line, and words of it
	all, at, end, marks := quotationsIn(s), 0, 0, 0
	var lines []Lines
	before := ' '
	for i, r := range s {
		if len(all) > marks && i >= all[marks].end {
			marks++
		}
		within := len(all) > marks && i >= all[marks].start
		if !within && i >= end && (!isSpaced(before) || !isSpaced(r)) {
			if found, rest := lineAt(s[i:]); found != nil && lines != nil {
				return s
			} else if found != nil {
				lines, at, end = found, i, len(s)-len(rest)
			}
		}
		before = r
	}
	if lines == nil {
		return s
	}
	label, behind := s[:at], newText(s[end:]).trim(separators+")]")
	follows := strings.TrimLeft(behind.raw, arrows+spaces)
	switch n := class("line").start(fold(s[at:])); {
	case strings.Trim(behind.raw, ".) ]") == "" && strings.Trim(label, separators) != "": // at the end
		if strings.TrimRight(label, "([") == label && !strings.Contains(s[at:at+n], " ") {
			return s
		}
		label = strings.TrimRight(label, " ([,")
	case class("objection").in(label) || class("compared").in(label) || class("doubt").in(label):
		return s
	case len(all) > 0 && at >= all[0].end: // between the old text and the new one
		if len(all) < 2 || at > all[1].start || strings.Trim(s[all[0].end:at], separators+"([") != "" {
			return s
		}
	case end > longest || len(strings.Fields(label)) > few || sentenceEnd().MatchString(label) || quotes(label) ||
		strings.Contains(label, ".md"), said(behind) == 0 && firstQuote(follows) != 0 &&
		!strings.HasPrefix(follows, "s/"):
		return s
	case !consists(label, "lead", "change", "delete", "insert", "use", "kind"):
		m.Severity, label = cmp.Or(m.Severity, strings.Trim(label, separators+"([")), ""
	}
	m.Lines = lines
	return strings.TrimRight(label, " ([") + " " + behind.raw
}

// sentenceEnd matches the end of a sentence of several words, the last of which is no abbreviation.
var sentenceEnd = Pattern(`[!?。！？]|\s\pL{4,}\.\s`)

// mark takes a box of a task, a sign such as 🟡 or ✅, or a letter such as a) off the start.
func (m *Remark) mark(s string) string {
	if len(s) > 3 && s[0] == '[' && s[2] == ']' && strings.ContainsRune(" xX", rune(s[1])) {
		if s[1] != ' ' {
			m.stands(review.Closed, s[:3])
		}
		return s[3:]
	}
	if bare := strings.TrimPrefix(s, "("); len(bare) > 2 && bare[0] >= 'a' && bare[0] <= 'z' && bare[1:3] == ") " {
		return bare[2:]
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case size < 2:
	case strings.ContainsRune("✅☑✔✓", r), r == '❎':
		m.stands(review.Closed, string(r))
		return s[size:]
	case strings.ContainsRune("–—•·\uFE0F", r), unicode.Is(unicode.So, r) && !strings.ContainsRune(arrows+"❌✗✘", r):
		return s[size:]
	}
	return s
}

// place takes a document, lines, a section or a place in words off the start.
func (m *Remark) place(s string) string {
	bare := strings.TrimLeft(s, "*_([`")
	wrapped := len(s) - len(bare)
	end := func(rest string) (string, bool) { // behind a place: what closes its marks, and what separates it
		if wrapped > 0 {
			rest = strings.TrimLeft(strings.TrimPrefix(rest, "`"), ")]*_:.,")
		}
		cut := strings.TrimLeft(rest, separators+")]")
		return cut, wrapped > 0 || cut != rest || rest == ""
	}
	if name, rest := fileName(bare); name != "" && m.Document == "" {
		lines, after := linesBehind(rest)
		if out, ok := end(after); ok {
			m.Document = name
			m.Lines = append(m.Lines, lines...)
			return out
		}
	}
	if len(m.Lines) == 0 {
		if lines, rest := linesAt(bare); lines != nil {
			if out, ok := end(rest); ok || wrapped == 0 && strings.ContainsAny(firstMark(rest), marksOpen) {
				m.Lines = lines
				return out
			}
		}
	}
	low := fold(bare)
	if m.Section == "" && wrapped == 0 {
		if section, rest := sectionAt(s, low); section != "" {
			m.Section = section
			return rest
		}
	}
	if item, row, rest := spotAt(newText(bare)); (item > 0 || row != "") && m.Item == 0 && m.Row == "" {
		if out, ok := end(rest.raw); ok {
			m.Item, m.Row = item, row
			return out
		}
	}
	return m.placeInWords(s)
}

// placeInWords takes a place such as In the warning, off the start. One that limits the edit makes it doubtful.
func (m *Remark) placeInWords(s string) string {
	low := fold(s)
	n := class("place").start(low)
	if n == 0 {
		return s
	}
	stop := strings.IndexAny(s, ",:.\n"+marksOpen)
	if stop < n || stop > 60 || !strings.ContainsRune(",:", rune(s[stop])) {
		return s
	}
	words := s[:stop]
	if class("doubt").start(low) > 0 {
		m.stands(review.Doubted, words)
	}
	return s[stop+1:]
}

// label takes a kind or a severity off the start, as in Typo: and [minor] and **Wrong word.**
func (m *Remark) label(s string) string {
	inner, rest := s, ""
	for _, marks := range []string{"****", "____", "**", "__", "[]", "()"} {
		open, shut := marks[:len(marks)/2], marks[len(marks)/2:]
		if after, ok := strings.CutPrefix(s, open); ok {
			if in, out, closed := strings.Cut(after, shut); closed && len(in) <= 40 && !strings.ContainsAny(in, "\"`") {
				inner, rest = in, out
				break
			}
		}
	}
	if inner == s { // plain: a few words with a colon
		i := strings.IndexAny(s, ":：")
		if i <= 0 || i > 30 || strings.Count(s[:i], "（") > strings.Count(s[:i], "）") ||
			strings.ContainsAny(s[:i], marksOpen+".,\n→>/") || len(strings.Fields(s[:i])) > 3 {
			return m.severityWord(s)
		}
		inner, rest = s[:i], s[i:]
		if strings.HasPrefix(rest, "://") || class("old").is(inner) || class("new").is(inner) {
			return s
		}
	}
	words := strings.Trim(inner, " :.*_")
	ends := strings.HasSuffix(inner, ":") || strings.HasSuffix(inner, ".") ||
		strings.IndexAny(strings.TrimLeft(rest, " "), ":：–—-.") == 0
	known := slices.ContainsFunc([]class{"severity", "lead", "reason", "closed"},
		func(c class) bool { return c.is(words) })
	const few = 5
	// What stands in the marks is the old text, or says that it follows.
	isEdit := class("should").start(fold(strings.TrimLeft(rest, " *_"))) > 0 ||
		class("old").is(words) && strings.Contains(rest, "\n")
	if isEdit || !ends && !known || words == "" || len(strings.Fields(words)) > few {
		return s
	}
	if class("closed").is(words) {
		m.stands(review.Closed, words)
	} else if m.Severity == "" || !class("severity").is(m.Severity) {
		m.Severity = words
	}
	return strings.TrimLeft(rest, separators)
}

// severityWord takes a severity off the start that only a dash marks, as in Minor – .
func (m *Remark) severityWord(s string) string {
	n := class("severity").start(fold(s))
	if n == 0 {
		return s
	}
	rest := strings.TrimLeft(s[n:], " ")
	if rest == "" || !strings.ContainsAny(firstMark(rest), "–—-:"+marksOpen) && !m.Anchored() {
		return s
	}
	if m.Severity == "" {
		m.Severity = s[:n]
	}
	return strings.TrimLeft(rest, separators)
}

func firstMark(s string) string {
	if s == "" {
		return ""
	}
	return string(firstRune(s))
}

// fileName returns the name of a Markdown file that s begins with, and what follows.
func fileName(s string) (name, rest string) {
	end := strings.IndexAny(s, spaces+":#)]`*,")
	if end < 0 {
		end = len(s)
	}
	for _, ending := range []string{".md", ".mdx", ".markdown", ".qmd", ".rmd"} {
		if strings.HasSuffix(fold(s[:end]), ending) && end > len(ending) && !strings.ContainsAny(s[:end], "(<") {
			return s[:end], s[end:]
		}
	}
	return "", s
}

// linesBehind reads the lines behind the name of a file: :12:5, #L8-L9 and , line 12.
func linesBehind(s string) ([]Lines, string) {
	t := strings.TrimLeft(s, "`")
	switch {
	case strings.HasPrefix(t, ":") && countDigits(t[1:]) > 0, strings.HasPrefix(t, "#L") && countDigits(t[2:]) > 0:
		return numbers(strings.TrimLeft(t, ":#L"), ":")
	}
	if lines, rest := linesAt(strings.TrimLeft(t, ", (:")); lines != nil {
		return lines, rest
	}
	return nil, s
}

// linesAt reads lines at the start of s, with a word for them or without: Line 12: and 9:.
func linesAt(s string) ([]Lines, string) {
	if lines, rest := lineAt(s); lines != nil {
		return lines, rest
	}
	if n := countDigits(s); n > 0 && n <= 7 && len(s) > n { // 9: and 9:5:
		after := s[n:]
		cut, column := strings.CutPrefix(after, ":")
		if skip := countDigits(cut); column && skip > 0 && strings.HasPrefix(cut[skip:], ":") {
			after = cut[skip:]
		}
		if strings.HasPrefix(after, ": ") {
			number, _ := strconv.Atoi(s[:n])
			return []Lines{{First: number}}, after
		}
	}
	return nil, s
}

// lineAt reads lines at the start of s that a word names: L12-14, Ln 8, Col 39, lines 11, 12 and 13, 三行目 and
// 5 строка.
func lineAt(s string) ([]Lines, string) {
	const longest = 40 // bytes of a word for a line
	for _, n := range append(class("line").ends(fold(s[:min(len(s), longest)])), lineLetter(s)) {
		after := strings.TrimLeft(s[n:], " .#:~")
		if n > 0 && countDigits(after) > 0 {
			lines, after := numbers(after, ",")
			return lines, after[class("line-behind").start(fold(after[:min(len(after), longest)])):]
		}
	}
	rest := strings.TrimPrefix(s, "第")
	number, n := kanji(rest)
	if digits := min(countDigits(rest), 7); digits > 0 {
		n = digits
		number, _ = strconv.Atoi(rest[:n])
	}
	after := strings.TrimLeft(rest[n:], " ")
	k := class("line-behind").start(fold(after[:min(len(after), longest)]))
	if n > 0 && k > 0 && countDigits(strings.TrimLeft(after[k:], " .")) == 0 { // not § 2 Zeile 7
		return []Lines{{First: number}}, after[k:]
	}
	return nil, s
}

// kanji reads a number below a hundred at the start of s, as 三 and 十二.
func kanji(s string) (number, length int) {
	for _, r := range s {
		switch at := strings.IndexRune("一二三四五六七八九", r); {
		case at >= 0:
			number += at/utf8.RuneLen(r) + 1
		case r == '十':
			number = max(number, 1) * 10
		default:
			return number, length
		}
		length += utf8.RuneLen(r)
	}
	return number, length
}

// lineLetter returns the length of a letter for a line, in English, German and Dutch, right before a number.
func lineLetter(s string) int {
	if s != "" && strings.Contains("lLzZr", s[:1]) && countDigits(s[1:]) > 0 {
		return 1
	}
	return 0
}

func countDigits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// numbers reads one number, a range, or several with commas and and between them. A column behind is skipped.
func numbers(s, list string) ([]Lines, string) {
	var out []Lines
	for {
		n := countDigits(s)
		first, err := strconv.Atoi(s[:n])
		if n == 0 || n > 7 || err != nil {
			return out, s
		}
		s = s[n:]
		l := Lines{First: first}
		if list == ":" && strings.HasPrefix(s, ":") && countDigits(s[1:]) > 0 { // a column
			s = s[1+countDigits(s[1:]):]
		}
		after := strings.TrimLeft(s, " ")
		low := fold(after)
		for _, sign := range []string{"-", "–", "—", "to ", "bis ", "à ", "through "} {
			to := strings.TrimLeft(strings.TrimPrefix(low, sign), " #l")
			if k := countDigits(to); strings.HasPrefix(low, sign) && k > 0 && k <= 7 {
				l.Last, _ = strconv.Atoi(to[:k])
				s = after[len(after)-len(to)+k:]
				break
			}
		}
		out = append(out, l)
		after = strings.TrimLeft(s, " ,")
		low = fold(after)
		if n := class("column").start(low); n > 0 {
			if number := strings.TrimLeft(after[n:], " ."); countDigits(number) > 0 {
				return out, number[countDigits(number):]
			}
		}
		next := after
		if n := class("and-line").start(low); n > 0 {
			next = strings.TrimLeft(after[n:], " l")
		} else if next == s {
			return out, s
		}
		if k := countDigits(next); k == 0 || strings.HasPrefix(next[k:], ")") && list == ":" {
			return out, s
		}
		s = next
	}
}

// sectionAt reads a section at the start: In *Install*: and Section "Install", .
func sectionAt(s, low string) (section, rest string) {
	for _, n := range class("section").ends(low) {
		after := strings.TrimLeft(s[n:], " ")
		for _, open := range []string{"**", "*", "__", "_", `"`, "“", "‘", "'", "`", "„", "«", "「"} {
			inner, ok := strings.CutPrefix(after, open)
			if !ok {
				continue
			}
			end := strings.IndexAny(inner, "*_\"”’'`“»」")
			if end <= 0 || end > 80 || strings.ContainsAny(inner[:end], ":\n") {
				continue
			}
			name := strings.TrimSpace(inner[:end])
			tail := strings.TrimLeft(inner[end:], "*_\"”’'`“»」")
			tail = strings.TrimPrefix(strings.TrimPrefix(tail, " section"), " heading")
			trimmed := strings.TrimLeft(tail, " ")
			if trimmed != "" && strings.ContainsRune(":,;–—-", firstRune(trimmed)) {
				return name, strings.TrimLeft(trimmed, separators)
			}
			break
		}
	}
	return "", s
}
