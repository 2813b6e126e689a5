package usage

import "slices"

// A bodyWord is one word of the text, or what stands in the place of one.
type bodyWord struct {
	key   wordKey // 0 for no word
	id    int32   // in the vocabulary, -1 for a word that no heading has; known when it is counted
	marks wordMarks
}

// wordMarks is what is known of a word of the text.
type wordMarks uint8

const (
	// capital: it begins with one.
	capital wordMarks = 1 << iota
	// starts: it begins a sentence, a quotation or a label.
	starts
	// mixed: it has inner capitals or digits, and is written neither way.
	mixed
	// inPage: it stands in a link to a page with a capital. Words that have small letters
	// elsewhere may have it as part of the page's title.
	inPage
	// behind: nothing but white space stands between the word before and it.
	behind
	// hyphen: nothing but a hyphen does; behind is set, too.
	hyphen
)

// behindBit is the place of behind among the marks.
const behindBit = 4

// flush ends the sentence, which will be counted unless it is a title,
// whose words are all capitalised, and begins another one.
func (r *usageReader) flush() {
	sentence := r.sentence()
	title, clause := !r.plain && r.capitals > 3, r.clause && len(sentence) > 1
	r.begun, r.plain, r.capitals, r.clause = false, false, 0, false
	switch {
	case title:
		r.words = r.words[:r.first]
	case clause:
		// Whatever the word is: what a text shows must not depend on what is asked for.
		r.seen.clauses[sentence[0].inSentence().shown()]++
	}
	r.first = len(r.words)
	if r.first >= atOnce {
		r.count()
	}
}

// atOnce is how many words are counted at a time. To take them one by one, or
// sentence by sentence, makes the processor guess wrong several times for each.
const atOnce = 1024

// sentence returns the words of the sentence that is read.
func (r *usageReader) sentence() []bodyWord { return r.words[r.first:] }

// known returns a word, whose number is known, with the marks that depend on what it is.
func (r *usageReader) known(w bodyWord) bodyWord {
	if w.marks&inPage != 0 && (w.id < 0 || r.v.FactsOf(w.id).Writing()&Lower == 0) {
		w.marks &^= inPage
	}
	return w
}

// count counts the words of the sentences that were read.
func (r *usageReader) count() {
	words := r.words
	for i := range words {
		words[i].id = r.v.Words.number(words[i].key)
	}
	// Pairs are marked without a branch and looked up later: the processor would guess a branch wrong.
	r.pairs = slices.Grow(r.pairs[:0], len(words)+1)
	pairs, n := r.pairs[:len(words)+1], 0
	before := bodyWord{id: -1}
	for i := range words {
		w := words[i]
		if w.marks&inPage != 0 {
			w = r.known(w)
			words[i] = w
		}
		shown := w.shown()
		if shown == sawUpper {
			after := bodyWord{id: -1}
			if i+1 < len(words) && words[i+1].marks&behind != 0 {
				after = words[i+1]
			}
			switch {
			case (w.marks|after.marks)&hyphen != 0:
				shown = sawNothing // the Item of Get-Item
			case w.marks&behind != 0 && before.name() || after.name():
				shown = sawNamed
			}
		}
		r.seen.words[shown][w.id+1]++
		if w.marks&starts != 0 {
			r.seen.begins[w.inSentence().shown()][w.id+1]++
		}
		_, hash := hashPair(before.id, w.id)
		pairs[n] = int32(i)
		n += int(r.v.Pairs.mark(hash) & uint64(w.marks>>behindBit)) // mark is 0 or 1
		before = w
	}
	for _, i := range pairs[:n] {
		if id := r.v.Pairs.Find(words[i-1].id, words[i].id); id >= 0 {
			r.pair(id, words[i-1], words[i])
		}
	}
	r.words, r.first = words[:0], 0
}

// pair counts two words, one right behind the other, as the pair with this number.
func (r *usageReader) pair(id int32, before, w bodyWord) {
	// The first word of a name that begins the sentence has its capital anyway; what follows tells.
	if w.marks&capital != 0 {
		before = before.inSentence()
	}
	shown := ofPair*before.shown() + w.inSentence().shown()
	if w.marks&hyphen != 0 {
		if joined := r.v.Pairs.Find(Hyphenated(before.id), w.id); joined >= 0 {
			r.seen.pairs[shown][joined]++
		}
		if before.marks&w.marks&capital != 0 {
			return // Get-Item says nothing of how to get an item
		}
	}
	r.seen.pairs[shown][id]++
}

// inSentence returns the word as if it stood in the middle of a sentence.
func (w bodyWord) inSentence() bodyWord {
	w.marks &^= starts
	return w
}

// shown returns what one occurrence shows; a capital shows nothing where any word has one.
func (w bodyWord) shown() int { return int(shownBy[w.marks&(capital|starts|mixed|inPage)]) }

var shownBy = func() (t [16]uint8) {
	for marks := range wordMarks(len(t)) {
		switch {
		case marks&(mixed|inPage) != 0:
		case marks&capital == 0:
			t[marks] = sawLower
		case marks&starts == 0:
			t[marks] = sawUpper
		}
	}
	return t
}()

// name reports whether the word has a capital that its place does not explain.
func (w bodyWord) name() bool { return w.marks&mixed != 0 || w.marks&(capital|starts) == capital }
