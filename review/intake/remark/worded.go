package remark

import (
	"regexp"
	"slices"
	"strings"
)

// A reviewer who has to fill a field for the new text may say there what to do instead.
var (
	// deletion matches an order to take the old text out, and nothing else.
	deletion = Pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike(?: out)?|take out|get rid of|eliminate|erase|scrap|leave out)` +
		`(?: (?:it|this|that|the|these|those|them)(?: (?:\pL+ )?(?:words?|terms?|phrases?|sentences?|paragraph|lines?|text|items?|row|` +
		`section|bullet|quote|heading|entry))?)?(?: (?:entirely|completely|altogether))?$`)
	// partDeletion matches an order to take out a part of the old text.
	partDeletion = Pattern(`(?i)^(?:please )?(?:delete|remove|drop|omit|cut|strike(?: out)?|take out|get rid of|` +
		`eliminate|erase|scrap|leave out) ` +
		`(?:(?:the|these|those|an?|one|extra) (?:\pL+ )?(?:spaces?|links?|prefix|suffix|duplicates?|duplication|` +
		`repetitions?|capitals?)|` +
		`(?:(?:this|that|the|these|those|an?|one|extra) )?(?:\pL+ )?(?:commas?|articles?|adverbs?|adjectives?|` +
		`hyphens?|dash(?:es)?|` +
		`apostrophes?|colons?|semicolons?|periods?|full stops?|brackets|parenthes[ei]s|quotation marks|bold|` +
		`italics|emphasis|plural))$`)
	// deletionVerb matches a verb of such an order alone.
	deletionVerb = Pattern(`^\pL+$`)
	// deletedMark matches the same in brackets, also as something that is done.
	deletedMark = Pattern(`(?i)^[(\[<{](?:(?:please )?(?:delete|remove|omit|cut)d?|deletion|removal|removed|` +
		`deleted|omitted)(?: (?:it|this|that|these|those|entirely)\b)?` +
		`(?: (?:(?:this|that|the) )?(?:words?|terms?|phrases?|sentences?|paragraph|lines?|text|items?|row|` +
		`section|bullet|quote|heading|entry))?[)\]>}]$`)
	// order matches the start of an order that names its text: Change to delta.
	order = Pattern(`(?i)^(?:please )?(?:change|replace|switch|rename|convert|correct|reword|rephrase|rewrite|update|set|turn)(?: (?:it|this|that|the \pL+|this \pL+))?(?: back)? (?:to|with|by|into|as)\b`)
	// deictic matches what points at the old text or asks for a better one.
	deictic = Pattern(`(?i)\b(?:here|this (?:word|term|phrase|sentence|paragraph|section|line|quote|passage|text|heading|list|table|link)|(?:a|an) (?:more|less|better|clearer|different|shorter|simpler|stronger|proper|correct|suitable|appropriate) |more clearly|more precise(?:ly)?|instead)\b`)
	// openTask matches a task that somebody still has to do.
	openTask = Pattern(`(?i)^\W*(?:todo|fixme|tbd|tba|tbc|xxx)\b`)
	// inBrackets matches a text that stands in brackets as a whole.
	inBrackets = Pattern(`^(?:\[[^\[\]]*\]|\([^()]*\)|<[^<>]*>|\{[^{}]*\})$`)
	// emptyMark matches words for no text, with or without brackets.
	emptyMark = Pattern(`(?i)^(?:[\[(<{]\s*(?:empty|blank|none|null|nil|nothing|n/?a|no change|unchanged|not applicable)\s*[\])>}]|none|n/a|n\.a\.|not applicable|null|nil|undefined)\.?$`)
	// filler matches words that fill a field and hardly ever stand for another word.
	filler = Pattern(`(?i)^\W*(?:ditto|tb[acd]|todo|fixme|none|null|nil|undefined|n/?a|removed|deleted)\W*$`)
	// truth matches words that answer a question that was not asked.
	truth = Pattern(`(?i)^(?:true|false|yes|no|na|\?+)\.?$`)
	// introduced matches an order, a colon and a text in quotation marks.
	introduced = Pattern(`(?is)^[^":“«\n]{3,80}:\s*(["“«].+["”»])\.?$`)
	// Addition matches a description that asks for a text to be put next to the quote.
	Addition = Pattern(`(?i)^(?:please )?(?:add|insert|append|put|place)\b.{0,80}?\b(after|before|behind|following|preceding|below|above|in front of)\b (?:the|this|that|it)\b`)
)

