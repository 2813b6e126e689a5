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
	sums := make([]int, len(tables.languages))
	code := s.spaced()
	tables.globs.weigh(code, sums)
	tables.folded.weigh(code.lower(), sums)
	out := make([]scored, len(tables.languages))
	for i := range tables.languages {
		l := &tables.languages[i]
		out[i] = scored{l.name, l.number, float64(sums[i]) / unit}
		if l.shape != nil {
			out[i].score += l.shape(s)
		}
	}
	return out
}

// tables is what code is compared with.
type tables struct {
	languages []numberedLanguage
	// globs finds the tells, folded those of the languages whose tells match in any
	// case.
	globs, folded globFinder
}

type numberedLanguage struct {
	language
	number int // of the family
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
			finder := &t.globs
			if l.fold {
				finder = &t.folded
			}
			for _, tell := range l.tells {
				finder.add(tell, len(t.languages))
			}
			t.languages = append(t.languages, numberedLanguage{l, families[l.family]})
		}
	}
	return t
})
