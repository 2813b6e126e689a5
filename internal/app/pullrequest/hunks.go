package pullrequest

import (
	"fmt"
	"strings"
)

// A hunk is a part of a difference: the lines [First,Last] of the new text that it shows, counted from 1.
type hunk struct {
	first, last int
	old         map[int]int // the lines that did not change, with their numbers in the old text
}

// hunksOf reads the hunks of a file's unified difference. A part that is not understood shows no lines.
func hunksOf(patch string) []hunk {
	var out []hunk
	var before, now int // the next line of each text
	for line := range strings.Lines(patch) {
		if strings.HasPrefix(line, "@@") {
			now, before = newStart(line)
			if now > 0 {
				out = append(out, hunk{first: now, last: now - 1, old: map[int]int{}})
			}
			continue
		}
		if now <= 0 || line == "" {
			continue
		}
		h := &out[len(out)-1]
		switch line[0] {
		case '+':
			h.last, now = now, now+1
		case '-':
			before++
		case '\\': // no newline at the end of the file
		default:
			h.old[now] = before
			h.last, now, before = now, now+1, before+1
		}
	}
	return out
}

// newStart returns where a hunk begins in the new and in the old text, 0 where its head can't be read.
func newStart(head string) (now, before int) {
	fields := append(strings.Fields(head), "", "", "")
	_, errOld := fmt.Sscanf(fields[1], "-%d", &before)
	_, errNew := fmt.Sscanf(fields[2], "+%d", &now)
	if errOld != nil || errNew != nil {
		return 0, 0
	}
	return now, before
}

// showing returns the hunk that shows all the lines [first,last], nil where none does.
func showing(hunks []hunk, first, last int) *hunk {
	for i := range hunks {
		if hunks[i].first <= first && last <= hunks[i].last {
			return &hunks[i]
		}
	}
	return nil
}
