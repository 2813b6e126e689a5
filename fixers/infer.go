package fixers

import (
	"math"
	"strings"
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
	best := map[family]scored{}
	for _, sc := range scores {
		if b, ok := best[sc.family]; !ok || sc.score > b.score {
			best[sc.family] = sc
		}
	}
	var top scored
	for _, sc := range scores { // in order, so that ties are decided the same way every time
		if top.name == "" || sc.score > top.score {
			top = sc
		}
	}
	sum := math.Exp(nothing - top.score)
	for _, sc := range best {
		sum += math.Exp(sc.score - top.score)
	}
	if top.score <= nothing {
		return "", 0
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
	family family
	score  float64
}

func score(s *sample) []scored {
	low := s.lower()
	tables := compiled()
	out := make([]scored, len(tables))
	for i, l := range tables {
		in := s
		if l.fold {
			in = low
		}
		sum := 0.0
		for i := range l.tells {
			sum += l.tells[i].weigh(in)
		}
		if l.shape != nil {
			sum += l.shape(s)
		}
		out[i] = scored{l.name, l.family, sum}
	}
	return out
}

type compiledLanguage struct {
	language
	tells []compiledTell
}

type compiledTell struct {
	glob   glob
	need   string
	weight float64
}

// compiled is the tables, compiled when the first code is looked at.
var compiled = sync.OnceValue(func() []compiledLanguage {
	var out []compiledLanguage
	for _, group := range [][]language{shellLanguages, dataLanguages, webLanguages, cLanguages, scriptLanguages, otherLanguages} {
		for _, l := range group {
			c := compiledLanguage{language: l}
			for _, t := range l.tells {
				g := compileGlob(t.pattern)
				c.tells = append(c.tells, compiledTell{g, g.required(), t.weight})
			}
			out = append(out, c)
		}
	}
	return out
})

// weigh is what the tell says of the sample. That a line shows it a second time
// says half as much again, a third time a quarter.
func (t *compiledTell) weigh(s *sample) float64 {
	if !s.contains(t.need) {
		return 0
	}
	sum, weight := 0.0, t.weight
	for i, at := 0, 0; i < len(s.lines); i++ {
		// Most lines lack the word: go on with the one that has it next.
		n := strings.Index(s.text[at:], t.need)
		if n < 0 {
			break
		}
		for i+1 < len(s.starts) && s.starts[i+1] <= at+n {
			i++
		}
		at = s.starts[i] + len(s.lines[i])
		if t.glob.match(s.lines[i]) {
			sum += weight
			if weight /= 2; math.Abs(weight) < math.Abs(t.weight)/4 {
				break
			}
		}
	}
	return sum
}
