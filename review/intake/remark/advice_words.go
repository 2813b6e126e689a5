package remark

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// The words that mark advice. A word that the old text has as well does not count.
var (
	instruction = Pattern(`(?i)^(add|adjust|avoid|break|capitali[sz]e|change|check|clarify|consider|convert|correct|cut|define|delete|describe|drop|ensure|explain|fix|give|include|insert|link|make|mention|merge|move|omit|perhaps|please|prefer|provide|put|reduce|remove|rename|reorder|rephrase|replace|rewrite|reword|say|shorten|should|simplify|specify|spell|split|state|switch|try|update|use|verify|write|you (could|should|may|might))\b`)

	// instructions has the verbs that linters do not put before a replacement.
	instructions = Pattern(`(?i)^(abbreviate|align|append|apply|bold|choose|cite|combine|condense|confirm|delete|differentiate|do not|document|don['’]t|elaborate|eliminate|emphasi[sz]e|enclose|expand|format|highlight|hyphenate|introduce|italici[sz]e|join|keep|leave|let['’]s|list|lowercase|uppercase|never|note|quote|refer|repeat|restructure|revise|see|separate|set|show|stick|substitute|swap|tone|trim|turn|unify|wrap)\b`)

	// remark matches what speaks about a text, at its start.
	remark = Pattern(`(?i)^((it|this|that|which|they|these|the (word|term|text|phrase|sentence|link|heading|title|paragraph|section|list|acronym))\s+)?((should|must|could|might|may|ought to|needs? to|has to|have to|would)\s+(probably |rather |instead |also |better |at least )*(be|read|say|have|use|become|not)\b|needs?\b|lacks?\b|misses\b|reads\b|seems\b|sounds\b)` +
		`|^(consider|prefer|preferably|perhaps|maybe|possibly|probably|i['’](d|m|ll)|i (would|think|suggest|recommend|believe|prefer)|we (should|could)|you (should|could|may|might)|suggest|recommend|rephrase|reword|rewrite|clarify|did you mean|do you mean|how about|what about|why not|something like|along the lines|ideally|alternatively|either|otherwise|better|instead|typo|misspell\w*|spelling|grammar|nit|too\b|overly|not (clear|sure|inclusive|needed)|unclear|vague|wordy|redundant|ambiguous|jargon|incorrect|wrong|inconsistent|missing|unnecessary|outdated|passive voice|no need|there (is|are) (no|a typo)|looks|lgtm|ok|fine|agreed|yes|replaced? (with|by|it|this|the|all)|changed? (to|it|this)|as above|same as|see (above|below|the))\b` +
		`|^(e\.?g\.?|i\.e\.?|for (example|instance)|such as|like|or)[\s,:]+\S`)

	// spoken matches what speaks about a text, anywhere in it.
	spoken = Pattern(`(?i)→|⇒|➜|➔|[^-]->|=>|\binstead( of)?\b|\brather than\b|\bin place of\b|\bin favou?r of\b|\((not|was|formerly|instead|lower|upper|plural|singular)\b|\b(on|at) (the )?first (use|mention|occurrence)\b|\b(too|overly|more|less) (formal|informal|vague|long|short|wordy|verbose|technical|casual|generic|strong|concise|specific|precise|inclusive|neutral)\b|\bshould (be|read|say)\b|\b(or similar|or equivalent|as appropriate|if (possible|needed|applicable|appropriate)|where (possible|needed|applicable|appropriate))\b`)

	// meta matches words about writing.
	meta = Pattern(`(?i)^(acronym|abbreviation|active|adjective|adverb|ambiguous|apostrophe|article|capitali[sz]\w*|broken|biased|clarity|clearer|cliche|condescending|dismissive|explain|filler|fluff|gendered|imprecise|inaccurate|marketing|obsolete|offensive|patroni[sz]ing|quantify|subjective|unsupported|unverified|weasel|colloquial|comma|concise|consisten\w+|duplicated?|formal|grammar|grammatical\w*|hyphen\w*|inclusive|incorrect\w*|informal|jargon|lowercase|uppercase|misleading|misspell\w*|missing|needed|needs|noun|outdated|paragraph|passive|period|phrase|phrasing|plural|punctuation|reader|readers|redundant|sentence|shorter|simpler|singular|spell|spelled|spelling|style|synonym|tense|terminology|typo|unclear|unnecessary|unneeded|vague|verb|verbose|wording|wordy|wrong)$`)

	// label matches what people write before a replacement.
	label = Pattern(`(?i)^[*_]*(corrected|correction|corrected (text|version|sentence)|suggested( (text|rewrite|fix|wording|replacement|change|revision))?|suggestion|proposed( \w+)?|rewrite( as)?|rewritten( as)?|revised( (text|version|sentence))?|revision|replacement|replace( (it|this))? (with|by)|new( (text|version|wording))?|fix(ed)?|better|improved( version)?|should (be|read|say)|change( (it|this))? to|after|use|prefer|write|example|option [0-9a]|e\.?g\.?|for example|i\.e\.?)[*_]*\s*:[*_]*\s*`)

	// blank matches blanks to fill, and notes within a text.
	blank    = Pattern(`(?i)<[a-z][^<>/]* [^<>]*>|<(number|name|value|date|version|source|link|url|x|n|y)>|\[[^\]\[]+\](?:[^\](\[:]|$)|\b(tbd|tba|todo|fixme|xxx)\b|\.\.\.|…|~~|\{--|\{\+\+|<(?:del|s|strike)>|\bplease (verify|check|confirm|clarify|add|see|fix)\b|\bcitation needed\b|\bby how much\b|[^:]//\s|(?-i:\bOR\b)`)
	question = Pattern(`(?i)^[\s#*_>"'“‘-]*(why|how|what|when|where|who|whose|which|can|could|do|does|did|is|are|was|were|will|would|should|may|has|have)\b`)
	anyLabel = Pattern(`^[*_]*\pL[\pL ]{1,25}:[*_]*\s+`)

	// example matches the words before an example.
	example = Pattern(`(?i)^(e\.?\s?g|i\.?\s?e|eg|ie|for (example|instance)|such as|like)\b`)

	// plainVerb matches verbs that start an instruction and also replace longer words.
	plainVerb = Pattern(`^(use|show|make|give|include|ensure|let|set|put|provide|say)$`)

	fillers     = Pattern(`^(a|an|and|as|at|be|by|for|in|is|it|just|of|on|or|order|please|quite|really|simply|so|that|the|there|this|to|very|was|with|basically|actually)$`)
	bracket     = Pattern(`\(([^()]*)\)`)
	sentenceEnd = Pattern(`[.!?]['"”’)]*\s+|\s+[—–]\s+`)
	fencedText  = Pattern("(?s)^(?:```+|~~~+)[A-Za-z0-9_-]*[ \t]*\n(.*?)\n?(?:```+|~~~+)$")
	quoted      = Pattern("[\"“«„「‘`]|(?:^|[\\s(:,])['’]\\pL")
	front       = Pattern("^[\\s>#*_+\"'“‘`-]+|^[0-9]+[.)]\\s+")
)

