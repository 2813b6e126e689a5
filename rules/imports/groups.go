package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

var (
	// $1, ${name}, and what other programs and expressions write for the same.
	reference = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\$[0-9]{1,2}|\$\{\w*\}|\$<\w*>|\$&|\\[0-9]`)
	})
	// A price stands alone, and for an expression without brackets it is one.
	price     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\s)\$[0-9][0-9.,]*(?:$|\b)`) })
	groupName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\?P?<([A-Za-z_]\w*)>`) })
)

// refers reports whether a replacement puts in what groups of its pattern match,
// and why it can't be taken over: left as they are, the signs would stand in the
// document.
func refers(pattern, use string) (refers bool, why string) {
	found := reference().FindAllString(use, -1)
	if len(found) == 0 || !strings.Contains(pattern, "(") && len(price().FindAllString(use, -1)) == len(found) {
		return false, ""
	}
	groups := groupsOf(pattern)
	for _, ref := range found {
		name := strings.Trim(ref, `$\{}`)
		number, err := strconv.Atoi(name)
		switch {
		case ref[0] == '$' && err == nil && number > 0 && number < len(groups):
		case strings.HasPrefix(ref, "${") && err != nil && name != "" && slices.Contains(groups, name):
		default:
			return true, "its replacement has " + ref + ", which stands for no group of the expression"
		}
	}
	if strings.Contains(reference().ReplaceAllString(use, ""), "$") {
		return true, "its replacement has both a group and a dollar sign"
	}
	return true, ""
}

// groupsOf is the names of the groups of an expression, "" for those that have
// none, from the whole match on.
func groupsOf(pattern string) []string {
	groups := []string{""}
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
			// A bracket that comes first is one of the class.
			rest := strings.TrimPrefix(pattern[i+1:], "^")
			if strings.HasPrefix(rest, "]") {
				i = len(pattern) - len(rest)
			}
		case c == '(':
			rest := pattern[i+1:]
			if m := groupName().FindStringSubmatch(rest); m != nil {
				groups = append(groups, m[1])
			} else if !strings.HasPrefix(rest, "?") {
				groups = append(groups, "")
			}
		}
	}
	return groups
}
