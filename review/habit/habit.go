// Package habit counts the forms of bullets, headings and emphasis in the documents of a repository, for rules that ask
// for consistency. A habit is a form that nine of ten places have.
//
//	counts := habit.Gather(texts, jobs, false)
//	set = set.Settle(counts.Habits())
//
// Invariants:
//   - It reads lines, and makes no tree.
//   - The result depends on the texts and their order alone, not on the number of goroutines.
package habit

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Counts is how many places have each form. Only headings whose plain words show a capitalisation are counted.
type Counts struct {
	Bullets  [len(markdown.BulletMarkers)]int // items by the index of their marker there
	Headings int
	Sentence int                       // headings in sentence case
	Titles   [rules.ConsistentCase]int // headings in title case, by the style that they keep to; one may keep to several
	// Emphasis and Strong are the places of both by the index of the delimiter in delimiterChars.
	Emphasis, Strong [len(delimiterChars)]int
}

const delimiterChars = "*_"

// titleStyles is the styles of titles, the commonest first: of two that hold equally well the first one is taken.
var titleStyles = [...]rules.HeadingStyle{rules.TitleCaseChicago, rules.TitleCaseAP, rules.TitleCaseAPA}

// Add counts the places of a text; those of emphasis only if delimiters is set.
func (c *Counts) Add(src []byte, delimiters bool) {
	v := usage.FormVisitor{Heading: c.heading, Bullet: c.bullet}
	if delimiters {
		v.Delimiters = c.delimiter
	}
	usage.Forms(source.WithLineFeeds(src), v)
}

func (c *Counts) bullet(marker byte) { c.Bullets[strings.IndexByte(markdown.BulletMarkers, marker)]++ }

func (c *Counts) delimiter(char byte, length int) {
	of := &c.Emphasis
	if length == 2 {
		of = &c.Strong
	}
	of[strings.IndexByte(delimiterChars, char)]++
}

func (c *Counts) heading(text []byte) {
	how := casing.CapitalisationOf(text)
	if how == casing.CapitalsUnknown {
		return
	}
	c.Headings++
	switch how {
	case casing.CapitalsSentence:
		c.Sentence++
	case casing.CapitalsTitle:
		for _, style := range titleStyles {
			if casing.TitledBy(text, style) {
				c.Titles[style]++
			}
		}
	}
}

// plus returns the sum of c and d.
func (c Counts) plus(d Counts) Counts {
	for i := range c.Bullets {
		c.Bullets[i] += d.Bullets[i]
	}
	for i := range c.Titles {
		c.Titles[i] += d.Titles[i]
	}
	for i := range c.Emphasis {
		c.Emphasis[i] += d.Emphasis[i]
		c.Strong[i] += d.Strong[i]
	}
	c.Headings, c.Sentence = c.Headings+d.Headings, c.Sentence+d.Sentence
	return c
}

// Items returns how many items of bullet lists were counted.
func (c Counts) Items() int { return sum(c.Bullets[:]) }

func sum(counts []int) int {
	n := 0
	for _, of := range counts {
		n += of
	}
	return n
}

// So many places are enough to show a habit. To count more takes time and changes nothing.
const (
	enoughItems    = 10_000
	enoughHeadings = 5_000
	enoughEmphasis = 5_000
)

// enough reports whether there is enough of everything.
func (c Counts) enough(delimiters bool) bool {
	return c.Items() >= enoughItems && c.Headings >= enoughHeadings &&
		(!delimiters || sum(c.Emphasis[:]) >= enoughEmphasis && sum(c.Strong[:]) >= enoughEmphasis)
}

// portion is how many texts are counted at a time.
const portion = 64

// Gather counts texts one after the other, in portions, until there is enough of everything. The first texts should be
// a sample of all. A text that can't be read is left out.
func Gather(texts []source.Stored, jobs int, delimiters bool) Counts {
	var all Counts
	for len(texts) > 0 && !all.enough(delimiters) {
		next := texts[:min(portion, len(texts))]
		texts = texts[len(next):]
		all = all.plus(counted(next, jobs, delimiters))
	}
	return all
}

// counted counts a portion.
func counted(next []source.Stored, jobs int, delimiters bool) (all Counts) {
	counts := make([]Counts, len(next))
	parallel.Each(len(next), jobs, func(i int) {
		defer parallel.In(next[i].Path)
		if src, err := next[i].Read(); err == nil {
			counts[i].Add(src, delimiters)
		}
	})
	for _, c := range counts {
		all = all.plus(c)
	}
	return all
}

// settled reports whether n of all places are a habit.
func settled(n, all int) bool { return all > 0 && 10*n >= 9*all }

// Habits returns the forms that nine of ten places have.
func (c Counts) Habits() (h rules.Habits) {
	if marker, n := c.Bullet(); settled(n, c.Items()) {
		h.Marker = marker
	}
	if char, n := Most(c.Emphasis); settled(n, sum(c.Emphasis[:])) {
		h.Emphasis = char
	}
	if char, n := Most(c.Strong); settled(n, sum(c.Strong[:])) {
		h.Strong = char
	}
	if style, n := c.HeadingStyle(); settled(n, c.Headings) {
		h.Headings, h.HeadingsKnown = style, true
	}
	return h
}

// Bullet returns the marker that most items have, and how many do.
func (c Counts) Bullet() (marker byte, n int) {
	for i, of := range c.Bullets {
		if of > n {
			marker, n = markdown.BulletMarkers[i], of
		}
	}
	return marker, n
}

// Most returns the delimiter that most places have, and how many have it.
func Most(counts [len(delimiterChars)]int) (char byte, n int) {
	for i, of := range counts {
		if of > n {
			char, n = delimiterChars[i], of
		}
	}
	return char, n
}

// HeadingStyle returns the style that most headings keep to, and how many do.
func (c Counts) HeadingStyle() (rules.HeadingStyle, int) {
	style, most := rules.SentenceCase, c.Sentence
	for _, title := range titleStyles {
		if c.Titles[title] > most {
			style, most = title, c.Titles[title]
		}
	}
	return style, most
}
