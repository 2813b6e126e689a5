package draft

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Refusal is a part that Settle took out, and why.
type Refusal struct {
	Origin Origin
	Reason string
}

// Settle takes out what cannot stand: a pattern that does not compile, a spelling that has a replacement already, a
// term that undoes another. What came first stays; the terms of base, a configuration that is there already, come
// before all. Settle loads the draft and removes what the loader refuses, until it refuses nothing; so there is no
// second notion of what is right. An error is a mistake of whoever made the draft.
func (d *Draft) Settle(base []rules.Term) ([]Refusal, error) {
	given := fromRules(base)
	var all []Refusal
	for i := range d.Overrides {
		refused, err := d.Overrides[i].Draft.Settle(nil)
		if all = append(all, refused...); err != nil {
			return all, err
		}
	}
	for {
		whole := *d
		whole.Terms = append(slices.Clone(given), d.Terms...)
		data := whole.Bytes()
		_, err := rules.Load("draft", data)
		if err == nil {
			return all, nil
		}
		var load *rules.LoadError
		if !errors.As(err, &load) {
			return all, err
		}
		refused, err := d.remove(load, whole.places(data), len(given))
		if err != nil {
			return all, err
		}
		all = append(all, refused...)
	}
}

func fromRules(terms []rules.Term) []Term {
	var all []Term
	for _, t := range terms {
		all = append(all, Term{
			Use: t.Use, Not: t.Not, Pattern: t.Pattern, Except: t.Except, Choices: t.Choices,
			MatchCase: t.MatchCase, WholeWord: &t.WholeWord,
			Origin: Origin{File: rules.FileName, Key: t.ID},
		})
	}
	return all
}

var (
	// inList matches the path of a problem: its list, the item, and the spelling of a term.
	inList = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(terminology|patterns|structure\.required_sections|ignore)\[(\d+)\](?:\.not\[(\d+)\])?`)
	})
	lineRef = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(on )?line (\d+)\b`) })
)

// remove takes out every part that a problem names. Of the terms that were
// loaded, the first ones are given and not the draft's.
func (d *Draft) remove(load *rules.LoadError, places map[int]string, given int) ([]Refusal, error) {
	terms, checks, sections, globs := map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	spellings := map[[2]int]bool{}
	var refused []Refusal
	for _, p := range load.Problems {
		refuse := func(o Origin) { refused = append(refused, Refusal{o, nameLines(p.Message, places)}) }
		m := inList().FindStringSubmatch(p.Path)
		if m == nil {
			return nil, fmt.Errorf("a draft must settle: %w", load)
		}
		i := number(m[2])
		switch m[1] {
		case "terminology":
			if i -= given; i < 0 {
				return nil, fmt.Errorf("the configuration that is there already: %w", load)
			}
			if m[3] != "" {
				n := number(m[3])
				spellings[[2]int{i, n}] = true
				refuse(d.Terms[i].origin(n))
				continue
			}
			if !terms[i] {
				refuse(d.Terms[i].Origin)
			}
			terms[i] = true
		case "patterns":
			checks[i] = true
			refuse(d.Checks[i].Origin)
		case "ignore":
			globs[i] = true
			refuse(d.Ignore[i].Origin)
		default:
			sections[i] = true
			refuse(d.RequiredSections[i].Origin)
		}
	}
	for i := range d.Terms {
		t := &d.Terms[i]
		had := len(t.Not) > 0
		t.drop(func(n int) bool { return spellings[[2]int{i, n}] })
		terms[i] = terms[i] || had && len(t.Not) == 0 && t.Pattern == ""
	}
	d.Terms = without(d.Terms, terms)
	d.RequiredSections = without(d.RequiredSections, sections)
	d.Ignore = without(d.Ignore, globs)
	d.Checks = without(d.Checks, checks)
	return refused, nil
}

func without[T any](list []T, dropped map[int]bool) []T {
	var kept []T
	for i, v := range list {
		if !dropped[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// origin returns where Not[n] came from.
func (t *Term) origin(n int) Origin {
	if n < len(t.Origins) {
		return t.Origins[n]
	}
	return t.Origin
}

// drop removes some of the unwanted spellings.
func (t *Term) drop(dropped func(n int) bool) {
	var not []string
	var origins []Origin
	for n, s := range t.Not {
		if !dropped(n) {
			not = append(not, s)
			origins = append(origins, t.origin(n))
		}
	}
	t.Not, t.Origins = not, origins
}

// nameLines replaces the lines of the rendered draft in a message by where the parts on them came from: a person does
// not see the draft.
func nameLines(message string, places map[int]string) string {
	return lineRef().ReplaceAllStringFunc(message, func(ref string) string {
		if place, ok := places[number(lineRef().FindStringSubmatch(ref)[2])]; ok {
			return "in " + place
		}
		return ref
	})
}

// places returns where the part on each line of Bytes came from.
func (d *Draft) places(data []byte) map[int]string {
	lines := strings.Split(string(data), "\n")
	at := map[int]string{}
	list := func(key string, n int, origin func(i int) string) {
		opening := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) == `"`+key+`": [` })
		for i := 0; opening >= 0 && i < n; i++ {
			at[opening+2+i] = origin(i) // lines count from 1, and the first part is below the opening
		}
	}
	list("terminology", len(d.Terms), func(i int) string {
		if t := d.Terms[i]; len(t.Origins) <= 1 {
			return t.Origin.String()
		}
		return d.Terms[i].Origin.File // one of several there
	})
	list("required_sections", len(d.RequiredSections), func(i int) string {
		return d.RequiredSections[i].Origin.String()
	})
	return at
}

// String names the place in a message.
func (o Origin) String() string {
	if o.Key == "" {
		return o.File
	}
	return fmt.Sprintf("%s: %s", o.File, o.Key)
}

// number reads what an expression above has matched as digits.
func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return -1
	}
	return n
}
