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
	w := compiled().weigh(s)
	defer compiled().memory.Put(w)
	var top *scored
	for i := range w.scores { // in order, so that ties are decided the same way every time
		sc := &w.scores[i]
		if b := w.best[sc.family]; b == nil || sc.score > b.score {
			w.best[sc.family] = sc
		}
		if top == nil || sc.score > top.score {
			top = sc
		}
	}
	if top.score <= nothing {
		return "", 0
	}
	sum := math.Exp(nothing - top.score)
	for _, b := range w.best {
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

// A weighing is what code is found to be, in memory that is used again.
type weighing struct {
	sums   []int // of what tells say, by language
	scores []scored
	best   []*scored // by the number of the family
}

// weigh scores the languages.
func (t *tables) weigh(s *sample) *weighing {
	w, ok := t.memory.Get().(*weighing)
	if !ok {
		n := len(t.languages)
		w = &weighing{make([]int, n), make([]scored, n), make([]*scored, n)}
	}
	clear(w.sums)
	clear(w.best)
	code := s.spaced()
	t.globs.weigh(code, w.sums)
	t.folded.weigh(code.lower(), w.sums)
	for i := range t.languages {
		l := &t.languages[i]
		w.scores[i] = scored{l.name, l.number, float64(w.sums[i]) / unit}
		if l.shape != nil {
			w.scores[i].score += l.shape(s)
		}
	}
	return w
}

// tables is what code is compared with.
type tables struct {
	languages []numberedLanguage
	// globs finds the tells, folded those of the languages whose tells match in any
	// case.
	globs, folded globFinder
	memory        sync.Pool // of *weighing
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
