package usage

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Revise returns what Gather returns of texts, which are the documents of e in the same order.
// It reads only the paragraphs that differ, and subtracts and adds what they show. It calls Gather
// where e can't answer for the rest.
func (e *Evidence) Revise(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	if changed, ok := e.revisions(texts, jobs); ok && e.terms == terms {
		if out := e.revise(texts, jobs, changed); out != nil {
			return out
		}
	}
	return Gather(texts, jobs, terms)
}

// A revision is a document whose text has changed.
type revision struct {
	index         int
	path          string
	texts         [2]source.Stored // before and after
	before, after []byte           // since they were last read
	// was and is are the passages that differ.
	was, is []passage
	titles  []string
	// whole says that was and is are all passages, same that nothing that is read has changed.
	whole, same bool
}

// read reads both texts, which need not have been in memory since they were read last.
func (c *revision) read() {
	before, _ := c.texts[0].Read(nil)
	after, _ := c.texts[1].Read(nil)
	c.before, c.after = source.WithLineFeeds(before), source.WithLineFeeds(after)
}

// revisions returns the documents of texts that have changed.
func (e *Evidence) revisions(texts []source.Stored, jobs int) (changed []revision, ok bool) {
	if len(texts) != len(e.read) {
		return nil, false
	}
	for i, t := range texts {
		before, errBefore := e.read[i].text.Read(nil)
		after, errAfter := t.Read(nil)
		if errBefore != nil && errAfter != nil {
			continue // it was no evidence, and is none
		}
		if errBefore != nil || errAfter != nil || t.Path != e.read[i].text.Path {
			return nil, false
		}
		if len(before) != len(after) || len(before) > 0 && &before[0] != &after[0] {
			changed = append(changed, revision{index: i, path: t.Path, texts: [2]source.Stored{e.read[i].text, t}})
		}
	}
	workers := max(1, min(jobs, len(changed)))
	lexers := make([][2]passageLexer, workers)
	parallel.EachOn(len(changed), workers, func(i, worker int) {
		c, l := &changed[i], &lexers[worker]
		c.read()
		l[1].terms = e.terms
		c.compare(&l[0], &l[1], e.read[c.index].crossed)
		c.titles, c.same = l[1].titles, c.showsSame()
	})
	return changed, true
}

// compare sets the passages to read. A paragraph shows the same whatever stands around it, unless a
// mark in the document was looked for beyond the passage that opens it.
func (c *revision) compare(before, after *passageLexer, whole bool) {
	before.read(c.path, c.before)
	after.read(c.path, c.after)
	was, is := before.passages, after.passages
	if whole || len(was) != len(is) {
		c.was, c.is, c.whole = slices.Clone(was), slices.Clone(is), true
		return
	}
	for from := 0; from < len(was); {
		to := from + 1
		for to < len(was) && was[to].before != paragraphBreak && is[to].before != paragraphBreak {
			to++
		}
		if !sameParagraph(c.before, c.after, was[from:to], is[from:to]) {
			c.was, c.is = append(c.was, was[from:to]...), append(c.is, is[from:to]...)
		}
		from = to
	}
}

// sameParagraph reports whether the passages of two paragraphs show the same.
func sameParagraph(before, after []byte, was, is []passage) bool {
	for i, p := range was {
		q := is[i]
		if p.before != q.before || !bytes.Equal(before[p.start:p.end], after[q.start:q.end]) {
			return false
		}
		if p.before == noBreak && i > 0 && !bytes.Equal(before[was[i-1].end:p.start], after[is[i-1].end:q.start]) {
			return false
		}
	}
	return true
}

// showsSame reports whether nothing that is read has changed.
func (c *revision) showsSame() bool {
	return len(c.was)+len(c.is) == 0 && bytes.Equal(
		c.before[:markdown.FrontMatter(c.before).End], c.after[:markdown.FrontMatter(c.after).End])
}

// revise returns nil where the headings have words of which e does not know what all texts show.
func (e *Evidence) revise(texts []source.Stored, jobs int, changed []revision) *Evidence {
	out := &Evidence{
		Vocabulary: newVocabulary(), ByPath: map[string]*DocumentCounts{}, read: slices.Clone(e.read), terms: e.terms,
	}
	for i := range texts {
		out.read[i].text = texts[i]
	}
	for i := range changed {
		out.read[changed[i].index].titles = changed[i].titles
	}
	for i := range out.read {
		if titles := out.read[i].titles; len(titles) > 0 {
			out.ByPath[texts[i].Path] = out.Vocabulary.headings(titles)
		}
	}
	out.Vocabulary.seal()
	known, ok := out.Vocabulary.in(&e.Vocabulary)
	if !ok {
		return nil
	}
	if len(out.Vocabulary.Words.List) == 0 {
		out.Corpus = newCorpusCounts(&out.Vocabulary)
		return out
	}
	out.Corpus = e.Corpus.renumbered(&out.Vocabulary, known)
	for path, own := range out.ByPath {
		own.renumber(e.ByPath[path], known)
	}
	if !out.readAgain(changed, jobs) {
		return nil
	}
	out.Written = out.Corpus.mentions.writtenBy()
	return out
}

