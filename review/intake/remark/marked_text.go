package remark

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

var (
	// pointsAt and becomes match what stands between an old text and a new one; becomes does so behind a verb.
	pointsAt = Pattern("^[\"'“”’»`]*\\s*(?:->|=>|→|⇒|➜)\\s*")
	becomes  = Pattern("^[\"'“”’»`]*\\s*(?:->|=>|→|⇒|➜|to\\b|with\\b|by\\b|into\\b)\\s*")
	// notOld matches what people write between a new text and the old one.
	notOld = Pattern("(?i)[,;(\\s]+(?:instead of|rather than|not|in place of|for)\\s+[\"'“‘«`]*$")
	// leadIn matches what people write before a new text, without quotation marks.
	leadIn = Pattern(`(?i)^(?:(?:->|=>|→|⇒|➜|:|=)\s*|(?:something like|how about|what about|such as|e\.g\.|eg|` +
		`for example|for instance|` +
		`should (?:read|be|say)|must (?:read|be|say)|prefer|use|try|say)[\s:,]+)`)
	// changes matches a verb before an old text.
	changes = Pattern("(?i)^(?:please )?(?:change|replace|correct|rename|swap|switch|turn|convert|update|" +
		"edit)[\\s:\"'“‘«`]*$")
	// wrapping matches the marks in which formats and models put a new text.
	wrapping = Pattern(`(?is)^(?:\{\+\+(.+)\+\+\}|\{~~.*?~>(.+)~~\}|` +
		`<(?:new|new_text|new_value|replacement|suggestion|suggested|corrected|correction|fix|fixed|after|` +
		`revised|answer|output|ins)>` +
		`(.+)</\w+>)$`)
	// struck matches the marks in which people put a text to delete.
	struck = Pattern(`(?is)^(?:~~(.+)~~|<(?:del|s|strike)>(.+)</\w+>|\{--(.+)--\})$`)
	// oddLabel matches labels that classify does not know.
	oddLabel = Pattern(`(?i)^(?:read|recte|correct|try|new|after|rewrite|edit|updated?|improve|alternative|` +
		`suggestion \d|option \w)\s*:\s*`)
	// openDoubt matches the mark of somebody who is not sure, or not done.
	openDoubt = Pattern(`\(\?+\)|\[\?+\]|\?\?|\b(?:TODO|FIXME|TBD|TBC|XXX)\b|[^:]//\s`)
	// sideRemark matches a remark in brackets behind a new text.
	sideRemark = Pattern(`(?i)\s[(\[](?:or (?:similar|equivalent|so)|not [^()]*|instead of [^()]*|` +
		`formerly [^()]*|was:? [^()]*|plural|singular|sic|ed\.?:? [^()]*|` +
		`\w* ?spelling|(?:one|two) words?|no hyphen|hyphenated|lower ?case|upper ?case|capitali[sz]ed)[)\]]\W*$`)
)

// Marked says what is meant by a text that has marks or words around it which show that it isn't all new text, however
// much it is like old: a quotation behind a request, a label, an old text with an arrow. of is the new text in it.
func Marked(bare, was string) (kind Meaning, of string) {
	if unmarked(bare) && !strings.Contains(bare, was) {
		return Replacement, bare
	}
	return readMarks(bare, was)
}

// readMarks is marked for any text.
func readMarks(bare, was string) (kind Meaning, of string) {
	if at := strings.Index(bare, was); at >= 0 && len(bare) > len(was) {
		before, after := bare[:at], bare[at+len(was):]
		between := pointsAt()
		if changes().MatchString(before) {
			between = becomes()
		} else if m := notOld().FindStringIndex(before); m != nil && m[0] > 0 &&
			strings.Trim(after, "\"'”’»`).! ") == "" {
			return inner(before[:m[0]], was)
		} else if strings.Trim(before, "\"'“‘«` ") != "" {
			between = nil
		}
		if between != nil && between.MatchString(after) {
			return inner(after[len(between.FindString(after)):], was)
		}
		if rest, ok := strings.CutPrefix(bare, "s/"+was+"/"); ok {
			return inner(strings.TrimSuffix(strings.TrimSuffix(rest, "g"), "/"), was)
		}
		if m := struck().FindStringSubmatch(bare); m != nil && slices.Equal(Terms(m[1]+m[2]+m[3]), Terms(was)) {
			return Doubtful, bare
		}
	}
	if m := wrapping().FindStringSubmatch(bare); m != nil && !wrapping().MatchString(was) {
		return inner(m[1]+m[2]+m[3], was)
	}
	if !quoted().MatchString(was) {
		if q, ok := onlyQuotation(bare); ok && strings.Trim(bare[q.end:], ".!? ") == "" && q.close != "`" {
			if before := Terms(bare[:q.end-len(q.close)-len(q.text)]); len(before) > 0 && asks(before, was) {
				return inner(q.text, was)
			}
		}
	}
	for _, p := range []*regexp.Regexp{label(), oddLabel()} {
		m := p.FindStringIndex(bare)
		if m != nil && m[1] < len(bare) && !strings.Contains(was, ":") && !p.MatchString(was) {
			return inner(bare[m[1]:], was)
		}
	}
	if strings.HasPrefix(bare, "<!--") && strings.HasSuffix(bare, "-->") && !strings.Contains(was, "<!--") {
		return Doubtful, bare // readers would see nothing
	}
	if lacks(openDoubt(), bare, was) && !openTask().MatchString(bare) || lacks(sideRemark(), bare, was) {
		return Doubtful, bare
	}
	return Replacement, bare
}