// IsNothing reports whether s only fills a field that may not be empty.
func IsNothing(s string) bool {
	switch strings.Trim(strings.ToLower(s), " .!()[]<>{}*_`\"'–—") {
	case "", "-", "--", "—", "–", "?", "…", "/", "n/a", "na", "n.a", "none", "null", "nil", "nothing", "undefined", "not applicable", "no", "ditto", "no change", "no changes", "no change needed", "no suggestion", "no replacement",
		"unchanged", "same", "as is", "keep as is", "leave as is", "keep", "ok", "tbd", "tba", "todo", "tbc", "fixme", "see above", "see description", "see comment", "unknown", "empty", "blank", "removed", "deleted", "string":
		return true
	}
	return false
}

// Advises reports whether s tells what to do instead of replacing old: it starts with
// an instruction, and old does not start with the same word.
func Advises(s, old string) bool {
	verb := instruction().FindString(strings.TrimSpace(s))
	return verb != "" && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(old)), strings.ToLower(verb))
}

// instructs is advises for people and models, who put marks before a verb and use more
// verbs. A verb that old starts with in another form, or misspelled, does not count.
func instructs(s, old string) bool {
	s = strings.TrimLeft(front().ReplaceAllString(s, ""), "[(<")
	old = strings.TrimLeft(front().ReplaceAllString(old, ""), "[(<")
	verb := instruction().FindString(s)
	if verb == "" {
		verb = instructions().FindString(s)
	}
	if verb == "" {
		return false
	}
	was := Terms(old)
	if len(was) == 0 {
		return true
	}
	const stem = 3
	verb = strings.ToLower(verb)
	if was[0] == verb {
		return false
	}
	sameStem := strings.HasPrefix(was[0], verb[:min(len(verb), stem+1)])
	return len(verb) < stem || len(was[0]) <= stem || !sameStem && rules.Distance(was[0], verb) > len(verb)/stem
}

// remarks reports whether s is about old: it begins like a remark, or has words or marks of a remark that old lacks.
func remarks(s, old string) bool {
	s, old = front().ReplaceAllString(s, ""), front().ReplaceAllString(old, "")
	m := remark().FindString(s)
	bothExamples := example().MatchString(s) && example().MatchString(old)
	if m != "" && !strings.HasPrefix(strings.ToLower(old), strings.ToLower(m)) && !begins(s, old) && !bothExamples {
		return true
	}
	for _, m := range spoken().FindAllString(s, -1) {
		if !strings.Contains(strings.ToLower(old), strings.ToLower(m)) {
			quotes := quoted().MatchString(s) && !quoted().MatchString(old)
			return quotes || instructs(s, old) || Likeness(s, old) < nearlySame
		}
	}
	return false
}

// begins reports whether s is old with another beginning. Then s reads like a remark
// because old does, as in It might for It may.
func begins(s, old string) bool {
	const few = 4
	a, b := len(Terms(s)), len(Terms(old))
	return a > few && b > few && a <= b+1 && Likeness(s, old) >= nearlySame && capital(s) == capital(old)
}

// comments reports whether s has words about writing that old lacks, or quotes what old does not quote.
func comments(s, old string) bool {
	was := Terms(old)
	if slices.ContainsFunc(Terms(s), func(w string) bool { return meta().MatchString(w) && !slices.Contains(was, w) }) {
		return true
	}
	return quoted().MatchString(s) && !quoted().MatchString(old) && instructs(s, old)
}
