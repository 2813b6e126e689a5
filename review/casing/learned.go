package casing

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Learned name is one that keeps its capitals in the headings of a document.
type Learned struct {
	Name string
	From Lesson
	// Upper and Lower count how often the text writes the name, or its rarest word, with and without a capital.
	Upper, Lower int
}

// A Lesson says how the judge knows that something is a name.
type Lesson uint8

// The lessons, the strongest first.
const (
	FromConfiguration Lesson = iota // proper_nouns, or a term
	FromBrands                      // the list of brands of several words
	FromText                        // the prose of the repository
	FromLexicon                     // the dictionary alone
	FromLetters                     // capitals within the word, which are never changed
)

// String returns the lesson in words for a person.
func (l Lesson) String() string {
	return [...]string{"configuration", "list of brands", "text", "dictionary", "its own capitals"}[l]
}

// Learn returns the names in a heading, in order: those that keep their capitals in any heading. A name may have
// several words.
func (j *Judge) Learn(h markdown.Heading) (names []Learned) {
	words := j.headingWords(h)
	for i := 0; i < len(words); {
		if spelling, n := j.configured(words, i); n > 0 {
			names = append(names, Learned{Name: spelling, From: FromConfiguration})
			i += n
			continue
		}
		if n := j.branded(words, i); n > 0 {
			names = append(names, Learned{Name: j.textBetween(words[i], words[i+n-1]), From: FromBrands})
			i += n
			continue
		}
		learned, isName := j.learn(words, i)
		if !isName {
			i++
			continue
		}
		last := i
		for last+1 < len(words) && words[last+1].pair {
			next, isName := j.learn(words, last+1)
			if !isName {
				break
			}
			if next.From == FromText && (learned.From != FromText || next.Upper < learned.Upper) {
				learned.Upper, learned.Lower = next.Upper, next.Lower
			}
			learned.From = min(learned.From, next.From)
			last++
		}
		learned.Name = j.textBetween(words[i], words[last])
		names = append(names, learned)
		i = last + 1
	}
	return names
}

// textBetween returns the text from one word to another, on one line.
func (j *Judge) textBetween(first, last headingWord) string {
	text := j.d.Bytes(source.Span{Start: first.Start, End: last.End})
	return strings.Join(strings.Fields(string(text)), " ")
}

// learn returns how the judge knows that word i is a name, or false for another word.
func (j *Judge) learn(words []headingWord, i int) (l Learned, isName bool) {
	w := &words[i]
	if w.opaque || !w.upper || w.suffix || w.Len() < 2 {
		return l, false
	}
	u := j.wordUsage(j.evidence.Corpus, w)
	l.Upper, l.Lower = int(u.Upper+u.Named), int(u.Lower)
	switch known := j.known(words, i); {
	case w.other && !contracted(j.d.Bytes(w.Span)):
		l.From = FromLetters
	case usage.SmallWords()[w.fold] || !known.surelyUpper() && !j.inLongName(words, i):
		return l, false
	case u.Total() > 0:
		l.From = FromText
	default:
		l.From = FromLexicon
	}
	return l, true
}

// LearnedIn returns the names in the headings of a document, each once, in the order of their first occurrence.
func (j *Judge) LearnedIn(d *zone.Document) (names []Learned) {
	seen := map[string]bool{}
	for _, h := range d.Headings() {
		for _, name := range j.Learn(h) {
			if !seen[name.Name] {
				seen[name.Name] = true
				names = append(names, name)
			}
		}
	}
	return names
}