// unmarked reports whether a text is letters of ASCII, digits and spaces, and has no word in capitals as openDoubt
// wants it: no mark can be found in it but an old text and what is said around that.
func unmarked(s string) bool {
	capitals := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'A' && c <= 'Z':
			capitals++
		case c != ' ' && (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			return false
		default:
			capitals = 0
		}
		if capitals == len("TBD") {
			return false
		}
	}
	return true
}

// Led says the same of a text that is unlike old, and has nothing but words before it that ask for it: Use lazy dogs.
func Led(bare, was string) (kind Meaning, of string) {
	m, sentence := leadIn().FindStringIndex(bare), capital(was) || ends(was)
	if m == nil || leadIn().MatchString(was) || sentence || len(Terms(was)) < 2 || example().MatchString(was) {
		return Replacement, bare
	}
	return inner(strings.TrimRight(bare[m[1]:], "?"), was)
}

// inner is a doubtful text without quotation marks around it. It is advice where nothing is left, or a remark.
func inner(s, old string) (Meaning, string) {
	s = strings.TrimSpace(s)
	if bare, ok := Unwrap(s, old); ok {
		s = bare
	}
	if s == "" || s == old || IsNothing(s) || instructs(s, old) && Likeness(s, old) < Alike {
		return Advice, s
	}
	return Doubtful, s
}

// asks reports whether words are a request such as those before a new text: We should say.
func asks(words []string, old string) bool {
	was := Terms(old)
	asked := false
	for _, w := range words {
		asked = asked || requests()[w] || beforeTexts()[w]
		if !speechWords()[w] && !beforeTexts()[w] {
			return false
		}
	}
	return asked && (len(was) == 0 || was[0] != words[0])
}

// beforeTexts is words of requests that stand before the text that is wanted.
var beforeTexts = wording.Set("accurate alternative better change corrected correction eg example fixed go how " +
	"idea ie like proposal " +
	"proposed reads revised should something suggested suggesting try update updated version want went")

var (
	// stub matches what fills a field, and what stands for a text that nobody has written.
	stub = Pattern(`(?i)^\W*(?:idem|(?:same )?as (?:above|below|before)|nan|lgtm|wip|hack|x{1,3}|y|empty string|` +
		`t\.b\.[dac]|(?-i:PLACEHOLDER)|lorem ipsum|foo|` +
		`to be (?:determined|decided|confirmed|defined|added|written|done|provided)|(?:object )+object|objects?|` +
		`(?:your|new|suggested|replacement|corrected|revised|improved|proposed) (?:text|wording|version|` +
		`sentence|content)(?: here)?|text|` +
		`wontfix|won't fix|done|fixed|resolved|maybe|unsure|fine|see (?:message|rationale|issue|comment|` +
		`explanation|note|guideline|rule)s?\b.*|` +
		`n/?a\b.*|no (?:suggestion|replacement|fix)s?(?: available| possible)?|as an ai\b.*|i (?:cannot|can't|` +
		`am unable|could not)\b.*|` +
		`(?:cannot|can't|unable to) (?:suggest|fix|provide|determine|be determined)\b.*|` +
		`(?:ask|query|cc|ping)(?: the)? (?:author|sme|expert|team|writer|reviewer|owner|@).*|@\w+(?: please\b.*)?|` +
		`needs? (?:review|input|sme|citation|work|clarification|more)\b.*|duplicates? (?:of|the)\b.*|duplicated?|` +
		`(?:an?|some|the|any)? ?(?:other|another|better|clearer|simpler|shorter|correct|right|actual|` +
		`appropriate|suitable|more \w+) ` +
		`(?:word|term|name|noun|verb|phrase|wording|sentence|product name|number|version|link|example|` +
		`synonym)s?(?: here)?|` +
		`(?:see |like |as in )?(?:lines?|page|section|[hl]) ?\d+|\+1|https?://\S+|(?:&#?\w+;)+|<br ?/?>|` +
		`(?:\\u[0-9a-f]{4})+|consider \pL+ing\b.*|` +
		`something (?:better|else|clearer|shorter|simpler|more \pL+)|the (?:right|correct|actual|appropriate|` +
		`proper|real) \pL+|` +
		`%[sd]|\$\{?\w+\}?|\{\d*\}|\\\d)\W*$`)
	// foreignOrder matches orders to delete, and words for nothing, of other languages.
	foreignOrder = Pattern(`(?i)^\W*(?:(?:bitte|à|a|da|para|favor de|por favor|per favore|s'il vous plaît|` +
		`veuillez|te) )?(?:` +
		`löschen|entfernen|streichen|weglassen|kürzen|umformulieren|neu formulieren|entfällt|keine?|` +
		`kein vorschlag|siehe (?:oben|unten|kommentar)|wie oben|` +
		`supprimer|effacer|enlever|retirer|reformuler|aucune?|néant|voir (?:ci-dessus|plus haut|commentaire)|` +
		`eliminar|borrar|quitar|suprimir|reformular|ningun[oa]|ver (?:arriba|comentario|acima)|` +
		`remover|excluir|apagar|nenhuma?|eliminare|rimuovere|cancellare|togliere|riformulare|nessuno|vedi sopra|` +
		`verwijderen|schrappen|herschrijven|geen|zie boven|ta bort|radera|stryk|slett?|fjern|poista|usuń|usunąć|` +
		`skreślić|brak|` +
		`smazat|odstranit|törlés|töröl|șterge|sil|kaldır|xóa|bỏ|hapus)(?: (?:diese[nrs]?|ce(?:tte)?|est[ea]|` +
		`questa?|deze|le|la|el|den|die|das|o) ?\pL*)?\W*$`)
)

