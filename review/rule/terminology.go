package rule

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Terminology is the rule terminology.
var Terminology = review.Reviewer{
	Rule: rules.Rule{
		ID:       "terminology",
		Category: rules.CategoryTerminology,
		Title:    "Wrong word for a term",
		Section:  "terminology[]",
		Doc: rules.Doc{
			What: "The text uses a word for which another one is agreed upon. That is the text as readers see it: markup, " +
				"escapes, character references and invisible characters within the word don't hide it.",
			Why:     "One thing with two names reads like two things.",
			Example: "    Add it to the whitelist.    Add it to the allowlist.",
			Fix: "Puts the approved word in place, in the case of the word it replaces. Where several are approved, a person " +
				"picks. A person must change words that markup cuts, and those in raw HTML, in titles, in alternative texts and " +
				"in the labels of links.",
			Leaves: "Code, link destinations, tags and comments of HTML, identifiers, words that only contain the term, " +
				"parts of names as in nodejs/node and go-yaml, and words that the text speaks about, such as a replacement of " +
				"one by the other.",
		},
	},
	Find: findTerms,
}

func findTerms(p *review.Pass) {
	d, set := p.Doc, p.Set
	if len(set.Terminology) == 0 {
		return
	}
	found := findTermsOf(p, set.Terms(), nil, func(int) bool { return true })
	reportFrontMatterTerms(p, set.Terms())
	for _, t := range set.ScopedTerms() {
		found = findTermsOf(p, t.Table, found, func(at int) bool { return t.Scope.Has(scopesAt(d, at)) })
		if t.Scope.Has(rules.ScopesOf(rules.ScopeFrontMatter)) {
			reportFrontMatterTerms(p, t.Table)
		}
	}
}

// findTermsOf reports what a table finds where its terms hold and no other was found. It returns the places of all.
func findTermsOf(p *review.Pass, table *term.Table, found []source.Span, holds func(at int) bool) []source.Span {
	d, set := p.Doc, p.Set
	if !terms.MayHold(d.Text(), table) {
		return found
	}
	free := func(s source.Span) bool { return !overlapsOne(found, s) }
	var own []source.Span
	forms := formsOf(d, set, table)
	for stretch, hit := range terms.Hits(d, table) {
		if !inForm(&set.Terminology[hit.Term], string(d.Text()[hit.Start:hit.End]),
			string(d.Text()[hit.End:hit.WordEnd])) || terms.Continues(d, stretch, hit) || !holds(hit.Start) ||
			!standsApart(&set.Terminology[hit.Term], d.Text(), hit.Start, hit.WordEnd) ||
			!free(source.Span{Start: hit.Start, End: hit.WordEnd}) || !forms.settle(d, set, &hit) ||
			advised(d.Text()[:hit.Start], hit.Use) || discussed(d, hit) {
			continue
		}
		f := termFinding(d, set, hit)
		own = append(own, f.Span)
		p.ReportAs(set.Terminology[hit.Term].Rule, f)
	}
	for hit := range terms.RenderedHits(d, table) {
		if inForm(&set.Terminology[hit.Term], strings.TrimSuffix(hit.Old, hit.Ending), hit.Ending) &&
			standsApart(&set.Terminology[hit.Term], d.Text(), hit.Span.Start, hit.Span.End) &&
			!overlapsOne(own, hit.Span) && free(hit.Span) && holds(hit.Span.Start) &&
			set.Terminology[hit.Term].Either == nil {
			p.ReportAs(set.Terminology[hit.Term].Rule, renderedTermFinding(d, set, hit))
		}
	}
	if table == set.Terms() {
		reportUnjudgedText(p, table, "terminology")
	}
	found = append(found, own...)
	slices.SortFunc(found, source.Compare)
	return found
}

