package review

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// readUsages reads the body text of a document.
func readUsages(d *Document, v *vocabulary) *usages {
	r := usageReader{d: d, v: v, out: newUsages()}
	next := 0 // the next node that begins
	for _, z := range d.Zones() {
		for next < len(d.nodes) && d.nodes[next].Span.Start <= z.Start {
			switch n := &d.nodes[next]; {
			case !n.Kind.Inline():
				r.flush()
			case n.Kind == Link && d.pointsToPage(n):
				r.link = n.Content
				r.echo(d.VisibleText(next))
			}
			next++
		}
		switch z.Zone {
		case Prose:
			r.text(z.Span)
		case CodeSpanZone:
			r.code(z.Span)
		case HeadingText, ListMarkerZone, FrontMatter:
			r.flush()
		case DestinationZone:
		default:
			r.skip(z.Span)
		}
	}
	r.flush()
	r.pageTitle()
	return r.out
}

// echo notes a text that may be a heading's.
func (r *usageReader) echo(text string) {
	if title := strings.ToLower(text); r.v.titles[title] && !shouted(text) {
		r.out.echo(title, text)
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
	for line := range bytes.Lines(r.d.Bytes(r.d.front)) {
		key, value, ok := strings.Cut(string(bytes.TrimSpace(line)), ":")
		if ok && strings.TrimSpace(key) == "title" {
			r.echo(strings.Trim(strings.TrimSpace(value), "\"'"))
		}
	}
}

// pointsToPage reports whether a link leads to a heading or another page of the
// same site: its text may be the title of that.
func (d *Document) pointsToPage(link *Node) bool {
	destination := d.Bytes(link.Destination)
	return bytes.IndexByte(destination, '#') >= 0 || len(destination) > 0 && !bytes.Contains(destination, []byte("://"))
}

// A usageReader gathers a sentence at a time, because whether a capital means
// something may depend on what follows.
type usageReader struct {
	d        *Document
	v        *vocabulary
	out      *usages
	sentence []bodyWord
	end      int  // where the last word or piece of code ended
	begun    bool // something stands in the sentence
	fold     []byte
	link     source.Span // the text of the last link to a page
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
	text := strings.Trim(string(r.d.Bytes(s)), "` ")
	if id, ok := r.v.words[text]; ok {
		r.out.code[id] = true
	}
	r.skip(s)
}

func (r *usageReader) text(s source.Span) {
	src := r.d.src
	for at := s.Start; at < s.End; {
		c := src[at]
		if c < utf8.RuneSelf && !isLetter(c) && !isDigit(c) {
			at++
			continue
		}
		char, n := utf8.DecodeRune(src[at:s.End])
		if !unicode.IsLetter(char) && !unicode.IsDigit(char) {
			at += n
			continue
		}
		stop := wordStop(src, at, s.End)
		r.word(source.Span{Start: at, End: stop})
		at = stop
	}
}

func (r *usageReader) word(s source.Span) {
	pair := r.boundary(s.Start)
	text := r.d.Bytes(s)
	w := bodyWord{id: -1, pair: pair, start: !r.begun || r.label(s.Start)}
	r.begun, r.end = true, s.End
	w.upper, w.other = capitals(text)
	w.short = len(text) < 5
	r.fold = appendLower(r.fold[:0], text)
	if id, ok := r.v.words[string(r.fold)]; ok {
		w.id = id
		w.page = r.link.Contains(s) && w.upper && lexicon(string(r.fold))&lowerWriting != 0
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
	gap := r.d.src[r.end:next]
	if len(gap) == 1 && gap[0] == ' ' {
		return true
	}
	pair := true
	for i, c := range gap {
		switch c {
		case '.':
			if i == 0 && abbreviation(r.d.src, r.end) {
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
	switch r.d.src[at-1] {
	case '[', '"', '(', '\'':
		return true
	case '*', '_':
		return true
	}
	return at > 2 && r.d.src[at-3] == 0xE2 && r.d.src[at-2] == 0x80 // a typographic quotation mark
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
		r.out.words[w.id] = r.out.words[w.id].plus(shown)
		if w.start {
			r.out.begins[w.id] = r.out.begins[w.id].plus(w.shown(false))
		}
		if i == 0 || !w.pair || words[i-1].id < 0 {
			continue
		}
		before := words[i-1]
		id, ok := r.v.pairs[[2]int32{before.id, w.id}]
		if !ok {
			continue
		}
		r.out.second[id] = r.out.second[id].plus(w.shown(false))
		// The first word of a name that begins the sentence has its capital anyway;
		// what follows tells.
		r.out.first[id] = r.out.first[id].plus(before.shown(before.start && !w.upper))
	}
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