// readAgain subtracts what the documents showed that have changed, and adds what they show. It
// returns false where that isn't known of paragraphs alone.
func (e *Evidence) readAgain(changed []revision, jobs int) bool {
	changed = slices.DeleteFunc(changed, func(c revision) bool {
		own := e.ByPath[c.path]
		return c.same && (own == nil || own.words != nil)
	})
	workers := max(1, min(jobs, len(changed)))
	before, after := make([]*usageReader, workers), make([]*usageReader, workers)
	lexers := make([][2]passageLexer, workers)
	alone := make([]bool, len(changed))
	parallel.EachOn(len(changed), workers, func(i, worker int) {
		if before[worker] == nil {
			before[worker], after[worker] = newUsageReader(&e.Vocabulary), newUsageReader(&e.Vocabulary)
		}
		c, l, own := &changed[i], &lexers[worker], e.ByPath[changed[i].path]
		c.read()
		if own != nil && own.words == nil && !c.whole {
			c.compare(&l[0], &l[1], true)
		}
		var was, is *DocumentCounts
		if own != nil {
			was, is = own.empty(), own.empty()
		}
		before[worker].document(c.before, c.was, was)
		crossed := after[worker].document(c.after, c.is, is)
		if own != nil {
			own.replace(was, is)
		}
		e.read[c.index].crossed = crossed
		alone[i] = c.whole || !crossed
	})
	for i := range before {
		if before[i] != nil {
			e.Corpus.add(&before[i].seen, -1)
			e.Corpus.add(&after[i].seen, 1)
		}
	}
	return !slices.Contains(alone, false)
}

// A numbering has the numbers in another vocabulary of the words and pairs of one.
type numbering struct{ words, pairs []int32 }

// in returns the numbers in other of the words of v; not ok where other hasn't got all.
func (v *Vocabulary) in(other *Vocabulary) (n numbering, ok bool) {
	for title := range v.titles {
		if !other.titles[title] {
			return n, false
		}
	}
	n = numbering{make([]int32, len(v.Words.List)), make([]int32, len(v.Pairs.list))}
	for id, word := range v.Words.List {
		if n.words[id] = other.Words.Find([]byte(word)); n.words[id] < 0 {
			return n, false
		}
	}
	for id, pair := range v.Pairs.list {
		first, second := int32(pair>>32), int32(pair)
		first = n.words[first&^hyphenBit] | first&hyphenBit
		if n.pairs[id] = other.Pairs.Find(first, n.words[second]); n.pairs[id] < 0 {
			return n, false
		}
	}
	return n, true
}

// renumbered returns the counts of the words of v, whose numbers in u are known.
func (u *CorpusCounts) renumbered(v *Vocabulary, known numbering) *CorpusCounts {
	out := newCorpusCounts(v)
	for id, old := range known.words {
		out.Words[id], out.Begins[id] = u.Words[old], u.Begins[old]
		out.Code[id], out.Commands[id] = u.Code[old], u.Commands[old]
	}
	for id, old := range known.pairs {
		out.pairs[id] = u.pairs[old]
	}
	out.Clauses = u.Clauses
	for mention, n := range u.mentions {
		if v.titles[mention.title] {
			out.mentions[mention] = n
		}
	}
	return out
}

// renumber takes the counts of the same document. It takes none where those lack a word.
func (o *DocumentCounts) renumber(from *DocumentCounts, known numbering) {
	if from == nil {
		return
	}
	words, pairs := make([]Counts, len(o.wordIDs)), make([]PairCounts, len(o.pairIDs))
	for i, id := range o.wordIDs {
		n, found := slices.BinarySearch(from.wordIDs, known.words[id])
		if !found {
			return
		}
		words[i] = from.words[n]
	}
	for i, id := range o.pairIDs {
		n, found := slices.BinarySearch(from.pairIDs, known.pairs[id])
		if !found {
			return
		}
		pairs[i] = from.pairs[n]
	}
	o.words, o.pairs = words, pairs
}

// empty returns counts of the same words without any.
func (o *DocumentCounts) empty() *DocumentCounts {
	return &DocumentCounts{wordIDs: o.wordIDs, pairIDs: o.pairIDs}
}

// replace subtracts what some paragraphs showed and adds what they show.
func (o *DocumentCounts) replace(was, is *DocumentCounts) {
	if o.words == nil {
		*o = *is
		return
	}
	for i := range o.words {
		o.words[i] = o.words[i].Less(was.words[i]).Plus(is.words[i])
	}
	for i := range o.pairs {
		o.pairs[i] = o.pairs[i].plus(is.pairs[i]).less(was.pairs[i])
	}
}
