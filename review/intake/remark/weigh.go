package remark

import (
	"embed"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules/term"
)

//go:embed weights.txt doubts.txt reasons.txt
var weightLists embed.FS

// A scale weighs sentences: what each trait of one says for a meaning, or, below 0, against it.
type scale func() map[string]int

// asking weighs whether a sentence asks for a change, or says what is wrong, and is no chatter. doubting weighs whether
// words beside an edit make it doubtful. reasoning weighs whether they are no more than a reason for it, or courtesy.
var (
	asking    = scaleOf("weights.txt")
	doubting  = scaleOf("doubts.txt")
	reasoning = scaleOf("reasons.txt")
)

// scaleOf returns the scale in a file, which is read when it is first needed.
func scaleOf(name string) scale {
	return sync.OnceValue(func() map[string]int {
		data, err := weightLists.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		out := map[string]int{}
		for line := range strings.Lines(string(data)) {
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
}

// weigh returns how surely a sentence has the meaning: above 0 it does.
func (s scale) weigh(sentence string) int {
	sum := 0
	for _, t := range traits(sentence) {
		sum += s()[t]
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
