package track

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Absorb completes findings of a review that bring no replacement. If a built-in rule finds the same, the finding gets
// the rule, the exact place and the replacement. People quote a heading with its marks or a block with its code, or
// they give only a rule and a line.
func (g *Gathering) Absorb(built []review.Finding) {
	if len(built) == 0 {
		return
	}
	a := absorber{g, built, RuleIndex{}}
	for j := range built {
		a.near.Add(built[j].Rule, a.area(&built[j]), j)
	}
	a.near.Sort()
	for i := range g.Issues {
		f := &g.Issues[i].Finding
		settled := f.Reason.Code == review.SettledIssue
		if f.Remedy != review.NoRemedy || f.Want != "" || f.Source == review.BuiltIn || settled {
			continue
		}
		if b := a.same(f); b != nil {
			if f.State != review.Located && b.Rule == rule.RequiredSection.Rule.ID {
				f.Message = b.Message // this message tells which of two missing sections is meant
			}
			f.Rule, f.State, f.Reason, f.Candidates = b.Rule, review.Located, review.Reason{}, nil
			f.Span, f.Old, f.Want, f.Remedy, f.Choices, f.Edits = b.Span, b.Old, b.Want, b.Remedy, b.Choices, b.Edits
		}
	}
	g.replace()
}

// An absorber finds out which findings of reviews are findings of built-in rules too.
type absorber struct {
	*Gathering
	built []review.Finding
	near  RuleIndex
}

// area returns what a reviewer who means b may quote: the whole block or list.
func (a *absorber) area(b *review.Finding) source.Span {
	kind := markdown.FencedCode
	switch b.Rule {
	case rule.FencedCodeLanguage.Rule.ID:
	case rule.ListMarker.Rule.ID:
		kind = markdown.BulletList
	default:
		return b.Span
	}
	if i, ok := a.rev.NodeAt(kind, b.Span.Start); ok {
		return a.rev.Nodes()[i].Span
	}
	return b.Span
}

