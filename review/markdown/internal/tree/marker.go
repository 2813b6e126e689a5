package tree

import "github.com/doc-iterate/doc-iterate/review/source"

// ItemMarker returns the length of the marker of a list item; 0 where the line, whose end is trimmed, begins with none.
func ItemMarker(line []byte) int {
	n := 0
	for n < len(line) && n < 10 && source.IsDigit(line[n]) {
		n++
	}
	switch {
	case n >= len(line) || n+1 < len(line) && line[n+1] != ' ' || n == 10:
		return 0
	case n == 0 && (line[0] == '-' || line[0] == '*' || line[0] == '+'), n > 0 && (line[n] == '.' || line[n] == ')'):
		return n + 1
	}
	return 0
}
