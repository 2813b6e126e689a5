// Package parallel calls functions on several processors. It turns a panic, a mistake in this program, into an error
// that names the document in work. All work on many documents at a time uses it. It imports nothing of this module.
//
// # Invariants
//
//   - A panic in a function that Each calls continues in the goroutine that called Each, after all calls have ended.
//     So every panic can be caught.
//   - The error names the innermost document of In.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// A Panic is an error for a panic: a mistake in this program.
type Panic struct {
	Document string // the path of the document that was being worked on, "" where that isn't known
	Value    any    // of the panic
	Stack    []byte // of the goroutine in which it began
}

func (p *Panic) Error() string {
	if p.Document == "" {
		return fmt.Sprintf("internal error: %v", p.Value)
	}
	return fmt.Sprintf("%s: internal error: %v", p.Document, p.Value)
}

// An Abort is the value of a panic that is no mistake: a function that returns no error can't go on. Catch returns Err.
type Abort struct{ Err error }

// panicOf is the Panic that a recovered value stands for. It must be called by the
// function that recovered, so that the stack is still there.
func panicOf(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}

// In is deferred around the work on a document: a panic goes on with the document's name.
func In(document string) {
	if value := recover(); value != nil {
		p := panicOf(value)
		if p.Document == "" {
			p.Document = document
		}
		panic(p)
	}
}

// Catch is deferred where a panic ends: it becomes the error, a *Panic or that of an Abort.
func Catch(err *error) {
	if value := recover(); value != nil {
		p := panicOf(value)
		*err = p
		if abort, ok := p.Value.(Abort); ok {
			*err = abort.Err
		}
	}
}

// OnAll is Each on all processors.
func OnAll(n int, f func(i int)) { Each(n, runtime.GOMAXPROCS(0), f) }

// Each calls f for 0 to n-1, about in that order, at most so many calls at a time, and
// returns when all have ended. The caller's goroutine is one of those that call. A panic
// in f keeps the calls that have not begun from being made, and goes on as a *Panic.
func Each(n, most int, f func(i int)) {
	var next, last atomic.Int64
	last.Store(int64(n))
	var failed atomic.Pointer[Panic]
	work := func() {
		defer func() {
			if value := recover(); value != nil {
				last.Store(0)
				failed.CompareAndSwap(nil, panicOf(value))
			}
		}()
		for i := next.Add(1) - 1; i < last.Load(); i = next.Add(1) - 1 {
			f(int(i))
		}
	}
	var group sync.WaitGroup
	for range min(most, n) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	if p := failed.Load(); p != nil {
		panic(p)
	}
}

// Try is Each for calls that may fail. It returns an error of one of them, after which no call begins, or that of ctx.
func Try(ctx context.Context, n, most int, f func(i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	Each(n, most, func(i int) {
		if ctx.Err() != nil {
			return
		}
		if err := f(i); err != nil {
			cancel(err)
		}
	})
	return context.Cause(ctx)
}
