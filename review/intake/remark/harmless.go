package remark

import (
	"slices"
	"strings"
	"unicode"
)

// Harmless reports whether a text is only what people say around remarks, sentence by sentence: a verdict, an offer, a
// name at the end, or idle words. In a summary the document may be described, below a heading of praise its parts.
func Harmless(s, heading string) bool {
	const longest = 2000            // bytes that are judged
	s, _, _ = strings.Cut(s, "\n>") // who wrote what is answered
	if len(s) > longest || isForm(s) {
		return len(s) <= longest
	}
	label, _, labelled := strings.Cut(strings.TrimLeft(s, "*_ "), ":")
	summary := class("summary").in(heading) || labelled && class("summary").in(label)
	closing := false // a name may follow
	for _, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool {
			return !isWordRune(r) && !strings.ContainsRune("+:：", r)
		})
		offers := class("offer").start(low) > 0 && !quotes(sentence)
		named := closing && len(strings.Fields(low)) <= 3 && !asks(sentence, low) && !faults(low)
		if low != "" && !verdict(low) && !offers && !named && !idle(sentence, low, summary, Praises(heading)) {
			return false
		}
		closing = closing || offers || class("close").start(low) > 0
	}
	return true
}

// Praises reports whether a heading or a label says that what stands below it is praise.
func Praises(s string) bool { return class("praise").in(s) && !class("demand").in(s) }

// idle reports whether a sentence greets, thanks, praises, tells what its writer did, or says what the document is
// about: nothing in it may ask for a change, as orders, words for what is wrong or wanted, negations, questions, quoted
// texts, numbers, parts of the document and statements about it or another thing do.
func idle(sentence, low string, summary, good bool) bool {
	low, praise := settle(low)
	has := func(c class) bool { return c.in(low) }
	if strings.ContainsRune(":：", lastRune(low)) && !quotes(sentence) && !has("place-noun") {
		return true // the remarks say what is wanted
	}
	rest := low[class("harmless").start(low):]
	good = good || praise || has("good")
	tells, remarks := summary || has("tells") || rest != low, has("remark-noun") || has("found")
	if good || tells || remarks {
		rest = class("weak").hide(rest)
	}
	if asks(sentence, rest) || class("weak").in(rest) || !good && class("nay").in(rest) ||
		!good && !tells && numbered(low) && !isName(sentence) {
		return false
	}
	before, end := class("doc").find(low)
	const few = 2 // words before what the sentence is about
	subject := end > 0 && len(strings.Fields(low[:before])) <= few && class("person").start(low) == 0 &&
		!class("person").in(low[end:]) && !isName(sentence)
	switch {
	case good:
		return true
	case class("place-noun").in(class("doc").hide(low)):
		return false
	case has("writing"), subject:
		return tells
	case class("article-first").start(rest) > 0 && len(strings.Fields(rest)) > few:
		return tells || end > 0 || remarks
	}
	return true
}

// settle puts points in place of what sounds like a demand and is none, and reports whether a part of it is praise.
func settle(low string) (settled string, good bool) {
	settled = class("idiom").hide(low)
	good = settled != low
	for n, run := range [][]class{
		{"none", "found"}, {"may", "approves"}, // praise
		{"none", "checks"}, {"tells", "every", "place-noun"}, {"please", "mend", "these"}, {"mend", "these"},
		{"within", "these"}, {"prior", "approves"}, {"few", "found"},
	} {
		const praising = 2
		for from, to := findRun(settled, run); to > 0; from, to = findRun(settled, run) {
			settled = settled[:from] + strings.Repeat(".", to-from) + settled[to:]
			good = good || n < praising
		}
	}
	return settled, good
}

// findRun returns where phrases of classes begin and end that follow each other at most a few words apart.
func findRun(low string, run []class) (start, end int) {
	for start, end = run[0].find(low); end > 0; {
		to := end
		for _, c := range run[1:] {
			to = c.soon(low, to)
		}
		if to > 0 {
			return start, to
		}
		from, n := run[0].find(low[end:])
		if n == 0 {
			return 0, 0
		}
		start, end = end+from, end+n
	}
	return 0, 0
}

// soon returns where a phrase of a class ends that begins at most a few words behind a byte, 0 for none.
func (c class) soon(low string, from int) int {
	const most = 5
	for n := 0; from > 0 && n < most; n++ {
		from += len(low[from:]) - len(strings.TrimLeft(low[from:], " *_"))
		if n := c.start(low[from:]); n > 0 {
			return from + n
		}
		word := strings.IndexAny(low[from:], " ,;:.()")
		if word < 1 || low[from+word] != ' ' || low[from] == '\'' || low[from:from+word] == "of" {
			break
		}
		from += word
	}
	return 0
}

