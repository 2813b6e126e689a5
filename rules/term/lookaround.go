package term

import (
	"errors"
	"slices"
	"strings"
)

// branch is a part of a pattern without lookaround, with the lookaround before and after it.
type branch struct {
	before []string // "(?<!x)" and the like, brackets included
	body   string
	after  []string
}

// splitLookaround removes the lookaround at the ends of a pattern. If the top level is an alternation in which a branch
// has lookaround, it splits the branches, since each has its own ends. Compiling the body reports lookaround in other
// places.
func splitLookaround(src string) ([]branch, error) {
	if !looksAround(src) {
		return []branch{{body: src}}, nil
	}
	flags := leadingFlags(src)
	src = unwrap(src[len(flags):])
	parts, err := topLevel(src)
	if err != nil {
		return nil, err
	}
	var all []branch
	for bar := slices.Index(parts, "|"); bar >= 0; bar = slices.Index(parts, "|") {
		all = append(all, newBranch(parts[:bar]))
		parts = parts[bar+1:]
	}
	all = append(all, newBranch(parts))
	for i := range all {
		all[i].flag(flags)
	}
	if len(all) > 1 {
		return all, noGroups(src)
	}
	return all, nil
}

func looksAround(src string) bool {
	for i := range len(src) {
		if src[i] == '(' && lookaroundKind(src[i:]) != "" {
			return true
		}
	}
	return false
}

// leadingFlags returns the "(?i)" at the start of a pattern, which applies to all of its branches.
func leadingFlags(src string) string {
	end := strings.IndexByte(src, ')')
	if !strings.HasPrefix(src, "(?") || strings.Trim(src[2:max(2, end)], "imsU-") != "" {
		return ""
	}
	return src[:end+1]
}

// flag puts flags in front of every expression of the branch.
func (b *branch) flag(flags string) {
	b.body = flags + b.body
	for _, list := range [][]string{b.before, b.after} {
		for i, l := range list {
			kind := lookaroundKind(l)
			list[i] = kind + flags + l[len(kind):]
		}
	}
}

// noGroups refuses groups in a pattern that is split, because that would change their numbers.
func noGroups(src string) error {
	for i := 0; i < len(src); i = tokenEnd(src, i) {
		if src[i] == '(' && (!strings.HasPrefix(src[i:], "(?") || strings.HasPrefix(src[i:], "(?P<")) {
			return errors.New("bad pattern: an alternation with lookaround in its branches must not have groups; " +
				"write (?:…), or one term for each branch")
		}
	}
	return nil
}

// newBranch splits the parts of a sequence into leading lookaround, body and trailing lookaround. A \b among the
// lookaround means the same on either side of it.
func newBranch(parts []string) branch {
	var b branch
	low, high := 0, len(parts)
	var head, tail strings.Builder
	for ; low < high && (lookaroundKind(parts[low]) != "" || parts[low] == `\b`); low++ {
		if parts[low] == `\b` {
			head.WriteString(`\b`)
		} else {
			b.before = append(b.before, parts[low])
		}
	}
	for ; high > low && (lookaroundKind(parts[high-1]) != "" || parts[high-1] == `\b`); high-- {
		if parts[high-1] == `\b` {
			tail.WriteString(`\b`)
		} else {
			b.after = append(b.after, parts[high-1])
		}
	}
	b.body = head.String() + strings.Join(parts[low:high], "") + tail.String()
	return b
}

// unwrap removes a non-capturing group around the whole pattern.
func unwrap(src string) string {
	for strings.HasPrefix(src, "(?:") {
		end := groupEnd(src, 0)
		if end != len(src) {
			break
		}
		src = src[len("(?:") : end-1]
	}
	return src
}

// lookaroundKind returns the opening of a lookaround group, or "".
func lookaroundKind(s string) string {
	for _, k := range [...]string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(s, k) {
			return k
		}
	}
	return ""
}

// topLevel cuts a pattern into groups, escapes, classes, single characters and
// the bars between branches. A quantifier stays with what it repeats.
func topLevel(src string) ([]string, error) {
	var parts []string
	for i := 0; i < len(src); {
		end := tokenEnd(src, i)
		if src[i] == '(' {
			if end = groupEnd(src, i); end < 0 {
				return nil, errors.New("bad pattern: a bracket is not closed")
			}
		}
		if quantified := quantifierEnd(src, end); quantified > end {
			if lookaroundKind(src[i:]) != "" {
				return nil, errors.New("bad pattern: a lookaround must not be repeated")
			}
			end = quantified
		}
		parts = append(parts, src[i:end])
		i = end
	}
	return parts, nil
}

func quantifierEnd(src string, i int) int {
	if i < len(src) && src[i] == '{' {
		if end := strings.IndexByte(src[i:], '}'); end > 0 {
			i += end + 1
		}
	}
	for i < len(src) && strings.IndexByte("*+?", src[i]) >= 0 {
		i++
	}
	return i
}

// groupEnd returns the offset after the bracket that closes the one at i, or -1.
func groupEnd(src string, i int) int {
	depth := 0
	for ; i < len(src); i = tokenEnd(src, i) {
		switch src[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// tokenEnd returns the offset after the escape, the character class or the character at i.
func tokenEnd(src string, i int) int {
	switch src[i] {
	case '\\':
		return min(i+2, len(src))
	case '[':
		return classEnd(src, i)
	}
	return i + 1
}

// classEnd returns the offset after the character class that opens at i, or the end
// of the pattern if it is not closed; compiling reports that.
func classEnd(src string, i int) int {
	i++
	if i < len(src) && src[i] == '^' {
		i++
	}
	if i < len(src) && src[i] == ']' {
		i++
	}
	for ; i < len(src); i++ {
		switch {
		case src[i] == '\\':
			i++
		case strings.HasPrefix(src[i:], "[:"):
			if end := strings.Index(src[i:], ":]"); end > 0 {
				i += end + 1
			}
		case src[i] == ']':
			return i + 1
		}
	}
	return len(src)
}
