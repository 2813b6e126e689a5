package review

import (
	"maps"
	"strings"
	"sync"
)

// A usage counts how text writes a word where its place leaves the choice: not at
// the begin of a sentence, and not in a title.
type usage struct {
	lower, upper int
	// named counts the capitals beside other capitals: they may belong to a name of
	// which the word is only a part, like the Code of VS Code.
	named int
}

func (u usage) plus(v usage) usage {
	return usage{u.lower + v.lower, u.upper + v.upper, u.named + v.named}
}

// less is u without v, which is a part of it.
func (u usage) less(v usage) usage {
	return usage{u.lower - v.lower, u.upper - v.upper, u.named - v.named}
}

// total is how much there is to go by.
func (u usage) total() int { return u.lower + u.upper + u.named }

// A vocabulary is the words and pairs of words that the headings of a run would
// like to know of, each with a number. Text is searched for these alone.
type vocabulary struct {
	words map[string]int32
	pairs map[[2]int32]int32
	// titles is the headings themselves, in lower case.
	titles map[string]bool
}

// usages is what the text of one document, or of a run, shows: by the number of
// the word, and of the pair for either of its words.
type usages struct {
	words         map[int32]usage
	first, second map[int32]usage
	// begins is how words are written that begin a sentence.
	begins map[int32]usage
	// code is the words that stand alone in code spans, in lower case.
	code map[int32]bool
	// echoes is how links to a heading, and titles of pages, write it; by the
	// heading in lower case.
	echoes map[string]string
}

func newUsages() *usages {
	return &usages{map[int32]usage{}, map[int32]usage{}, map[int32]usage{}, map[int32]usage{}, map[int32]bool{}, map[string]string{}}
}

func (u *usages) add(v *usages) {
	for i, x := range v.words {
		u.words[i] = u.words[i].plus(x)
	}
	for i, x := range v.begins {
		u.begins[i] = u.begins[i].plus(x)
	}
	for i, x := range v.first {
		u.first[i] = u.first[i].plus(x)
	}
	for i, x := range v.second {
		u.second[i] = u.second[i].plus(x)
	}
	maps.Copy(u.code, v.code)
	for title, echo := range v.echoes {
		u.echo(title, echo)
	}
}

// echo notes how a heading is written elsewhere. Where that is done in more than
// one way, none of them is known.
func (u *usages) echo(title, text string) {
	if other, ok := u.echoes[title]; ok && other != text {
		text = ""
	}
	u.echoes[title] = text
}

// evidence is what the body text of a run shows about the words of its headings.
// Headings themselves are no evidence: they are what is judged, and would be
// other evidence once they are changed.
type evidence struct {
	vocabulary vocabulary
	byPath     map[string]*usages
	run        *usages
}

// evidence of a run is gathered when it is first asked for, once.
func (r *Run) gatherEvidence() *evidence {
	e := &evidence{vocabulary: newVocabulary(r.docs), byPath: map[string]*usages{}, run: newUsages()}
	if len(e.vocabulary.words) == 0 {
		return e
	}
	found := make([]*usages, len(r.docs))
	var wait sync.WaitGroup
	limit := make(chan struct{}, 8)
	for i, d := range r.docs {
		wait.Add(1)
		limit <- struct{}{}
		go func() {
			defer func() { <-limit; wait.Done() }()
			found[i] = readUsages(d, &e.vocabulary)
		}()
	}
	wait.Wait()
	for i, d := range r.docs {
		e.byPath[d.Path] = found[i]
		e.run.add(found[i])
	}
	return e
}

func newVocabulary(docs []*Document) vocabulary {
	v := vocabulary{map[string]int32{}, map[[2]int32]int32{}, map[string]bool{}}
	for _, d := range docs {
		for _, h := range d.Headings() {
			if !titled(h.Text) {
				continue
			}
			v.titles[strings.ToLower(h.Text)] = true
			words := d.headingWords(h)
			for i, w := range words {
				if w.opaque {
					continue
				}
				id := v.word(w.fold)
				for _, form := range otherNumber(w.fold) {
					v.word(form)
				}
				if i == 0 || words[i-1].opaque || !w.pair && !w.joined {
					continue
				}
				pair := [2]int32{v.words[words[i-1].fold], id}
				if _, ok := v.pairs[pair]; !ok {
					v.pairs[pair] = int32(len(v.pairs))
				}
			}
		}
	}
	return v
}

// word is the number of a word, which it is given if it has none.
func (v *vocabulary) word(w string) int32 {
	id, ok := v.words[w]
	if !ok {
		id = int32(len(v.words))
		v.words[w] = id
	}
	return id
}

// otherNumber is the plurals of a word, and the words of which it may be one.
func otherNumber(word string) []string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return []string{word[:len(word)-3] + "y"}
	case strings.HasSuffix(word, "ss"):
		return []string{word + "es"}
	case strings.HasSuffix(word, "s"):
		return []string{word[:len(word)-1]}
	case strings.HasSuffix(word, "y"):
		return []string{word[:len(word)-1] + "ies", word + "s"}
	}
	return []string{word + "s"}
}
