package imports

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// valeKinds are the extension points of Vale. Those without an import say what they are about instead.
var valeKinds = map[string]*valeKind{
	"substitution":   {read: (*valeRule).substitution},
	"existence":      {read: (*valeRule).existence},
	"capitalization": {read: (*valeRule).capitalization},
	"occurrence":     {read: (*valeRule).occurrence},
	"repetition":     {read: (*valeRule).repetition},
	"consistency":    {read: (*valeRule).consistency},
	"conditional":    {about: "wants one thing where another occurs"},
	"readability":    {about: "measures readability"},
	"metric":         {about: "computes a figure"},
	"spelling":       {about: "checks spelling"},
	"sequence":       {about: "looks at parts of speech"},
	"script":         {about: "runs a script"},
}

type valeKind struct {
	read  func(*valeRule)
	about string
}

// valeRule is one .yml file of a Vale style.
type valeRule struct {
	result   *Result
	file     string
	root     *yaml.Node
	severity *rules.Severity
	caseless bool     // ignorecase
	nonword  bool     // no \b around a pattern
	right    []string // exceptions, and what a vocabulary accepts
	scope    []string // where it holds, as it is called here; none for everywhere
	why      string
}

func (r *Result) vale(f File, root *yaml.Node) {
	kind := valeKinds[lookUp(root, "extends").Value]
	if kind.read == nil {
		r.note(f.Name, "extends: "+lookUp(root, "extends").Value, Refused,
			"it "+kind.about+", for which there is no rule here; run Vale as a reviewer")
		return
	}
	if level := r.levelOf(root); slices.Index(valeLevels, level) < slices.Index(valeLevels, r.least) {
		r.note(f.Name, "level: "+level, Taken, "it is below MinAlertLevel there, and left out here")
		return
	}
	v := &valeRule{
		result: r, file: f.Name, root: root,
		severity: valeSeverity(r.levelOf(root)),
		caseless: isSet(lookUp(root, "ignorecase")),
		nonword:  isSet(lookUp(root, "nonword")),
	}
	v.unknownSettings()
	if message := lookUp(root, "message"); message != nil && !strings.Contains(message.Value, "%s") {
		v.why = strings.TrimSpace(message.Value)
	}
	kind.read(v)
}

// valeLevels are the levels of Vale, from the lowest.
var valeLevels = []string{"suggestion", "warning", "error"}

// levelOf returns the level that .vale.ini gives a rule, or that which the rule has itself.
func (r *Result) levelOf(root *yaml.Node) string {
	level := r.level
	if own := lookUp(root, "level"); level == "" && own != nil {
		level = own.Value
	}
	if !slices.Contains(valeLevels, level) {
		return "warning"
	}
	return level
}

// isSet reports whether Vale reads a scalar as true. Unlike YAML, Vale accepts a quoted "true".
func isSet(n *yaml.Node) bool {
	if n == nil || n.Kind != yaml.ScalarNode {
		return false
	}
	set, err := strconv.ParseBool(n.Value)
	return err == nil && set
}

// valeSettings are the keys of a rule that are read here, or that make no difference here.
var valeSettings = []string{
	"extends", "message", "level", "scope", "ignorecase", "nonword", "exceptions", "action", "swap", "tokens", "raw",
	"match", "style", "pos", "token", "max", "min", "alpha", "either", "link", "source", "description", "author",
	"vocab", "append", "capitalize", "indicators", "threshold",
}

// unknownSettings records the other keys of the rule.
func (v *valeRule) unknownSettings() {
	pairs(v.root, func(key string, _ *yaml.Node) {
		if !slices.Contains(valeSettings, key) {
			v.note(key, Refused, "there is no such setting here")
		}
	})
}

// valeSeverity maps Vale's levels; without one, a rule of Vale is a warning, as ours is.
func valeSeverity(level string) *rules.Severity {
	s := rules.Blocker
	switch level {
	case "error":
	case "suggestion":
		s = rules.Suggestion
	default:
		return nil
	}
	return &s
}

