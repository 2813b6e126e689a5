package zone

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// appendWords splits z, a zone of text, into prose, identifiers, addresses and e-mail addresses, and appends these. It
// looks only at words with a sign that an identifier may have.
func appendWords(out []Span, src []byte, z Span) []Span {
	text := z.Start // start of the prose that is not appended yet
	for i := z.Start; i < z.End; {
		switch RunClasses[src[i]] {
		case DoubtfulByte, MarkByte:
		case EndingByte:
			if i+1 < z.End && RunClasses[src[i+1]] != SpaceByte {
				break
			}
			fallthrough
		default: // a letter, a digit, white space, other punctuation
			i++
			continue
		}
		word := source.Span{Start: i, End: i + 1}
		for word.Start > z.Start && RunClasses[src[word.Start-1]] != SpaceByte {
			word.Start--
		}
		for word.End < z.End && RunClasses[src[word.End]] != SpaceByte {
			word.End++
		}
		i = word.End
		if core, zone := Classify(src, word); zone != Prose {
			if zone == Identifier {
				if end := endOfField(src, source.Span{Start: core.Start, End: word.End}, z.End); end > word.End {
					core.End = end
				}
				i = max(i, core.End)
			}
			if core.Start > text {
				out = append(out, Span{source.Span{Start: text, End: core.Start}, z.Zone})
			}
			out = append(out, Span{core, zone})
			text = core.End
		}
	}
	if text < z.End {
		out = append(out, Span{source.Span{Start: text, End: z.End}, z.Zone})
	}
	return out
}

// fields are the marks behind which a program expects a name, as Sphinx and Doxygen write them.
var fields = []string{":param", ":type", ":raises", ":arg", ":keyword", ":var", ":ivar", ":cvar", "@param", "@tparam",
	"@throws", "@ref", "@see", "@section", "@subsection", "@page", "@anchor", "@snippet", "@link", `\param`,
	`\tparam`, `\throws`, `\ref`, `\section`, `\subsection`, `\page`, `\anchor`, `\snippet`, `\link`}

// endOfField returns the end of the name behind a mark of a field, or that of the mark where it is none. Doxygen's may
// say more (\param[in]) and stand where a link has its destination.
func endOfField(src []byte, mark source.Span, end int) int {
	text := src[mark.Start:mark.End]
	text, _, _ = bytes.Cut(text[bytes.LastIndexByte(text, '(')+1:], []byte("["))
	if !slices.Contains(fields, string(text)) {
		return mark.End
	}
	at := mark.End
	for at < end && src[at] == ' ' {
		at++
	}
	for at < end && RunClasses[src[at]] != SpaceByte {
		at++
	}
	return at
}

// Classify returns the zone of a word, and the word without the punctuation around it. A word is a run of bytes without
// white space.
func Classify(src []byte, s source.Span) (source.Span, Zone) {
	for s.Start < s.End && beforeNames[src[s.Start]] {
		if c := src[s.Start]; (c == '!' || c == ':') && s.Start+1 < s.End && 'a' <= src[s.Start+1] &&
			src[s.Start+1] <= 'z' &&
			bytes.IndexByte(src[s.Start+1:s.End], ':') < 0 { // and no :emoji:
			return command(src, s)
		}
		if n := bytes.IndexByte(src[s.Start:s.End], ']'); src[s.Start] == '[' && n > 1 &&
			len(bytes.Trim(src[s.Start+1:s.Start+n], "abcdefghijklmnopqrstuvwxyz0123456789._-")) == 0 {
			return source.Span{Start: s.Start, End: s.Start + n + 1}, Identifier // a section of settings, a key of a citation
		}
		s.Start++
	}
	if s.Len() > 2 && bytes.HasSuffix(src[s.Start:s.End], []byte("::")) {
		return s, Identifier // a key of Dataview or Logseq
	}
	for s.End > s.Start && behindNames[src[s.End-1]] {
		if bytes.HasSuffix(src[s.Start:s.End], []byte("()")) {
			break
		}
		s.End--
	}
	w := src[s.Start:s.End]
	mark := []byte("==")
	if len(w) > 4 && bytes.HasPrefix(w, mark) && bytes.HasSuffix(w, mark) && bytes.Count(w, mark) == 2 {
		return Classify(src, source.Span{Start: s.Start + 2, End: s.End - 2}) // ==highlighted==
	}
	var has byteKinds
	for _, c := range w {
		has |= byteKindOf[c]
	}
	switch {
	case has == 0: // only letters, or empty
		return s, Prose
	case has&colonKind != 0 && bytes.Contains(w, []byte("://")), has&dotKind != 0 && bytes.HasPrefix(w, []byte("www.")):
		return s, AutoLink
	case has&atKind != 0 && email(w):
		return s, Email
	case identifier(w, has):
		return s, Identifier
	}
	return s, Prose
}

