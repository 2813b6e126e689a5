package casing

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A headingWord is one word of a heading, or a piece such as code that takes the place of a word.
type headingWord struct {
	source.Span
	// fold is the word in lower case, without a possessive ending, or "" for a piece that is not text.
	fold string
	// opaque says that this is not a word: code, an identifier, a number.
	opaque bool
	place  wordPlace
	// joined says that this is a later part of a compound: the "line" of command-line.
	joined bool
	// slashed says that this stands behind a slash: the "write" of read/write.
	slashed bool
	// pair says that only white space stands between this word and the one before.
	pair bool
	// suffix says that this is an ending right behind code: the s of `foo`s.
	suffix bool
	// upper and other are the results of capitals.
	upper, other bool
	// toNext is the pair of this word and the next one in the evidence, "" for none.
	toNext string
}

// lexicon returns how the lexicon writes the word.
func (w *headingWord) lexicon() usage.Writing { return usage.Lexicon(w.fold) }

// small reports whether the word is a small word, and not an abbreviation with the same letters.
func (w *headingWord) small() bool { return usage.SmallWords()[w.fold] && !w.other }

// A wordPlace says what stands before a word.
type wordPlace uint8

const (
	// midHeading: another word stands before it.
	midHeading wordPlace = iota
	// first: it is the first word of the heading, not counting numbers and signs.
	first
	// afterColon: it begins a clause or a sentence.
	afterColon
	// afterTag: only a template tag stands before it, which may produce words, a picture or nothing.
	afterTag
	// quoted: it is the first word in quotes.
	quoted
)

// headingWords splits a heading into words.
func (j *Judge) headingWords(h markdown.Heading) []headingWord {
	d := j.d
	w := headingScanner{d: d, end: h.Span.Start, stop: h.Span.End, place: first}
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
			if text := d.Bytes(s); z.Zone == zone.HTML && len(w.out) > 0 && text[len(text)-1] == '>' &&
				bytes.LastIndexByte(text, '=') > bytes.LastIndex(text, []byte("</")) {
				w.place = afterColon // the text of a badge is one of its own
			}
		case zone.Identifier:
			s.End = callEnd(d.Text(), s, h.Span.End)
			w.call = s.End
			w.opaque(s)
		default:
			w.opaque(s)
		}
	}
	if j.evidence != nil {
		for i := range len(w.out) - 1 {
			w.out[i].toNext = j.pair(&w.out[i], &w.out[i+1])
		}
	}
	return w.out
}

type headingScanner struct {
	d     *zone.Document
	out   []headingWord
	end   int       // end of the last word
	stop  int       // end of the heading
	call  int       // end of the last call
	place wordPlace // of the next word
}

func (w *headingScanner) opaque(s source.Span) {
	if s.Empty() {
		return
	}
	w.gap(s.Start)
	w.add(headingWord{Span: s, opaque: true})
}

// pass reads a part of the heading that a reader does not see.
func (w *headingScanner) pass(s source.Span) {
	if len(w.out) > 0 {
		w.gap(s.Start)
		w.end = s.End
	}
}

// text splits a span of text into words.
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

// word returns the word at s, without what depends on its neighbours.
func (w *headingScanner) word(s source.Span) headingWord {
	text := w.d.Bytes(s)
	return headingWord{Span: s, fold: usage.Fold(text),
		opaque: bytes.IndexFunc(text, unicode.IsDigit) >= 0}
}

// pair returns the pair of two words that stand next to each other, "" for none.
func (j *Judge) pair(a, b *headingWord) string {
	if a.opaque || b.opaque || !b.pair && !b.joined {
		return ""
	}
	if joined := a.fold + "-" + b.fold; b.joined && j.evidence.Corpus.Pairs[joined].First.Total() > 0 {
		return joined
	}
	return a.fold + " " + b.fold
}

// callEnd returns the end of the call that an identifier opens, as in parse(text, [options]). Nothing in a call is
// prose. If the identifier opens no call, it returns the end of the identifier.
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