// Filled says of a text that is unlike the old one whether it only fills the field: a stub, or an order to delete in
// another language.
func Filled(bare, was string) Meaning {
	words := len(Terms(bare)) + len(Terms(was))
	switch {
	case bare == "" || len(Terms(was)) == 0:
	case lacks(foreignOrder(), bare, was) && (words > 2 || inBrackets().MatchString(bare)):
		return Advice
	case lacks(foreignOrder(), bare, was), words > 2 && lacks(stub(), bare, was):
		return Doubtful
	}
	return Replacement
}

// Hardly says of a text that is unlike the old one whether it hardly ever stands for another: a text in brackets, signs
// for several words, words about texts.
func Hardly(bare, was string) Meaning {
	a, b := Terms(bare), Terms(was)
	if bare == "" || len(b) == 0 {
		return Replacement
	}
	switch bracketed := inBrackets().MatchString(bare) && !inBrackets().MatchString(was); {
	case bracketed && !strings.ContainsAny(bare, "@/=!"):
		return Doubtful
	case len(b) > 1 && !strings.ContainsFunc(bare, readAloud), otherScript(bare, was):
		return Doubtful
	}
	if inner, ok := Unwrap(bare, was); ok && !strings.HasPrefix(bare, "`") && inner != "" {
		return Doubtful
	}
	about := func(w string) bool {
		return speechWords()[w] || ofLayout()[w] || meta().MatchString(w) || strings.Trim(w, "0123456789") == ""
	}
	plainly := func(w string) bool { return aboutTexts()[w] || ofLayout()[w] || meta().MatchString(w) }
	talk := len(b) > 1 && len(a)+len(b) > 3 && !slices.ContainsFunc(a, func(w string) bool { return !about(w) })
	if talk && !slices.ContainsFunc(b, about) && (instructs(bare, was) || slices.ContainsFunc(a, plainly)) {
		return Doubtful
	}
	return Replacement
}

// ofLayout is what people say of the form of a text.
var ofLayout = wording.Set("block broken bulleted bullet bullets case capitals del dele deprecated detail " +
	"details docs documentation elaborate english equivalent " +
	"font form format heading headings in into intro introduction join kill level list lists long lose me move " +
	"numbered outdated " +
	"repeated repetitive rm skip sme step steps superfluous table two three up wrap")

// readAloud reports whether r may stand for a word: ≤ does, a comma does not.
func readAloud(r rune) bool {
	return isWordRune(r) || r == '%' || r == '°' || r >= utf8.RuneSelf && unicode.In(r, unicode.Sm, unicode.Sc)
}

// otherScript reports whether all letters of s are of a script that old, in Latin letters, has none of.
func otherScript(s, old string) bool {
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			if letters++; unicode.Is(unicode.Latin, r) {
				return false
			}
		}
	}
	foreign := func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }
	return (letters > 1 || term.Unspaced(firstRune(s))) && !strings.ContainsFunc(old, foreign)
}