// advised reports whether a text that a spelling follows asks for the wanted one in its place: "Use allowlist instead
// of".
func advised(before []byte, use string) bool {
	const near = 60
	before = before[max(0, len(before)-near):]
	before = before[bytes.LastIndex(before, []byte(". "))+1:]
	before = bytes.ToLower(bytes.TrimRight(before[bytes.LastIndexByte(before, '\n')+1:], " \"'*_"))
	return use != "" && bytes.Contains(before, []byte(strings.ToLower(use))) &&
		(bytes.HasSuffix(before, []byte("instead of")) || bytes.HasSuffix(before, []byte("rather than")))
}

// discussed reports whether emphasis or quotation marks set a word apart, and near it in its block the wanted one: the
// text is about the words.
func discussed(d *zone.Document, hit term.Hit) bool {
	const near, marks = 500, "*_\"“”"
	before, _ := utf8.DecodeLastRune(d.Text()[:hit.Start])
	after, _ := utf8.DecodeRune(d.Text()[hit.WordEnd:])
	if len(hit.Use) < 4 || strings.EqualFold(hit.Use, string(d.Text()[hit.Start:hit.End])) ||
		!strings.ContainsRune(marks, before) && !strings.ContainsRune(marks, after) {
		return false
	}
	block := d.Nodes()[d.Block(hit.Start)].Span
	text := bytes.ToLower(d.Text()[max(block.Start, hit.Start-near):max(hit.End, min(block.End, hit.End+near))])
	return slices.ContainsFunc([]string{"**", "__", `""`, "“”"}, func(marks string) bool {
		half := len(marks) / 2
		return bytes.Contains(text, []byte(marks[:half]+strings.ToLower(hit.Use)+marks[half:]))
	})
}

// renderedTermFinding returns the finding of a term that only a person can replace.
func renderedTermFinding(d *zone.Document, set *rules.Set, hit terms.RenderedHit) review.Finding {
	term := set.Terminology[hit.Term]
	cased := func(use string) string {
		if hit.Name || term.MatchCase {
			return use
		}
		return carryCase(strings.TrimSuffix(hit.Old, hit.Ending), use)
	}
	f := review.Finding{Severity: term.Severity, Span: hit.Span, Old: string(d.Bytes(hit.Span)), AutoFix: review.AutoFixNo,
		Reason: placeReason(hit.Place)}
	switch {
	case len(term.Choices) > 0:
		var words []string
		for _, use := range term.Choices {
			words = append(words, cased(use))
		}
		f.Message = fmt.Sprintf("Use %s instead of %q.", alternatives(words), hit.Old)
	case hit.Use == "":
		f.Message = fmt.Sprintf("Don't use %q.", hit.Old)
	default:
		word := cased(hit.Use)
		if want, ok := inflect(word, hit.Ending, casing.HasCapitals(hit.Use)); ok {
			word = want
		}
		f.Message = fmt.Sprintf("Use %q instead of %q.", word, hit.Old)
	}
	f.Message = cmp.Or(term.Message, f.Message)
	if term.Why != "" {
		f.Message += " " + term.Why
	}
	return f
}

// placeReason says why no program changes a term at a place.
func placeReason(p terms.Place) review.Reason {
	switch p {
	case terms.InHTML:
		return review.Because("html", "It stands in raw HTML; change it by hand.")
	case terms.InTitle:
		return review.Because("title", "It stands in a title or an alternative text; change it by hand.")
	case terms.InLabel:
		return review.Because("label", "It is the label of a link too, which its definition has; change it by hand.")
	case terms.InFrontMatter:
		return review.Because("front-matter", "It stands in the front matter; change it by hand.")
	}
	return review.Because("markup", "Markup, an escape or an invisible character is in it or beside it; change it by "+
		"hand.")
}

// overlapsOne reports whether one of spans, which are in order, overlaps s.
func overlapsOne(spans []source.Span, s source.Span) bool {
	i, _ := slices.BinarySearchFunc(spans, s.Start, func(t source.Span, at int) int { return t.End - at - 1 })
	return i < len(spans) && spans[i].Start < s.End
}

