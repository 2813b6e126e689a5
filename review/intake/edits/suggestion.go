package edits

import "strings"

// HunkEnd returns the last n lines of the new side of a diff hunk.
func HunkEnd(hunk string, n int) ([]string, bool) {
	var lines []string
	for line := range strings.Lines(hunk) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "-"), strings.HasPrefix(line, `\`):
		case line == "":
			lines = append(lines, "")
		default:
			lines = append(lines, line[1:])
		}
	}
	if n < 1 || n > len(lines) {
		return nil, false
	}
	return lines[len(lines)-n:], true
}

// suggestion matches a block that suggests new lines, as GitHub and GitLab have them.
var suggestion = pattern("(?m)^[ \t]*(`{3,}|~{3,})suggestion(?::-([0-9]{1,3})\\+([0-9]{1,3}))?[ \t]*\r?$")

// Suggested returns a comment without its suggestions, and the texts that it suggests. A
// block ends with the marks that it began with.
func Suggested(body string) (rest string, suggestions []string) {
	var out strings.Builder
	for {
		m := suggestion().FindStringSubmatchIndex(body)
		if m == nil {
			break
		}
		mark := body[m[2]:m[3]]
		out.WriteString(body[:m[0]])
		body = strings.TrimPrefix(body[m[1]:], "\n")
		var block []string
		closed := false
		for line := range strings.Lines(body) {
			body = body[len(line):]
			text := strings.TrimRight(line, "\r\n")
			if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, mark) &&
				strings.Trim(trimmed, mark[:1]) == "" {
				closed = true
				break
			}
			block = append(block, text)
		}
		if closed { // one that is cut off may be a part of what was meant
			suggestions = append(suggestions, strings.Join(block, "\n"))
		}
	}
	out.WriteString(body)
	return strings.TrimSpace(out.String()), suggestions
}
