package casing

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A headingWord is one word of a heading, or something that stands for one.
type headingWord struct {
	source.Span
	// fold is the word in lower case, without a possessive ending; "" for what is no text.
	fold string
	// opaque is set for what is no word: code, an identifier, a number.
	opaque bool
	place  wordPlace
	// joined is set for the later parts of a compound: the "line" of command-line.
	joined bool
	// slashed is set for a word behind a slash: the "write" of read/write.
	slashed bool
	// pair is set when the word follows the one before it with nothing but white
	// space between.
	pair bool
	// suffix is set for an ending that stands right behind code: the s of `foo`s.
	suffix bool
	// upper and other are what capitals says of the word.
	upper, other bool
	// The rest is for judges that know evidence: the number of the word, of it and the
	// next one as a pair, -1 for none, and what is known of the word anyway.
	id, pairID int32
	facts      usage.WordFacts
}

// lexicon returns what the lexicon says of the word.
func (w *headingWord) lexicon() usage.Writing { return w.facts.Writing() }

// small reports whether the word is one of the small ones, and no abbreviation
// that is spelled like one.
func (w *headingWord) small() bool { return w.facts&usage.SmallWord != 0 && !w.other }

// A wordPlace says what stands before a word.
type wordPlace uint8

const (
	// midHeading is the place of a word that follows another one.
	midHeading wordPlace = iota
	// first is the place of the heading's first word, numbers and signs not counted.
	first
	// afterColon is the place of a word that begins a clause of its own, or a
	// sentence.
	afterColon
	// afterTag is the place of a word that follows nothing but a tag of a template, which
	// may stand for words, for a picture or for nothing.
	afterTag
	// quoted is the place of the first word in quotes.
	quoted
)

// headingWords takes a heading apart. The words hold until the next one is.
func (j *Judge) headingWords(h markdown.Heading) []headingWord {
	d := j.d
	w := headingScanner{d: d, out: j.words[:0], fold: j.fold, end: h.Span.Start, stop: h.Span.End, place: first}
	if j.evidence != nil {
		w.known, w.corpus = &j.evidence.Vocabulary, j.evidence.Corpus
	}
	for _, z := range d.ZonesWithin(h.Span) {
		s := source.Span{Start: max(z.Start, h.Span.Start, w.call), End: min(z.End, h.Span.End)}
		if s.Start >= s.End {
			continue
		}
		switch z.Zone {
		case zone.HeadingText:
			if d.InImage(s.Start) {
				w.pass(s)
			} else {
				w.text(s)
			}
		case zone.Destination, zone.HTML:
			w.pass(s)
		case zone.Identifier:
			s.End = callEnd(d.Text(), s, h.Span.End)
			w.call = s.End
			w.opaque(s)
		default:
			w.opaque(s)
		}
	}
	j.words, j.fold = w.out, w.fold
	for i := range w.out {
		w.out[i].pairID = w.pair(i)
	}
	return w.out
}

type headingScanner struct {
	d      *zone.Document
	known  *usage.Vocabulary // nil where no evidence is known
	corpus *usage.CorpusCounts
	out    []headingWord
	fold   []byte
	end    int       // where the last word ended
	stop   int       // where the heading does
	call   int       // where the last call ended
	place  wordPlace // of the next word
}

func (w *headingScanner) opaque(s source.Span) {
	if s.Empty() {
		return
	}
	w.gap(s.Start)
	w.add(headingWord{Span: s, opaque: true, id: -1})
}

// pass goes over what a reader does not see.
func (w *headingScanner) pass(s source.Span) {
	if len(w.out) > 0 {
		w.gap(s.Start)
		w.end = s.End
	}
}

// text cuts a stretch of text into words.
func (w *headingScanner) text(s source.Span) {
	for at := s.Start; at < s.End; {
		r, n := utf8.DecodeRune(w.d.Text()[at:s.End])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			at += n
			continue
		}
		word := source.Span{Start: at, End: usage.WordStop(w.d.Text(), at, s.End)}
		w.gap(word.Start)
		w.add(w.word(word))
		at = word.End
	}
}

