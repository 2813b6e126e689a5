package remark

import (
	_ "embed"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules/term"
)

//go:embed weights.txt
var weightList string

// weights has what each trait of a sentence says for a demand, or, below 0, for chatter.
var weights = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	for line := range strings.Lines(weightList) {
		value, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		weight, err := strconv.Atoi(value)
		if err != nil {
			continue // a comment
		}
		for trait := range strings.SplitSeq(list, ", ") {
			out[trait] = weight
		}
	}
	return out
})

// weigh returns how surely a sentence asks for a change, or says what is wrong: above 0 it does.
func weigh(sentence string) int {
	sum := 0
	for _, t := range traits(sentence) {
		sum += weights()[t]
	}
	return sum
}

// tellingClasses are the classes of words that are traits of a sentence.
var tellingClasses = []class{"demand", "place-noun"}

// traits returns what is weighed in a sentence: its words, pairs of them, the stems of long ones, how it begins, the
// classes of its words, its marks and its length. None has a comma.
func traits(sentence string) []string {
	out := []string{"ALL"}
	words := Terms(sentence)
	for i, w := range words {
		if strings.Trim(w, "0123456789") == "" {
			words[i] = "0"
		}
		const long, stem = 6, 5
		if utf8.RuneCountInString(w) > long {
			out = append(out, string([]rune(w)[:stem])+"-")
		}
	}
	for i, w := range words {
		out = append(out, w)
		if i > 0 {
			out = append(out, words[i-1]+" "+w)
		}
		if i < 2 {
			out = append(out, "^ "+strings.Join(words[:i+1], " "))
		}
	}
	low := fold(sentence)
	for _, c := range tellingClasses {
		if start, end := c.find(low); end > 0 {
			out = append(out, "<"+string(c)+">")
			if !strings.ContainsFunc(low[:start], isWordRune) {
				out = append(out, "^ <"+string(c)+">")
			}
		}
	}
	for mark, is := range map[string]bool{
		"QUOTES": quotes(sentence), "NAME": isName(sentence),
		"SIGN":     strings.ContainsFunc(sentence, func(r rune) bool { return unicode.Is(unicode.So, r) }),
		"UNSPACED": strings.ContainsFunc(sentence, term.Unspaced), "ASKS": strings.ContainsAny(sentence, "?？"),
		"CRIES": strings.ContainsAny(sentence, "!！"), "LABEL": strings.ContainsAny(sentence, ":："),
		"BRACKET": strings.Contains(sentence, "("),
		"NO END":  isWordRune(lastRune(strings.TrimRight(sentence, spaces+"*_)\"”"))),
	} {
		if is {
			out = append(out, mark)
		}
	}
	out = append(out, "LENGTH "+strconv.Itoa(bits.Len(uint(len(words)))))
	slices.Sort(out)
	return slices.Compact(out)
}
