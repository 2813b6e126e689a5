package usage

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A usageReader reads the body text of a document for evidence. It gathers a sentence at a time, because the meaning of
// a capital may depend on the words behind it.
type usageReader struct {
	v    *vocabulary
	seen *Tally

	src      []byte
	words    []bodyWord  // of the sentence that is read
	plain    bool        // the sentence has a word in lower case that titles capitalise
	capitals int         // words of the sentence with a capital
	end      int         // where the last word or piece of code ended
	at       int         // up to where the document was read
	begun    bool        // something stands in the sentence
	clause   bool        // the sentence stands behind a colon
	link     source.Span // the text of the last link to a page
}

// document reads the passages of the document.
func (r *usageReader) document(passages []passage) {
	for i := range passages {
		r.passage(&passages[i])
	}
	r.flush()
	r.pageTitle()
}

// passage reads the next passage.
func (r *usageReader) passage(p *passage) {
	start, end := int(p.start), int(p.end)
	switch p.before {
	case paragraphBreak:
		r.flush()
	case lineBreak:
		if r.begun && start > r.end {
			r.flush()
		}
	}
	r.at = r.text(max(start, r.at), end)
}

// mention notes a text that may be a heading's.
func (r *usageReader) mention(text string) {
	text = withoutMarks.Replace(text)
	if title := strings.ToLower(text); r.v.titles[title] && !shouted(text) {
		r.seen.mentions[mention{title, text}] = true
	}
}

// shouted reports whether no word behind the first one begins with a small letter: such a text does not show how it is
// written in a sentence.
func shouted(text string) bool {
	words := strings.Fields(text)
	return !slices.ContainsFunc(words[min(1, len(words)):], func(w string) bool {
		first, _ := utf8.DecodeRuneInString(w)
		return unicode.IsLower(first) && len(w) > 3 && !SmallWords()[w]
	})
}

// pageTitle reads the title in the front matter.
func (r *usageReader) pageTitle() {
	for line := range bytes.Lines(r.src[:markdown.FrontMatter(r.src).End]) {
		key, value, ok := strings.Cut(string(bytes.TrimSpace(line)), ":")
		if ok && strings.TrimSpace(key) == "title" {
			r.mention(strings.Trim(strings.TrimSpace(value), "\"'"))
		}
	}
}

func (r *usageReader) skip(s source.Span) {
	r.boundary(s.Start)
	r.words = append(r.words, bodyWord{marks: mixed})
	r.begun, r.end = true, s.End
}

// code is evidence too when it is a single word: the name of a command, which is
// written in lower case wherever it stands.
func (r *usageReader) code(s source.Span) {
	word := bytes.Trim(r.src[s.Start:s.End], "` ")
	if r.v.words[string(word)] {
		n := r.seen.Words[string(word)]
		n.Code++
		r.seen.Words[string(word)] = n
	}
	r.skip(s)
}

// word adds the word at s to the sentence.
func (r *usageReader) word(s source.Span) {
	text := r.src[s.Start:s.End]
	var marks wordMarks
	upper, other := Capitals(text)
	if upper {
		marks |= capital
	}
	if other {
		marks |= mixed
	}
	marks |= r.marksBefore(s.Start)
	switch {
	case other:
	case upper:
		r.capitals++
	case s.Len() >= 5 && len(r.words) > 0:
		r.plain = true
	}
	if upper && r.link.Contains(s) {
		marks |= inPage
	}
	w := bodyWord{marks: marks}
	if fold := Fold(text); r.v.words[fold] {
		w.text = fold
	}
	r.words = append(r.words, w)
	r.begun, r.end = true, s.End
}

// marksBefore returns the marks that the text before an offset gives the word there. It ends the sentence before it.
func (r *usageReader) marksBefore(at int) (marks wordMarks) {
	if r.boundary(at) {
		marks = behind
		if r.src[at-1] == '-' {
			marks |= hyphen
		}
	}
	if !r.begun || r.label(at) {
		marks |= starts
	}
	return marks
}

// Capitals says whether a word begins with a capital, and whether it is written
// in a way of its own: with capitals further in, or with digits.
func Capitals(word []byte) (upper, other bool) {
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

// boundary reads the text between the last word and the next one. It ends the sentence if it ends there, and reports
// whether the text is only white space.
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
			if i == 0 && Abbreviation(r.src, r.end) {
				pair = false
				continue
			}
			r.flush()
			return false
		case '!', '?', ':', ';', '|':
			// A label of one word may be a key, and what stands on another line a list.
			clause := c == ':' && len(r.words) > 1 && bytes.HasSuffix(gap, []byte(": "))
			r.flush()
			r.clause = clause
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

// Abbreviation reports whether the word that ends at an offset is an abbreviation, so that a full stop behind it ends
// no sentence.
func Abbreviation(src []byte, end int) bool {
	start := end
	for start > 0 && source.IsLetter(src[start-1]) {
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
	case '"':
		r.quotation(at, `"`)
		return true
	case '[', '(', '\'', '*', '_':
		return true
	}
	if at < 3 || r.src[at-3] != 0xE2 || r.src[at-2] != 0x80 {
		return false
	}
	r.quotation(at, "\u201d")
	return true // a typographic quotation mark
}

// quotation looks at the quotation that begins at an offset. In one whose words all have capitals, such as the title of
// a section, a capital says no more of a word than in a link to a page.
func (r *usageReader) quotation(at int, closer string) {
	rest := r.src[at:min(at+maxMarkDistance/4, len(r.src))]
	n := bytes.Index(rest, []byte(closer))
	if n > 0 && bytes.IndexByte(rest[:n], ' ') > 0 && shouted(string(rest[:n])) {
		r.link = source.Span{Start: at, End: at + n}
	}
}