// same returns the finding of a built-in rule that f means, if there is exactly one.
func (a *absorber) same(f *review.Finding) *review.Finding {
	ids, named := rulesOf(f)
	var found []*review.Finding
	for _, id := range ids {
		for _, j := range a.touching(f, id) {
			if b := &a.built[j]; named || a.fits(f, b) {
				found = append(found, b)
			}
		}
	}
	if len(found) > 1 && !named {
		found = slices.DeleteFunc(found, func(b *review.Finding) bool { return !speaksOf(f, b.Rule) })
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// touching returns the findings of a rule at the place of f. If f has only a line, these are the findings in that line.
// For a missing section they are those whose heading f names.
func (a *absorber) touching(f *review.Finding, id string) []int {
	switch {
	case f.State == review.Located:
		return a.near.Touching(id, f.Span)
	case id == rule.RequiredSection.Rule.ID:
		var out []int
		for j := range a.built {
			if a.built[j].Rule == id && names(f, &a.built[j]) {
				out = append(out, j)
			}
		}
		return out
	case f.Old == "" && f.State == review.Unlocated:
		return a.byLine(f, id)
	}
	return nil
}

// byLine returns the findings of a rule in the line that f gives, or else the only ones within three lines of it, or
// else the one whose old and new words f names.
func (a *absorber) byLine(f *review.Finding, id string) []int {
	const closeBy = 3
	if len(f.Candidates) == 1 && f.Candidates[0].Like == 0 {
		lines := a.rev.Lines()
		given := lines.Number(f.Candidates[0].Span.Start)
		for _, reach := range []int{0, closeBy} {
			var near []int
			for j := range a.built {
				if b := &a.built[j]; b.Rule == id && b.State == review.Located {
					if off := lines.Number(b.Span.Start) - given; max(off, -off) <= reach {
						near = append(near, j)
					}
				}
			}
			if len(near) > 0 {
				return near
			}
		}
	}
	var named []int
	said := strings.ToLower(f.Message)
	for j := range a.built {
		b := &a.built[j]
		if b.Rule == id && b.State == review.Located && b.Old != "" && b.Want != "" &&
			hasWords(said, strings.ToLower(b.Old)) &&
			hasWords(said, strings.ToLower(b.Want)) {
			named = append(named, j)
		}
	}
	return named
}

// names reports whether f mentions the section that b misses.
func names(f, b *review.Finding) bool {
	first, last := strings.IndexByte(b.Message, '"'), strings.LastIndexByte(b.Message, '"')
	if first < 0 || last <= first {
		return false
	}
	heading, err := strconv.QuotedPrefix(b.Message[first:])
	if err != nil {
		return false
	}
	heading, err = strconv.Unquote(heading)
	return err == nil && strings.Contains(strings.ToLower(f.Message+" "+f.Old), strings.ToLower(heading)) &&
		speaksOf(f, b.Rule)
}

// rulesOf returns the built-in rules that f may mean, and whether f names the rule by its id or another name. Without a
// rule, these are the rules of its category. Without a category, they are those that its message speaks of.
func rulesOf(f *review.Finding) (ids []string, named bool) {
	for _, r := range rule.All() {
		ours := &r.Rule
		is := func(name string) bool {
			name = strings.TrimSpace(name)
			return strings.EqualFold(name, ours.ID) ||
				slices.ContainsFunc(ours.Aliases(), func(alias string) bool { return strings.EqualFold(name, alias) })
		}
		switch {
		case f.Rule != "":
			if slices.ContainsFunc(strings.Split(f.Rule, "/"), is) {
				return []string{ours.ID}, true
			}
		case f.Category == ours.Category, speaksOf(f, ours.ID) && (f.Category == 0 ||
			f.Category == rules.CategoryContent && ours.ID == rule.RequiredSection.Rule.ID):
			ids = append(ids, ours.ID)
		}
	}
	return ids, false
}

// fits reports whether f, which names no rule, is about the same as b: its words say so, or it quotes exactly that and
// no other rule has the category.
func (a *absorber) fits(f, b *review.Finding) bool {
	switch f.Category {
	case rules.CategoryTerminology, rules.CategoryReference, rules.CategoryPlaceholder:
		return true
	}
	return speaksOf(f, b.Rule) || b.Rule != rule.HeadingCase.Rule.ID && f.Span == b.Span
}

// speaksOf reports whether f uses words that people use for findings of a rule.
func speaksOf(f *review.Finding, id string) bool {
	words := ruleWords()[id]
	return words != nil && words.MatchString(f.Message)
}

// ruleWords are the words, by rule, that people use for its findings.
var ruleWords = sync.OnceValue(func() map[string]*regexp.Regexp {
	out := map[string]*regexp.Regexp{}
	for id, words := range map[string]string{
		rule.FencedCodeLanguage.Rule.ID: `(no|missing|without|lacks?|add|give|specify|declare|set|name|needs?)\b[^.]*\b` +
			`(language|info string)|(language|info string)\b[^.]*\b(missing|specified|absent|identifier|tag)|syntax highlight\w*`,
		rule.HeadingCase.Rule.ID: `(sentence|title|letter|upper|lower|heading)[ -]?case|case of|capital\w*`,
		rule.ListMarker.Rule.ID: `markers?|(use|same|other|different|inconsistent|mix\w*)\W+(\w+\W+){0,4}` +
			`(bullets?|dash(es)?|asterisks?|hyphens?)`,
		rule.RequiredSection.Rule.ID: `sections?|headings?|missing|lacks?`,
		rule.Reference.Rule.ID:       `links?|anchors?|fragments?|broken|dead`,
		rule.Placeholder.Rule.ID:     `placeholders?|todo|tbd|unfinished|to be written`,
		rule.Terminology.Rule.ID:     `terms?|terminology|spell\w*|spelt`,
	} {
		out[id] = regexp.MustCompile(`(?i)\b(` + words + `)\b`)
	}
	return out
})

// doneByOther reports whether the fix of another finding resolved i. It must have edited the place of i and removed the
// text that i is about. Also, either the text that i wants stands there now, or the rule of i found it before and finds
// nothing now.
func (c *Comparison) doneByOther(i *Issue) bool {
	if i.State != review.Located || i.Span.Empty() {
		return false
	}
	wide, touch := c.Edits.Span(i.Span, source.Wide)
	if touch != source.Untouched && i.Remedy == review.Replace && strings.Contains(i.Want, cmp.Or(i.Old, "\x00")) &&
		hasWords(string(c.after.Bytes(wide)), i.Want) {
		return true // the text that it wants was written around the old one
	}
	now, touched := Carry(c.Edits, i.Span)
	text := string(c.after.Bytes(now))
	if !touched || strings.Contains(text, cmp.Or(i.Old, string(c.text[i.Span.Start:i.Span.End]))) {
		return false
	}
	ids, _ := rulesOf(&i.Finding)
	if slices.ContainsFunc(c.built, func(f review.Finding) bool {
		return slices.Contains(ids, f.Rule) && f.State == review.Located && f.Span.Touches(now)
	}) {
		return false
	}
	if i.Remedy == review.Replace && i.Want != "" && hasWords(text, i.Want) {
		return true
	}
	return slices.ContainsFunc(c.open, func(o Issue) bool {
		return slices.Contains(ids, o.Rule) && slices.Contains(o.Sources, review.BuiltIn) && o.State == review.Located &&
			o.Span.Touches(i.Span)
	})
}

// hasWords reports whether text contains words as whole words.
func hasWords(text, words string) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; ; at++ {
		n := strings.Index(text[at:], words)
		if n < 0 {
			return false
		}
		at += n
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		behind, _ := utf8.DecodeRuneInString(text[at+len(words):])
		first, _ := utf8.DecodeRuneInString(words)
		last, _ := utf8.DecodeLastRuneInString(words)
		if !(letter(before) && letter(first)) && !(letter(last) && letter(behind)) {
			return true
		}
	}
}