// command returns the word of a command behind its sign, such as !add or :quit.
func command(src []byte, s source.Span) (source.Span, Zone) {
	for s.End > s.Start && behindNames[src[s.End-1]] {
		s.End--
	}
	return s, Identifier
}

// beforeNames and behindNames are the punctuation that may surround a name in a sentence.
var beforeNames, behindNames = bytesOf(`("'[{,;:!?*`), bytesOf(`)"'],;:!?.}*`)

func bytesOf(list string) (t [256]bool) {
	for i := range len(list) {
		t[list[i]] = true
	}
	return t
}

// byteKinds says which bytes a word has, of those that may make it more than prose.
type byteKinds uint8

const (
	signKind byteKinds = 1 << iota // a sign in expressions, options and names
	atKind
	dotKind
	slashKind
	colonKind
	dashKind
)

const identifierSigns = "_@\\=<>|{}()[]#$%&+*~^`"

var byteKindOf = func() (t [256]byteKinds) {
	for _, c := range []byte(identifierSigns) {
		t[c] = signKind
	}
	t['@'] |= atKind
	t['.'], t['/'], t[':'], t['-'] = dotKind, slashKind, colonKind, dashKind
	return t
}()

func email(w []byte) bool {
	at := bytes.IndexByte(w, '@')
	return at > 0 && bytes.IndexByte(w[at:], '.') > 1
}

// identifier reports whether w is a name for programs: a flag, an environment variable, a mention, a path, a file or
// host name, a call, an option with a value, or a version.
func identifier(w []byte, has byteKinds) bool {
	switch w[0] {
	case '@', '#', '$', '%', '/', '~', '\\':
		return len(w) > 1
	case '-':
		return flag(w)
	case '.':
		if len(w) > 1 && source.IsLetter(w[1]) || bytes.HasPrefix(w, []byte("./")) ||
			bytes.HasPrefix(w, []byte("../")) {
			return true
		}
	}
	if has&signKind != 0 {
		return !optionalEnding(w) && !task(w)
	}
	return has&dotKind != 0 && dotted(w) || has&slashKind != 0 && path(w) || has&colonKind != 0 && colonPair(w)
}

// flag reports whether w is -f or --flag. A dash that only stands before a word, as in an aside, makes no flag.
func flag(w []byte) bool {
	rest := bytes.TrimLeft(w, "-")
	return len(rest) > 0 && len(w)-len(rest) <= 2 && (source.IsLetter(rest[0]) || source.IsDigit(rest[0]) ||
		rest[0] == '@')
}

// task reports whether w is a task that somebody is given, as in TODO(jane): which looks like a call and is prose.
func task(w []byte) bool {
	word, _, given := bytes.Cut(w, []byte("("))
	return given && slices.Contains([]string{"TODO", "FIXME", "TBD", "XXX", "HACK"}, string(word))
}

// optionalEnding reports whether w is like word(s) or word(ed), which looks like a call and is prose.
func optionalEnding(w []byte) bool {
	open := bytes.IndexByte(w, '(')
	if open < 1 || bytes.ContainsAny(w[:open], "_@\\=<>|{}[]#$%&+*~^`./:") {
		return false
	}
	ending := bytes.TrimSuffix(w[open+1:], []byte(")"))
	return OptionalEndings[string(bytes.ToLower(ending))] && (open > 2 || unicode.IsLower(rune(ending[0])))
}

// OptionalEndings are the endings that may stand in parentheses behind a word. Title case writes them Word(S).
var OptionalEndings = map[string]bool{"s": true, "es": true, "ed": true, "d": true, "ing": true, "ies": true}

// colonPair reports whether w is like host:80, key:value or a::b.
func colonPair(w []byte) bool {
	i := bytes.IndexByte(w, ':')
	return i > 0 && i+1 < len(w)
}

// dotted reports whether w is like file.ext, a.b.c, 1.2.3 or v1.2. Two sentences without a space between them look the
// same, and are left alone too.
func dotted(w []byte) bool {
	for i := 1; i+1 < len(w); i++ {
		if w[i] == '.' && w[i+1] != '.' && w[i-1] != '.' {
			r, _ := utf8.DecodeRune(w[i+1:])
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return true
			}
		}
	}
	return false
}

// path reports whether w is like path/to/x or x/. It is false for and/or: a slash between two plain words is prose.
func path(w []byte) bool {
	return bytes.Count(w, []byte("/")) > 1 || len(w) > 1 && w[len(w)-1] == '/'
}

// Macro reports whether text ends with a word that the document writes as the name of a macro, which has an exclamation
// mark of its own: println!.
func (d *Document) Macro(text []byte) bool {
	at := len(text)
	for at > 0 && (source.IsLetter(text[at-1]) || source.IsDigit(text[at-1]) || text[at-1] == '_') {
		at--
	}
	word := string(text[at:]) + "!"
	return len(word) > 1 && (bytes.Contains(d.Text(), []byte(word+"(")) || bytes.Contains(d.Text(), []byte("`"+word)))
}
