package main

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// bySize calls f for every document on jobs goroutines, each with a buffer of its
// own: the large ones first, so that none of them is waited for at the end, and
// the others in order.
func bySize(docs []document, jobs int, f func(i int, buffer *[]byte)) {
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
	var group sync.WaitGroup
	var next atomic.Int64
	for range min(jobs, len(docs)) {
		group.Go(func() {
			var buffer []byte
			for n := next.Add(1); n <= int64(len(order)); n = next.Add(1) {
				f(order[n-1], &buffer)
			}
		})
	}
	group.Wait()
}

// parallel calls f for every i below n, in as many goroutines as jobs.
func parallel(n, jobs int, f func(i int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range min(jobs, n) {
		group.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}
