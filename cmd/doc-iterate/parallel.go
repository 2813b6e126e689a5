package main

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// bySize calls f for every document on jobs goroutines, which have numbers: the large ones first, so that none of them is waited for at the end, and
// the others in order.
func bySize(docs []document, jobs int, f func(i, worker int)) {
	const large = 128 << 10
	order := make([]int, 0, len(docs))
	for i := range docs {
		if docs[i].size >= large {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(docs[b].size, docs[a].size) })
	for i := range docs {
		if docs[i].size < large {
			order = append(order, i)
		}
	}
	parallel.EachOn(len(order), jobs, func(n, worker int) {
		defer parallel.In(docs[order[n]].path)
		f(order[n], worker)
	})
}
