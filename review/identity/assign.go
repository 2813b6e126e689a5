package identity

import (
	"cmp"
	"slices"
)

// enough reports whether so many equal words around two findings make them one: at least five, four where
// one of them has no more, or two or three where it has no more and nothing changed on one side.
func (p parts) enough(q parts, same int) bool {
	const few, some, most = 2, 4, 5
	all := same == min(len(p.before)+len(p.behind), len(q.before)+len(q.behind))
	aside := p.before == q.before && p.before != "" || p.behind == q.behind && p.behind != ""
	return same >= most || all && (same >= some || same >= few && aside)
}

// Assign returns for each of found the number of the known one that it is, or -1. Each known one is used once. Equal
// Keys are paired first, the ones in an equal block before the others. What is left is paired by rule and subject,
// where the block or the words around agree; see enough.
func Assign(known, found []Key) []int {
	a := assignment{known: split(known), found: split(found), free: make([]bool, len(known)), out: make([]int, len(found))}
	for n := range a.free {
		a.free[n] = true
	}
	for n := range a.out {
		a.out[n] = -1
	}
	a.equal(func(p parts) parts { return p })
	a.equal(func(p parts) parts { return parts{p.subject, p.before, p.behind, ""} })
	a.equal(func(p parts) parts { return parts{p.subject, "", "", p.block} })
	a.near()
	return a.out
}

type assignment struct {
	known, found []parts
	free         []bool // of known
	out          []int
}

func split(keys []Key) []parts {
	out := make([]parts, len(keys))
	for n, k := range keys {
		out[n] = k.parts()
	}
	return out
}

func (a *assignment) pair(known, found int) { a.free[known], a.out[found] = false, known }

// equal pairs what is left, in order, where a part of the Keys is equal.
func (a *assignment) equal(of func(parts) parts) {
	at := map[parts][]int{}
	for n, p := range a.known {
		if a.free[n] {
			at[of(p)] = append(at[of(p)], n)
		}
	}
	for n, p := range a.found {
		if same := at[of(p)]; a.out[n] < 0 && len(same) > 0 {
			a.pair(same[0], n)
			at[of(p)] = same[1:]
		}
	}
}

// near pairs what is left of a subject, those with the most words in common first.
func (a *assignment) near() {
	bySubject := map[string][]int{}
	for n, p := range a.known {
		if a.free[n] {
			bySubject[p.subject] = append(bySubject[p.subject], n)
		}
	}
	type candidate struct{ known, found, words int }
	var all []candidate
	for n, p := range a.found {
		if a.out[n] >= 0 {
			continue
		}
		for _, k := range bySubject[p.subject] {
			q := a.known[k]
			if words := agree(p.before, q.before) + agree(p.behind, q.behind); p.enough(q, words) {
				all = append(all, candidate{k, n, words})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y candidate) int { return cmp.Compare(y.words, x.words) })
	for _, c := range all {
		if a.free[c.known] && a.out[c.found] < 0 {
			a.pair(c.known, c.found)
		}
	}
}

// agree returns how many words two sides of a finding share, in order: the longest common subsequence.
func agree(a, b string) int {
	var row [reach + 1]int
	for i := range len(a) {
		diagonal := 0
		for j := range len(b) {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}
