package fixers

import (
	"math"
	"strings"
	"sync"
)

// A globFinder counts the lines that each of its globs describes. There are a thousand
// of them, and few of their words in any code: to match each glob with each line, or
// even to look for the words one after the other, takes several times as long
// (BenchmarkInferCorpus).
type globFinder struct {
	ids    map[string]int // of globs, by pattern
	says   [][]says       // what each glob says, by its number
	always []wanted       // globs that need no word
	// starts has the words that begin a line, heads those that don't begin within a word
	// of the code, anywhere all others.
	starts, heads, anywhere wordIndex
	memory                  sync.Pool // of *counts
}

// A wanted is a glob, and what must stand before and behind the word that it needs.
type wanted struct {
	*glob
	id   int
	left left
	rest []part // behind the word, unless left is leftUnknown
}

// A left says what a glob has before its word.
type left uint8

const (
	leftNothing left = iota
	// leftWord is a word and nothing else.
	leftWord
	// leftStart is a word that begins the line, and nothing else.
	leftStart
	// leftUnknown is more than that: the glob is matched with the whole line.
	leftUnknown
)

// A says is what a tell says of code, for a language or against it.
type says struct {
	language int // its number
	quarter  int // of its weight, in units
}

// unit is what sums are counted in: parts of a weight. The quarter of each weight is a
// whole number of them, so that it makes no difference in which order they are added.
const unit = 40

// add adds a tell of a language.
func (f *globFinder) add(t tell, language int) {
	pattern, what := t.pattern, says{language, int(math.Round(t.weight * unit / 4))}
	id, ok := f.ids[pattern]
	if ok {
		f.says[id] = append(f.says[id], what)
		return
	}
	if f.ids == nil {
		f.ids = map[string]int{}
	}
	id = len(f.ids)
	f.ids[pattern] = id
	f.says = append(f.says, []says{what})
	g := compileGlob(pattern)
	at := g.required()
	w := wanted{glob: &g, id: id, left: leftUnknown}
	if at < 0 {
		f.always = append(f.always, w)
		return
	}
	switch {
	case at == 0:
		w.left = leftNothing
	case at == 1 && g.parts[0].kind == word && !wordByte(g.parts[1].text[0]):
		w.left = leftWord
		if g.atStart {
			w.left = leftStart
		}
	}
	w.rest = g.parts[at+1:]
	switch needs := g.parts[at].text; {
	case at == 0 && g.atStart:
		f.starts.add(needs, w)
	case at == 0 || !wordByte(needs[0]):
		f.heads.add(needs, w)
	default:
		f.anywhere.add(needs, w)
	}
}

// weigh adds what lines of code say to the sums of the languages. That a second line
// shows a tell says half as much again, a third one a quarter, and more of them nothing.
func (f *globFinder) weigh(code spaced, sums []int) {
	quarters := [enough + 1]int{0, 4, 6, 7}
	found := f.count(code)
	for _, id := range found.shown {
		for _, s := range f.says[id] {
			sums[s.language] += s.quarter * quarters[found.n[id]]
		}
	}
	f.free(found)
}

// A wordIndex has words, and the globs that need them.
type wordIndex struct {
	begins [256]bool // what words begin with
	// pairs has one more than the index into sets of the words that begin with two
	// bytes, single that of the word of one byte. What is small stays at hand while
	// documents are parsed between one code block and the next.
	pairs  [1 << 12]uint16
	single [256]uint16
	sets   [][]indexed
}

type indexed struct {
	word string
	// key is the first eight bytes of the word, the first in the lowest place; mask has
	// the bits of those that it has.
	key, mask uint64
	globs     []wanted
}

func (x *wordIndex) add(word string, w wanted) {
	x.begins[word[0]] = true
	at := &x.single[word[0]]
	if len(word) > 1 {
		at = &x.pairs[pair(uint64(word[0])|uint64(word[1])<<8)]
	}
	if *at == 0 {
		x.sets = append(x.sets, nil)
		*at = uint16(len(x.sets))
	}
	set := &x.sets[*at-1]
	for i := range *set {
		if (*set)[i].word == word {
			(*set)[i].globs = append((*set)[i].globs, w)
			return
		}
	}
	key, mask := uint64(0), uint64(0)
	for i := range min(len(word), 8) {
		key |= uint64(word[i]) << (8 * i)
		mask |= 0xFF << (8 * i)
	}
	*set = append(*set, indexed{word, key, mask, []wanted{w}})
}