// hide puts points in place of the phrases of a class.
func (c class) hide(low string) string {
	for start, end := c.find(low); end > 0; start, end = c.find(low) {
		low = low[:start] + strings.Repeat(".", end-start) + low[end:]
	}
	return low
}

// isName reports whether a line is a signature or another line of names: a few words, hardly one of them in lower case.
func isName(line string) bool {
	words, lower := strings.FieldsFunc(line, func(r rune) bool { return !isWordRune(r) && r != '\'' && r != '.' }), 0
	for _, w := range words {
		if unicode.IsLower(firstRune(w)) {
			lower++
		}
	}
	const most = 10
	return len(words) > 0 && len(words) <= most && lower <= len(words)/4
}

// asks reports whether words may ask for a change.
func asks(sentence, low string) bool {
	questions := strings.ContainsAny(sentence, "?？") && !class("idiom").in(fold(sentence))
	return questions || strings.Contains(low, "n't") || quotes(sentence) || orders(low) ||
		class("demand").in(low) || class("flaw").in(low)
}

// faults reports whether words say what is wrong or wanted.
func faults(low string) bool {
	return slices.ContainsFunc([]class{"demand", "flaw", "weak", "nay"}, func(c class) bool { return c.in(low) })
}

// orders reports whether words begin with a verb in its plain form and what it is done to, as in tighten the intro.
func orders(low string) bool {
	// The endings are of imperatives of French, Russian and Italian.
	first, _, _ := strings.Cut(low, " ")
	for _, ending := range []string{"ez", "йте", "ите", "ate", "ete", "ite"} {
		if strings.HasSuffix(first, ending) && len(first) > len(ending)+2 {
			return true
		}
	}
	words := strings.Fields(low[strings.IndexAny(low, ":：")+1:])
	if len(words) < 2 || !isWordRune(firstRune(words[0])) || strings.HasSuffix(words[0], ",") {
		words = []string{"in", ""} // which order nothing
	}
	return class("insert").start(low)+class("delete").start(low)+class("change").start(low) > 0 ||
		class("determiner").is(words[1]) && !class("function-word").is(words[0]) &&
			!strings.HasSuffix(words[0], "ed") && !strings.HasSuffix(words[0], "ing")
}

// numbered reports whether words have a number that counts neither remarks nor time and is no score.
func numbered(low string) bool {
	words := strings.FieldsFunc(low, func(r rune) bool { return !isWordRune(r) && !strings.ContainsRune("'.,/%+", r) })
	for i, w := range words {
		counts := slices.ContainsFunc(words[max(0, i-1):min(i+3, len(words))], func(near string) bool {
			return class("counted-noun").is(near) || class("judgement").is(near)
		})
		if unicode.IsDigit(firstRune(w)) && !strings.ContainsAny(w, "/%+") && !counts {
			return true
		}
	}
	return false
}

// verdict reports whether a line is a label such as Score or Reviewed file with a few words behind it.
func verdict(low string) bool {
	label, value, found := strings.Cut(strings.Trim(low, ":"), ":")
	value = strings.TrimFunc(value, func(r rune) bool { return !isWordRune(r) })
	const few = 5
	words := strings.Fields(label)
	judges := class("judgement").is(label) || found && len(words) > 1 && len(words) <= few &&
		(class("judgement").is(words[0]) || class("judgement").is(words[len(words)-1]))
	said := value[class("verdict-value").start(value):]
	return judges && (!found || len(strings.FieldsFunc(value, func(r rune) bool { return !isWordRune(r) })) <= few &&
		!faults(said))
}

// isForm reports whether each line of several is a label with a few words behind it, one of them of a verdict.
func isForm(s string) bool {
	lines, judges := strings.Split(strings.TrimSpace(s), "\n"), false
	for _, line := range lines {
		line = strings.NewReplacer("*", "", "_", "", "none", "ok").Replace(class("idiom").hide(fold(line)))
		label, value, _ := strings.Cut(line, ":")
		if n := len(strings.Fields(value)); n == 0 || n > 6 || len(strings.Fields(label)) > 6 || faults(line) {
			return false
		}
		judges = judges || verdict(line)
	}
	return len(lines) > 1 && judges
}

// Verdict returns what a line such as Verdict: request changes says, "" for another line.
func Verdict(s string) string {
	label, value, found := strings.Cut(s, ":")
	if !found || !class("verdict").is(label) {
		return ""
	}
	return strings.ToLower(strings.Trim(value, spaces+"*_.!`"))
}
