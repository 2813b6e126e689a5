package review

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
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
	out := e.asking(titles, changed)
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
func (e *evidence) asking(titles [][]string, changed []rereading) *evidence {
	out := &evidence{vocabulary: e.vocabulary, byPath: maps.Clone(e.byPath), titles: titles, run: e.run.clone()}
	out.vocabulary.asked = e.vocabulary.asked.clone()
	for _, c := range changed {
		known, was, now := e.byPath[c.path], e.titles[c.document], titles[c.document]
		if slices.EqualFunc(now, was, sameLetters) {
			if known != nil {
				out.byPath[c.path] = known.clone()
			}
			continue
		}
		if known != nil {
			out.vocabulary.release(was, known)
			delete(out.byPath, c.path)
		}
		if len(now) == 0 {
			continue
		}
		own := out.vocabulary.headings(now)
		if own == nil {
			return nil
		}
		if known != nil {
			own.take(known)
		}
		out.byPath[c.path] = own
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

// take copies what is known of the same document. It copies nothing where not all is
// known.
func (o *ownUsage) take(known *ownUsage) {
	if known.words == nil || !allIn(known.wordIDs, o.wordIDs) || !allIn(known.pairIDs, o.pairIDs) {
		return
	}
	o.words, o.pairs = make([]usage, len(o.wordIDs)), make([]pairUsage, len(o.pairIDs))
	for i, id := range o.wordIDs {
		o.words[i] = known.word(id)
	}
	for i, id := range o.pairIDs {
		o.pairs[i] = known.pair(id)
	}
}

// allIn reports whether sorted numbers hold all of others.
func allIn(sorted, others []int32) bool {
	return !slices.ContainsFunc(others, func(id int32) bool {
		_, found := slices.BinarySearch(sorted, id)
		return !found
	})
}