// word returns the word at s, without what its neighbours say of it.
func (w *headingScanner) word(s source.Span) headingWord {
	text := w.d.Bytes(s)
	word := headingWord{Span: s, id: -1, opaque: bytes.IndexFunc(text, unicode.IsDigit) >= 0}
	w.fold = usage.AppendLower(w.fold[:0], text)
	if w.known == nil {
		word.fold = string(w.fold)
		return word
	}
	if word.id = w.known.Words.Find(w.fold); word.id >= 0 {
		word.fold, word.facts = w.known.Words.List[word.id], w.known.FactsOf(word.id)
	} else {
		word.fold = string(w.fold)
		word.facts = usage.FactsOf(word.fold)
	}
	return word
}

// pair returns the number of the pair of words i and i+1, -1 when it has none.
func (w *headingScanner) pair(i int) int32 {
	if i+1 >= len(w.out) || w.known == nil {
		return -1
	}
	a, b := &w.out[i], &w.out[i+1]
	if a.opaque || b.opaque || a.id < 0 || b.id < 0 || !b.pair && !b.joined {
		return -1
	}
	if b.joined {
		if id := w.known.Pairs.Find(usage.Hyphenated(a.id), b.id); id >= 0 && w.corpus.Pair(id).First.Total() > 0 {
			return id
		}
	}
	return w.known.Pairs.Find(a.id, b.id)
}

// callEnd returns where the call ends that an identifier opens, as in
// parse(text, [options]): nothing in a call is prose. It is the identifier's own
// end where no call is open.
func callEnd(src []byte, identifier source.Span, end int) int {
	name := src[identifier.Start:identifier.End]
	if bytes.Count(name, []byte("(")) <= bytes.Count(name, []byte(")")) {
		return identifier.End
	}
	if n := bytes.IndexByte(src[identifier.End:end], ')'); n >= 0 {
		return identifier.End + n + 1
	}
	return identifier.End
}

// gap looks at what stands between the last word and the next one.
func (w *headingScanner) gap(next int) {
	gap := w.d.Text()[w.end:next]
	if len(w.out) == 0 || len(gap) == 1 && gap[0] == ' ' {
		return
	}
	if w.place == afterColon && len(bytes.TrimSpace(gap)) > 0 {
		w.place = midHeading
	}
	switch {
	case w.place != first && len(gap) == 3 && gap[0] == '"' && bytes.IndexByte([]byte(":.!?"), gap[1]) >= 0 && gap[2] == ' ':
		w.place = afterColon // What is "it"? Why
	case bytes.ContainsAny(gap, "\"") || bytes.Contains(gap, []byte("\u201c")):
		if !bytes.HasSuffix(bytes.TrimRight(gap, " "), []byte("\"")) || bytes.HasSuffix(gap, []byte("\"")) {
			w.place = max(w.place, quoted)
		}
	case w.place == first:
	case w.labelled(gap):
		w.place = afterColon
	case bytes.HasPrefix(gap, []byte(".")) && usage.Abbreviation(w.d.Text(), w.end):
	case bytes.ContainsAny(gap, ":.!?") || dash(gap) || w.stepped(gap) || w.asks(next):
		w.place = afterColon
	}
}

// labelled reports whether the gap closes a parenthesis with which the heading begins, as
// in (Optional) Restart, or stands behind its number: b) Restart, IV) Restart.
func (w *headingScanner) labelled(gap []byte) bool {
	label := w.out[0]
	if !bytes.HasPrefix(gap, []byte(")")) || bytes.IndexByte(w.d.Text()[label.Start:w.end], ')') >= 0 {
		return false
	}
	return label.Start > 0 && w.d.Text()[label.Start-1] == '(' || len(w.out) == 1 && (label.Len() == 1 || len(strings.Trim(label.fold, "ivx")) == 0)
}

