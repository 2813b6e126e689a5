package rule

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// articleEdit turns the indefinite article before a word into the one that the new word asks for. It does nothing if
// the sound of the new word is not certain, or if the "a" may be a word of another language.
func articleEdit(d *zone.Document, table *term.Table, at int, old, want string) []source.Edit {
	article, ok := articleBefore(d, at)
	if !ok {
		return nil
	}
	was, is := soundOf(old), soundOf(want)
	if is == unknownSound || was == is || !inEnglish(d, table, article, old) {
		return nil
	}
	text := string(d.Bytes(article))
	switch {
	case is == vowelSound && len(text) == 1:
		n := "n"
		if text == "A" && casing.AllCapitals(old) {
			n = "N"
		}
		return []source.Edit{{Span: source.Span{Start: article.End, End: article.End}, New: n}}
	case is == consonantSound && len(text) == 2:
		return []source.Edit{{Span: source.Span{Start: article.Start + 1, End: article.End}}}
	}
	return nil
}

// articleBefore returns the article that stands before the word at an offset, with
// nothing but white space, quotes and the like between.
func articleBefore(d *zone.Document, at int) (source.Span, bool) {
	i := at
	for i > 0 && strings.IndexByte("*_[\"'(~", d.Text()[i-1]) >= 0 {
		i--
	}
	if r, n := utf8.DecodeLastRune(d.Text()[:i]); r == '\u201c' || r == '\u2018' {
		i -= n
	}
	space := i
	for i > 0 && source.IsSpace(d.Text()[i-1]) {
		i--
	}
	if i == space {
		return source.Span{}, false
	}
	s := source.Span{Start: i, End: i}
	for s.Start > 0 && source.IsLetter(d.Text()[s.Start-1]) && s.Len() < 3 {
		s.Start--
	}
	word := string(d.Bytes(s))
	if !strings.EqualFold(word, "a") && !strings.EqualFold(word, "an") {
		return source.Span{}, false
	}
	r, _ := utf8.DecodeLastRune(d.Text()[:s.Start])
	delimiter := r == '_' && d.ZoneAt(s.Start-1) != zone.Prose
	if s.Start > 0 && !delimiter && (source.WordRune(r) || strings.ContainsRune("/-'\u2019.", r)) {
		return source.Span{}, false
	}
	area := d.ZoneAt(s.Start)
	if area != zone.Prose && area != zone.HeadingText || d.Block(s.Start) != d.Block(at) {
		return source.Span{}, false
	}
	if word[0] == 'A' && area == zone.Prose && !d.StartsSentence(s.Start) && !behindCode(d, s.Start) &&
		!casing.AllCapitals(string(d.Text()[at:min(at+2, len(d.Text()))])) {
		return source.Span{}, false // plan A
	}
	return s, true
}

// behindCode reports whether what stands before an offset is no word of the text: code, or a command such as @note.
func behindCode(d *zone.Document, at int) bool {
	before := bytes.TrimRight(d.Text()[:at], " ")
	word := before[bytes.LastIndexAny(before, " \n")+1:]
	return len(word) > 0 && (word[0] == '@' || word[0] == '\\' || word[len(word)-1] == '`')
}

// inEnglish reports whether the text around a word may be English: it has more words of English than of other
// languages, or none of both and the lexicon has half of its words. Words of terms and capitals do not count, so the
// answer is the same before and after the terms next to the word are fixed.
func inEnglish(d *zone.Document, table *term.Table, word source.Span, old string) bool {
	text, _ := terms.Around(d, word)
	for _, hit := range table.AppendHits(nil, text, 0, len(text)) {
		for i := hit.Start; i < hit.WordEnd; i++ {
			text[i] = ' '
		}
	}
	old = strings.ToLower(old)
	words, foreign, english, other := 0, 0, 0, 0
	for w := range strings.FieldsFuncSeq(string(text),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
		fold := strings.ToLower(w)
		switch {
		case englishWords()[fold]:
			english++
		case otherWords()[w]:
			other++
		case len(w) < 3 || fold != w || strings.Contains(old, w):
			continue
		}
		if words++; usage.Lexicon(w) == usage.Unknown && !usage.CompoundOfWords(w) {
			foreign++
		}
	}
	if english > 0 || other > 0 {
		return english > other
	}
	return words == 0 || 2*foreign < words
}

var (
	englishWords = wording.Set("and for from has have is must not of should that the this when will with you your")
	// otherWords are small words of the other languages that have a word a or an.
	otherWords = wording.Set("az cette con de del der di du egy ein eine el es est et il je le los na nel nie por se " +
		"sau und une")
)

type sound uint8

const (
	unknownSound sound = iota
	vowelSound
	consonantSound
)

// soundOf returns the sound that a word begins with, if its letters show it.
func soundOf(word string) sound {
	word = strings.TrimLeft(word, "\"'*_([")
	if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }); end >= 0 {
		word = word[:end]
	}
	if word == "" || word[0] >= utf8.RuneSelf {
		return unknownSound
	}
	if source.IsDigit(word[0]) {
		return soundOfNumber(word)
	}
	lower := strings.ToLower(word)
	if len(word) > 1 && casing.AllCapitals(word) {
		// An abbreviation is spelled out or spoken as a word: with some letters both begin with the same sound.
		switch {
		case strings.IndexByte("aeio", lower[0]) >= 0:
			return vowelSound
		case lower[0] == 'u' && len(word) > 4:
			return soundOfU(lower) // no abbreviation
		case strings.IndexByte("bcdgjkpqtuvwyz", lower[0]) >= 0:
			return consonantSound
		}
		return unknownSound
	}
	switch lower[0] {
	case 'a', 'e', 'i', 'o':
		if hasAnyPrefix(lower, "eu", "ewe", "one", "once", "ouija") {
			return consonantSound
		}
		return vowelSound
	case 'u':
		return soundOfU(lower)
	case 'h':
		if hasAnyPrefix(lower, "hour", "honest", "honor", "honour", "heir") {
			return vowelSound
		}
		return consonantSound
	}
	if !strings.ContainsAny(lower, "aeiouy") || len(lower) > 1 && !pronounceable(lower[0], lower[1]) {
		return unknownSound // npm, nginx
	}
	return consonantSound
}

func soundOfNumber(number string) sound {
	if number[0] == '8' || number == "11" || number == "18" {
		return vowelSound
	}
	return consonantSound
}

// soundOfU tells unknown from union.
func soundOfU(lower string) sound {
	switch {
	case hasAnyPrefix(lower, "unidirect"):
		return consonantSound
	case hasAnyPrefix(lower, "unin", "unim", "unid", "unill"):
		return vowelSound
	case hasAnyPrefix(lower, "uni", "unanim", "usa", "use", "usi", "usu", "uta", "ute", "uti", "uto", "ura", "uri", "ubi"):
		return consonantSound
	case hasAnyPrefix(lower, "un", "up", "ul", "um", "us", "ut", "ur", "ug"):
		return vowelSound
	}
	return unknownSound
}

// pronounceable reports whether words of English begin with these two letters.
func pronounceable(first, second byte) bool {
	if strings.IndexByte("aeiouy", second) >= 0 {
		return true
	}
	return strings.Contains(" bl br ch cl cr dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps qu rh sc sh sk sl sm sn sp "+
		"sq st sw th tr tw vl wh wr ",
		" "+string([]byte{first, second})+" ")
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}