// pair is where the first two of eight bytes stand in pairs. Two letters have a place of
// their own.
func pair(eight uint64) uint64 { return (eight<<5 + eight>>8&0xFF) % (1 << 12) }

// counts is how many lines each glob describes, as far as it matters.
type counts struct {
	n     []uint8 // by the number of the glob
	shown []int   // the numbers of those that have a line
	// seen is the number, from 1, of the last line that the glob describes, or with
	// which it was matched as a whole.
	seen []uint16
}

// enough is how many lines of one glob are counted.
const enough = 3

// count looks for the globs in lines of code.
func (f *globFinder) count(code spaced) *counts {
	out, ok := f.memory.Get().(*counts)
	if !ok {
		out = &counts{n: make([]uint8, len(f.ids)), seen: make([]uint16, len(f.ids))}
	}
	text := string(code)
	for number := 1; len(text) > len(padding); number++ {
		l := codeLine{text: text[:strings.IndexByte(text, '\n')], padded: text, number: number, counts: out}
		text = text[len(l.text)+1:]
		for l.word < len(l.text) && wordByte(l.text[l.word]) {
			l.word++
		}
		for j := range f.always {
			l.match(&f.always[j], 0, 0)
		}
		l.find(&f.starts, 0)
		inWord := false
		for at := range len(l.text) {
			was := inWord
			inWord = wordByte(l.text[at])
			if !was || !inWord {
				l.find(&f.heads, at)
			}
			if f.anywhere.begins[l.text[at]] {
				l.find(&f.anywhere, at)
			}
		}
	}
	return out
}

// free lets what count returned be used again.
func (f *globFinder) free(out *counts) {
	clear(out.n)
	clear(out.seen)
	out.shown = out.shown[:0]
	f.memory.Put(out)
}

// A codeLine is a line and what is counted of it.
type codeLine struct {
	text   string
	padded string // the line and what follows: seven bytes more at the least
	word   int    // how long the word is that the line begins with
	number int    // from 1
	counts *counts
}

// find matches the globs whose word stands at an offset of the line.
func (l *codeLine) find(x *wordIndex, at int) {
	eight := load(l.padded[at:])
	if set := x.pairs[pair(eight)]; set > 0 {
		for i := range x.sets[set-1] {
			if w := &x.sets[set-1][i]; eight&w.mask == w.key && (len(w.word) <= 8 || strings.HasPrefix(l.text[at:], w.word)) {
				l.all(w, at)
			}
		}
	}
	if set := x.single[eight&0xFF]; set > 0 {
		l.all(&x.sets[set-1][0], at)
	}
}

func (l *codeLine) all(w *indexed, at int) {
	for i := range w.globs {
		l.match(&w.globs[i], at, at+len(w.word))
	}
}

// match counts the line if the glob describes it. Its word is the bytes from start to
// end.
func (l *codeLine) match(w *wanted, start, end int) {
	n, seen := &l.counts.n[w.id], &l.counts.seen[w.id]
	if *n == enough || int(*seen) == l.number {
		return
	}
	switch w.left {
	case leftStart:
		if start != l.word || start == 0 {
			return
		}
	case leftWord:
		if start == 0 || !wordByte(l.text[start-1]) {
			return
		}
	}
	if w.left == leftUnknown {
		*seen = uint16(l.number)
		if !w.glob.match(l.text) {
			return
		}
	} else if !w.matchParts(l.text, end, w.rest) {
		return
	}
	*seen = uint16(l.number)
	if *n++; *n == 1 {
		l.counts.shown = append(l.counts.shown, w.id)
	}
}

// load is the first eight bytes of text, the first in the lowest place.
func load(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}
