package rules

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// TermTable is a terminology, compiled once. Searching costs nearly the same
// whatever the number of terms (see BenchmarkTermTable); only a pattern that
// can start with anything costs a search of its own. It is safe for use by
// several goroutines.
type TermTable struct {
	terms   []Term
	entries []entry
	// words has the spellings that must start a word, loose the few that may
	// start anywhere: those that begin with a sign, and terms for which whole
	// words are not asked.
	words, loose *trie
	firstOfWords firstBytes
	firstOfLoose firstBytes
	looseUsed    bool
	free         []int // entries of patterns that can start with anything
	pairsOfWords startPairs
	// byBytes is set where a spelling may start with a sign of ASCII, and beyondASCII
	// has the high bit of every byte where one may start with a rune beyond that.
	byBytes     bool
	beyondASCII uint64
}

// entry is one thing to look for.
type entry struct {
	kind    entryKind
	term    int
	literal string   // as the file has it; of a pattern, one of its starts
	pattern *pattern // of kindPattern
	exact   bool     // capitals count
	inflect bool     // an ending may follow
	use     template
}

type entryKind uint8

const (
	kindLiteral  entryKind = iota // an unwanted spelling
	kindName                      // a wanted spelling, unwanted in other capitals
	kindPattern                   // a pattern, to be tried where one of its starts stands
	kindExcept                    // a phrase inside which the term's own spellings are right
	kindApproved                  // a wanted spelling, inside which no other term is changed
)

// firstBytes marks the bytes a folded literal can start with in a text.
type firstBytes [256]bool

// Terms returns what Hit.Term is an index into.
func (t *TermTable) Terms() []Term { return t.terms }

// Terms returns the table of the Set's terminology; it is never nil.
func (s *Set) Terms() *TermTable {
	if s.terms == nil {
		return emptyTable()
	}
	return s.terms
}

var emptyTable = sync.OnceValue(func() *TermTable { return &TermTable{words: newTrie(nil, nil), loose: newTrie(nil, nil)} })

// compiledTerm is a term whose pattern has been compiled.
type compiledTerm struct {
	Term
	patterns []pattern
	use      template
}

// newTermTable compiles terms that have been validated.
func newTermTable(terms []compiledTerm) *TermTable {
	b := tableBuilder{table: &TermTable{}, approved: map[string]bool{}}
	for i, term := range terms {
		b.table.terms = append(b.table.terms, term.Term)
		b.addTerm(i, term)
	}
	t := b.table
	t.words = newTrie(b.wordLiterals, b.wordEntries)
	t.loose = newTrie(b.looseLiterals, b.looseEntries)
	t.firstOfWords.mark(b.wordLiterals)
	t.firstOfLoose.mark(b.looseLiterals)
	t.looseUsed = len(b.looseLiterals) > 0
	t.byBytes = t.looseUsed
	for _, literal := range b.wordLiterals {
		t.pairsOfWords.mark(literal)
		t.byBytes = t.byBytes || literal[0] < utf8.RuneSelf && !alnum[literal[0]]
	}
	if t.firstOfWords[utf8.RuneSelf] {
		t.beyondASCII = highBits
	}
	return t
}

type tableBuilder struct {
	table                       *TermTable
	wordLiterals, looseLiterals []string // folded
	wordEntries, looseEntries   []int    // of the same index
	approved                    map[string]bool
}

func (b *tableBuilder) addTerm(i int, term compiledTerm) {
	add := func(kind entryKind, literal string, inflect bool) {
		b.add(entry{
			kind: kind, term: i, literal: literal, exact: term.MatchCase,
			inflect: inflect && term.WholeWord, use: term.use,
		}, literal, term.WholeWord)
	}
	for _, literal := range term.Not {
		add(kindLiteral, literal, true)
	}
	for _, phrase := range term.Except {
		add(kindExcept, phrase, true)
	}
	if use, constant := term.use.constant(); constant && use != "" {
		if len(term.Not) == 0 && len(term.patterns) == 0 {
			add(kindName, use, true)
		} else {
			b.addApproved(use)
		}
	}
	for _, choice := range term.Choices {
		b.addApproved(choice)
	}
	for p := range term.patterns {
		b.addPattern(i, term, &term.patterns[p])
	}
}

// addApproved adds a wanted spelling, once for all terms that want it.
func (b *tableBuilder) addApproved(use string) {
	folded := foldString(use)
	if b.approved[folded] {
		return
	}
	b.approved[folded] = true
	b.add(entry{kind: kindApproved, inflect: true}, use, true)
}

// addPattern adds the texts the pattern matches, if they are a list, else the
// ways it may start, else the pattern itself.
func (b *tableBuilder) addPattern(i int, term compiledTerm, p *pattern) {
	if _, constant := term.use.constant(); constant && p.literals != nil {
		for _, literal := range p.literals {
			b.add(entry{kind: kindLiteral, term: i, literal: literal, exact: term.MatchCase, use: term.use}, literal, term.WholeWord)
		}
		return
	}
	e := entry{kind: kindPattern, term: i, pattern: p, use: term.use}
	if p.starts == nil {
		b.table.free = append(b.table.free, len(b.table.entries))
		b.table.entries = append(b.table.entries, e)
		return
	}
	for _, start := range p.starts {
		b.add(e, start, term.WholeWord || p.start == startWord)
	}
}

func (b *tableBuilder) add(e entry, literal string, wholeWord bool) {
	index := len(b.table.entries)
	b.table.entries = append(b.table.entries, e)
	folded := foldString(literal)
	first, _ := utf8.DecodeRuneInString(folded)
	if wholeWord && classify(first) != outside {
		b.wordLiterals = append(b.wordLiterals, folded)
		b.wordEntries = append(b.wordEntries, index)
		return
	}
	b.looseLiterals = append(b.looseLiterals, folded)
	b.looseEntries = append(b.looseEntries, index)
}

// mark notes the first bytes of every rune that folds to the start of a
// literal. For a literal that starts beyond ASCII, and for k and s, to which
// signs beyond ASCII fold, any such byte may be one.
func (f *firstBytes) mark(folded []string) {
	for _, literal := range folded {
		c := literal[0]
		f[c] = true
		if c < utf8.RuneSelf {
			f[unicode.ToUpper(rune(c))] = true
		}
		if c >= utf8.RuneSelf || strings.IndexByte("ks'-", c) >= 0 {
			for b := utf8.RuneSelf; b < len(f); b++ {
				f[b] = true
			}
		}
	}
}
