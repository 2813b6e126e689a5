// Package language tells from code in which language it is written, as the fence of
// a code block names it.
//
// Each language has hints: patterns of a line that are more, or less, frequent in it
// than in other code. The hints that code shows are added up, with what the shape of
// the code says, to a score of each language. Infer names the language with the
// highest score if no other one comes near.
//
// The tables of hints are in a file for each family: braces.go, data.go, other.go,
// script.go, shell.go, web.go. What decides without hints is in marks.go.
//
// The package is pure: the same code gives the same answer. Of this module it imports
// nothing.
package language

import (
	"math"
	"slices"
	"strings"
	"sync"
)

const (
	// minConfidence is the confidence below which Infer gives no answer. Of a hundred
	// answers at the threshold itself some nine are wrong; most answers lie far above it.
	minConfidence = 0.92
	// noLanguage is the score of code that shows no language at all.
	noLanguage = 1.0
)

// Infer returns the language that code shows beyond doubt, under its usual name. ok is
// false where there is none.
func Infer(code []byte) (name string, ok bool) {
	name, confidence := guess(code)
	if confidence < minConfidence || name == plainText {
		return "", false
	}
	return name, true
}

// guess returns the most likely language of code, with the confidence from 0 to 1.
func guess(code []byte) (name string, confidence float64) {
	s := newSample(code)
	if len(s.lines) == 0 {
		return "", 0
	}
	if name := decided(s); name != "" {
		return name, 1
	}
	t := compiled()
	scores := t.scores(s)
	top := 0 // the first of several that are equal
	best := slices.Repeat([]float64{math.Inf(-1)}, t.families)
	for i, score := range scores {
		if score > scores[top] {
			top = i
		}
		family := t.familyOf[i]
		best[family] = max(best[family], score)
	}
	if scores[top] <= noLanguage {
		return "", 0
	}
	sum := math.Exp(noLanguage - scores[top])
	for _, score := range best {
		sum += math.Exp(score - scores[top])
	}
	return t.languages[top].name, 1 / sum
}

// tables is what code is compared with.
type tables struct {
	languages []language
	familyOf  []int // the number of the family of each language
	families  int   // how many there are
	// exact has the hints of most languages, folded those that match in any case.
	exact, folded index
}

// compiled is the tables. They are compiled when the first code is looked at.
var compiled = sync.OnceValue(func() *tables {
	t := &tables{languages: slices.Concat(
		shellLanguages, dataLanguages, webLanguages, braceLanguages, scriptLanguages, otherLanguages)}
	numbers := map[family]int{}
	for i, l := range t.languages {
		if _, ok := numbers[l.family]; !ok {
			numbers[l.family] = len(numbers)
		}
		t.familyOf = append(t.familyOf, numbers[l.family])
		hints := &t.exact
		if l.fold {
			hints = &t.folded
		}
		for _, h := range l.hints {
			hints.add(h, i)
		}
	}
	t.families = len(numbers)
	return t
})

// scores returns the score of each language.
func (t *tables) scores(s *sample) []float64 {
	units := make([]int, len(t.languages))
	lines := make([]string, len(s.lines))
	for i, line := range s.lines {
		lines[i] = singleSpaced(line)
	}
	t.exact.score(lines, units)
	for i := range lines {
		lines[i] = strings.ToLower(lines[i])
	}
	t.folded.score(lines, units)
	scores := make([]float64, len(units))
	for i, l := range t.languages {
		scores[i] = float64(units[i]) / unit
		if l.shape != nil {
			scores[i] += l.shape(s)
		}
	}
	return scores
}
