package remark

import (
	"embed"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/doc-iterate/doc-iterate/rules/term"
)

//go:embed weights.txt doubts.txt further.txt closed.txt
var weightLists embed.FS

// A meaning is what words in a review say.
type meaning uint8

// What words beside an edit say.
const (
	reason  meaning = iota // or courtesy
	doubt                  // a condition, a time, a scope or a refusal, too
	further                // they ask for more
	over                   // it is done already, withdrawn or rejected
	meanings
)

// What any sentence says.
const (
	chatter meaning = iota
	demand          // it asks for a change, or says what is wrong
)

// A scale has what each trait of a sentence says for a meaning, or, below 0, against it, compared with the first one.
type scale func() map[string][meanings]int16

var (
	anywhere = scaleOf("weights.txt")
	beside   = scaleOf("doubts.txt", "further.txt", "closed.txt")
)

// meaningOf returns what words beside an edit most likely say, and how much more likely than the next: as a logarithm,
// by which 20 is about three times.
func meaningOf(words string) (m meaning, by int) {
	if !strings.ContainsFunc(words, isWordRune) {
		return reason, 0
	}
	sums := beside.weigh(words)
	for is, n := range sums {
		if n > sums[m] {
			m = meaning(is)
		}
	}
	by = math.MaxInt
	for is, n := range sums {
		if meaning(is) != m {
			by = min(by, sums[m]-n)
		}
	}
	return m, by
}

// asks returns how likely a sentence asks for a change, or says what is wrong, rather than being chatter: above 0 it
// does.
func asks(sentence string) int { return anywhere.weigh(sentence)[demand] }

// scaleOf returns the scale in files, one for each meaning but the first, which are read when they are first needed.
func scaleOf(names ...string) scale {
	return sync.OnceValue(func() map[string][meanings]int16 {
		out := map[string][meanings]int16{}
		for i, name := range names {
			data, err := weightLists.ReadFile(name)
			if err != nil {
				panic(err) // it is embedded
			}
			for line := range strings.Lines(string(data)) {
				value, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
				weight, err := strconv.ParseInt(value, 10, 16)
				if err != nil {
					continue // a comment
				}
				for trait := range strings.SplitSeq(list, ", ") {
					weights := out[trait]
					weights[i+1] = int16(weight)
					out[trait] = weights
				}
			}
		}
		return out
	})
}

// weigh returns what a sentence weighs for each meaning.
func (s scale) weigh(sentence string) (sums [meanings]int) {
	weights := s()
	for _, t := range traits(sentence) {
		for m, w := range weights[t] {
			sums[m] += int(w)
		}
	}
	return sums
}

// traits returns what is weighed in a sentence: its words, pairs of them, how they begin and end, how it begins, its
// marks and its length. None has a comma.
func traits(sentence string) []string {
	out := []string{"ALL"}
	words := Terms(sentence)
	for i, w := range words {
		if strings.Trim(w, "0123456789") == "" {
			words[i] = "0"
		}
		letters := []rune(w)
		for _, n := range []int{4, 5, 7} {
			if len(letters) > n {
				out = append(out, string(letters[:n])+"-")
			}
		}
		for _, n := range []int{3, 4} {
			if len(letters) > n+1 {
				out = append(out, "-"+string(letters[len(letters)-n:]))
			}
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
	first := firstRune(strings.TrimLeft(sentence, spaces))
	for mark, is := range map[string]bool{
		"QUOTES": quotes(sentence), "NAME": isName(sentence), "SMALL": unicode.IsLower(first),
		"SIGN":     strings.ContainsFunc(sentence, func(r rune) bool { return unicode.Is(unicode.So, r) }),
		"UNSPACED": strings.ContainsFunc(sentence, term.Unspaced), "ASKS": strings.ContainsAny(sentence, "?？"),
		"CRIES": strings.ContainsAny(sentence, "!！"), "LABEL": strings.ContainsAny(sentence, ":："),
		"DIGIT": strings.ContainsAny(sentence, "0123456789"), "COMMA": strings.ContainsAny(sentence, ",，、"),
		"DOTS":    strings.Contains(sentence, "…") || strings.Contains(sentence, "..."),
		"BRACKET": strings.ContainsAny(sentence, "(（"),
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
