package usage

import (
	_ "embed"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// lexiconWords says how English writes a word, if the text of the corpus does not show it. lexicon/README.md names its
// sources and licences.
//
//go:embed lexicon/words.txt
var lexiconWords string

//go:embed lexicon/phrases.txt
var lexiconPhrases string

//go:embed lexicon/names.txt
var lexiconNames string

// A Writing is how a word is written in the middle of a sentence.
type Writing uint8

const (
	Unknown Writing = iota
	Lower
	Upper
)

// Lexicon looks up a word in lower case. It also knows the regular forms of a word.
func Lexicon(word string) Writing {
	if w := lexiconEntry(word); w != Unknown {
		return w
	}
	for _, e := range regularEndings {
		stem, ok := strings.CutSuffix(word, e.ending)
		if !ok || len(stem) < 3 {
			continue
		}
		for _, restored := range e.stems {
			if lexiconEntry(stem+restored)&Lower != 0 {
				return Lower
			}
		}
		if n := len(stem); e.doubles && stem[n-1] == stem[n-2] && lexiconEntry(stem[:n-1])&Lower != 0 {
			return Lower // setting
		}
	}
	for _, prefix := range []string{"re", "un", "non", "sub", "pre", "de", "mis", "dis", "over", "multi", "auto",
		"meta", "micro", "inter", "out", "up", "co"} {
		if rest, ok := strings.CutPrefix(word, prefix); ok && len(rest) > 3 && Lexicon(rest) == Lower {
			return Lower
		}
	}
	return Unknown
}

// Listed reports whether the lexicon itself has a word in lower case, or the word that it is a plain form of.
func Listed(word string) bool {
	if lexiconEntry(word)&Lower != 0 {
		return true
	}
	for _, e := range []struct{ ending, stem string }{{"s", ""}, {"ies", "y"}, {"ed", ""}, {"ed", "e"}, {"ing", ""},
		{"ing", "e"}, {"ors", ""}} {
		stem, ok := strings.CutSuffix(word, e.ending)
		if !ok || len(stem) < 4 {
			continue
		}
		last := stem[len(stem)-1]
		if e.stem == "" && (last == 'e' && e.ending != "s" || last == 'y' && e.ending == "s") {
			continue
		}
		if lexiconEntry(stem+e.stem)&Lower != 0 {
			return true
		}
	}
	return false
}

// CompoundOfWords reports whether a word is two words of the lexicon written as
// one, as the words of a trade often are: filesystem, timestamp.
func CompoundOfWords(word string) bool {
	for i := 4; i+4 <= len(word); i++ {
		if Lexicon(word[:i])&Lower != 0 && Lexicon(word[i:])&Lower != 0 {
			return true
		}
	}
	return false
}

// regularEndings are the endings of regular forms, with the letters that a word may lose before them.
var regularEndings = []struct {
	ending  string
	stems   []string
	doubles bool
}{
	{"s", []string{""}, false},
	{"es", []string{"", "e"}, false},
	{"ies", []string{"y"}, false},
	{"ed", []string{"", "e"}, true},
	{"ied", []string{"y"}, false},
	{"ing", []string{"", "e"}, true},
	{"ings", []string{"", "e"}, true},
	{"er", []string{"", "e"}, true},
	{"ers", []string{"", "e"}, true},
	{"or", []string{"", "e"}, false},
	{"ors", []string{"", "e"}, false},
	{"est", []string{"", "e"}, true},
	{"ly", []string{"", "le"}, false},
	{"ally", []string{""}, false},
	{"able", []string{"", "e"}, true},
	{"ability", []string{"", "e"}, true},
	{"ness", []string{""}, false},
	{"iness", []string{"y"}, false},
	{"less", []string{""}, false},
	{"ment", []string{""}, false},
	{"ments", []string{""}, false},
	{"ation", []string{"", "e"}, false},
	{"ations", []string{"", "e"}, false},
	{"ion", []string{"", "e"}, false},
	{"ions", []string{"", "e"}, false},
	{"ive", []string{"", "e"}, false},
	{"ization", []string{"", "ize"}, false},
	{"izing", []string{"", "ize"}, false},
	{"ized", []string{"", "ize"}, false},
}

// lexiconEntry returns how the lexicon itself writes a word.
func lexiconEntry(word string) Writing {
	found := Unknown
	list := lexiconLines()
	for i := list.find(word); i < len(list.starts); i++ {
		switch line := list.line(i); {
		case line == word:
			found |= Lower
		case strings.EqualFold(line, word):
			found |= Upper
		default:
			return found
		}
	}
	return found
}

// Brand reports whether a phrase, given in lower case with single spaces, is a brand of several words.
func Brand(phrase string) bool { return phraseLines().has(phrase) }

// KnownName reports whether such a phrase is a name that always has its capitals, even if each of its words is an
// ordinary one.
func KnownName(phrase string) bool { return nameLines().has(phrase) }

var (
	lexiconLines = sync.OnceValue(func() *sortedLines { return newSortedLines(lexiconWords) })
	phraseLines  = sync.OnceValue(func() *sortedLines { return newSortedLines(lexiconPhrases) })
	nameLines    = sync.OnceValue(func() *sortedLines { return newSortedLines(lexiconNames) })
)

// sortedLines are lines that are sorted without regard to case.
type sortedLines struct {
	text   string
	starts []uint32
}

// has reports whether a line is text in any case.
func (l *sortedLines) has(text string) bool {
	i := l.find(text)
	return i < len(l.starts) && compareFolded(l.line(i), text) == 0
}

func newSortedLines(text string) *sortedLines {
	l := &sortedLines{text: text, starts: make([]uint32, 0, strings.Count(text, "\n")+1)}
	for at := 0; at < len(text); {
		l.starts = append(l.starts, uint32(at))
		n := strings.IndexByte(text[at:], '\n')
		if n < 0 {
			break
		}
		at += n + 1
	}
	return l
}

func (l *sortedLines) line(i int) string {
	if i+1 < len(l.starts) {
		return l.text[l.starts[i] : l.starts[i+1]-1]
	}
	return strings.TrimSuffix(l.text[l.starts[i]:], "\n")
}

// find returns the first line that does not come before word.
func (l *sortedLines) find(word string) int {
	return sort.Search(len(l.starts), func(i int) bool { return compareFolded(l.line(i), word) >= 0 })
}

// compareFolded compares a line in lower case with a word.
func compareFolded(line, word string) int {
	for i := range min(len(line), len(word)) {
		c := line[i]
		if c >= utf8.RuneSelf {
			return strings.Compare(strings.ToLower(line), word)
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != word[i] {
			return int(c) - int(word[i])
		}
	}
	return len(line) - len(word)
}
