package remark

import (
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Speech says what a text means that consists of nothing but words with which people speak of a text: Use a better
// word here. It is advice where it points at the old text, or asks for something in a whole sentence. Else it is
// doubtful, for a document may be about texts too. Of any other text speech knows nothing and says replacement.
func Speech(s, old string) Meaning {
	said, was := Terms(s), Terms(old)
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(said, func(w string) bool { return set[w] })
	}
	switch {
	case len(said) == 0, len(was) == 0, allOf(was, speechWords()), !has(requests()),
		!allOf(said, speechWords()) && !nearLine(said), len(said) == 1 && len(was) == 1 && capital(s) == capital(old):
		return Replacement
	case len(said) > 1 && has(pointers()), len(said) > 3 && has(aboutTexts()):
		return Advice
	}
	return Doubtful
}

// allOf reports whether all words are in a set.
func allOf(words []string, set map[string]bool) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !set[w] })
}

// nearLine reports whether words are all of speech, except the number behind line.
func nearLine(words []string) bool {
	i := slices.Index(words, "line")
	if i < 0 || i+1 >= len(words) || strings.ContainsFunc(words[i+1], func(r rune) bool { return !unicode.IsDigit(r) }) {
		return false
	}
	return allOf(slices.Delete(slices.Clone(words), i+1, i+2), speechWords())
}

// requests is what people ask for when they speak of a text, and what they say is wrong with it.
var requests = wording.Set("add adjust ambiguous avoid awkward bad capitalise capitalize change check choose clarify clumsy " +
	"confirm consider correct cut define delete deleted drop eliminate ensure erase expand explain find fix fixed get guide " +
	"hyphenate ignore improve incorrect insert italicize keep leave link lowercase make mention merge missing move need needed needs " +
	"omit pick prefer provide put reconsider recommend reduce redundant remove removed removing rename reorder rephrase " +
	"rephrasing replace replaced restructure reword rewording rewrite rewriting same say scrap see shorten shortening simplify " +
	"simplifying specify spell split state strike suggest suggestion sure switch take too trim try typo unclear unnecessary " +
	"update uppercase use using vague verify wordy write wrong your")

// aboutTexts is what a text consists of, and what is said of it alone.
var aboutTexts = wording.Set("abbreviation acronym adjective adverb awkward citation clumsy comma grammar noun paragraph phrase " +
	"phrases phrasing punctuation rephrase rephrasing reword rewording rewrite rewriting sentence sentences spelling synonym " +
	"tense term terms typo unclear vague verb voice word wording words wordy")

// pointers is words that point at the old text, or at one that the writer does not give.
var pointers = wording.Set("this that it these those them here another else something")

// speechWords is all of them, and the words between them.
var speechWords = wording.Set("abbreviation about above acronym active add adjective adjust adverb also altogether ambiguous an and " +
	"another anything appropriate are article as author avoid awkward a backticks bad be below better bold brackets by can " +
	"capitalise capitalize case change check choose citation clarify clear clearer clumsy code comma completely confirm " +
	"consider consistent consistently context correct could cut d define delete deleted description different does drop " +
	"duplicate duplicates duplication eliminate else ensure entirely erase example expand explain fewer find fix fixed for " +
	"formal from get good grammar guide here hyphenate i id if ignore improve in inclusive incorrect informal insert instead is isnt " +
	"it italic italicize italics just keep language leave less line link lower lowercase make maybe meaning meant mention " +
	"merge missing more move name need needed needs new next no not noun of omit on one or other out paragraph passive past " +
	"per perhaps phrase phrases phrasing pick plain please possible precise prefer present previous product proper provide " +
	"punctuation put quotes rather recommend reconsider reduce redundant reference remove removed removing rename reorder " +
	"repetition rephrase rephrasing replace replaced restructure reword rewording rewrite rewriting rid right same say scrap " +
	"section see sense sentence sentences shorten shortening shorter should simple simpler simplify simplifying so " +
	"something source specify spell spelling split state strike stronger style suggest suggestion sure switch synonym take team tense " +
	"term terms text than that the them there these this those title to tone too trim try typo unclear unnecessary update " +
	"upper uppercase use using vague verb verify voice we what whole with word wording words wordy would write wrong you your")