// gap reads the text between the last word and the next one.
func (w *headingScanner) gap(next int) {
	gap := w.d.Text()[w.end:next]
	if len(w.out) == 0 || len(gap) == 1 && gap[0] == ' ' {
		return
	}
	if w.place == afterColon && len(bytes.TrimSpace(gap)) > 0 {
		w.place = midHeading
	}
	switch {
	case w.place != first && len(gap) == 3 && gap[0] == '"' && bytes.IndexByte([]byte(":.!?"), gap[1]) >= 0 &&
		gap[2] == ' ':
		w.place = afterColon // What is "it"? Why
	case bytes.ContainsAny(gap, "\"") || bytes.Contains(gap, []byte("\u201c")):
		if !bytes.HasSuffix(bytes.TrimRight(gap, " "), []byte("\"")) || bytes.HasSuffix(gap, []byte("\"")) {
			w.place = max(w.place, quoted)
		}
	case w.place == first:
	case w.labelled(gap):
		w.place = afterColon
	case bytes.HasPrefix(gap, []byte("!")) && w.d.Macro(w.d.Text()[:w.end]):
	case bytes.HasPrefix(gap, []byte(".")) && usage.Abbreviation(w.d.Text(), w.end):
	case bytes.ContainsAny(gap, ":.!?") || dash(gap) || w.stepped(gap) || w.asks(next):
		w.place = afterColon
	}
}

// labelled reports whether the gap ends a label of the heading: (Optional) Restart, b) Restart, IV) Restart.
func (w *headingScanner) labelled(gap []byte) bool {
	label := w.out[0]
	if !bytes.HasPrefix(gap, []byte(")")) || bytes.IndexByte(w.d.Text()[label.Start:w.end], ')') >= 0 {
		return false
	}
	return label.Start > 0 && w.d.Text()[label.Start-1] == '(' ||
		len(w.out) == 1 && (label.Len() == 1 || len(strings.Trim(label.fold, "ivx")) == 0)
}

// dash reports whether a hyphen between spaces divides the heading here, as a colon does. A long dash begins an aside
// instead.
func dash(gap []byte) bool {
	trimmed := bytes.TrimSpace(gap)
	spaced := len(gap) > len(trimmed)
	trimmed = bytes.TrimSpace(bytes.TrimLeft(trimmed, ")]*\"")) // Path (default) - All
	return spaced && (string(trimmed) == "-" || string(trimmed) == "--")
}

// stepped reports whether any dash stands in the gap behind a word and its number, as in Step 2 – Restart.
func (w *headingScanner) stepped(gap []byte) bool {
	if dash := string(bytes.TrimSpace(gap)); dash != "\u2013" && dash != "\u2014" || len(w.out) != 2 {
		return false
	}
	label := w.out[0]
	return enumerator(w.d.Bytes(w.out[1].Span)) && usage.Lexicon(label.fold) == usage.Lower &&
		!AllCapitals(string(w.d.Bytes(label.Span)))
}

// asks reports whether a question or an exclamation in parentheses begins at next.
func (w *headingScanner) asks(next int) bool {
	if w.d.Text()[next-1] != '(' {
		return false
	}
	aside, _, closed := bytes.Cut(w.d.Text()[next:w.stop], []byte(")"))
	return closed && len(aside) > 0 && bytes.IndexByte([]byte("!?"), aside[len(aside)-1]) >= 0 &&
		bytes.IndexByte(aside, ' ') > 0
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
	if piece := w.d.Bytes(word.Span); word.opaque && (w.place == first || w.place == afterColon) &&
		(enumerator(piece) || usage.Emoji(piece)) {
		return // the word behind the number takes the place of the number
	}
	if w.place == first && word.opaque && templateTag(w.d.Bytes(word.Span)) {
		w.place = afterTag
		return
	}
	w.place = midHeading
}

// templateTag reports whether a piece of a heading is a template tag that inserts no value.
func templateTag(piece []byte) bool {
	opens := []string{"{%", "{{<", "{{%", "<"}
	return slices.ContainsFunc(opens, func(open string) bool { return bytes.HasPrefix(piece, []byte(open)) })
}

// suffixed reports whether word is an ending of the piece before it: `foo`s, `foo`'s, [`foo`]s, part(s).
func suffixed(before []headingWord, word headingWord, gap []byte) bool {
	if string(gap) == "(" && len(before) > 0 {
		return zone.OptionalEndings[word.fold]
	}
	if len(before) == 0 || !before[len(before)-1].opaque || word.fold != "s" {
		return false
	}
	return len(bytes.TrimRight(bytes.TrimPrefix(gap, []byte("]")), "'\u2019")) == 0
}

// enumerator reports whether the first piece of a heading is only a number: 1, 2.3, B.1.5, v1.2, 0x80.
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
