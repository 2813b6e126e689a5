package review

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A usageReader reads the body text of documents for evidence. It gathers a
// sentence at a time, because whether a capital means something may depend on what
// follows.
type usageReader struct {
	v   *vocabulary
	run *usages // of all documents so far
	// doc is the counts of the current document, and touched the numbers of the
	// words and pairs that it has.
	doc     *usages
	touched struct{ words, pairs []int32 }

	src      []byte
	sentence []bodyWord
	end      int  // where the last word or piece of code ended
	begun    bool // something stands in the sentence
	fold     []byte
	link     source.Span // the text of the last link to a page
}

func newUsageReader(v *vocabulary) *usageReader {
	return &usageReader{v: v, run: newUsages(v), doc: newUsages(v)}
}

// document reads one document, and what it shows of the words of its own
// headings into own, where that is not nil.
func (r *usageReader) document(path string, src []byte, own *ownUsage) {
	if loneReturn(src) {
		return
	}
	r.src, r.link, r.end = src, source.Span{}, 0
	mdx := strings.HasSuffix(path, ".mdx")
	l := lexer{src: src}
	at := 0 // text before it was read with an earlier line
	for l.next() {
		switch {
		case l.item:
			r.flush()
		case l.kind == textLine && mdx && moduleLine(src[l.start:l.end]):
			continue
		}
		switch l.kind {
		case textLine:
			at = r.text(max(l.start, at), l.end)
		case blankLine, headingLine:
			r.flush()
		case otherLine:
			if l.fence.char != 0 && l.shell {
				r.command(src[l.start:l.end])
			}
			if r.begun && l.end > r.end {
				r.flush()
			}
		}
	}
	r.flush()
	r.pageTitle()
	if own != nil {
		own.take(r.doc)
	}
	r.settle()
}

// command notes the first word of a line of shell code.
func (r *usageReader) command(line []byte) {
	line = bytes.TrimLeft(line, "$#> \t")
	line = bytes.TrimPrefix(line, []byte("sudo "))
	if n := bytes.IndexAny(line, " \t"); n >= 0 {
		line = line[:n]
	}
	if id := r.v.words.find(line); id >= 0 {
		r.run.commands[id] = true
	}
}

// moduleLine reports a line of a module of MDX.
func moduleLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("import ")) || bytes.HasPrefix(line, []byte("export "))
}

// settle moves the counts of the document to those of the run.
func (r *usageReader) settle() {
	for _, id := range r.touched.words {
		r.run.words[id], r.doc.words[id] = r.run.words[id].plus(r.doc.words[id]), usage{}
		r.run.begins[id], r.doc.begins[id] = r.run.begins[id].plus(r.doc.begins[id]), usage{}
	}
	for _, id := range r.touched.pairs {
		r.run.pairs[id], r.doc.pairs[id] = r.run.pairs[id].plus(r.doc.pairs[id]), pairUsage{}
	}
	r.touched.words, r.touched.pairs = r.touched.words[:0], r.touched.pairs[:0]
}

// echo notes a text that may be a heading's.
func (r *usageReader) echo(text []byte) {
	r.fold = r.fold[:0]
	for _, c := range text {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		if c != '`' && c != '*' {
			r.fold = append(r.fold, c)
		}
	}
	title := r.fold
	if bytes.ContainsFunc(title, func(c rune) bool { return c >= utf8.RuneSelf }) {
		title = bytes.ToLower(title)
	}
	if !r.v.titles[string(title)] {
		return
	}
	if plain := withoutMarks(string(text)); !shouted(plain) {
		r.run.echo(string(title), plain)
	}
}

// shouted reports whether a text tells nothing of how it is written in a
// sentence, because no word behind the first has a small letter first.
func shouted(text string) bool {
	words := strings.Fields(text)
	return !slices.ContainsFunc(words[min(1, len(words)):], func(w string) bool {
		first, _ := utf8.DecodeRuneInString(w)
		return unicode.IsLower(first) && len(w) > 3 && !smallWords[w]
	})
}

// pageTitle reads the title in the front matter.
func (r *usageReader) pageTitle() {
	for line := range bytes.Lines(r.src[:frontMatter(r.src).End]) {
		key, value, ok := strings.Cut(string(bytes.TrimSpace(line)), ":")
		if ok && strings.TrimSpace(key) == "title" {
			r.echo([]byte(strings.Trim(strings.TrimSpace(value), "\"'")))
		}
	}
}

// A bodyWord is one word of the text.
type bodyWord struct {
	id    int32 // in the vocabulary, -1 for a word that no heading has
	short bool  // it may be one of the words that titles leave in lower case
	upper bool
	other bool // inner capitals or digits: it is written neither way
	page  bool // it may be part of a page's title
	start bool // it begins a sentence, a quotation or a label
	pair  bool // the word before it stands right before
}

func (r *usageReader) skip(s source.Span) {
	r.boundary(s.Start)
	r.sentence = append(r.sentence, bodyWord{id: -1, other: true})
	r.begun, r.end = true, s.End
}

// code is evidence too when it is a single word: the name of a command, which is
// written in lower case wherever it stands.
func (r *usageReader) code(s source.Span) {
	if id := r.v.words.find(bytes.Trim(r.src[s.Start:s.End], "` ")); id >= 0 {
		r.run.code[id] = true
	}
	r.skip(s)
}

