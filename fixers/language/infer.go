// Package language tells from code in which language it is written, as the fence of a code block names it.
//
// Each language has hints: patterns of a line that are more, or less, frequent in it than in other code. The hints that
// code shows are added up, with what the shape of the code says, to a score of each language. Infer names the language
// with the highest score if no other one comes near.
//
// Before any hint, the layout of the code may decide (marks.go: sessions, patches, pages, included files), that of what
// programs print (plain.go), or YAML's parser (yaml.go). A language needs a construct of its own; what two of them
// write alike names the rival (flavour in web.go).
//
// The tables of hints are in a file for each family: braces.go, data.go, other.go, script.go, shell.go, web.go. What
// decides without hints is in marks.go.
//
// The package is pure: the same code gives the same answer.
package language

import (
	"math"
	"slices"
	"strings"
	"sync"
)

const (
	// minConfidence is the confidence below which Infer gives no answer. Of a hundred answers at the threshold itself some
	// nine are wrong; most answers lie far above it.
	minConfidence = 0.92
	// minEvidence is what a language needs of its own, however little speaks for others: one construct, or two that some
	// others have.
	minEvidence = 4.0
	// noLanguage is the score of code that shows no language at all.
	noLanguage = 1.0
)

// An Answer is a language, under its usual name.
type Answer struct {
	Name string
	// Rival is a language that the code may be in as well: a document that speaks of it leaves the answer open. Most
	// answers have none.
	Rival Rival
}

// Infer returns the language that code shows beyond doubt. ok is false for no such language. Plain text is an answer
// too.
func Infer(code []byte) (answer Answer, ok bool) {
	answer, confidence := guess(code)
	return answer, confidence >= minConfidence
}

// guess returns the most likely language of code, with the confidence from 0 to 1.
func guess(code []byte) (answer Answer, confidence float64) {
	s := newSample(code)
	if len(s.lines) == 0 {
		return Answer{}, 0
	}
	if answer := decided(s); answer.Name != "" {
		return answer, 1
	}
	if page(s) {
		return Answer{"html", templates}, 1
	}
	switch ok, unsure := plain(s); {
	case ok:
		return Answer{Name: plainText}, 1
	case unsure, edited(s):
		return Answer{}, 0
	}
	mapped := mapping(s)
	if mapped == sure {
		return Answer{Name: "yaml"}, 1
	}
	t := compiled()
	scores, evidence := t.scores(s)
	top := 0 // the first of several that are equal
	best := slices.Repeat([]float64{math.Inf(-1)}, t.families)
	for i, score := range scores {
		if score > scores[top] {
			top = i
		}
		family := t.familyOf[i]
		best[family] = max(best[family], score)
	}
	name := t.languages[top].name
	if scores[top] <= noLanguage || evidence[top] < minEvidence || name == plainText || mapped == possible && name == "python" {
		return Answer{}, 0
	}
	sum := math.Exp(noLanguage - scores[top])
	for _, score := range best {
		sum += math.Exp(score - scores[top])
	}
	if answer = t.answer(s, top, evidence); answer.Name == "" {
		return Answer{}, 0
	}
	return answer, 1 / sum
}

// answer is the language with the highest score, or a flavour of it.
func (t *tables) answer(s *sample, top int, evidence []float64) Answer {
	l := t.languages[top]
	switch {
	case l.family == jsFamily:
		return t.flavour(s, evidence)
	case (l.name == "sh" || l.name == "powershell") && s.share(ofDotnet) == 1:
		return Answer{"sh", habit}
	case l.name == "sh" && s.count(ofUnix) == 0:
		return Answer{"sh", powerShell}
	}
	return Answer{l.name, rivalOf(l.name)}
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

// scores returns the score of each language, and how much of it is evidence: hints that other languages hardly have,
// and its shape.
func (t *tables) scores(s *sample) (scores, evidence []float64) {
	units, telling := make([]int, len(t.languages)), make([]int, len(t.languages))
	lines := make([]string, len(s.lines))
	for i, line := range s.lines {
		lines[i] = singleSpaced(line)
	}
	t.exact.score(lines, units, telling)
	for i := range lines {
		lines[i] = strings.ToLower(lines[i])
	}
	t.folded.score(lines, units, telling)
	scores, evidence = make([]float64, len(units)), make([]float64, len(units))
	for i, l := range t.languages {
		scores[i] = float64(units[i]) / unit
		evidence[i] = float64(telling[i]) / 10
		if l.shape != nil {
			shape := l.shape(s)
			scores[i] += shape
			if shape > 2 {
				evidence[i] += shape
			}
		}
	}
	return scores, evidence
}