// inForm reports whether a word with an ending is one that a term is about, and that it does not except. A rule of Vale
// is about the very word on one line. Its expressions see a line break and the indentation behind it as the break
// alone.
func inForm(t *rules.Term, word, ending string) bool {
	if t.Unless != nil && t.Unless.MatchString(word) {
		return false
	}
	if t.Rule == "" {
		return inflects(ending)
	}
	if ending != "" || t.Pattern == "" || !strings.Contains(word, "\n") {
		return ending == "" && !strings.Contains(word, "\n")
	}
	re, err := regexp.Compile("(?i)" + t.Pattern)
	return err == nil && re.MatchString(indentation().ReplaceAllString(word, "\n"))
}

// standsApart reports whether a word stands where textlint looks for a term of its own: neither behind a hyphen or a
// dot, nor before a sign that joins it to more text.
func standsApart(t *rules.Term, text []byte, start, end int) bool {
	if t.Rule != rules.Textlint {
		return true
	}
	return (start == 0 || text[start-1] != '-' && text[start-1] != '.') &&
		wordEnds().Match(text[end:min(end+2, len(text))])
}

// wordEnds matches the two bytes behind a word after which white space, punctuation or markup follows.
var wordEnds = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[.,;:!?'\")]?(?:[.,;:!?'\")*_`|\\]>[<\\\\\\s]|$)|^[^\\x00-\\x7f]")
})

