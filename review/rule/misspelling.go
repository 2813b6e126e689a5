package rule

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/spelling"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Misspelling is the rule misspelling.
var Misspelling = review.Reviewer{
	Rule: rules.Rule{
		ID:       "misspelling",
		Category: rules.CategoryStyle,
		Title:    "Misspelled word",
		Doc: rules.Doc{
			What: "The text has a word that is no word, and that people often write for another one. The list is that of the " +
				"program misspell, 28,000 of them; it is no dictionary, so that names and terms are not found.",
			Why:     "A misspelled word costs the reader a second look, and a search does not find it.",
			Example: "    The relay will recieve it.    The relay will receive it.",
			Fix: "Puts the word right that stands once in the documents of the run, in small letters. What stands more than " +
				"once, with a capital, or in code, in a name or in a file's name too, may be meant: there the word is a " +
				"suggestion, and a person decides.",
			Leaves: "Code, headings, addresses, identifiers, HTML, text in other languages, and the words that `accept` lists.",
		},
	},
	Find: findMisspellings,
}

func findMisspellings(p *review.Pass) {
	d, config := p.Doc, p.Set.Style.Misspelling
	if config == nil {
		return
	}
	m := misspellings{Pass: p}
	for _, z := range d.Zones() {
		if z.Zone != zone.Prose && z.Zone != zone.HeadingText {
			continue
		}
		text := d.Text()[:z.End]
		for at := spelling.Next(text, z.Start); at < z.End; {
			end := at
			for end < z.End && source.IsLetter(text[end]) {
				end++
			}
			if f, ok := m.judge(source.Span{Start: at, End: end}, z); ok {
				p.Report(f)
			}
			at = spelling.Next(text, end)
		}
	}
}

// misspellings judges the words of one document.
type misspellings struct {
	*review.Pass
	language language
}

type language uint8

const (
	unread language = iota
	english
	otherLanguage
)

// judge judges a word of the list.
func (m *misspellings) judge(word source.Span, z zone.Span) (review.Finding, bool) {
	d, config := m.Doc, m.Set.Style.Misspelling
	old := string(d.Bytes(word))
	small := strings.ToLower(old)
	want := spelling.Correction(small)
	if old[1:] != small[1:] || slices.Contains(config.Accept, old) || slices.Contains(config.Accept, small) ||
		!aloneInText(d, word) || quoted(d.Text(), word) || m.corrected(word, want) || !m.inEnglish(word, old) {
		return review.Finding{}, false
	}
	capital := old[:1] != small[:1]
	const near = 120 // bytes, which have the address of a link
	inAddress := bytes.Contains(d.Text()[word.End:min(len(d.Text()), word.End+near)], []byte("/"+small))
	if capital && (inAddress || m.Corpus.Misspellings().Name(small)) || agent(small, want) {
		return review.Finding{}, false
	}
	if capital {
		want = capitalised(want)
	}
	f := review.Finding{Severity: m.Set.Style.Misspelling.Severity, Span: word, Old: old,
		Message: fmt.Sprintf("Write %q instead of %q.", want, old)}
	reason := review.Reason{}
	count := m.Corpus.Misspellings().Count(small)
	other := ""
	if lower := strings.ToLower(want); !slip(small, lower) {
		other = otherWord(small, lower)
	}
	switch {
	case other != "":
		f.Message = fmt.Sprintf("Correct %q: %q or %q may be meant.", old, want, other)
		if capital {
			other = capitalised(other)
		}
		f.Severity, f.Remedy, f.Choices = rules.Suggestion, review.Choose, []string{want, other}
		return f, true
	case capital:
		reason = review.Because("capital", "With a capital it may be a name.")
	case z.Zone == zone.HeadingText:
		reason = review.Because("heading", "It stands in a heading.")
	case count > 1:
		reason = review.Because("repeated", fmt.Sprintf("It stands in the documents and in names of files %d times, and "+
			"may be meant.", count))
	default:
		f.Want, f.Edits = want, append(articleEdit(d, m.Set.Terms(), word.Start, old, want),
			source.Edit{Span: word, New: want})
		return f, true
	}
	f.Severity, f.AutoFix, f.Reason = rules.Suggestion, review.AutoFixNo, reason
	return f, true
}

// agent reports whether a word is made of a verb, as incrementers of increment. Where such a word is meant, the other
// one ends so, too: controllers for controlers.
func agent(small, want string) bool {
	verb, plural := strings.CutSuffix(small, "ers")
	if !plural {
		verb = strings.TrimSuffix(small, "er")
	}
	return verb != small && len(verb) > 3 && usage.Listed(verb) &&
		!strings.HasSuffix(strings.TrimSuffix(want, "s"), "er")
}

