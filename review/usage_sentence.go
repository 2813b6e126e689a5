package review

// A bodyWord is one word of the text.
type bodyWord struct {
	id    int32 // in the vocabulary, -1 for a word that no heading has
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
	// inPage: it may be part of a page's title.
	inPage
	// behind: nothing but white space stands between the word before and it.
	behind
	// hyphen: nothing but a hyphen does; behind is set, too.
	hyphen
)

// flush counts the sentence, unless it is none but a title, whose words are all
// capitalised, and begins another one.
func (r *usageReader) flush() {
	words := r.sentence
	title, clause := !r.plain && r.capitals > 3, r.clause && len(words) > 1
	r.sentence, r.begun, r.plain, r.capitals, r.clause = words[:0], false, false, 0, false
	if title {
		return
	}
	v, before := r.v, bodyWord{id: -1}
	if clause {
		r.seen.clauses[words[0].within().shown()]++
	}
	for i, w := range words {
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
		t := r.seen.word(w.id)
		t[shown]++
		if w.marks&starts != 0 {
			t[inSecond+w.within().shown()]++
		}
		if w.marks&behind != 0 && v.pairs.mayHold(before.id, w.id) {
			r.pair(before, w)
		}
		before = w
	}
}

// pair counts two words, of which one follows right behind the other.
func (r *usageReader) pair(before, w bodyWord) {
	id := r.v.pairs.find(before.id, w.id)
	if id < 0 {
		return
	}
	// The first word of a name that begins the sentence has its capital anyway;
	// what follows tells.
	if w.marks&capital != 0 {
		before = before.within()
	}
	first, second := before.shown(), inSecond+w.within().shown()
	if w.marks&hyphen != 0 {
		if joined := r.v.pairs.find(hyphenated(before.id), w.id); joined >= 0 {
			t := &r.seen.pairs[joined]
			t[first]++
			t[second]++
		}
		if before.marks&w.marks&capital != 0 {
			return // Get-Item says nothing of how to get an item
		}
	}
	t := &r.seen.pairs[id]
	t[first]++
	t[second]++
}

// within is the word as if it stood within a sentence.
func (w bodyWord) within() bodyWord { return bodyWord{w.id, w.marks &^ starts} }

// shown is what one occurrence shows; a capital shows nothing where any word has
// one.
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
