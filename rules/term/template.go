package term

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// template is a replacement in which $1 and ${name} stand for what a group matched. regexp's own Expand reads "$1st" as
// the group named 1st and quietly writes nothing for it; here a number ends at its last digit, and a group that does
// not exist is an error.
type template struct {
	parts []templatePart
}

type templatePart struct {
	text  string
	group int // -1 for a literal part
}

// parseTemplate reads a replacement for the matches of a pattern whose groups have these names. The first one is
// the whole match. A "$" that is meant as such is written "$$".
func parseTemplate(use string, groups []string) (template, error) {
	var t template
	for use != "" {
		i := strings.IndexByte(use, '$')
		if i < 0 {
			t.literal(use)
			break
		}
		t.literal(use[:i])
		name, rest, err := templateGroup(use[i+1:])
		if err != nil {
			return template{}, err
		}
		use = rest
		if name == "$" {
			t.literal("$")
			continue
		}
		group := slices.Index(groups, name)
		if n, err := strconv.Atoi(name); err == nil {
			group = n
		}
		if group < 0 || group >= len(groups) {
			return template{}, fmt.Errorf("$%s is not a group of the pattern, which has %d; "+
				"write $$ for a dollar sign", name, len(groups)-1)
		}
		t.parts = append(t.parts, templatePart{group: group})
	}
	return t, nil
}

// templateGroup reads what follows a "$": the group's name or number, or "$".
func templateGroup(s string) (name, rest string, err error) {
	if strings.HasPrefix(s, "$") {
		return "$", s[1:], nil
	}
	if strings.HasPrefix(s, "{") {
		if end := strings.IndexByte(s, '}'); end > 1 {
			return s[1:end], s[end+1:], nil
		}
		return "", "", errors.New("${ is not closed; write $$ for a dollar sign")
	}
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	if n == 0 {
		return "", "", errors.New("a $ must be followed by a number or a name in braces; " +
			"write $$ for a dollar sign")
	}
	return s[:n], s[n:], nil
}

func (t *template) literal(s string) {
	if s == "" {
		return
	}
	if n := len(t.parts); n > 0 && t.parts[n-1].group < 0 {
		t.parts[n-1].text += s
		return
	}
	t.parts = append(t.parts, templatePart{text: s, group: -1})
}

// constant returns the replacement if it is the same for every match.
func (t template) constant() (string, bool) {
	switch len(t.parts) {
	case 0:
		return "", true
	case 1:
		return t.parts[0].text, t.parts[0].group < 0
	}
	return "", false
}

// expand fills in the groups of a match, given as regexp reports it.
func (t template) expand(text []byte, match []int) string {
	var b strings.Builder
	for _, p := range t.parts {
		if p.group < 0 {
			b.WriteString(p.text)
		} else if i := 2 * p.group; match[i] >= 0 {
			b.Write(text[match[i]:match[i+1]])
		}
	}
	return b.String()
}