// applies reports whether the rule applies to all prose of a document. If it does not, the whole rule is refused.
func (v *valeRule) applies(key string) bool {
	var unknown string
	if v.scope, unknown = v.narrowScopes(); unknown != "" {
		v.note(key, Refused, "it holds for the scope "+unknown+" only, which there is not here")
		return false
	}
	if pos := lookUp(v.root, "pos"); pos != nil {
		v.note(key, Refused, "it depends on parts of speech")
		return false
	}
	for _, e := range v.texts("exceptions") {
		_, literal := term.Expand(e)
		if _, err := regexp.Compile(e); err != nil {
			v.note("exceptions: "+e, Refused, term.PatternError(e, err).Error())
			return false
		}
		if strings.Contains(e, " ") && !literal {
			v.note("exceptions: "+e, Refused, "an exception of several words must be plain text")
			return false
		}
		v.right = append(v.right, e)
	}
	if !isBool(lookUp(v.root, "vocab"), "false") {
		v.right = append(v.right, v.result.accepted...)
	}
	return true
}

// allowed returns what is right where key finds something: phrases in any capitals, and an expression of words in their
// own. Vale looks for the words within what the rule finds.
func (v *valeRule) allowed(key string) (phrases []string, unless string) {
	found, err := regexp.Compile("(?i)" + key)
	finds := func(text string) bool { return err != nil || found.MatchString(text) }
	var words []string
	for _, e := range v.right {
		all, literal := term.Expand(e)
		switch {
		case literal && strings.Contains(e, " "):
			phrases = append(phrases, slices.DeleteFunc(all, func(p string) bool { return !finds(p) })...)
		case !literal || slices.ContainsFunc(all, finds) ||
			strings.Contains(strings.ToLower(key), strings.ToLower(e)):
			words = append(words, e)
		}
	}
	slices.Sort(phrases)
	if words != nil {
		unless = `\b(?:` + strings.Join(words, "|") + `)\b`
	}
	return slices.Compact(phrases), unless
}

func (v *valeRule) note(key string, outcome Outcome, note string) {
	v.result.note(v.file, key, outcome, note)
}

func (v *valeRule) texts(key string) []string {
	return v.result.texts(v.file, key, lookUp(v.root, key))
}

// name returns what comments call the rule: its style and its file.
func (v *valeRule) name() string {
	return strings.TrimLeft(path.Base(path.Dir(v.file)), ".") + "." +
		strings.TrimSuffix(path.Base(v.file), path.Ext(v.file))
}

func (v *valeRule) term(key string) draft.Term {
	t := draft.Term{
		Severity: v.severity, MatchCase: !v.caseless, Scope: v.scope, Why: v.why, Rule: v.name(),
		Origin: draft.Origin{File: v.file, Key: key},
	}
	t.Except, t.Unless = v.allowed(key)
	if v.nonword {
		no := false
		t.WholeWord = &no
	}
	return t
}

// isWord reports whether an expression takes a rune for one of a word.
func isWord(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= utf8.RuneSelf
}

