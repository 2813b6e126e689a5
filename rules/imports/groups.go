package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

var (
	// reference matches $1, ${name}, and what other programs write for the same.
	reference = pattern(`\$[0-9]{1,2}|\$\{\w*\}|\$<\w*>|\$&|\\[0-9]`)
	// price matches a dollar sign and a number that stand alone.
	price     = pattern(`(?:^|\s)\$[0-9][0-9.,]*(?:$|\b)`)
	groupName = pattern(`^\?P?<([A-Za-z_]\w*)>`)
)

// pattern returns a regular expression that is compiled when it is first used.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// refers reports whether a replacement refers to groups of its pattern. why is the reason why it can't be imported, or
// "". If the pattern has no brackets, $5 is a price.
func refers(expression, use string) (refers bool, why string) {
	found := reference().FindAllString(use, -1)
	if len(found) == 0 || !strings.Contains(expression, "(") && len(price().FindAllString(use, -1)) == len(found) {
		return false, ""
	}
	groups := groupsOf(expression)
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

// groupsOf returns the names of the groups of an expression, "" for those without one. The first is the whole match.
func groupsOf(expression string) []string {
	groups := []string{""}
	class := false
	for i := 0; i < len(expression); i++ {
		switch c := expression[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
			// A bracket that comes first is one of the class.
			rest := strings.TrimPrefix(expression[i+1:], "^")
			if strings.HasPrefix(rest, "]") {
				i = len(expression) - len(rest)
			}
		case c == '(':
			rest := expression[i+1:]
			if m := groupName().FindStringSubmatch(rest); m != nil {
				groups = append(groups, m[1])
			} else if !strings.HasPrefix(rest, "?") {
				groups = append(groups, "")
			}
		}
	}
	return groups
}
