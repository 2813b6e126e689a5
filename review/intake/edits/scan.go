package edits

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// The lines that begin and end edits. Their marks differ from program to program, and from model to model.
var (
	searchLine  = pattern(`^\s*(?:<{5,9}|-{5,9}) ?(?:SEARCH|ORIGINAL|HEAD)\b.*$`)
	dividerLine = pattern(`^\s*={5,9}\s*$`)
	replaceLine = pattern(`^\s*(?:>{5,9}|\+{5,9}) ?(?:REPLACE|UPDATED|REPLACED|[a-z]\S*).*$`)
	headLine    = pattern(`^@@(?: -([0-9]{1,9})(?:,([0-9]{1,9}))? \+[0-9]{1,9}(?:,([0-9]{1,9}))? @@|.*)`)
	fileLine    = pattern(`^(?:---|\+\+\+) (?:"([^"]+)"|([^\t]+))`)
	updateLine  = pattern(`^\*\*\* (Update|Add|Delete) File: (.+)$`)
	fenceLine   = pattern("^\\s*(`{3,}|~{3,})\\s*([A-Za-z0-9_-]*)[^`]*$")
	// pathLine is a line that has the name of a document alone, in marks or behind a label.
	pathLine = pattern(`(?i)^[\s#*_>` + "`" + `]*(?:<(?:file_?)?path>|(?:file(?:name|path)?|path|document|in|for)\b:?[\s*` + "`" + `]*)?` +
		`([^\s<>*` + "`" + `]+\.(?:md|mdx|markdown|qmd|rmd))(?:</(?:file_?)?path>)?[\s:*_` + "`" + `]*$`)
	// tagLine is a tag of a tool's call, alone or with a short value.
	tagLine = pattern(`^\s*</?[A-Za-z_][\w:]*(?: [^>]*)?>(?:[^<]*</[A-Za-z_][\w:]*>)?\s*$`)
)

// A scanner goes through a text line by line.
type scanner struct {
	lines []string
	taken []bool // is part of an edit
	path  string
	fence string // the marks of the fence that is open
	lang  string
	said  []int // the lines of the paragraph that was read last
	blank bool  // a blank line followed it
	out   []Change
	err   *Broken
	page  bool // the text was copied from a page
}

