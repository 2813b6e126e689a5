package remark

import (
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A Meaning is what a review means by the text that it gives for another.
type Meaning uint8

const (
	// Replacement may stand in place of the old text as it is.
	Replacement Meaning = iota
	// Doubtful may be a replacement; a person sees it and decides.
	Doubtful
	// Advice tells what to do. It never stands in a document, not even where a person picks it from a list.
	Advice
	// Nothing is no text at all: the field had to be filled.
	Nothing
	// Removal says that the old text be deleted.
	Removal
)

// Classify says what a review means by s for old, and what of s a person is asked about where that is doubtful. Reviews
// put both replacements and advice into fields such as suggestion, and only the two texts tell which. A replacement is
// like the old text, or a term for a term. In doubt the answer is no: a needless question costs a person an answer,
// advice in the document costs the document.
func Classify(s, old string) (Meaning, string) {
	bare, was := strings.TrimSpace(s), strings.TrimSpace(old)
	switch {
	case bare == "" || bare == was:
		return Nothing, s
	case len(bare)+len(was) > maxCompared:
		return Doubtful, s
	case markForMark(bare, was):
		return Replacement, s
	}
	if kind, of := Worded(s, old); kind != Replacement {
		return kind, of
	}
	switch {
	case IsNothing(bare) && len(Terms(was)) > 1:
		return Nothing, s
	case IsNothing(bare) || was == "":
		if Advises(s, old) || remarks(bare, was) {
			return Advice, s
		}
		return Doubtful, s
	}
	if inner, ok := Unwrap(bare, was); ok {
		return Doubtful, inner
	}
	if m := label().FindStringIndex(bare); m != nil && !label().MatchString(was) {
		inner, ok := Unwrap(strings.TrimSpace(bare[m[1]:]), was)
		if !ok {
			inner = strings.TrimSpace(bare[m[1]:])
		}
		if inner == "" || Likeness(inner, was) < Alike {
			return Advice, s
		}
		return Doubtful, inner
	}
	like := Likeness(bare, was)
	if m := anyLabel().FindStringIndex(bare); m != nil && !strings.Contains(was, ":") {
		if rest := bare[m[1]:]; Likeness(rest, was) > like {
			if inner, ok := Unwrap(rest, was); ok {
				rest = inner
			}
			return Doubtful, rest
		}
	}
	a, b := Terms(bare), Terms(was)
	if len(a) == 1 && len(b) == 1 && (like == 1 || plainVerb().MatchString(bare)) && !ends(bare) {
		return Replacement, s
	}
	if remarks(bare, was) {
		return Advice, s
	}
	if instructs(bare, was) {
		if like >= Alike && (!quoted().MatchString(bare) || quoted().MatchString(was)) {
			return Doubtful, s
		}
		return Advice, s
	}
	switch {
	case breaksOff(bare, was), explains(bare, was), repeats(a, b), unfinished(bare, was):
		return Doubtful, s
	case ends(bare) && !ends(was) && len(b) <= 2:
		return Doubtful, s
	case like < nearlySame && (comments(bare, was) || Alternatives(was, bare) && !strings.Contains(bare, "[")):
		return Doubtful, s
	case termForTerm(bare, was):
		return Replacement, s
	case !strings.Contains(was, "](") && (addsTo(a, b) || capital(bare) && !capital(was) && !slices.Equal(a, b)):
		return Doubtful, s
	case like >= Alike || shortens(bare, was):
		return Replacement, s
	}
	return Doubtful, s
}

// markForMark reports whether both texts are bullets, or s is the fence old with the language of its code.
func markForMark(s, old string) bool {
	bullet := func(s string) bool { return s == "-" || s == "*" || s == "+" }
	info, same := strings.CutPrefix(s, old)
	fence := len(old) >= 3 && (strings.Trim(old, "`") == "" || strings.Trim(old, "~") == "")
	return bullet(s) && bullet(old) || fence && same && !strings.ContainsAny(info, " `~\n")
}

// maxCompared bounds the texts that are compared word by word; a longer edit is not made unseen.
const maxCompared = 16 << 10

// Alike and nearlySame are the shares of their words that two texts have in common.
const (
	Alike      = 0.5
	nearlySame = 0.8
)

// Likeness returns the share of their words that stand in both texts in one order.
func Likeness(s, old string) float64 {
	a, b := Terms(s), Terms(old)
	if len(a)+len(b) == 0 {
		return 0
	}
	joined, was := strings.Join(a, ""), strings.Join(b, "")
	if len(joined) <= longestTerm && 4*rules.Distance(joined, was) <= len(was) {
		return 1 // a letter is wrong, or a space or hyphen
	}
	return 2 * float64(inOrder(a, b)) / float64(len(a)+len(b))
}

// longestTerm bounds the texts whose letters are compared; maxTerms those whose words are.
const (
	longestTerm = 40
	maxTerms    = 400
)

// inOrder counts the words that a and b have in common in one order.
func inOrder(a, b []string) int {
	a, b = a[:min(len(a), maxTerms)], b[:min(len(b), maxTerms)]
	row := make([]int, len(b)+1)
	for _, word := range a {
		diagonal := 0
		for j, other := range b {
			above := row[j+1]
			if word == other {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// Terms returns the words of s in lower case. In a script without spaces every letter is one.
func Terms(s string) []string {
	var out []string
	start := -1
	if s = strings.ToLower(s); strings.Contains(s, "’") || strings.Contains(s, "'") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "’", ""), "'", "")
	}
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if start >= 0 && (!letter || term.Unspaced(r)) {
			out, start = append(out, s[start:i]), -1
		}
		if term.Unspaced(r) {
			out = append(out, string(r))
		} else if letter && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}

// termForTerm reports whether one term stands for another: a word for a word, what an acronym stands for, or what else
// is said before an example. Of several words nothing but their likeness tells a term from a remark.
func termForTerm(s, old string) bool {
	a, b := Terms(s), Terms(old)
	switch {
	case len(a) == 0 || len(b) == 0 || strings.ContainsFunc(s+old, term.Unspaced):
		return false
	case len(b) == 1 && isAcronym(old, a):
		return true
	case isExampleMark(s):
		return isExampleMark(old)
	}
	return len(a) >= len(b) && !strings.ContainsAny(s+old, " \t\n") && strings.Count(s, "/") == strings.Count(old, "/")
}

// isExampleMark reports whether s is only what stands before an example.
func isExampleMark(s string) bool {
	mark := example().FindString(s)
	return mark != "" && strings.Trim(s[len(mark):], ".,") == ""
}

// addsTo reports whether s is all of old with words in front of it or behind. That is as
// often an instruction as a better text.
func addsTo(s, old []string) bool {
	if len(old) == 0 || len(s) <= len(old) {
		return false
	}
	for i := range len(s) - len(old) + 1 {
		if slices.Equal(s[i:i+len(old)], old) {
			return true
		}
	}
	return false
}

// repeats reports whether most words of old are twice in s: before and after, or one of several ways to write it.
func repeats(s, old []string) bool {
	count := map[string]int{}
	for _, w := range s {
		count[w]++
	}
	for _, w := range old {
		count[w]--
	}
	twice := 0
	for _, w := range old {
		if count[w] > 0 {
			twice++
		}
	}
	return len(old) > 2 && 2*twice >= len(old)
}

// unfinished reports whether s has what old lacks and no finished text has: a blank to
// fill, struck-out text, a note or a question.
func unfinished(s, old string) bool {
	for _, m := range blank().FindAllString(s, -1) {
		if !strings.Contains(old, m) {
			return true
		}
	}
	return strings.Contains(s, "?") && !strings.Contains(old, "?") && !question().MatchString(s)
}

// isAcronym reports whether old is made of the first letters of words, which may name it again at their end.
func isAcronym(old string, words []string) bool {
	short := strings.ToLower(old)
	var first strings.Builder
	for _, w := range words {
		if w == short {
			break
		}
		first.WriteString(w[:1])
	}
	return len(short) > 1 && first.String() == short
}

// shortens reports whether s is old without filler words at its start: to for in order to.
func shortens(s, old string) bool {
	a, b := Terms(s), Terms(old)
	if len(a) == 0 || len(a) >= len(b) || !slices.Equal(a, b[len(b)-len(a):]) {
		return false
	}
	return !slices.ContainsFunc(b[:len(b)-len(a)], func(w string) bool { return !fillers().MatchString(w) })
}

// capital reports whether the first letter of s is a capital.
func capital(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.IsUpper(r)
		}
	}
	return false
}

