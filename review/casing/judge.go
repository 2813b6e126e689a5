package casing

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Judge decides which words of the headings of one document have capitals.
type Judge struct {
	d   *zone.Document
	set *rules.Set
	// evidence is how the text of the corpus writes words, own how that of the document does. Both are nil for title
	// case.
	evidence *usage.Evidence
	own      *usage.Tally
	names    map[string][]string // configured spellings, by their first word in lower case
	// coded counts the words of code spans of one or two words, once they are asked for.
	coded map[string]int
}

// NewJudge returns the judge of a document. e is the evidence of the corpus; title case needs none.
func NewJudge(d *zone.Document, set *rules.Set, e *usage.Evidence) *Judge {
	j := &Judge{d: d, set: set, evidence: e, names: map[string][]string{}}
	for _, name := range set.Style.HeadingCase.ProperNouns {
		j.name(name)
	}
	for _, term := range set.Terminology {
		if HasCapitals(term.Use) && term.Pattern == "" {
			j.name(term.Use)
		}
	}
	if e != nil {
		if j.own = e.ByPath[d.Path]; j.own == nil {
			j.own = &usage.Tally{}
		}
	}
	return j
}

func (j *Judge) name(spelling string) {
	first, _, _ := strings.Cut(strings.ToLower(spelling), " ")
	j.names[first] = append(j.names[first], spelling)
}

// Sentence returns the heading in sentence case, or the reason why that is unknown. old is its text.
func (j *Judge) Sentence(h markdown.Heading, old string) (want, thin string) {
	words := j.headingWords(h)
	if edits, ok := j.mentioned(words, h); ok {
		if out, ok := j.edited(h, old, edits); ok {
			return out, ""
		}
	}
	if source.Signature(old) {
		return old, ""
	}
	if citesElsewhere(j.d, h) {
		return old, "The heading is a link to another site and may be the title of that page."
	}
	deliberate := j.deliberate(words)
	faint := "" // why a word that keeps its capital may be an ordinary one
	var edits []source.Edit
	names := j.joinedNames(words)
	before := usage.Unknown // how to write the last word, if that was judged alone
	for i := 0; i < len(words); {
		if inName(names, words[i]) {
			before = usage.Unknown
			i++
			continue
		}
		if spelling, n := j.configured(words, i); n > 0 {
			before = usage.Unknown
			edits = j.respell(edits, words[i:i+n], spelling, h.Span.Start)
			i += n
			continue
		}
		if n := j.branded(words, i); n > 0 && !deliberate {
			before = usage.Unknown
			i += n
			continue
		}
		w := &words[i]
		edits = j.contraction(edits, w, h.Span)
		how := j.writing(words, i, deliberate)
		if i > 0 && !deliberate && j.torn(words, i-1, before, how) {
			return old, fmt.Sprintf("The text writes %q both ways.", j.d.Text()[words[i-1].Start:w.End])
		}
		before = how
		switch how {
		case usage.Lower:
			edits = append(edits, j.lowered(w, h.Span.Start))
		case usage.Unknown:
			reason := "Nothing in the documents shows whether %q is a name."
			if w.place == afterColon {
				reason = "%q may have its capital only because it follows a colon."
			} else if j.known(words, i).total() > 0 {
				reason = "The text writes %q both ways."
			}
			return old, fmt.Sprintf(reason, j.d.Bytes(w.Span))
		case usage.Upper:
			if !deliberate && j.faint(words, i) {
				faint = fmt.Sprintf("Too little text shows whether %q is a name.", j.d.Bytes(w.Span))
			}
		}
		i++
	}
	if faint != "" && len(edits) > 0 {
		return old, faint // Technical Overview of authentication
	}
	want, _ = j.edited(h, old, edits)
	return want, ""
}

// edited returns a heading with the edits applied, or the old heading and false if they can't be applied.
func (j *Judge) edited(h markdown.Heading, old string, edits []source.Edit) (string, bool) {
	if len(edits) == 0 {
		return old, true
	}
	out, err := source.Apply(j.d.Bytes(h.Span), edits)
	if err != nil {
		return old, false
	}
	return string(out), true
}

