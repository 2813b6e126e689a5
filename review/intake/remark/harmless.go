package remark

import (
	"slices"
	"strings"
	"unicode"
)

// Harmless reports whether a text asks for nothing: it greets, thanks, praises, sums up, introduces what follows, or
// gives a score or a verdict. In a summary, all is harmless that demands nothing.
func Harmless(s string, summary bool) bool {
	return everySentence(s, func(sentence, low string) bool {
		low = class("idiom").hide(low)
		rest := low[class("harmless").start(low):]
		opens := rest != low || summary || strings.HasSuffix(low, ":") || isHeading(sentence) ||
			class("good").in(low) && !quotes(sentence) && !class("caveated").in(low)
		return opens && !class("demand").in(rest) && !class("flaw").in(rest) && class("doubt").start(low) == 0
	})
}

// Praises reports whether a heading or a label says that what stands below it is praise.
func Praises(s string) bool { return class("praise").in(s) && !class("demand").in(s) }

// Praise reports whether an item below a heading that praises is praise.
func Praise(s string) bool {
	return everySentence(s, func(sentence, low string) bool { return !asks(sentence, low) })
}

// Chatter reports whether a text before the first remark of a review, or behind the last, is only what people say
// there: they greet, tell what they did, say what the document is about. It is, unless something in it may ask for a
// change: an order, a word for what is wrong or wanted, a negation, a question, a quoted text, a number, a part of the
// document, a statement about the document or another thing. In a summary the document may be described.
func Chatter(s, heading string) bool {
	const longest = 2000 // bytes that are judged
	if len(s) > longest {
		return false
	}
	s, _, _ = strings.Cut(s, "\n>") // who wrote what is answered
	label, _, labelled := strings.Cut(strings.TrimLeft(s, "*_ "), ":")
	summary := class("summary").in(heading) || labelled && class("summary").in(label)
	return everySentence(s, func(sentence, low string) bool {
		good := class("good").in(low) || class("idiom").in(low)
		low = class("good").hide(class("idiom").hide(low))
		has := func(c class) bool { return c.in(low) }
		if strings.HasSuffix(low, ":") && has("intro") && !quotes(sentence) && !has("place-noun") {
			return true // the remarks say what is wanted
		}
		rest := low[class("harmless").start(low):]
		if asks(sentence, rest) {
			return false
		}
		tells := has("tells") || rest != low
		before, end := class("doc").find(low)
		const few = 2 // words before what the sentence is about
		subject := end > 0 && len(strings.Fields(low[:before])) <= few && !class("person").is(firstWord(low)) &&
			!class("person").in(low[end:]) && !isName(sentence)
		switch {
		case class("place-noun").in(class("doc").hide(low)):
			return good
		case has("writing"):
			return good || tells
		case subject:
			return good || tells || summary
		case class("article-first").start(rest) > 0 && len(strings.Fields(rest)) > few:
			return good || tells || summary || has("person") || has("doc") || has("remark-noun")
		}
		return true
	})
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(s, " ")
	return word
}

// hide puts points in place of the phrases of a class.
func (c class) hide(low string) string {
	for start, end := c.find(low); end > 0; start, end = c.find(low) {
		low = low[:start] + strings.Repeat(".", end-start) + low[end:]
	}
	return low
}

// everySentence reports whether each sentence of a text is a verdict, an offer, a name at the end or one that ok takes.
func everySentence(s string, ok func(sentence, low string) bool) bool {
	closing := false // a name may follow
	for _, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool {
			return !isWordRune(r) && r != '+' && r != ':' && r != '：'
		})
		short := len(strings.Fields(low)) <= 3
		offers := class("offer").start(low) > 0 && !quotes(sentence)
		if low != "" && !verdict(low) && !offers && !(closing && short && !asks(sentence, low)) && !ok(sentence, low) {
			return false
		}
		closing = closing || offers || class("close").start(low) > 0
	}
	return true
}