// ends reports whether s ends as a sentence does.
func ends(s string) bool {
	s = strings.TrimRight(s, " \n\"'”’)*_`")
	return strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?")
}

// breaksOff reports whether one of the texts is a whole sentence and the other
// only a part of one, so that one would be cut or stand in the other.
func breaksOff(s, old string) bool {
	a, b := Terms(s), Terms(old)
	if len(b) < 3 || len(a) == 0 || a[0] == b[0] && capital(s) == capital(old) {
		return false
	}
	return capital(old) && ends(old) && !capital(s) && !ends(s) || !capital(old) && !ends(old) && capital(s) && ends(s)
}

// explains reports whether s has a sentence or a bracket more than old, with nothing of
// old in it. Such a part says why, or what else would do.
func explains(s, old string) bool {
	was := Terms(old)
	foreign := func(part string) bool {
		words := slices.DeleteFunc(Terms(part), func(w string) bool { return fillers().MatchString(w) })
		return !slices.ContainsFunc(words, func(w string) bool { return slices.Contains(was, w) })
	}
	if !strings.Contains(old, "(") {
		for _, m := range bracket().FindAllStringSubmatch(s, -1) {
			if slices.ContainsFunc(Terms(m[1]), func(w string) bool { return !slices.Contains(was, w) }) {
				return true
			}
		}
	}
	sentences := sentenceEnd().Split(s, -1)
	return len(sentences) > len(sentenceEnd().Split(old, -1)) && slices.ContainsFunc(sentences, foreign)
}

