package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A score counts what became of findings. The counts of all ways of quoting stand under "".
type score struct {
	commits, wrong       int
	findings             int
	determined, restored map[string]int
	left                 map[string]int // determined findings that were not restored, by reason
}

// add counts a document that was made of a case.
func (s *score) add(t told, got string, left map[string]reason, verbose bool) {
	if s.left == nil {
		s.determined, s.restored, s.left = map[string]int{}, map[string]int{}, map[string]int{}
	}
	hit, wrong := t.compare(got)
	s.commits++
	if len(wrong) > 0 {
		s.wrong++
		if verbose {
			fmt.Printf("WRONG %s %s: %s\n", t.commit, t.path, strings.Join(wrong, "; "))
			for _, f := range t.findings {
				fmt.Printf("\tof %+v\n", f.issue)
			}
		}
	}
	for n, f := range t.findings {
		s.findings++
		if !f.determined {
			continue
		}
		s.determined[""]++
		s.determined[f.style]++
		if hit[n] {
			s.restored[""]++
			s.restored[f.style]++
			continue
		}
		s.left[left[f.ID].code]++
		if verbose && left != nil {
			fmt.Printf("LEFT %s [%s] %s %s: %+v\n", left[f.ID].code, left[f.ID].text, t.commit, t.path, f.issue)
		}
	}
}

// compare returns which findings were restored, and what is wrong: a line that is neither as it was nor as it was to
// be.
func (t told) compare(got string) (hit map[int]bool, wrong []string) {
	was, is := strings.Split(t.document, "\n"), strings.Split(got, "\n")
	if len(was) != len(is) {
		return nil, []string{"lines were added or lost"}
	}
	now, reviewed := standing(t.reviewed, t.document), strings.Split(t.reviewed, "\n")
	wanted := map[int][]int{} // by line of the document, its findings
	for n, f := range t.findings {
		if line, ok := now[f.line]; ok {
			wanted[line] = append(wanted[line], n)
		}
	}
	hit = map[int]bool{}
	for i := range was {
		if was[i] == is[i] {
			continue
		}
		done, ok := t.someOf(wanted[i], was[i], is[i])
		for _, n := range done {
			hit[n] = true
		}
		if !ok && !t.likewise(reviewed, was[i], is[i]) {
			wrong = append(wrong, fmt.Sprintf("line %d: %.90q became %.90q", i+1, was[i], is[i]))
		}
	}
	return hit, wrong
}

// someOf returns the findings that make one line of another, where some of them do.
func (t told) someOf(findings []int, was, is string) ([]int, bool) {
	for mask := 1; mask < 1<<len(findings); mask++ {
		var edits []edit
		var done []int
		for b, n := range findings {
			if mask>>b&1 == 1 {
				edits, done = append(edits, t.findings[n].edit), append(done, n)
			}
		}
		if padless(applied(was, edits)) == padless(is) {
			return done, true
		}
	}
	return nil, false
}

// padless returns a line without the spaces that pad a cell.
func padless(line string) string {
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.TrimRight(cells[i], " ")
	}
	return strings.Join(cells, "|")
}

// likewise reports whether a line was worded a little otherwise in the reviewed text, and became what its edits say.
func (t told) likewise(reviewed []string, was, is string) bool {
	a, b := tokens.FindAllString(was, -1), tokens.FindAllString(is, -1)
	runs := differing(a, b)
	for i, line := range reviewed {
		if likeness(line, was) < 0.5 {
			continue
		}
		all := len(runs) > 0
		for _, r := range runs {
			old, now := strings.TrimSpace(strings.Join(a[r.i:r.j], "")), strings.TrimSpace(strings.Join(b[r.k:r.l], ""))
			all = all && slices.ContainsFunc(t.findings, func(f finding) bool {
				meant := line[min(f.start, len(line)):min(f.end, len(line))]
				return f.line == i && (old == "" || strings.Contains(meant, old) ||
					strings.Contains(old, strings.TrimSpace(meant))) &&
					(now == "" || strings.Contains(f.text, now) || strings.Contains(now, strings.TrimSpace(f.text)))
			})
		}
		if all {
			return true
		}
	}
	return false
}

// likeness returns twice the tokens that two lines share, by the tokens that they have.
func likeness(a, b string) float64 {
	x, y := tokens.FindAllString(a, -1), tokens.FindAllString(b, -1)
	if len(x)+len(y) == 0 {
		return 1
	}
	differ := 0
	for _, r := range differing(x, y) {
		differ += r.j - r.i + r.l - r.k
	}
	return 1 - float64(differ)/float64(len(x)+len(y))
}

// standing returns where the lines of one text stand unchanged in another, by line of the first.
func standing(from, to string) map[int]int {
	a, b := strings.Split(from, "\n"), strings.Split(to, "\n")
	out := map[int]int{}
	first := 0
	for first < len(a) && first < len(b) && a[first] == b[first] {
		out[first] = first
		first++
	}
	endA, endB := len(a), len(b)
	for endA > first && endB > first && a[endA-1] == b[endB-1] {
		endA, endB = endA-1, endB-1
		out[endA] = endB
	}
	a, b = a[first:endA], b[first:endB]
	gone := map[int]bool{}
	last := 0
	for _, r := range differing(a, b) {
		for n := last; n < r.i; n++ {
			out[first+n] = first + r.k - (r.i - n)
		}
		for n := r.i; n < r.j; n++ {
			gone[n] = true
		}
		last = r.j
	}
	for n := last; n < len(a); n++ {
		out[first+n] = first + len(b) - (len(a) - n)
	}
	for n := range gone {
		delete(out, first+n)
	}
	return out
}

func (s *score) share(style string) float64 {
	return 100 * float64(s.restored[style]) / float64(max(1, s.determined[style]))
}

func (s *score) wrongShare() float64 { return 100 * float64(s.wrong) / float64(max(1, s.commits)) }

func (s *score) print(age int, by string) {
	fmt.Printf("| %d | %s | %d | %d | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %d (%.2f %%) |\n", age,
		by, s.commits, s.findings,
		s.determined[""], s.share(""), s.share("short"), s.share("noline"), s.share("words"), s.share("sentence"),
		s.wrong, s.wrongShare())
}

// reasons says why determined findings were left, the most frequent reason first.
func (s *score) reasons() string {
	names := slices.SortedFunc(maps.Keys(s.left), func(a, b string) int {
		if s.left[a] != s.left[b] {
			return s.left[b] - s.left[a]
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, s.left[name])
		if name == "" {
			names[i] = fmt.Sprintf("(no longer open) %d", s.left[name])
		}
	}
	return "\nleft, by reason: " + strings.Join(names, ", ") + "\n"
}