// Worded says what a reviewer means who wrote words about a text in place of a new text for old: nothing, advice, a
// doubtful text within them, or that old be deleted. Otherwise it is replacement, and nothing is known.
func Worded(s, old string) (kind Meaning, of string) {
	bare, was := strings.TrimSpace(s), strings.TrimSpace(old)
	if was == "" || len(bare) > maxCompared {
		return Replacement, s
	}
	a, b := Terms(bare), Terms(was)
	if len(a) == 1 && len(b) == 1 && Likeness(bare, was) == 1 && !inBrackets().MatchString(bare) {
		return Replacement, s // a letter is wrong
	}
	several := len(b) > 1
	deletes := deletion().MatchString(strings.Trim(bare, ".! *_()[]<>{}"))
	said := deletes || emptyMark().MatchString(bare)
	fills := bare != "" && len(b) > 0 && IsNothing(bare) && !IsNothing(was) && Likeness(bare, was) < Alike
	switch {
	case said && several && slices.Equal(slices.Compact(b), a):
		return Replacement, s // a word that stood twice
	case said && several && Likeness(bare, was) >= Alike && inOrder(a, b) == len(a):
		return Doubtful, s // the word is one of those that are replaced
	case deletedMark().MatchString(bare) && !inBrackets().MatchString(was):
		return Removal, ""
	case partDeletion().MatchString(strings.Trim(bare, ".! *_()[]<>{}")) && !partDeletion().MatchString(was):
		if len(b) == 0 {
			return Removal, "" // the comma itself
		}
		return Advice, s
	case deletes && several && deletionVerb().MatchString(bare) && capital(bare) == capital(was) && !ends(was):
		return Doubtful, s // remove may stand for take away
	case deletes && (several || strings.Contains(bare, " ")) && !deletion().MatchString(was):
		return Removal, ""
	case emptyMark().MatchString(bare) && !emptyMark().MatchString(was), fills && len(a) != 1:
		return Nothing, s
	case fills && !several && filler().MatchString(bare),
		len(b) > 0 && truth().MatchString(bare) && !truth().MatchString(was):
		return Doubtful, s
	}
	if m := introduced().FindStringSubmatch(bare); m != nil && instructs(bare, was) && !introduced().MatchString(was) {
		if inner, ok := Unwrap(m[1], was); ok {
			return Doubtful, inner
		}
	}
	if Likeness(bare, was) >= Alike {
		return Replacement, s
	}
	inner := bare
	if bracketed := inBrackets().MatchString(bare); bracketed && !inBrackets().MatchString(was) {
		inner = strings.TrimSpace(bare[1 : len(bare)-1])
		if words := Terms(inner); len(words) > 1 && (instructs(inner, was) || allOf(words, speechWords())) {
			return Advice, s
		}
	}
	switch {
	case openTask().MatchString(bare) && !IsNothing(bare) && !openTask().MatchString(was):
		return Advice, s
	case instructs(inner, was) && (lacks(order(), inner, was) || lacks(deictic(), inner, was)):
		return Advice, s
	}
	if Speech(bare, was) == Advice {
		return Advice, s
	}
	return Replacement, s
}

// lacks reports whether s matches what old does not.
func lacks(p *regexp.Regexp, s, old string) bool { return p.MatchString(s) && !p.MatchString(old) }
