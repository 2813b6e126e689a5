package term

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxVariants bounds the spellings one pattern is expanded into.
const maxVariants = 256

// Expand returns every text that a regular expression matches, shortest spelling of an option first, if there are at
// most 256: "email" and "e-mail" for "e-?mail". It drops a word boundary at either end, as whole words imply it. It
// returns false if there is no such list.
func Expand(pattern string) ([]string, bool) {
	re, err := syntax.Parse(pattern, patternFlags)
	if err != nil {
		return nil, false
	}
	return expand(trimBoundaries(re))
}

// patternFlags is RE2's syntax with ^ and $ at line ends, as in Vale.
const patternFlags = syntax.Perl &^ syntax.OneLine

// trimBoundaries drops \b from the ends of a sequence.
func trimBoundaries(re *syntax.Regexp) *syntax.Regexp {
	if re.Op != syntax.OpConcat {
		return re
	}
	sub := re.Sub
	for len(sub) > 0 && sub[0].Op == syntax.OpWordBoundary {
		sub = sub[1:]
	}
	for len(sub) > 0 && sub[len(sub)-1].Op == syntax.OpWordBoundary {
		sub = sub[:len(sub)-1]
	}
	trimmed := *re
	trimmed.Sub = sub
	return &trimmed
}

func expand(re *syntax.Regexp) ([]string, bool) {
	all, ok := variants(re)
	if !ok {
		return nil, false
	}
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(s string) bool {
		repeated := seen[s]
		seen[s] = true
		return repeated
	})
	bad := func(s string) bool { return s == "" || s != strings.TrimSpace(s) || strings.ContainsAny(s, "\r\n") }
	if len(all) == 0 || slices.ContainsFunc(all, bad) {
		return nil, false
	}
	return all, true
}

func variants(re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpLiteral:
		return literalVariants(re)
	case syntax.OpCharClass:
		return classVariants(re.Rune)
	case syntax.OpCapture:
		return variants(re.Sub[0])
	case syntax.OpQuest:
		all, ok := variants(re.Sub[0])
		return append([]string{""}, all...), ok
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			v, ok := variants(sub)
			if all = append(all, v...); !ok || len(all) > maxVariants {
				return nil, false
			}
		}
		return all, true
	case syntax.OpRepeat:
		return repeatVariants(re)
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			v, ok := variants(sub)
			if !ok || len(all)*len(v) > maxVariants {
				return nil, false
			}
			all = product(all, v)
		}
		return all, true
	}
	return nil, false
}

// literalVariants returns one text, or all its capitalisations: [Ww] is parsed into a literal that ignores case, as
// (?i)w is. It leaves out the signs beyond ASCII that fold to k and s, which nobody writes.
func literalVariants(re *syntax.Regexp) ([]string, bool) {
	if re.Flags&syntax.FoldCase == 0 {
		return []string{string(re.Rune)}, true
	}
	all := []string{""}
	for _, r := range re.Rune {
		forms := []string{string(r)}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if (f < utf8.RuneSelf) == (r < utf8.RuneSelf) {
				forms = append(forms, string(f))
			}
		}
		if all = product(all, forms); len(all) > maxVariants {
			return nil, false
		}
	}
	return all, true
}

func repeatVariants(re *syntax.Regexp) ([]string, bool) {
	once, ok := variants(re.Sub[0])
	if !ok || re.Max < 0 {
		return nil, false
	}
	var all []string
	times := []string{""}
	for n := 0; n <= re.Max; n++ {
		if n >= re.Min {
			all = append(all, times...)
		}
		if len(all) > maxVariants || len(times)*len(once) > maxVariants {
			return nil, false
		}
		times = product(times, once)
	}
	return all, true
}

func product(a, b []string) []string {
	out := make([]string, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			out = append(out, x+y)
		}
	}
	return out
}

// classVariants returns the members of a character class, given as pairs of first and last rune. It refuses large
// classes (\w, [^,], .), which are no list of spellings.
func classVariants(ranges []rune) ([]string, bool) {
	const largest = 32
	var out []string
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if out = append(out, string(r)); len(out) > largest {
				return nil, false
			}
		}
	}
	return out, true
}

// prefixes returns folded literals such that every match starts with one of them. It returns false if there is no such
// list with at least two letters in each: then a match may start with anything.
func prefixes(re *syntax.Regexp) ([]string, bool) {
	p, _ := prefixSet(re)
	for i := range p {
		// White space in a pattern may match text that white space in a phrase does not.
		if space := strings.IndexFunc(p[i], unicode.IsSpace); space >= 0 {
			p[i] = p[i][:space]
		}
		if p[i] = Fold(p[i]); utf8.RuneCountInString(p[i]) < 2 {
			return nil, false
		}
	}
	slices.Sort(p)
	return slices.Compact(p), len(p) > 0
}

// prefixSet returns the literals and whether each is all of its match, so that a sequence can go on after it.
func prefixSet(re *syntax.Regexp) (set []string, whole bool) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{string(re.Rune)}, true
	case syntax.OpCapture:
		return prefixSet(re.Sub[0])
	case syntax.OpWordBoundary, syntax.OpEmptyMatch:
		return []string{""}, true
	case syntax.OpAlternate:
		whole = true
		for _, sub := range re.Sub {
			s, w := prefixSet(sub)
			if len(s) == 0 || len(set)+len(s) > maxVariants {
				return nil, false
			}
			set, whole = append(set, s...), whole && w
		}
		return set, whole
	case syntax.OpConcat:
		set = []string{""}
		for _, sub := range re.Sub {
			s, w := prefixSet(sub)
			if len(s) == 0 || len(set)*len(s) > maxVariants {
				return set, false
			}
			if set = product(set, s); !w {
				return set, false
			}
		}
		return set, true
	case syntax.OpPlus:
		s, _ := prefixSet(re.Sub[0])
		return s, false
	}
	if v, ok := variants(re); ok {
		return v, true
	}
	return nil, false
}
