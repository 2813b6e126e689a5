package fixers

import (
	"math"
	"sync"
)

// A language is what code may turn out to be. Its tells and its shape say how
// much more frequent the code's features are in the language than in other code.
type language struct {
	// name is the info string to write where nothing else decides the spelling.
	name string
	// family unites languages that are mistaken for one another without harm: a
	// doubt between two of them is no reason to abstain.
	family family
	// fold lets the tells match in any case; they are written in lower case.
	fold  bool
	tells []tell
	// shape weighs what no single line shows; it may be nil.
	shape func(*sample) float64
}

type family string

// Confidence below which a language is not written down. Of a hundred answers at
// the threshold itself some nine are wrong; most answers lie far above it.
const (
	minConfidence = 0.92
	// nothing is the score of code that shows no language at all.
	nothing = 1.0
)

// guess is the language that code shows, with the confidence from 0 to 1.
func guess(code []byte) (language string, confidence float64) {
	s := newSample(code)
	if len(s.lines) == 0 {
		return "", 0
	}
	if l := decided(s); l != "" {
		return l, 1
	}
	scores := score(s)
	best := make([]*scored, len(scores)) // by the number of the family
	var top *scored
	for i := range scores { // in order, so that ties are decided the same way every time
		sc := &scores[i]
		if b := best[sc.family]; b == nil || sc.score > b.score {
			best[sc.family] = sc
		}
		if top == nil || sc.score > top.score {
			top = sc
		}
	}
	if top.score <= nothing {
		return "", 0
	}
	sum := math.Exp(nothing - top.score)
	for _, b := range best {
		if b != nil {
			sum += math.Exp(b.score - top.score)
		}
	}
	return top.name, 1 / sum
}

// infer is the language that code shows beyond doubt, or "".
func infer(code []byte) string {
	language, confidence := guess(code)
	if confidence < minConfidence || language == plainText {
		return ""
	}
	return language
}

type scored struct {
	name   string
	family int // its number
	score  float64
}

func score(s *sample) []scored {
	tables := compiled()
	code := s.spaced()
	plain, low := tables.globs.count(code), tables.folded.count(code.lower())
	defer tables.globs.free(plain)
	defer tables.folded.free(low)
	out := make([]scored, len(tables.languages))
	for i := range tables.languages {
		l := &tables.languages[i]
		n := plain.n
		if l.fold {
			n = low.n
		}
		sum := 0.0
		for i, glob := range l.globs {
			if n[glob] > 0 { // of few
				sum += l.says[i][n[glob]]
			}
		}
		if l.shape != nil {
			sum += l.shape(s)
		}
		out[i] = scored{l.name, l.number, sum}
	}
	return out
}

// tables is what code is compared with.
type tables struct {
	languages []compiledLanguage
	// globs finds the tells, folded those of the languages whose tells match in any
	// case.
	globs, folded globFinder
}

type compiledLanguage struct {
	language
	number int // of the family
	// globs is the numbers of the globs of the tells, says what these say of code, by the
	// number of lines that show them. Most are not asked.
	globs []uint16
	says  [][enough + 1]float64
}

// compiled is the tables, compiled when the first code is looked at.
var compiled = sync.OnceValue(func() *tables {
	t := &tables{}
	families := map[family]int{}
	for _, group := range [][]language{shellLanguages, dataLanguages, webLanguages, cLanguages, scriptLanguages, otherLanguages} {
		for _, l := range group {
			if _, ok := families[l.family]; !ok {
				families[l.family] = len(families)
			}
			c := compiledLanguage{language: l, number: families[l.family]}
			finder := &t.globs
			if l.fold {
				finder = &t.folded
			}
			for _, tell := range l.tells {
				c.globs = append(c.globs, uint16(finder.add(tell.pattern)))
				c.says = append(c.says, says(tell.weight))
			}
			t.languages = append(t.languages, c)
		}
	}
	return t
})

// says is what a tell of this weight says, by the number of lines that show it: a second
// one says half as much again, a third one a quarter, and more of them nothing.
func says(weight float64) (out [enough + 1]float64) {
	for n := range enough {
		out[n+1] = out[n] + weight
		weight /= 2
	}
	return out
}
