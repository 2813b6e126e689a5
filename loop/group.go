package loop

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
)

// concerning has, by document, the fixes that change it or resolve a finding of
// it, so that judging one document does not look at the fixes of all.
func concerning(applied []fixers.Applied) map[string][]*fixers.Applied {
	sizes, sum := map[string]int{}, 0
	each := func(a *fixers.Applied, f func(path string)) {
		for _, c := range a.Change {
			f(c.Path)
		}
		if a.Change.Of(a.Finding.Path) == nil {
			f(a.Finding.Path)
		}
	}
	for n := range applied {
		each(&applied[n], func(path string) { sizes[path]++; sum++ })
	}
	all, out := make([]*fixers.Applied, sum), make(map[string][]*fixers.Applied, len(sizes))
	for n := range applied {
		each(&applied[n], func(path string) {
			if out[path] == nil {
				size := sizes[path]
				out[path], all = all[:0:size], all[size:]
			}
			out[path] = append(out[path], &applied[n])
		})
	}
	return out
}

// split parts the fixes into those that stand and those that fall: documents
// that share a change do so together.
func split(applied []fixers.Applied, verdicts map[string]judged) (good, bad []fixers.Applied) {
	fell := false
	for _, j := range verdicts {
		fell = fell || j.worse()
	}
	if !fell {
		return applied, nil
	}
	for _, group := range groups(applied) {
		fell := slices.ContainsFunc(pathsOf(group), func(path string) bool {
			j := verdicts[path]
			return j.worse()
		})
		if fell {
			bad = append(bad, group...)
		} else {
			good = append(good, group...)
		}
	}
	return good, bad
}

// groups parts fixes so that no two groups change the same document.
func groups(applied []fixers.Applied) [][]fixers.Applied {
	leader := map[string]string{}
	var find func(string) string
	find = func(path string) string {
		if up, ok := leader[path]; ok && up != path {
			leader[path] = find(up)
			return leader[path]
		}
		leader[path] = path
		return path
	}
	for n := range applied {
		paths := applied[n].Change.Paths()
		for _, path := range paths {
			leader[find(path)] = find(paths[0])
		}
	}
	byLeader := map[string][]fixers.Applied{}
	var order []string
	for _, a := range applied {
		at := find(a.Change[0].Path) // any of them: they have one leader
		if byLeader[at] == nil {
			order = append(order, at)
		}
		byLeader[at] = append(byLeader[at], a)
	}
	out := make([][]fixers.Applied, len(order))
	for n, at := range order {
		out[n] = byLeader[at]
	}
	return out
}

// pathsOf is the documents that fixes change, sorted.
func pathsOf(applied []fixers.Applied) []string {
	paths := map[string]bool{}
	for _, a := range applied {
		for _, c := range a.Change {
			paths[c.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}
