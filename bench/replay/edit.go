package main

import (
	"regexp"
	"strings"
)

// An edit is a run of words of one line that a commit changed: the bytes [start,end) of the line, and what stands there
// behind it.
type edit struct {
	line, start, end int
	text             string
}

var (
	fence  = regexp.MustCompile("^\\s*(`{3,}|~{3,})")
	tokens = regexp.MustCompile(`\s+|\S+`)
)

// editsBetween returns the edits that make one text of another, none where a line was added, taken away, worded anew,
// or is code.
func editsBetween(before, behind string) []edit {
	old, now := strings.Split(before, "\n"), strings.Split(behind, "\n")
	if len(old) != len(now) {
		return nil
	}
	inside := ""
	var out []edit
	for i := range old {
		mark := fence.FindStringSubmatch(old[i])
		if mark != nil {
			switch {
			case inside == "":
				inside = mark[1][:3]
			case strings.HasPrefix(strings.TrimSpace(old[i]), inside):
				inside = ""
			}
		}
		if old[i] == now[i] {
			continue
		}
		code := inside != "" || mark != nil || strings.HasPrefix(old[i], "    ") || strings.HasPrefix(old[i], "\t")
		if code || strings.TrimSpace(old[i]) == "" || strings.TrimSpace(now[i]) == "" || len(old[i]) > 2000 {
			return nil
		}
		changed := changedWords(old[i], now[i])
		if changed == nil {
			return nil
		}
		for _, e := range changed {
			e.line = i
			out = append(out, e)
		}
	}
	if len(out) > 8 {
		return nil
	}
	return out
}

// changedWords returns the runs of words that differ between two lines, none where they are many or long. Words are
// what stands between spaces; a run that inserts takes the word before it along, or else the one behind it.
func changedWords(old, now string) []edit {
	a, b := tokens.FindAllString(old, -1), tokens.FindAllString(now, -1)
	runs := differing(a, b)
	at := make([]int, len(a)+1)
	for i, t := range a {
		at[i+1] = at[i] + len(t)
	}
	var out []edit
	for _, r := range runs {
		if r.i == r.j && !r.anchor(a) {
			return nil
		}
		e := trimmed(old, edit{start: at[r.i], end: at[r.j], text: strings.Join(b[r.k:r.l], "")})
		if e.end-e.start > 60 || len(e.text) > 80 || strings.TrimSpace(old[e.start:e.end]) == "" {
			return nil
		}
		out = append(out, e)
	}
	if len(out) > 4 || applied(old, out) != now {
		return nil
	}
	return out
}

// applied returns a line with edits.
func applied(line string, edits []edit) string {
	var b strings.Builder
	last := 0
	for _, e := range edits {
		if e.start < last {
			return ""
		}
		b.WriteString(line[last:e.start] + e.text)
		last = e.end
	}
	b.WriteString(line[last:])
	return b.String()
}

// A run is tokens [i,j) of one line that became tokens [k,l) of another.
type run struct{ i, j, k, l int }

// anchor makes an insertion a replacement of the word before it, or of the one behind it.
func (r *run) anchor(a []string) bool {
	for i := r.i - 1; i >= 0; i-- {
		if strings.TrimSpace(a[i]) != "" {
			r.k -= r.i - i
			r.i = i
			return r.k >= 0
		}
	}
	for j := r.j; j < len(a); j++ {
		if strings.TrimSpace(a[j]) != "" {
			r.l += j + 1 - r.j
			r.j = j + 1
			return true
		}
	}
	return false
}

// differing returns the runs of tokens outside of a longest common subsequence. Runs with only spaces between them
// are one.
func differing(a, b []string) []run {
	common := make([][]int, len(a)+1)
	for i := range common {
		common[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for k := len(b) - 1; k >= 0; k-- {
			if a[i] == b[k] {
				common[i][k] = common[i+1][k+1] + 1
			} else {
				common[i][k] = max(common[i+1][k], common[i][k+1])
			}
		}
	}
	var out []run
	i, k := 0, 0
	for i < len(a) || k < len(b) {
		if i < len(a) && k < len(b) && a[i] == b[k] {
			i, k = i+1, k+1
			continue
		}
		r := run{i: i, k: k}
		for i < len(a) || k < len(b) {
			if i < len(a) && k < len(b) && a[i] == b[k] {
				break
			}
			if k == len(b) || i < len(a) && common[i+1][k] >= common[i][k+1] {
				i++
			} else {
				k++
			}
		}
		r.j, r.l = i, k
		if n := len(out); n > 0 && strings.TrimSpace(strings.Join(a[out[n-1].j:r.i], "")) == "" {
			out[n-1].j, out[n-1].l = r.j, r.l
			continue
		}
		out = append(out, r)
	}
	return out
}

// marks are what people leave out where they copy words.
const marks = ".,;:!?()[]{}<>\"'“”‘’*_|"

// trimmed returns an edit without equal marks at both ends, unless that would part a pair of marks.
func trimmed(line string, e edit) edit {
	old, now := []rune(line[e.start:e.end]), []rune(e.text)
	short := e
	for len(old) > 1 && len(now) > 1 && old[0] == now[0] && strings.ContainsRune(marks, old[0]) {
		short.start += len(string(old[0]))
		old, now = old[1:], now[1:]
	}
	for len(old) > 1 && len(now) > 1 && old[len(old)-1] == now[len(now)-1] &&
		strings.ContainsRune(marks, old[len(old)-1]) {
		short.end -= len(string(old[len(old)-1]))
		old, now = old[:len(old)-1], now[:len(now)-1]
	}
	short.text = string(now)
	for _, pair := range []struct{ open, closing string }{{"`", "`"}, {"*", "*"}, {"(", ")"}, {"[", "]"}} {
		for _, texts := range [][2]string{{line[e.start:e.end], string(old)}, {e.text, string(now)}} {
			whole, part := texts[0], texts[1]
			if pair.open == pair.closing && strings.Count(part, pair.open)%2 != strings.Count(whole, pair.open)%2 ||
				strings.Count(part, pair.open) != strings.Count(part, pair.closing) {
				return e
			}
		}
	}
	return short
}
