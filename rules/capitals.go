package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Capitals is what a check asks of capitals, as rules of Vale with "match: $sentence" do.
type Capitals struct {
	share int              // percent of the words that must be right
	after []string         // how a word ends behind which a sentence begins
	keep  []string         // what keeps its capitals
	fold  bool             // it is looked for in any capitals
	kept  []*regexp.Regexp // the same, compiled
	right *regexp.Regexp   // any of keep, as a whole word; nil for none
	words *regexp.Regexp   // the words of a text
	parts *regexp.Regexp   // the same, whatever the capitals of what is kept
}

// sentenceCase reads a check of capitals.
func (d *decoder) sentenceCase(n jsontree.Node, path string) *Capitals {
	o := d.object(n, path)
	s := &Capitals{share: o.integer("share", 80, 1, 100), after: o.texts("after", nil), fold: o.boolean("fold", false)}
	s.keep = o.texts("keep", func(e string) error {
		re, err := regexp.Compile(e)
		if s.kept = append(s.kept, re); err != nil {
			return term.PatternError(e, err)
		}
		return nil
	})
	o.done()
	const word = `[\p{N}\p{L}*]+[^\s]*`
	s.words = regexp.MustCompile(word)
	if s.parts = s.words; len(s.keep) > 0 {
		longest := slices.Clone(s.keep)
		slices.SortStableFunc(longest, func(a, b string) int { return len(b) - len(a) })
		any := `\b(?:(?-i)` + strings.Join(longest, "|(?-i)") + `)\b`
		var err error
		if s.right, err = regexp.Compile(any); err != nil {
			return s // it is reported
		}
		s.words = regexp.MustCompile(any + "|" + word)
		if s.parts = s.words; s.fold {
			s.parts = regexp.MustCompile(fmt.Sprintf(`(?i)\b(?:%s)\b|%s`, strings.Join(s.keep, "|"), word))
		}
	}
	return s
}

// Holds reports whether a text is in sentence case.
func (s *Capitals) Holds(text string) bool {
	var wanted []string
	parts := s.parts.FindAllString(text, -1)
	for i, part := range parts {
		kept := slices.IndexFunc(s.kept, func(re *regexp.Regexp) bool { return re.MatchString(part) })
		same := slices.IndexFunc(s.keep, func(e string) bool { return s.fold && strings.EqualFold(e, part) })
		switch {
		case same >= 0 && (kept < 0 || same <= kept):
			part = s.keep[same]
		case kept >= 0:
		case i == 0 || i == 1 && numbered().MatchString(parts[0]) ||
			slices.ContainsFunc(s.after, func(end string) bool { return strings.HasSuffix(parts[i-1], end) }):
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
	return len(words) > 0 && right*100 >= s.share*len(words)
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
