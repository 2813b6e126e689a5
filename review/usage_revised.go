package review

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/parallel"
	"github.com/doc-iterate/doc-iterate/rules"
)

// revised is the evidence of r, made of e, which is that of other revisions of the
// same documents: what the text of a document shows of a word depends on no other
// document, and not on which words are asked for. It is nil where too much has
// changed for that to be worth it, and where the headings have words that nobody asked
// for before.
func (e *evidence) revised(r *Run, terms *rules.TermTable) *evidence {
	if e == nil || len(e.texts) != len(r.docs) || e.passages == nil {
		return nil
	}
	var changed []rereading
	all := 0
	for i, d := range r.docs {
		all += len(d.src)
		if !sameText(e.texts[i], d.src) {
			changed = append(changed, rereading{document: i, path: d.Path, before: e.texts[i], after: d.src, old: e.passages[i]})
		}
	}
	titles, passages := slices.Clone(e.titles), slices.Clone(e.passages)
	lexers := r.lexers(terms)
	parallel.EachOn(len(changed), len(lexers), func(n, worker int) {
		c, l := &changed[n], &lexers[worker]
		l.read(c.path, c.after)
		c.now = l.kept(c.after)
		titles[c.document], passages[c.document] = l.titles, c.now
		c.compare()
	})
	size := 0
	for i := range changed {
		size += changed[i].size
	}
	if size > all/4 {
		return nil
	}
	out := e.asking(r, titles, changed)
	if out == nil {
		return nil
	}
	if out.passages = passages; len(out.vocabulary.words.list) == 0 {
		return out
	}
	before, after := make([]*usageReader, len(lexers)), make([]*usageReader, len(lexers))
	parallel.EachOn(len(changed), len(lexers), func(n, worker int) {
		if before[worker] == nil {
			before[worker], after[worker] = newUsageReader(&out.vocabulary), newUsageReader(&out.vocabulary)
		}
		changed[n].read(before[worker], after[worker], &lexers[worker], out.byPath[changed[n].path])
	})
	for i := range before {
		if before[i] != nil {
			out.run.less(&before[i].seen)
			out.run.add(&after[i].seen)
		}
	}
	return out
}

// asking is what the texts of e show of the words of other headings, nil where that
// isn't known. It shares with e what doesn't change.
func (e *evidence) asking(r *Run, titles [][]string, changed []rereading) *evidence {
	if !slices.ContainsFunc(changed, func(c rereading) bool {
		return !slices.EqualFunc(titles[c.document], e.titles[c.document], sameLetters)
	}) {
		out := &evidence{vocabulary: e.vocabulary, byPath: maps.Clone(e.byPath), titles: titles, run: e.run.clone()}
		for _, c := range changed {
			if own := e.byPath[c.path]; own != nil {
				out.byPath[c.path] = own.clone()
			}
		}
		return out
	}
	out := newEvidence(r, titles)
	if !out.take(e) {
		return nil
	}
	return out
}

// sameLetters reports whether two texts differ in nothing but the case of letters of
// ASCII, so that their words have the same keys.
func sameLetters(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i] != b[i] && !(isLetter(a[i]) && a[i]^b[i] == 0x20) {
			return false
		}
	}
	return true
}

// sameText reports whether two texts are the same piece of memory, which is never
// changed.
func sameText(a, b []byte) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// take copies what is known from e. It reports false where e does not know all that
// is asked for.
func (out *evidence) take(e *evidence) bool {
	words := make([]int32, len(out.vocabulary.words.list)) // their numbers in e
	for i, word := range out.vocabulary.words.list {
		id := e.vocabulary.words.find([]byte(word))
		if id < 0 {
			return false
		}
		words[i] = id
		out.run.words[i], out.run.begins[i] = e.run.words[id], e.run.begins[id]
		out.run.code[i], out.run.commands[i] = e.run.code[id], e.run.commands[id]
	}
	out.run.clauses = e.run.clauses
	pairs := make([]int32, len(out.vocabulary.pairs.list))
	for i, pair := range out.vocabulary.pairs.list {
		first := int32(pair >> 32)
		a, b := words[first&^hyphenBit], words[uint32(pair)]
		if first&hyphenBit != 0 {
			a = hyphenated(a)
		}
		id := e.vocabulary.pairs.find(a, b)
		if id < 0 {
			return false
		}
		pairs[i], out.run.pairs[i] = id, e.run.pairs[id]
	}
	for title := range out.vocabulary.titles {
		if !e.vocabulary.titles[title] {
			return false
		}
	}
	for echo, n := range e.run.echoes {
		if out.vocabulary.titles[echo.title] {
			out.run.echoes[echo] = n
		}
	}
	for path, own := range out.byPath {
		if known := e.byPath[path]; known != nil {
			own.take(known, words, pairs)
		}
	}
	return true
}

// take copies what is known from another numbering, of which words and pairs are
// the numbers. It copies nothing where not all is known.
func (o *ownUsage) take(known *ownUsage, words, pairs []int32) {
	if known.words == nil || !numbersIn(o.wordIDs, words, known.wordIDs) || !numbersIn(o.pairIDs, pairs, known.pairIDs) {
		return
	}
	o.words, o.pairs = make([]usage, len(o.wordIDs)), make([]pairUsage, len(o.pairIDs))
	for i, id := range o.wordIDs {
		o.words[i] = known.word(words[id])
	}
	for i, id := range o.pairIDs {
		o.pairs[i] = known.pair(pairs[id])
	}
}

// numbersIn reports whether another numbering has all that ids stand for.
func numbersIn(ids, numbers, other []int32) bool {
	return !slices.ContainsFunc(ids, func(id int32) bool {
		_, found := slices.BinarySearch(other, numbers[id])
		return !found
	})
}