// isName reports whether a line is a signature or another line of names: a few words, hardly one of them in lower case.
func isName(line string) bool {
	words, lower := strings.FieldsFunc(line, func(r rune) bool { return !isWordRune(r) && r != '\'' && r != '.' }), 0
	for _, w := range words {
		if unicode.IsLower(firstRune(w)) {
			lower++
		}
	}
	const most, signed = 10, 3
	if n := len(words); n > 1 && n <= signed && lower < n && strings.Contains(line, ",") &&
		unicode.IsUpper(firstRune(words[n-1])) {
		return true
	}
	return len(words) > 0 && len(words) <= most && lower <= len(words)/4
}

// isHeading reports whether a line is a heading in bold.
func isHeading(line string) bool {
	const most = 6
	line = strings.TrimSpace(line)
	inner, opened := strings.CutPrefix(line, "**")
	inner, closed := strings.CutSuffix(inner, "**")
	return opened && closed && len(strings.Fields(inner)) <= most && !asks(inner, fold(inner))
}

// asks reports whether words may ask for a change.
func asks(sentence, low string) bool {
	questions := strings.ContainsAny(sentence, "?？") && !class("idiom").in(fold(sentence))
	return questions || strings.Contains(low, "n't") || quotes(sentence) || orders(low) ||
		numbered(fold(sentence)) && !isName(sentence) || class("demand").in(low) || class("flaw").in(low)
}

// orders reports whether words begin with a verb in its plain form and what it is done to, as in tighten the intro.
func orders(low string) bool {
	if class("insert").start(low)+class("delete").start(low)+class("change").start(low) > 0 {
		return true
	}
	first := firstWord(low)
	// The endings are of imperatives of French, Russian and Italian.
	for _, ending := range []string{"ez", "йте", "ите", "ate", "ete", "ite"} {
		if strings.HasSuffix(first, ending) && len(first) > len(ending)+2 {
			return true
		}
	}
	words := strings.Fields(low[strings.IndexAny(low, ":：")+1:])
	if len(words) < 2 || strings.HasSuffix(words[0], ",") || !class("determiner").is(words[1]) ||
		class("function-word").is(words[0]) {
		return false
	}
	return !strings.HasSuffix(words[0], "ed") && !strings.HasSuffix(words[0], "ing")
}

// numbered reports whether words have a number that counts neither remarks nor time and is no score.
func numbered(low string) bool {
	words := strings.FieldsFunc(low, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("'.,/%+", r) })
	for i, w := range words {
		if strings.ContainsAny(w, "/%+") || !unicode.IsDigit(firstRune(w)) {
			continue
		}
		near := slices.Concat(words[max(0, i-1):i], words[i+1:min(i+3, len(words))])
		counts := slices.ContainsFunc(near, class("counted-noun").is) ||
			slices.ContainsFunc(near, class("judgement").is)
		if !counts {
			return true
		}
	}
	return false
}

// verdict reports whether a line is a label such as Score or Reviewed file with a few words behind it.
func verdict(low string) bool {
	label, value, found := strings.Cut(strings.Trim(low, ":"), ":")
	value = strings.TrimFunc(value, func(r rune) bool { return !isWordRune(r) })
	few := 5
	words := strings.Fields(label)
	judges := class("judgement").is(label) || found && len(words) > 1 && len(words) <= few &&
		(class("judgement").is(words[0]) || class("judgement").is(words[len(words)-1]))
	said := value[class("verdict-value").start(value):]
	if strings.ContainsAny(value, "0123456789/") && len(words) == 1 {
		few *= 2
	}
	return judges && (!found || len(strings.FieldsFunc(value, func(r rune) bool { return !isWordRune(r) })) <= few &&
		!class("demand").in(said) && !class("flaw").in(said))
}

// Verdict returns what a line such as Verdict: request changes says, "" for another line.
func Verdict(s string) string {
	label, value, found := strings.Cut(s, ":")
	if !found || !class("verdict").is(label) {
		return ""
	}
	return strings.ToLower(strings.Trim(value, spaces+"*_.!`"))
}