// Unwrap takes the quotation marks, backticks or fence off a text that stands in them as a whole, where old does not.
// It is not known whether they are part of the replacement, unless they set exactly the old text as code.
func Unwrap(s, old string) (string, bool) {
	fencedOld := strings.Contains(old, "```") || strings.Contains(old, "~~~")
	if m := fencedText().FindStringSubmatch(s); m != nil && !fencedOld {
		return strings.TrimSuffix(m[1], "\n"), true
	}
	for _, marks := range []string{`""`, `''`, "``", "“”", "‘’", "«»", "„“", "「」"} {
		m := []rune(marks)
		inner, opened := strings.CutPrefix(s, string(m[0]))
		inner, closed := strings.CutSuffix(inner, string(m[1]))
		if !opened || !closed || inMarks(inner, marks) || strings.HasPrefix(old, string(m[0])) {
			continue
		}
		if m[0] == '`' && strings.TrimSpace(inner) == old {
			return "", false
		}
		return inner, inner != ""
	}
	return "", false
}

// inMarks reports whether s has one of the marks in it. An apostrophe within a word does not count.
func inMarks(s, marks string) bool {
	if marks == "''" {
		return strings.Contains(s, " '") || strings.Contains(s, "' ")
	}
	return strings.ContainsAny(s, marks)
}

var optional = Pattern(`\((?:e?s|en|ing|ed)\)|\[[^\]]*\]`)

// Alternatives reports whether want is more than one text, as in a|b, firefighter(s)
// and "a, b, or c". Signs that old has as well are part of the text.
func Alternatives(old, want string) bool {
	for _, sign := range []string{"|", "..."} {
		if strings.Contains(want, sign) && !strings.Contains(old, sign) {
			return true
		}
	}
	if optional().MatchString(want) && !optional().MatchString(old) {
		return true
	}
	return strings.Contains(want, ", ") && !strings.Contains(old, ",") && strings.Contains(" "+want, " or ")
}
