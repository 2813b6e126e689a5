package envelope

import (
	"html"
	"regexp"
	"strings"
	"sync"
)

// startTag matches a tag that opens an element, with its attributes, and attribute one of them.
var (
	startTag = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*<([A-Za-z_][\w-]*)((?:\s+[\w-]+\s*=\s*"[^"]*")*)\s*>`)
	})
	attribute = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\w-]+)\s*=\s*"([^"]*)"`) })
)

// Tags returns a text that is one element as JSON has it: an element with others is an object, several of a name are a
// list. It is nil for another text.
func Tags(src string) any {
	const deepest = 8
	name, root, rest := element(src, deepest)
	if _, isText := root.(string); name == "" || isText || strings.TrimSpace(rest) != "" {
		return nil
	}
	return root
}

// element reads the element that a text begins with: its name, its text or its parts, and what stands behind it. The
// name is "" where none begins or it does not end.
func element(s string, deep int) (name string, value any, rest string) {
	open := startTag().FindStringSubmatch(s)
	if open == nil || deep == 0 {
		return "", nil, s
	}
	body, depth, at := s[len(open[0]):], 1, 0
	shut := "</" + open[1] + ">"
	for depth > 0 {
		end := strings.Index(body[at:], shut)
		if end < 0 {
			return "", nil, s
		}
		depth += strings.Count(body[at:at+end], "<"+open[1]+">") + strings.Count(body[at:at+end], "<"+open[1]+" ") - 1
		at += end + len(shut)
	}
	inner, rest := body[:at-len(shut)], body[at:]
	parts := map[string]any{}
	for _, a := range attribute().FindAllStringSubmatch(open[2], -1) {
		parts[a[1]] = html.UnescapeString(a[2])
	}
	left := inner
	for {
		child, one, behind := element(left, deep-1)
		if child == "" {
			break
		}
		left = behind
		if was, found := parts[child]; !found {
			parts[child] = one
		} else if list, ok := was.([]any); ok {
			parts[child] = append(list, one)
		} else {
			parts[child] = []any{was, one}
		}
	}
	if strings.TrimSpace(left) != "" || len(parts) == 0 {
		text := html.UnescapeString(strings.Trim(inner, "\n"))
		if len(open[2]) == 0 {
			return open[1], text, rest
		}
		parts["text"] = text
	}
	for of, only := range parts {
		if len(parts) > 1 || !strings.HasPrefix(open[1], of[:len(of)-1]) {
			break
		}
		if list, ok := only.([]any); ok { // issues of issue
			return open[1], list, rest
		}
		return open[1], []any{only}, rest
	}
	return open[1], parts, rest
}
