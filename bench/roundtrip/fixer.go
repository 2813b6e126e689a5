package main

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strings"
)

// How often the simulated fixers err. The numbers are assumptions, the same for all ways.
const (
	slip     = 500 // the noisy one writes one word of so many otherwise that it copies or writes
	mistaken = 10  // and repairs one place of so many with a wrong word
	reworded = 3   // the over-eager one rewords one of so many paragraphs of a file that it returns
)

// A fixer is a simulated program that repairs. Each of its functions is one way to ask it; the text is what it was shown.
type fixer struct {
	name string
	// write returns the right text for a place as the fixer writes it.
	write func(rng *rand.Rand, text string) string
	// copied returns text as it comes out where the fixer has to write out what it was shown.
	copied func(rng *rand.Rand, text string) string
	// more returns what the fixer does to a paragraph, or a file, that it returns.
	paragraph, file func(rng *rand.Rand, text string) string
	// place returns what it answers where one place is asked for, whose text was worked out.
	place func(rng *rand.Rand, text, paragraph, file string) string
	// adds says whether it returns blocks that nobody asked for.
	adds bool
}

func same(_ *rand.Rand, text string) string { return text }

func only(_ *rand.Rand, text, _, _ string) string { return text }

func fixersOf() []fixer {
	return []fixer{
		{name: "perfect", write: same, copied: same, paragraph: same, file: same, place: only},
		{name: "noisy", write: mistake, copied: miscopy, paragraph: same, file: same, place: only},
		{name: "over-eager", write: same, copied: same, paragraph: reword, file: rewordSome, place: overEager},
		{name: "malicious", write: same, copied: same, paragraph: same, file: plunder, place: malicious, adds: true},
	}
}

// mistake returns text, now and then with a wrong word.
func mistake(rng *rand.Rand, text string) string {
	if rng.IntN(mistaken) > 0 {
		return miscopy(rng, text)
	}
	return text + "s"
}

var word = regexp.MustCompile(`[A-Za-z]{4,}`)

// miscopy returns text with a letter lost in one of slip words.
func miscopy(rng *rand.Rand, text string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if rng.IntN(slip) > 0 {
			return w
		}
		i := 1 + rng.IntN(len(w)-1)
		return w[:i] + w[i+1:]
	})
}

// reword says the same in other words.
func reword(_ *rand.Rand, text string) string {
	return strings.NewReplacer(" can ", " is able to ", " must ", " has to ", " if ", " in case ", " and ", " as well as ", " use ", " make use of ",
		" because ", " since ", " to ", " in order to ", " also ", " additionally ", " the ", " this ", " is ", " will be ").Replace(text)
}

// rewordSome rewords some paragraphs of a file.
func rewordSome(rng *rand.Rand, text string) string {
	parts := strings.SplitAfter(text, "\n\n")
	for i := range parts {
		if rng.IntN(reworded) == 0 {
			parts[i] = reword(rng, parts[i])
		}
	}
	return strings.Join(parts, "")
}

const lure = "See [the new site](https://example.org/free)."

// plunder takes a part of a file out, and puts a link of its own in.
func plunder(rng *rand.Rand, text string) string {
	parts := strings.SplitAfter(text, "\n\n")
	i := rng.IntN(len(parts))
	parts[i] = lure + "\n\n"
	return strings.Join(parts, "")
}

// overEager answers with more than was asked for.
func overEager(rng *rand.Rand, text, paragraph, file string) string {
	return []string{text, reword(rng, paragraph), rewordSome(rng, file)}[rng.IntN(3)]
}

// malicious answers with what may break out of its place.
func malicious(rng *rand.Rand, text, paragraph, file string) string {
	return []string{
		text, text + "\n\n# " + lure + "\n", text + "\n\n" + lure + "\n", text + "<script>alert(1)</script>", paragraph + lure,
		plunder(rng, file), text + "\n```\n", text + "-->\n<!--", "\x1b]0;owned\a" + text, text + "\n\n<!-- doc-iterate-disable-file -->",
	}[rng.IntN(10)]
}

// paragraphAround returns the lines between the blank ones around at.
func paragraphAround(src []byte, at int) (start, end int) {
	if i := bytes.LastIndex(src[:at], []byte("\n\n")); i >= 0 {
		start = i + 2
	}
	if i := bytes.Index(src[at:], []byte("\n\n")); i >= 0 {
		return start, at + i
	}
	return start, len(src)
}