func (r *usageReader) word(s source.Span) {
	pair := r.boundary(s.Start)
	text := r.src[s.Start:s.End]
	w := bodyWord{id: -1, pair: pair, start: !r.begun || r.label(s.Start)}
	r.begun, r.end = true, s.End
	w.upper, w.other = capitals(text)
	w.short = len(text) < 5
	r.fold = appendLower(r.fold[:0], text)
	if id := r.v.words.find(r.fold); id >= 0 {
		w.id = id
		w.page = w.upper && r.link.Contains(s) && r.v.lexiconOf(id)&lowerWriting != 0
	}
	r.sentence = append(r.sentence, w)
}

// appendLower appends a word in lower case without a possessive ending.
func appendLower(out, word []byte) []byte {
	for _, c := range word {
		if c >= utf8.RuneSelf {
			return append(out[:0], foldWord(string(word))...)
		}
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		out = append(out, c)
	}
	if n := len(out); n > 2 && out[n-2] == '\'' && out[n-1] == 's' {
		out = out[:n-2]
	}
	return out
}

// capitals says whether a word begins with a capital, and whether it is written
// in a way of its own: with capitals further in, or with digits.
func capitals(word []byte) (upper, other bool) {
	for i := 0; i < len(word); {
		r, n := utf8.DecodeRune(word[i:])
		switch {
		case unicode.IsDigit(r):
			return upper, true
		case !unicode.IsUpper(r):
		case i == 0:
			upper = true
		default:
			return upper, true
		}
		i += n
	}
	return upper, upper && len(word) == 1 && word[0] == 'I'
}

// boundary looks at what stands between the last word and the next one. It ends
// the sentence where one ends, and reports whether nothing but white space does.
func (r *usageReader) boundary(next int) bool {
	if !r.begun || r.end > next {
		return false
	}
	gap := r.src[r.end:next]
	if len(gap) == 1 && gap[0] == ' ' {
		return true
	}
	pair := true
	for i, c := range gap {
		switch c {
		case '.':
			if i == 0 && abbreviation(r.src, r.end) {
				pair = false
				continue
			}
			r.flush()
			return false
		case '!', '?', ':', ';', '|':
			r.flush()
			return false
		case ' ', '\n', '\r', '\t', '*', '_', '>':
		case '-':
			if i == 0 && len(gap) == 1 {
				continue // command-line
			}
			pair = false
			if i > 0 && i+1 < len(gap) {
				r.flush() // an aside, or the text of a label
				return false
			}
		default:
			pair = false
			if c >= utf8.RuneSelf && strings.ContainsAny(string(gap), "\u2013\u2014\u2026\u2192") {
				r.flush()
				return false
			}
		}
	}
	return pair
}

// abbreviation reports whether the word that ends at an offset is one behind
// which a full stop ends no sentence.
func abbreviation(src []byte, end int) bool {
	start := end
	for start > 0 && isLetter(src[start-1]) {
		start--
	}
	switch string(src[start:end]) {
	case "vs", "e.g", "i.e", "g", "e", "cf", "approx", "incl":
		return true
	}
	return false
}

// label reports whether the word at an offset begins a link, a quotation or
// something in bold, where a title or the text of a button may begin.
func (r *usageReader) label(at int) bool {
	if at == 0 {
		return true
	}
	switch r.src[at-1] {
	case '[', '"', '(', '\'':
		return true
	case '*', '_':
		return true
	}
	return at > 2 && r.src[at-3] == 0xE2 && r.src[at-2] == 0x80 // a typographic quotation mark
}

// flush counts the sentence and begins another one.
func (r *usageReader) flush() {
	words := r.sentence
	r.sentence, r.begun = r.sentence[:0], false
	if len(words) == 0 || title(words) {
		return
	}
	for i, w := range words {
		if w.id < 0 {
			continue
		}
		shown := w.shown(w.start)
		if shown.upper > 0 && (i > 0 && w.pair && words[i-1].name() || i+1 < len(words) && words[i+1].pair && words[i+1].name()) {
			shown = usage{named: 1}
		}
		r.touched.words = append(r.touched.words, w.id)
		r.doc.words[w.id] = r.doc.words[w.id].plus(shown)
		if w.start {
			r.doc.begins[w.id] = r.doc.begins[w.id].plus(w.shown(false))
		}
		if i > 0 && w.pair && words[i-1].id >= 0 {
			r.pair(words[i-1], w)
		}
	}
}

// pair counts two words, of which one follows right behind the other.
func (r *usageReader) pair(before, w bodyWord) {
	id := r.v.pairs.find(before.id, w.id)
	if id < 0 {
		return
	}
	r.touched.pairs = append(r.touched.pairs, id)
	// The first word of a name that begins the sentence has its capital anyway;
	// what follows tells.
	r.doc.pairs[id] = r.doc.pairs[id].plus(pairUsage{before.shown(before.start && !w.upper), w.shown(false)})
}

// shown is what one occurrence shows; a capital shows nothing where any word has
// one.
func (w bodyWord) shown(start bool) usage {
	switch {
	case w.other || w.page:
		return usage{}
	case !w.upper:
		return usage{lower: 1}
	case start:
		return usage{}
	}
	return usage{upper: 1}
}

// name reports whether the word has a capital that its place does not explain.
func (w bodyWord) name() bool { return w.other || w.upper && !w.start }

// title reports whether a sentence is none: all of its words are capitalised.
func title(words []bodyWord) bool {
	upper := 0
	for i, w := range words {
		switch {
		case w.other || w.short && !w.upper:
		case w.upper:
			upper++
		case i > 0:
			return false
		}
	}
	return upper > 3
}