// Find returns the changes in a text, and the text without them, line for line. A text without any is nothing.
func Find(text string) (changes []Change, rest string, err *Broken) {
	s := scanner{lines: strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")}
	s.taken = make([]bool, len(s.lines))
	for i := 0; i < len(s.lines) && s.err == nil; {
		next := s.edit(i)
		if next == i {
			s.other(i)
			next++
		}
		i = next
	}
	if len(s.out) == 0 {
		return nil, text, s.err
	}
	s.takeFrames()
	if s.page {
		s.takePage()
	}
	for i, taken := range s.taken {
		if taken {
			s.lines[i] = ""
		}
	}
	return s.out, strings.Join(s.lines, "\n"), s.err
}

// edit reads an edit that begins at a line, and returns the line behind it; i where none begins.
func (s *scanner) edit(i int) int {
	line := s.lines[i]
	isFile := strings.HasPrefix(line, "--- ") && i+1 < len(s.lines) && strings.HasPrefix(s.lines[i+1], "+++ ")
	switch {
	case searchLine().MatchString(line):
		return s.block(i)
	case updateLine().MatchString(line):
		m := updateLine().FindStringSubmatch(line)
		if m[1] != "Update" {
			return s.fail(i, "makes or deletes a whole file; want changes of a document")
		}
		s.path = strings.TrimSpace(m[2])
		return s.hunks(i, i+1)
	case isFile:
		return s.hunks(i, s.file(i))
	case strings.HasPrefix(line, "@@") && headLine().MatchString(line) && s.looksLikeHunk(i+1):
		return s.hunks(i, i)
	case s.fence != "" && isDiff(s.lang) && s.looksLikeHunk(i):
		return s.hunks(i, i)
	case strings.TrimSpace(line) == "Suggested change":
		return s.suggested(i)
	case s.fence == "" && s.pairAt(i) > 0:
		end := s.pairAt(i)
		var h hunk
		for _, line := range s.lines[i:end] {
			h.add(line[0], strings.TrimPrefix(line[1:], " "))
		}
		s.take(&h, i, end)
		return end
	}
	return i
}

// pageLine matches what a page of GitHub has around comments, where it is copied as text.
var pageLine = pattern(`^(?:\S+ (?:reviewed|commented|left a comment)\b.*|View reviewed changes|Comment on lines? .*|@\S+|\d+ \w+ ago|` +
	`(?:Commit|Apply) suggestion|Add suggestion to batch|Reply\.\.\.|Resolve conversation|Suggested change|` +
	`.* marked this conversation as resolved\.?)$`)

// suggested reads a suggestion of a copied page: the old line and the new one. Of more lines it is not known which are
// old.
func (s *scanner) suggested(i int) int {
	end := i + 1
	for end < len(s.lines) && strings.TrimSpace(s.lines[end]) != "" && !pageLine().MatchString(s.lines[end]) {
		end++
	}
	if end != i+3 {
		return i
	}
	s.page = true
	h := hunk{marks: []byte("-+"), lines: s.lines[i+1 : end]}
	s.take(&h, i, end)
	return end
}

// takePage marks what a copied page has around comments: the lines that they are about, and who wrote them when.
func (s *scanner) takePage() {
	code := -1 // the first line below the name of a document
	for i, line := range s.lines {
		switch {
		case pathLine().MatchString(line):
			code = i
		case code >= 0 && strings.HasPrefix(line, "Comment on line"):
			for ; code < i; code++ {
				s.taken[code] = true
			}
			code = -1
		}
		name := i > 0 && strings.HasPrefix(s.lines[i-1], "@") && s.lines[i-1][1:] == line
		s.taken[i] = s.taken[i] || name || pageLine().MatchString(line)
	}
	for n := range s.out { // what stands between a change and the next document is said of it
		c, other := &s.out[n], false
		for i := c.At; i < len(s.lines) && !other; i++ {
			c.Resolved = c.Resolved || strings.Contains(s.lines[i], "marked this conversation as resolved")
			if other = pathLine().MatchString(s.lines[i]); !other && !s.taken[i] {
				c.Answers = strings.TrimSpace(c.Answers + " " + s.lines[i])
				s.taken[i] = true
			}
		}
	}
}

// pairAt returns the line behind lines with - and lines with + that stand alone, without a hunk, and have words in
// common; 0 where none begin.
func (s *scanner) pairAt(i int) int {
	end := i
	for _, mark := range []string{"-", "+"} {
		from := end
		for end < len(s.lines) && strings.HasPrefix(s.lines[end], mark) && strings.Trim(s.lines[end], mark+" ") != "" {
			end++
		}
		if end == from {
			return 0
		}
	}
	words := map[string]bool{}
	shared := 0
	for _, line := range s.lines[i:end] {
		for word := range strings.FieldsSeq(line[1:]) {
			if line[0] == '-' {
				words[word] = true
			} else if words[word] {
				shared++
			}
		}
	}
	if 2*shared < len(words) {
		return 0
	}
	return end
}

func (s *scanner) fail(i int, why string) int {
	s.err = &Broken{i + 1, why}
	return len(s.lines)
}

// take adds what a hunk changes, and marks its lines.
func (s *scanner) take(h *hunk, from, to int) {
	h.at = from + 1
	said := ""
	for _, i := range s.said {
		said += strings.TrimSpace(s.lines[i]) + " "
		s.taken[i] = true
	}
	s.out = append(s.out, h.changes(s.path, strings.TrimSpace(said))...)
	for i := from; i < to; i++ {
		s.taken[i] = true
	}
}

// other reads a line outside of edits: a fence, the name of a document, or words that may introduce an edit.
func (s *scanner) other(i int) {
	line := s.lines[i]
	text := strings.TrimSpace(line)
	fence := fenceLine().FindStringSubmatch(line)
	switch path := pathLine().FindStringSubmatch(line); {
	case s.fence != "" && strings.HasPrefix(text, s.fence) && strings.Trim(text, s.fence[:1]) == "":
		s.fence, s.lang, s.said = "", "", nil
	case fence != nil && (s.fence == "" || s.lang == "" && isDiff(fence[2])): // one without a language was left open
		s.fence, s.lang = fence[1], strings.ToLower(fence[2])
	case path != nil && len(text) > 0:
		s.path = path[1]
	case s.fence != "", tagLine().MatchString(line), pageLine().MatchString(line):
		s.said = nil
	case text == "":
		s.blank = true
	default:
		if s.blank {
			s.said = nil
		}
		s.said, s.blank = append(s.said, i), false
	}
}

// isDiff reports whether a code block of a language has a diff.
func isDiff(language string) bool {
	language = strings.ToLower(language)
	return language == "diff" || language == "patch"
}

// takeFrames marks the fences and the tags around edits, the names of documents, and the lines of a patch between its
// hunks.
func (s *scanner) takeFrames() {
	open := -1
	for i, line := range s.lines {
		text := strings.TrimSpace(line)
		frame := tagLine().MatchString(line) || pathLine().MatchString(line) || strings.HasPrefix(text, "*** ") ||
			strings.HasPrefix(text, "diff --git ") || strings.HasPrefix(text, "index ") ||
			strings.HasPrefix(text, "Index: ")
		s.taken[i] = s.taken[i] || frame && open < 0
		if fenceLine().FindStringSubmatch(line) == nil || s.taken[i] {
			continue
		}
		if open < 0 {
			open = i
			continue
		}
		whole, any := true, false
		for j := open + 1; j < i; j++ {
			whole = whole && (s.taken[j] || strings.TrimSpace(s.lines[j]) == "" || tagLine().MatchString(s.lines[j]))
			any = any || s.taken[j]
		}
		for j := open; whole && any && j <= i; j++ {
			s.taken[j] = true
		}
		open = -1
	}
}

// block reads a SEARCH/REPLACE block.
func (s *scanner) block(i int) int {
	divider, end := -1, -1
	for j := i + 1; j < len(s.lines) && end < 0; j++ {
		switch {
		case searchLine().MatchString(s.lines[j]):
			return s.fail(i, "is a SEARCH block that another one begins in; the answer may be cut off")
		case divider < 0 && dividerLine().MatchString(s.lines[j]):
			divider = j
		case divider >= 0 && replaceLine().MatchString(s.lines[j]):
			end = j
		}
	}
	if divider < 0 || end < 0 {
		return s.fail(i, "is a SEARCH block that does not end with REPLACE; the answer may be cut off")
	}
	var h hunk
	join := func(lines []string) string { return strings.Join(lines, "\n") }
	h.compare(join(s.lines[i+1:divider]), join(s.lines[divider+1:end]))
	s.take(&h, i, end+1)
	return end + 1
}

// file reads the two lines that name the file of a diff.
func (s *scanner) file(i int) int {
	for j := i; j < i+2; j++ {
		m := fileLine().FindStringSubmatch(s.lines[j])
		if m == nil {
			return i + 2
		}
		name := strings.TrimSpace(m[1] + m[2])
		if name == "/dev/null" {
			return s.fail(j, "makes or deletes a whole file; want changes of a document")
		}
		if cut, ok := strings.CutPrefix(name, "b/"); ok && j > i {
			s.path = cut
		} else {
			s.path = strings.TrimPrefix(name, "a/")
		}
	}
	return i + 2
}

// looksLikeHunk reports whether lines of a hunk follow, one of them with a change.
func (s *scanner) looksLikeHunk(i int) bool {
	for ; i < len(s.lines) && (s.lines[i] == "" || strings.IndexByte(" +-\\", s.lines[i][0]) >= 0); i++ {
		if s.lines[i] != "" && strings.IndexByte("+-", s.lines[i][0]) >= 0 {
			return true
		}
	}
	return s.fence != "" && i < len(s.lines) && fenceLine().FindString(s.lines[i]) == "" && s.looksLikeHunk(i+1)
}

// hunks reads the hunks of one file. What they say begins at first.
func (s *scanner) hunks(first, i int) int {
	for i < len(s.lines) && s.err == nil {
		m := headLine().FindStringSubmatch(s.lines[i])
		if m == nil && i > first && !(s.fence != "" && s.looksLikeHunk(i)) {
			break
		}
		if i = s.hunk(i, m); i < 0 {
			break
		}
		for end := i; end < len(s.lines) && strings.TrimSpace(s.lines[end]) == ""; end++ {
			if end+1 < len(s.lines) && strings.HasPrefix(s.lines[end+1], "@@") {
				i = end + 1
			}
		}
	}
	for j := first; j < i && j < len(s.lines); j++ {
		s.taken[j] = true
	}
	return max(i, first+1)
}

// hunk reads one hunk, whose head m is nil where it has none, and returns the line behind it. Its numbers are believed
// where they agree with its lines.
func (s *scanner) hunk(i int, m []string) int {
	start := i
	var h hunk
	spaced := m == nil // as - old and + new
	oldLeft, newLeft, counted := 0, 0, false
	if m != nil {
		i++
		if counted = m[1] != ""; counted {
			h.line, _ = strconv.Atoi(m[1])
			oldLeft, newLeft = count(m[2]), count(m[3])
		}
	}
	for ; i < len(s.lines); i++ {
		line := s.lines[i]
		if line == "" && i+1 == len(s.lines) { // the text ends with a line feed
			continue
		}
		full := counted && oldLeft <= 0 && newLeft <= 0
		if s.ends(i, full, counted) {
			break
		}
		mark := byte(' ')
		switch {
		case line == "":
		case line[0] == '\\':
			continue
		case strings.IndexByte(" +-", line[0]) >= 0:
			mark, line = line[0], line[1:]
			spaced = spaced && (mark == ' ' || strings.HasPrefix(line, " "))
		}
		if text := strings.TrimSpace(line); mark == ' ' && (text == "..." || text == "…") {
			counted = false
		}
		if h.add(mark, line); mark != '+' {
			oldLeft--
		}
		if mark != '-' {
			newLeft--
		}
	}
	for n := len(h.lines); n > 0 && h.marks[n-1] == ' ' && h.lines[n-1] == "" && (oldLeft < 0 || !counted); n-- {
		h.marks, h.lines = h.marks[:n-1], h.lines[:n-1]
		oldLeft, newLeft = oldLeft+1, newLeft+1
	}
	for n := range h.lines {
		if spaced && h.marks[n] != ' ' {
			h.lines[n] = h.lines[n][1:]
		}
	}
	n := len(h.marks)
	if atEnd := i >= len(s.lines) && s.fence == ""; counted && (oldLeft > 0 || newLeft > 0) && atEnd && (n == 0 ||
		h.marks[n-1] != ' ') {
		return s.fail(start, "is a hunk that has fewer or other lines than it says; the diff may be cut off")
	}
	if !counted || oldLeft != 0 || newLeft != 0 {
		h.line = 0
	}
	s.take(&h, start, i)
	return i
}

// count reads how many lines a hunk says that it has, 1 where it does not say.
func count(digits string) int {
	if digits == "" {
		return 1
	}
	n, _ := strconv.Atoi(digits)
	return n
}

// ends reports whether a line stands behind a hunk. Full says that the hunk has as many lines as it says.
func (s *scanner) ends(i int, full, counted bool) bool {
	line := s.lines[i]
	text := strings.TrimSpace(line)
	next := ""
	if i+1 < len(s.lines) {
		next = s.lines[i+1]
	}
	marked := line != "" && strings.IndexByte(" +-\\", line[0]) >= 0
	switch {
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "*** "):
		return true
	case strings.HasPrefix(line, "--- ") && strings.HasPrefix(next, "+++ "):
		return true
	case s.fence != "":
		return strings.HasPrefix(line, s.fence) && strings.Trim(text, s.fence[:1]) == ""
	case full && (line == "--" || line == "-- "): // the signature of a mail
		return true
	case full:
		return !marked || !s.looksLikeHunk(i)
	case line == "" && !counted:
		return !s.looksLikeHunk(i)
	}
	return line != "" && !marked
}
