package remark

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// ciCommand is the old form of GitHub's and Azure's workflow commands, which
// their runners obey wherever in a line they stand.
var ciCommand = Pattern(`##([A-Za-z]*\[)`)

// Clean makes text from a review fit to be shown: one line, without characters that steer a terminal or turn the
// direction of writing, and without a command that a CI runner would obey. Nothing that is compared with a document is
// cleaned.
func Clean(s string) string {
	if plain(s) {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case source.InvisibleControl(r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	for strings.HasPrefix(s, "::") {
		s = strings.TrimLeft(s, ": ")
	}
	return ciCommand().ReplaceAllString(s, "# #$1")
}

// plain reports whether Clean would leave s as it is.
func plain(s string) bool {
	last := byte(' ')
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= 0x7F || c == '#' && last == '#' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return !strings.HasPrefix(s, "::") && (s == "" || last != ' ')
}

// Pattern returns a regular expression that is compiled when it is first needed: most
// runs of the program read no review.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