// add adds the term for a key of swap or an item of tokens. Both are regular expressions; they become a list of
// spellings if possible.
func (v *valeRule) add(t draft.Term, key, note string) {
	key, phrases := around(key)
	t.Except = append(t.Except, phrases...)
	spellings, finite := term.Expand(key)
	sign := func(s string) bool { return s != "" && !(isWord(rune(s[0])) && isWord(rune(s[len(s)-1]))) }
	if !v.nonword && finite && slices.ContainsFunc(spellings, sign) {
		no := false
		t.WholeWord, finite = &no, false
	}
	if n := strings.Count(key, `\b`); v.nonword && n > 0 {
		// Its boundaries are its own. A list of spellings has them at both ends, or nowhere.
		whole := n == 2 && strings.HasPrefix(key, `\b`) && strings.HasSuffix(key, `\b`)
		if t.WholeWord = nil; !whole {
			no := false
			t.WholeWord, finite = &no, false
		}
	}
	if !finite {
		t.Pattern = v.bounded(key)
		v.result.addTerm(t, Taken, note)
		return
	}
	// Vale reports no spelling that is right already.
	t.Not = slices.DeleteFunc(spellings, func(s string) bool { return s == t.Use || slices.Contains(t.Choices, s) })
	if len(t.Not) == 0 {
		v.note(key, Refused, "it replaces a spelling by itself")
		return
	}
	outcome := Taken
	if len(spellings) > 1 || spellings[0] != key && !strings.Contains(key, `\`) {
		outcome = Expanded
	}
	v.result.addTerm(t, outcome, note)
}

// bounded returns an expression between boundaries, as Vale puts them. At a sign, a boundary wants a letter on its
// other side; where the expression has a letter at both ends, the term looks for whole words anyway.
func (v *valeRule) bounded(key string) string {
	last := len(key) - 1
	if last < 0 {
		return key
	}
	letters := isWord(rune(key[0])) && isWord(rune(key[last])) && (last == 0 || key[last-1] != '\\')
	if _, err := regexp.Compile(key); v.nonword || err != nil || letters {
		return key
	}
	return `\b(?:` + key + `)\b`
}

// These split an expression that begins, or ends, with a look at the text beside it.
var (
	before = pattern(`^\(\?<!([^()]*)\)((?:[^()|]|\([^()]*\))+)$`)
	after  = pattern(`^((?:[^()|]|\([^()]*\))+)\(\?(![^()]*)\)$`)
)

// around splits what must not stand beside a match off an expression, and returns the phrases that are right by it. RE2
// has no look at the text around.
func around(key string) (rest string, phrases []string) {
	rest = key
	for _, split := range []func() *regexp.Regexp{before, after} {
		m := split().FindStringSubmatch(rest)
		if m == nil {
			continue
		}
		found, phrase := m[2], "(?:"+m[1]+")"+m[2]
		if strings.HasPrefix(m[2], "!") {
			found, phrase = m[1], m[1]+"(?:"+m[2][1:]+")"
		}
		all, literal := term.Expand(strings.ReplaceAll(phrase, `\s`, " "))
		if !literal {
			return key, nil
		}
		rest, phrases = found, append(phrases, all...)
	}
	return rest, phrases
}

func (v *valeRule) substitution() {
	if !v.applies("swap") {
		return
	}
	swap := lookUp(v.root, "swap")
	if swap == nil || swap.Kind != yaml.MappingNode {
		v.note("swap", Refused, "there is none, or it is no mapping")
		return
	}
	pairs(swap, func(key string, value *yaml.Node) {
		if value.Kind != yaml.ScalarNode {
			v.note(key, Refused, "its replacement is no text")
			return
		}
		use := textOf(value)
		refers, why := refers(key, use)
		if refers && why == "" && strings.Contains(use, "|") {
			why = "its replacement has several choices, and groups in them"
		}
		if why != "" {
			v.note(key, Refused, why)
			return
		}
		t := v.term(key)
		note := v.replacement(&t, key, use, refers)
		if refers && t.Use != "" {
			// In a list of spellings the signs would be literal text.
			t.Pattern = v.bounded(key)
			v.result.addTerm(t, Taken, note)
			return
		}
		v.add(t, key, note)
	})
}

// adviceInValue matches advice in a replacement: "pilot(s)", "they/them", "x or y" and sentences. It does not match the
// terms "Node.js", "I/O" and "OAuth 2.0".
var adviceInValue = pattern(`[("“”…]|[a-z]{2}/[a-z]{2}| or |[.:;!?,] |\w{3}[.!?]$`)

// replacement sets the replacement of a term. Vale only prints it for a person, so styles also write advice there.
// Advice is shown and never written into a document. grouped says that the replacement refers to groups of the key.
func (v *valeRule) replacement(t *draft.Term, key, value string, grouped bool) (note string) {
	var choices []string
	for choice := range strings.SplitSeq(value, "|") {
		if choice = strings.TrimSpace(choice); choice != "" && !slices.Contains(choices, choice) {
			choices = append(choices, choice)
		}
	}
	isAdvice := func(s string) bool { return len(strings.Fields(s)) > 6 || adviceInValue().MatchString(s) }
	message := lookUp(v.root, "message")
	if len(choices) == 0 {
		return noReplacement
	}
	if slices.ContainsFunc(choices, isAdvice) || message != nil && strings.TrimSpace(message.Value) == "%s" {
		t.Why = strings.TrimSpace(value)
		return "what it offers is advice, not a spelling; a person decides"
	}
	if len(choices) > 1 {
		t.Choices = choices
		return ""
	}
	t.Use = choices[0]
	if _, finite := term.Expand(key); !finite && !grouped {
		t.Use = strings.ReplaceAll(t.Use, "$", "$$")
	}
	return ""
}

// existence reads a rule that Vale joins into one expression: the parts of raw, and after them one of the tokens.
// Without raw, each token is a term of its own.
func (v *valeRule) existence() {
	if !v.applies("tokens") {
		return
	}
	note := ""
	if name := lookUp(v.root, "action", "name"); name != nil {
		note = "the action " + name.Value + " is not taken over: it is reported, and a person decides"
	}
	tokens := slices.DeleteFunc(v.texts("tokens"), func(t string) bool { return strings.TrimSpace(t) == "" })
	raw := strings.Join(v.texts("raw"), "")
	switch {
	case raw != "":
		t := v.term("raw")
		no := false
		t.WholeWord, t.Pattern = &no, raw
		if len(tokens) > 0 {
			t.Pattern += `\b(?:` + strings.Join(tokens, "|") + `)\b`
		}
		v.result.addTerm(t, Taken, note)
	case len(tokens) == 0:
		v.note("tokens", Refused, "there are none")
	default:
		for i, token := range tokens {
			if i > 0 {
				note = "" // said once
			}
			v.add(v.term(token), token, note)
		}
	}
}

func (v *valeRule) capitalization() {
	match, scope := "$sentence", v.texts("scope")
	if m := lookUp(v.root, "match"); m != nil {
		match = m.Value
	}
	switch {
	case match == "$sentence":
		v.sentenceCase()
	case match != "$title":
		v.capitals(match)
	case len(scope) != 1 || !strings.HasPrefix(scope[0], "heading"):
		v.note("scope", Refused, "capitals are checked in headings only")
	case scope[0] != "heading":
		v.note("scope: "+scope[0], Refused, "heading-case holds for headings of every level")
	default:
		h := v.result.headingCase()
		h.Style = rules.TitleCaseAP.String() // Vale's own default
		if m := lookUp(v.root, "style"); m != nil && m.Value == "Chicago" {
			h.Style = rules.TitleCaseChicago.String()
		}
		h.Severity = v.severity
		h.Why = "From " + v.file + "."
		v.note("match: "+match, Taken, "")
		v.properNouns(h)
	}
}

// sentenceCase reads a rule for sentence case, in which exceptions are expressions.
func (v *valeRule) sentenceCase() {
	scopes, unknown := v.narrowScopes()
	if unknown != "" {
		v.note("scope: "+unknown, Refused, "there is no such scope here")
		return
	}
	s := draft.SentenceCase{Keep: v.texts("exceptions"), After: v.texts("indicators")}
	if !isBool(lookUp(v.root, "vocab"), "false") {
		for _, line := range v.result.accepted {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				s.Keep, s.Fold = append(s.Keep, line), true // as there, where words are accepted
			}
		}
	}
	expression := func(e string) bool { return strings.ContainsAny(e, `[({*+\`) }
	if s.Fold && slices.ContainsFunc(v.texts("exceptions"), expression) {
		v.note("exceptions", Refused, "what Vale makes of expressions beside the accepted words of a vocabulary is "+
			"not known here")
		return
	}
	seen := map[string]bool{}
	s.Keep = slices.DeleteFunc(s.Keep, func(e string) bool {
		twice := seen[e] || e == ""
		seen[e] = true
		return twice
	})
	slices.SortStableFunc(s.Keep, func(a, b string) int { return len(b) - len(a) }) // as there
	for _, e := range s.Keep {
		if _, err := regexp.Compile(e); err != nil {
			v.note("exceptions: "+e, Refused, term.PatternError(e, err).Error())
			return
		}
	}
	if n := lookUp(v.root, "threshold"); n != nil {
		share, err := strconv.ParseFloat(n.Value, 64)
		if s.Share = int(share*100 + 0.5); err != nil || s.Share < 1 || s.Share > 100 {
			v.note("threshold", Refused, "it is no share of the words")
			return
		}
	}
	v.caseless = true // only what is kept has capitals of its own
	v.check(draft.Check{Sentence: &s, Scope: scopes}, "match: $sentence")
}

// properNouns imports the exceptions, which are names in a heading.
func (v *valeRule) properNouns(h *draft.Rule) {
	for _, name := range v.result.acceptedNames() {
		if name != strings.ToLower(name) && !slices.Contains(h.ProperNouns, name) {
			h.ProperNouns = append(h.ProperNouns, name)
		}
	}
	for _, e := range v.texts("exceptions") {
		// Most styles write the dot of "Node.js" without a backslash.
		names, ok := term.Expand(strings.ReplaceAll(strings.ReplaceAll(e, `\.`, "."), ".", `\.`))
		switch {
		case !ok:
			v.note("exceptions: "+e, Refused, "a proper noun must be plain text or an alternation of such")
			continue
		case len(names) > 1:
			v.note("exceptions: "+e, Expanded, "")
		default:
			v.note("exceptions: "+e, Taken, "")
		}
		for _, name := range names {
			if !slices.Contains(h.ProperNouns, name) {
				h.ProperNouns = append(h.ProperNouns, name)
			}
		}
	}
}

func (r *Result) headingCase() *draft.Rule {
	if r.Draft.Rule("heading-case") == nil {
		r.Draft.Set(draft.Rule{ID: "heading-case", Style: "sentence"})
	}
	return r.Draft.Rule("heading-case")
}

// vocabulary reads accept.txt or reject.txt, one regular expression a line. In any other capitals than those of its
// expression an accepted word is reported, and a rejected one in the capitals that it has.
func (r *Result) vocabulary(f File, accept bool, level string) {
	rule := map[bool]string{true: "Vale.Terms", false: "Vale.Avoid"}[accept]
	lines := strings.Split(strings.TrimPrefix(string(f.Data), "\ufeff"), "\n")
	for i, line := range lines {
		line = strings.TrimSpace(line)
		same := func(other string) bool { return strings.EqualFold(strings.TrimSpace(other), line) }
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case accept && slices.ContainsFunc(lines[i+1:], same):
			r.note(f.Name, line, Taken, "the same in other capitals stands below, which counts")
			continue
		}
		all, literal := term.Expand(line)
		t := draft.Term{Severity: valeSeverity(level), Rule: rule, Origin: draft.Origin{File: f.Name, Key: line}}
		switch literal = literal && len(all) == 1; {
		case !accept:
			t.MatchCase, t.Pattern = true, line
			r.addTerm(t, Taken, "it is reported; a person decides")
		case literal && all[0] != strings.ToLower(all[0]):
			t.Use = all[0]
			r.addTerm(t, Taken, "")
		default:
			// Vale makes the expression small, and what only its capitals tell apart is found.
			t.Pattern, t.Unless, t.Why = strings.ToLower(line), "^(?:"+line+")$", "The vocabulary has it as "+line+"."
			r.addTerm(t, Taken, "")
		}
	}
}

// acceptedNames returns the words of vocabularies that are plain text.
func (r *Result) acceptedNames() (out []string) {
	for _, line := range r.accepted {
		if all, ok := term.Expand(strings.TrimSpace(line)); ok && !strings.HasPrefix(line, "#") {
			out = append(out, all...)
		}
	}
	return slices.DeleteFunc(out, func(name string) bool { return name == "" })
}

func outcomeOf(spellings []string) Outcome {
	if len(spellings) > 1 {
		return Expanded
	}
	return Taken
}
