package usage

// A bodyWord is one word of the text, or a piece that stands in the place of one.
type bodyWord struct {
	text  string // in lower case, "" for a word that no heading has
	marks wordMarks
}

// wordMarks are the properties of a word of the text.
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
	// hyphen: only a hyphen stands between them; behind is set, too.
	hyphen
)

// flush ends the sentence and begins another one. It counts the sentence unless that is a title, whose words all have
// a capital.
func (r *usageReader) flush() {
	if r.plain || r.capitals <= 3 {
		if r.clause && len(r.words) > 1 {
			// For any word: the evidence of a text must not depend on the words that are asked for.
			r.seen.Clauses.count(r.words[0].inSentence().shown())
		}
		r.count()
	}
	r.words, r.begun, r.plain, r.capitals, r.clause = r.words[:0], false, false, 0, false
}

// count counts the words of the sentence.
func (r *usageReader) count() {
	var before bodyWord
	for i, w := range r.words {
		if w.marks&inPage != 0 && (w.text == "" || Lexicon(w.text)&Lower == 0) {
			w.marks &^= inPage
		}
		shown := w.shown()
		if shown == sawUpper {
			var after bodyWord
			if i+1 < len(r.words) && r.words[i+1].marks&behind != 0 {
				after = r.words[i+1]
			}
			switch {
			case (w.marks|after.marks)&hyphen != 0:
				shown = sawNothing // the Item of Get-Item
			case w.marks&behind != 0 && before.name() || after.name():
				shown = sawNamed
			}
		}
		if w.text != "" {
			n := r.seen.Words[w.text]
			n.Text.count(shown)
			r.seen.Words[w.text] = n
			if w.marks&behind != 0 && before.text != "" {
				r.pair(before, w)
			}
		}
		before = w
	}
}

// pair counts two words, one right behind the other, if they are a pair of the vocabulary.
func (r *usageReader) pair(before, w bodyWord) {
	pair := before.text + " " + w.text
	if !r.v.pairs[pair] {
		return
	}
	// The first word of a name that begins the sentence has its capital anyway; the second one decides.
	if w.marks&capital != 0 {
		before = before.inSentence()
	}
	count := func(pair string) {
		n := r.seen.Pairs[pair]
		n.First.count(before.shown())
		n.Second.count(w.inSentence().shown())
		r.seen.Pairs[pair] = n
	}
	if w.marks&hyphen != 0 {
		if joined := before.text + "-" + w.text; r.v.pairs[joined] {
			count(joined)
		}
		return // neither Get-Item nor testing-library shows how to write the two words
	}
	count(pair)
}

// inSentence returns the word as if it stood in the middle of a sentence.
func (w bodyWord) inSentence() bodyWord {
	w.marks &^= starts
	return w
}

// shown returns what one occurrence shows. A capital shows nothing in a place where any word has one.
func (w bodyWord) shown() sighting {
	switch {
	case w.marks&(mixed|inPage) != 0:
	case w.marks&capital == 0:
		return sawLower
	case w.marks&starts == 0:
		return sawUpper
	}
	return sawNothing
}

// name reports whether the word has a capital that its place does not explain.
func (w bodyWord) name() bool { return w.marks&mixed != 0 || w.marks&(capital|starts) == capital }