var indentation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\r?\n[ \t>]*`) })

// inflects reports whether a term with this ending is the same word. What has
// the ending of a verb is another one, for which a term of its own can be given.
func inflects(ending string) bool {
	switch strings.ToLower(ending) {
	case "", "s", "es", "'s", "\u2019s":
		return true
	}
	return false
}

func termFinding(d *zone.Document, set *rules.Set, hit term.Hit) review.Finding {
	term := set.Terminology[hit.Term]
	span := source.Span{Start: hit.Start, End: hit.WordEnd}
	f := review.Finding{Severity: term.Severity, Span: span, Old: string(d.Bytes(span))}
	old := terms.Unwrapped(f.Old)
	switch {
	case len(term.Choices) > 0:
		f.Remedy, f.Choices = review.Choose, choices(d, term, hit)
		f.Message = fmt.Sprintf("Use %s instead of %q.", alternatives(f.Choices), old)
	case hit.Use == "":
		f.AutoFix, f.Reason = review.AutoFixNo, review.Because("no-replacement",
			"The configuration gives no replacement for this term.")
		f.Message = fmt.Sprintf("Don't use %q.", old)
	default:
		word := replacement(d, term, hit, hit.Use)
		want, ok := inflect(word, string(d.Text()[hit.End:hit.WordEnd]), casing.HasCapitals(hit.Use))
		if !ok {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because("ending",
				fmt.Sprintf("%q can't take the ending of %q.", word, old))
			f.Message = fmt.Sprintf("Use a form of %q instead of %q.", word, old)
			break
		}
		f.Message = fmt.Sprintf("Use %q instead of %q.", want, old)
		if d.ZoneAt(hit.Start) == zone.Disputed {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because("disputed",
				"Markdown parsers disagree about the text around it.")
			break
		}
		if code, text := casing.Mentioned(d, hit, want); code != "" {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because(code, text)
			break
		}
		if code, text := casing.InName(d, hit, set); code != "" {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because(code, text)
			f.Message = fmt.Sprintf("Use %q instead of %q, unless it is part of a name.", want, old)
			break
		}
		span = withStop(d, span, want)
		f.Span, f.Old = span, string(d.Bytes(span))
		written, ok := stopped(d, span, want)
		if !ok {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because("sentence-end",
				fmt.Sprintf("The full stop of %q may end a sentence.", old))
			break
		}
		if word := repeated(d, span, written); word != "" {
			f.AutoFix, f.Reason = review.AutoFixNo, review.Because("doubled", fmt.Sprintf("%q would stand twice.", word))
			break
		}
		edits := wordEdits(d, span, written)
		if edits == nil {
			f.AutoFix = review.AutoFixNo
			f.Reason = review.Because("line-end", fmt.Sprintf("%q runs over a line end, and %q has no space to break "+
				"at.", old, want))
			break
		}
		f.Want, f.Edits = want, append(articleEdit(d, set.Terms(), hit.Start, old, want), edits...)
	}
	f.Message = cmp.Or(term.Message, f.Message)
	if term.Why != "" {
		f.Message += " " + term.Why
	}
	return f
}

// choices returns the choices of a term in the case of the word that they replace.
func choices(d *zone.Document, term rules.Term, hit term.Hit) []string {
	var out []string
	for _, use := range term.Choices {
		word := replacement(d, term, hit, use)
		if want, ok := inflect(word, string(d.Text()[hit.End:hit.WordEnd]), casing.HasCapitals(use)); ok {
			word = want
		}
		out = append(out, word)
	}
	return out
}

// alternatives returns words as a sentence lists them.
func alternatives(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
	}
	last := len(quoted) - 1
	if last == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// replacement returns the approved spelling in the case that it has at the place of
// the hit. A term that fixes its own case is written as it is.
func replacement(d *zone.Document, term rules.Term, hit term.Hit, use string) string {
	if hit.Name || term.MatchCase {
		return use
	}
	old := terms.Unwrapped(string(d.Text()[hit.Start:hit.End]))
	for _, not := range term.Not {
		if not == old && not != strings.ToLower(not) {
			// The capitals are those of the unwanted term itself: PC becomes computer.
			if d.StartsSentence(hit.Start) {
				return capitalised(use)
			}
			return use
		}
	}
	return carryCase(old, use)
}

// carryCase gives the approved word the case of the old one: all capitals, a capital for each of its words, or one at
// its start. A word that brings capitals of its own keeps them.
func carryCase(old, use string) string {
	if casing.HasCapitals(use) {
		return use
	}
	first, size := utf8.DecodeRuneInString(old)
	switch {
	case len(old) > size && old == strings.ToUpper(old) && old != strings.ToLower(old):
		return strings.ToUpper(use)
	case !unicode.IsUpper(first):
		return use
	case titleWords(old) > 1:
		words := strings.Split(use, " ")
		for i, w := range words {
			words[i] = capitalised(w)
		}
		return strings.Join(words, " ")
	}
	return capitalised(use)
}

// titleWords returns the number of words of a phrase that all begin with a capital; 0 when one does not.
func titleWords(phrase string) int {
	words := strings.Fields(phrase)
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsUpper(r) {
			return 0
		}
	}
	return len(words)
}

func capitalised(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(r)) + word[n:]
}

// inflect puts the ending of the old word to the new one: the plural or the possessive. It reports false for a word
// that has no regular plural. A name keeps its y.
func inflect(word, ending string, name bool) (string, bool) {
	lower := strings.ToLower(ending)
	if lower == "" || strings.HasSuffix(lower, "'s") || strings.HasSuffix(lower, "\u2019s") {
		return word + ending, true
	}
	last, size := utf8.DecodeLastRuneInString(word)
	stem := strings.ToLower(word)
	plural := "s"
	switch {
	case !unicode.IsLetter(last) || strings.ContainsAny(word[strings.LastIndexByte(word, ' ')+1:], "./"):
		return "", false
	case casing.HasAnySuffix(stem, "ss", "x", "z", "ch", "sh"):
		plural = "es"
	case casing.HasAnySuffix(stem, "s"):
		return "", false // a plural already, or a singular with a plural that one must know
	case casing.HasAnySuffix(stem, "y") && !casing.HasAnySuffix(stem, "ay", "ey", "iy", "oy", "uy") && !name:
		word, plural = word[:len(word)-size], "ies"
	}
	if ending == strings.ToUpper(ending) {
		plural = strings.ToUpper(plural)
	}
	return word + plural, true
}