// corrected reports whether the correction of a word stands next to it, as in a list of corrected mistakes. A small
// word such as "the" must be nearer, since it stands near every other word.
func (m *misspellings) corrected(word source.Span, want string) bool {
	beside := 24
	if smallWords()[want] {
		beside = len(" -> ``") + len(want)
	}
	text := m.Doc.Text()
	before, behind := text[max(0, word.Start-beside):word.Start], text[word.End:min(len(text), word.End+beside)]
	return bytes.Contains(before, []byte(want)) || bytes.Contains(behind, []byte(want))
}

// inEnglish reports whether the document and the text around a word are in English. In a cell of a table the text must
// show it.
func (m *misspellings) inEnglish(word source.Span, old string) bool {
	d := m.Doc
	if m.language == unread {
		m.language = languageOf(d.Text())
	}
	if m.language != english || !inEnglish(d, m.Set.Terms(), word, old) {
		return false
	}
	block := &d.Nodes()[d.Block(word.Start)]
	return block.Kind != markdown.TableCell || languageOf(d.Bytes(block.Span)) == english
}

// languageOf tells English from other languages by its small words, and by words with letters that English lacks: code
// in a page of another language may have more small words of English than its text has. Where some small words are of
// another language, half of the English ones must be of those that none has: Dutch has "in", "is" and "of".
func languageOf(text []byte) language {
	const enough = 8
	here, alone, elsewhere, accented := 0, 0, 0, 0
	for at := 0; at < len(text); {
		if !source.IsLetter(text[at]) {
			at++
			continue
		}
		word := wordAt(text, at)
		at = word.End
		if word.End < len(text) && text[word.End] >= 0xc3 && text[word.End] < 0xe2 { // a letter, no dash
			accented++
		}
		if word.Len() > 5 || word.End < len(text) && text[word.End] >= utf8.RuneSelf {
			continue
		}
		switch small := text[word.Start:word.End]; {
		case smallWords()[string(small)]:
			here++
			if !sharedWords()[string(small)] {
				alone++
			}
		case otherWords()[string(small)]:
			elsewhere++
		}
	}
	if here > 2*elsewhere && here > accented && (here < enough || elsewhere == 0 || 2*alone >= here) {
		return english
	}
	return otherLanguage
}

// smallWords are frequent in every English text.
var (
	smallWords = wording.Set("the of and to is in that for it with be are this as on by not or from an can you we " +
		"when if")
	sharedWords = wording.Set("of is in for be on an we as or")
)

// slip reports whether a misspelling is the word that is meant, with two letters that changed places or a letter
// that is written once instead of twice, or twice instead of once: then nothing else is meant.
func slip(wrong, want string) bool {
	i := 0
	for i < len(wrong) && i < len(want) && wrong[i] == want[i] {
		i++
	}
	long, short := wrong, want
	if len(long) < len(short) {
		long, short = short, long
	}
	switch len(long) - len(short) {
	case 0:
		return i+1 < len(wrong) && wrong[i] == want[i+1] && wrong[i+1] == want[i] && wrong[i+2:] == want[i+2:]
	case 1:
		return i > 0 && long[i] == long[i-1] && long[i+1:] == short[i:]
	}
	return false
}

// otherWord returns a word of the lexicon that is one letter or one exchange of letters away from a misspelling,
// begins as it does and is not the one meant, or "" for none.
func otherWord(wrong, want string) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	other := ""
	try := func(word string) bool {
		if word != want && word != wrong && usage.Listed(word) && spelling.Correction(word) == "" {
			other = word
		}
		return other != ""
	}
	for i := 1; i <= len(wrong); i++ {
		before, rest := wrong[:i], wrong[i:]
		for k := range len(letters) {
			if try(before+letters[k:k+1]+rest) || rest != "" && try(before+letters[k:k+1]+rest[1:]) {
				return other
			}
		}
		if rest != "" && try(before+rest[1:]) || len(rest) > 1 && try(before+rest[1:2]+rest[:1]+rest[2:]) {
			return other
		}
	}
	return ""
}

// aloneInText reports whether a word is not a part of a longer one, of a name or of an expression: neither markup that
// a reader does not see nor a sign is next to it.
func aloneInText(d *zone.Document, word source.Span) bool {
	text := d.Text()
	return (word.Start == 0 || strings.IndexByte(" \t\n\"'([,;>*_|\x97\x94\x9c", text[word.Start-1]) >= 0 ||
		text[word.Start-1] == '\r') &&
		(word.End == len(text) || strings.IndexByte(" \t\n\r\"').,;:!?]<*_|\xe2", text[word.End]) >= 0) &&
		!source.WordRune(d.RuneBefore(word.Start)) && !continuesBehind(d, word.End)
}

func continuesBehind(d *zone.Document, end int) bool {
	r, _ := utf8.DecodeRune(d.TextBehind(end))
	return source.WordRune(r)
}