// dash reports whether a hyphen between spaces stands in the gap, which parts a
// heading as a colon does. A long dash begins an aside.
func dash(gap []byte) bool {
	trimmed := bytes.TrimSpace(gap)
	spaced := len(gap) > len(trimmed)
	trimmed = bytes.TrimSpace(bytes.TrimLeft(trimmed, ")]*\"")) // Path (default) - All
	return spaced && (string(trimmed) == "-" || string(trimmed) == "--")
}

// stepped reports whether any dash stands in the gap behind a word and its number,
// as in Step 2.
func (w *headingScanner) stepped(gap []byte) bool {
	if dash := string(bytes.TrimSpace(gap)); dash != "\u2013" && dash != "\u2014" || len(w.out) != 2 {
		return false
	}
	label := w.out[0]
	return enumerator(w.d.Bytes(w.out[1].Span)) && usage.Lexicon(label.fold) == usage.Lower && !AllCapitals(string(w.d.Bytes(label.Span)))
}

// asks reports whether a question or an exclamation in parentheses begins at next.
func (w *headingScanner) asks(next int) bool {
	if w.d.Text()[next-1] != '(' {
		return false
	}
	aside, _, closed := bytes.Cut(w.d.Text()[next:w.stop], []byte(")"))
	return closed && len(aside) > 0 && bytes.IndexByte([]byte("!?"), aside[len(aside)-1]) >= 0 && bytes.IndexByte(aside, ' ') > 0
}

func (w *headingScanner) add(word headingWord) {
	gap := w.d.Text()[w.end:word.Start]
	word.place = w.place
	word.joined = len(w.out) > 0 && len(gap) == 1 && strings.IndexByte("-&.\\", gap[0]) >= 0
	word.slashed = len(w.out) > 0 && len(gap) == 1 && gap[0] == '/'
	word.pair = len(w.out) > 0 && len(bytes.TrimSpace(gap)) == 0 && len(gap) > 0
	word.suffix = suffixed(w.out, word, gap)
	word.upper, word.other = usage.Capitals(w.d.Bytes(word.Span))
	w.out = append(w.out, word)
	w.end = word.End
	if piece := w.d.Bytes(word.Span); word.opaque && (w.place == first || w.place == afterColon) && (enumerator(piece) || usage.Emoji(piece)) {
		return // what holds for the number holds for the word behind it
	}
	if w.place == first && word.opaque && templateTag(w.d.Bytes(word.Span)) {
		w.place = afterTag
		return
	}
	w.place = midHeading
}

// templateTag reports whether a piece of a heading is a tag of a template and no value.
func templateTag(piece []byte) bool {
	for _, open := range []string{"{%", "{{<", "{{%", "<"} {
		if bytes.HasPrefix(piece, []byte(open)) {
			return true
		}
	}
	return false
}

// suffixed reports whether word is the ending of what stands before it: `foo`s,
// `foo`'s, [`foo`]s, part(s).
func suffixed(before []headingWord, word headingWord, gap []byte) bool {
	if string(gap) == "(" && len(before) > 0 {
		return zone.OptionalEndings[word.fold]
	}
	if len(before) == 0 || !before[len(before)-1].opaque || word.fold != "s" {
		return false
	}
	return len(bytes.TrimRight(bytes.TrimPrefix(gap, []byte("]")), "'\u2019")) == 0
}

// enumerator reports whether a heading's first piece only numbers it: 1, 2.3,
// B.1.5, v1.2, 0x80.
func enumerator(piece []byte) bool {
	if hex, ok := bytes.CutPrefix(piece, []byte("0x")); ok {
		return len(bytes.Trim(hex, "0123456789abcdefABCDEF")) == 0
	}
	letters := bytes.TrimLeft(piece, "vV")
	if len(letters) > 1 && letters[1] == '.' && source.IsLetter(letters[0]) {
		letters = letters[2:]
	}
	return len(letters) > 0 && len(bytes.Trim(letters, "0123456789.-)")) == 0
}
