package term

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Table is a compiled terminology. A search takes nearly the same time for any number of terms (BenchmarkTable); only a
// pattern that can start with anything takes a search of its own. Several goroutines may use a Table.
type Table struct {
	entries   []entry
	wholeWord []bool // of each term
	inNames   []bool // of each term
	// words has the spellings that must start a word, loose the few that may start anywhere: those that begin with a
	// sign, and terms for which whole words are not asked.
	words, loose *trie
	firstOfWords firstBytes
	firstOfLoose firstBytes
	// starters says where an unwanted spelling may start with a byte: atWord, anywhere, both or nowhere.
	starters  [256]uint8
	looseUsed bool
	free      []int // entries of patterns that can start with anything
	// signs is set where a spelling may have signs that names of programs have too.
	signs bool
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

// Where a spelling may start with a byte.
const (
	atWord uint8 = 1 << iota // where no letter or digit stands before it
	anywhere
)

// firstBytes marks the bytes that a folded literal can start with in a text.
type firstBytes [256]bool

// New makes a table of terms. Hit.Term is an index into them.
func New(terms []Compiled) *Table {
	b := tableBuilder{table: &Table{wholeWord: make([]bool, len(terms)), inNames: make([]bool, len(terms))},
		approved: map[string]bool{}}
	for i, c := range terms {
		b.table.wholeWord[i], b.table.inNames[i] = c.WholeWord, c.InNames
		b.table.signs = b.table.signs || c.InNames
		b.addTerm(i, c)
	}
	t := b.table
	for i := range t.entries {
		e := &t.entries[i]
		if e.kind == kindLiteral || e.kind == kindName {
			t.signs = t.signs || strings.ContainsAny(strings.TrimRight(e.literal, "."), nameSigns)
		}
		t.signs = t.signs || e.kind == kindPattern
	}
	unwanted := func(entry int) bool {
		kind := t.entries[entry].kind
		return kind != kindExcept && kind != kindApproved
	}
	t.words = newTrie(b.wordLiterals, b.wordEntries, unwanted)
	t.loose = newTrie(b.looseLiterals, b.looseEntries, unwanted)
	t.firstOfWords.mark(b.wordLiterals)
	t.firstOfLoose.mark(b.looseLiterals)
	for i, literals := range [][]string{b.wordLiterals, b.looseLiterals} {
		var first firstBytes
		for k, entry := range [][]int{b.wordEntries, b.looseEntries}[i] {
			if unwanted(entry) {
				first.mark(literals[k : k+1])
			}
		}
		for c, starts := range first {
			if starts {
				t.starters[c] |= []uint8{atWord, anywhere}[i]
			}
		}
	}
	t.looseUsed = len(b.looseLiterals) > 0
	return t
}

// nameSigns are the ASCII signs that occur in names of programs and not in words.
const nameSigns = "._@\\=<>|{}()[]#$%&+~^/:"

// InNames reports whether a term looks into names of programs.
func (t *Table) InNames(term int) bool { return t.inNames[term] }

// MayHoldSigns reports whether a spelling may contain signs of names of programs, as e.g. and node.js do.
func (t *Table) MayHoldSigns() bool { return t.signs }

type tableBuilder struct {
	table                       *Table
	wordLiterals, looseLiterals []string // folded
	wordEntries, looseEntries   []int    // of the same index
	approved                    map[string]bool
}

func (b *tableBuilder) addTerm(i int, c Compiled) {
	add := func(kind entryKind, literal string, inflect bool) {
		b.add(entry{
			kind: kind, term: i, literal: literal, exact: c.MatchCase,
			inflect: inflect && c.WholeWord, use: c.use,
		}, literal, c.WholeWord)
	}
	for _, literal := range c.Not {
		add(kindLiteral, literal, true)
	}
	for _, phrase := range c.Except {
		add(kindExcept, phrase, true)
	}
	if use, constant := c.use.constant(); constant && use != "" {
		if len(c.Not) == 0 && c.pattern == nil {
			add(kindName, use, true)
		} else {
			b.addApproved(use)
		}
	}
	for _, choice := range c.Choices {
		b.addApproved(choice)
	}
	if c.pattern != nil {
		b.addPattern(i, c, c.pattern)
	}
}

// addApproved adds a wanted spelling, once for all terms that want it.
func (b *tableBuilder) addApproved(use string) {
	folded := Fold(use)
	if b.approved[folded] {
		return
	}
	b.approved[folded] = true
	b.add(entry{kind: kindApproved, inflect: true}, use, true)
}

// addPattern adds the texts of a pattern if they are a list, else the literals that it may start with, else the pattern
// itself.
func (b *tableBuilder) addPattern(i int, c Compiled, p *pattern) {
	if _, constant := c.use.constant(); constant && p.literals != nil {
		for _, literal := range p.literals {
			e := entry{kind: kindLiteral, term: i, literal: literal, exact: c.MatchCase, use: c.use}
			b.add(e, literal, c.WholeWord)
		}
		return
	}
	e := entry{kind: kindPattern, term: i, pattern: p, use: c.use}
	if p.starts == nil {
		b.table.free = append(b.table.free, len(b.table.entries))
		b.table.entries = append(b.table.entries, e)
		return
	}
	for _, start := range p.starts {
		b.add(e, start, c.WholeWord || p.start == startWord)
	}
}

func (b *tableBuilder) add(e entry, literal string, wholeWord bool) {
	index := len(b.table.entries)
	b.table.entries = append(b.table.entries, e)
	folded := Fold(literal)
	first, _ := utf8.DecodeRuneInString(folded)
	if wholeWord && classify(first) != gap {
		b.wordLiterals = append(b.wordLiterals, folded)
		b.wordEntries = append(b.wordEntries, index)
		return
	}
	b.looseLiterals = append(b.looseLiterals, folded)
	b.looseEntries = append(b.looseEntries, index)
}

// mark records the first bytes of every rune that folds to the start of a literal. For a literal that starts beyond
// ASCII, and for k and s, to which signs beyond ASCII fold, these are all bytes beyond ASCII.
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