// lowered returns the edit, relative to base, that makes the first letter of a word small.
func (j *Judge) lowered(w *headingWord, base int) source.Edit {
	text := j.d.Bytes(w.Span)
	_, size := utf8.DecodeRune(text)
	at := source.Span{Start: w.Start - base, End: w.Start - base + size}
	return source.Edit{Span: at, New: strings.ToLower(string(text[:size]))}
}

// torn reports whether words i and i+1 would get different capitals, although the text nearly always gives both of them
// a capital or neither.
func (j *Judge) torn(words []headingWord, i int, before, how usage.Writing) bool {
	a, b := &words[i], &words[i+1]
	if before == usage.Unknown || how == usage.Unknown || a.place != midHeading || b.place != midHeading {
		return false
	}
	if !a.upper {
		before = usage.Lower
	}
	if !b.upper {
		how = usage.Lower
	}
	if before == how {
		return false
	}
	u := j.evidence.Corpus.Pairs[a.toNext]
	apart := max(u.First.Upper-u.Second.Upper, u.Second.Upper-u.First.Upper, u.First.Lower-u.Second.Lower,
		u.Second.Lower-u.First.Lower)
	return u.First.Total() > 1 && u.First.Upper > 0 && u.Second.Upper > 0 && 8*int(apart) <= u.First.Total()
}

// citesElsewhere reports whether all words of a heading are in a link to another site.
func citesElsewhere(d *zone.Document, h markdown.Heading) bool {
	n := &d.Nodes()[h.Node]
	for i := h.Node + 1; i < n.End; i++ {
		if c := &d.Nodes()[i]; c.Kind == markdown.Link && bytes.Contains(d.Bytes(c.Destination), []byte("://")) {
			rest := len(d.VisibleText(h.Node)) - len(d.VisibleText(i))
			return bytes.IndexByte(d.Bytes(c.Content), ' ') > 0 && rest < c.Content.Len()/2 && c.Span.Start <= h.Span.Start+2
		}
	}
	return false
}

// mentioned returns the edits that give a heading the capitals that it has where a link or the title of the page
// repeats it.
func (j *Judge) mentioned(words []headingWord, h markdown.Heading) ([]source.Edit, bool) {
	mention := j.evidence.Written[strings.ToLower(h.Text)]
	if mention == "" {
		return nil, false
	}
	var edits []source.Edit
	rest := mention
	for i, w := range words {
		old := string(j.d.Bytes(w.Span))
		at, end := inAnyCase(rest, old)
		if at < 0 {
			return nil, false
		}
		word := rest[at:end]
		rest = rest[end:]
		if i > 0 && !w.opaque && word != old {
			edits = append(edits, source.Edit{Span: source.Span{Start: w.Start - h.Span.Start, End: w.End - h.Span.Start},
				New: word})
		}
	}
	return edits, true
}

// inAnyCase returns where word occurs in text, in any case and so perhaps in other bytes; -1 if it does not.
func inAnyCase(text, word string) (int, int) {
	for at := range text {
		end := at
		for _, r := range word {
			other, n := utf8.DecodeRuneInString(text[end:])
			if end += n; n == 0 || unicode.ToLower(other) != unicode.ToLower(r) {
				end = -1
				break
			}
		}
		if end >= 0 {
			return at, end
		}
	}
	return -1, -1
}

// contraction adds the edit that lowers the end of Don'T. Some title-casing programs write it so.
func (j *Judge) contraction(edits []source.Edit, w *headingWord, heading source.Span) []source.Edit {
	i := lastApostrophe(j.d.Bytes(w.Span))
	if i < 0 || w.fold == "" {
		return edits
	}
	text := string(j.d.Bytes(w.Span))
	_, size := utf8.DecodeRuneInString(text[i:])
	tail := text[i+size:]
	if AllCapitals(text) && text[:i] != "I" && (tail != "S" || i < 2 || AllCapitals(string(j.d.Bytes(heading)))) {
		return edits // DON'T, but the API's
	}
	if contractionTails[tail] {
		base := heading.Start
		at := source.Span{Start: w.Start - base + i + size, End: w.End - base}
		return append(edits, source.Edit{Span: at, New: strings.ToLower(tail)})
	}
	return edits
}

// lastApostrophe returns the offset of the last straight or curly apostrophe of a word, or -1.
func lastApostrophe(word []byte) int { return bytes.LastIndexAny(word, "'\u2019") }
