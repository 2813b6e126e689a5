package term

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Capitals is what a check asks of capitals, as rules of Vale with "match: $sentence" do.
type Capitals struct {
	Share int              // percent of the words that must be right
	After []string         // how a word ends behind which a sentence begins
	Keep  []string         // what keeps its capitals: expressions
	Fold  bool             // it is looked for in any capitals
	kept  []*regexp.Regexp // the same, compiled
	right *regexp.Regexp   // any of Keep, as a whole word; nil for none
	words *regexp.Regexp   // the words of a text
	parts *regexp.Regexp   // the same, whatever the capitals of what is kept
}

// Compile reads the expressions of s. Each of Keep must be one in parentheses.
func (s *Capitals) Compile() {
	const word = `[\p{N}\p{L}*]+[^\s]*`
	s.words = regexp.MustCompile(word)
	for _, e := range s.Keep {
		s.kept = append(s.kept, regexp.MustCompile(e))
	}
	if s.parts = s.words; len(s.Keep) == 0 {
		return
	}
	longest := slices.Clone(s.Keep)
	slices.SortStableFunc(longest, func(a, b string) int { return len(b) - len(a) })
	whole := `\b(?:(?-i)` + strings.Join(longest, "|(?-i)") + `)\b`
	s.right, s.words = regexp.MustCompile(whole), regexp.MustCompile(whole+"|"+word)
	if s.parts = s.words; s.Fold {
		s.parts = regexp.MustCompile(fmt.Sprintf(`(?i)\b(?:%s)\b|%s`, strings.Join(s.Keep, "|"), word))
	}
}

// Holds reports whether a text is in sentence case.
func (s *Capitals) Holds(text string) bool {
	var wanted []string
	parts := s.parts.FindAllString(text, -1)
	for i, part := range parts {
		kept := slices.IndexFunc(s.kept, func(re *regexp.Regexp) bool { return re.MatchString(part) })
		same := slices.IndexFunc(s.Keep, func(e string) bool { return s.Fold && strings.EqualFold(e, part) })
		switch {
		case same >= 0 && (kept < 0 || same <= kept):
			part = s.Keep[same]
		case kept >= 0:
		case i == 0 || i == 1 && numbered().MatchString(parts[0]) ||
			slices.ContainsFunc(s.After, func(end string) bool { return strings.HasSuffix(parts[i-1], end) }):
			first, n := utf8.DecodeRuneInString(part)
			part = string(unicode.ToTitle(first)) + strings.ToLower(part[n:])
		default:
			part = strings.ToLower(part)
		}
		wanted = append(wanted, part)
	}
	wanted = s.words.FindAllString(strings.Join(wanted, " "), -1)
	words, right := s.words.FindAllString(text, -1), 0
	for i, word := range words {
		switch {
		case i >= len(wanted), word == wanted[i], s.right != nil && s.right.MatchString(word):
			right++
		case i == 0 && word != capitals(word):
			return false
		}
	}
	return len(words) > 0 && right*100 >= s.Share*len(words)
}

var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+\.`) })

// capitals returns a word in small letters, with a capital at its start and behind each sign in it.
func capitals(word string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		sign := before < utf8.RuneSelf && before != '_' && !unicode.IsLetter(before) && !unicode.IsDigit(before)
		if before = unicode.ToLower(r); sign {
			return unicode.ToTitle(before)
		}
		return before
	}, word)
}
