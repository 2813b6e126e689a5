package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// watchSignals returns a context that ends with the first signal to stop, so that the run ends in good order; a second
// signal ends the process at once. The channel is closed when signals are obeyed. The setup takes a tenth of the time
// of a short check, mostly to wait for another thread, so it runs while documents are searched.
func watchSignals() (context.Context, <-chan struct{}) {
	ctx, end := context.WithCancel(context.Background())
	armed := make(chan struct{})
	go func() {
		stops := make(chan os.Signal, 1)
		signal.Notify(stops, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
		// Without a channel for it, a reader that goes away would kill a run half-way.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
		close(armed)
		<-stops
		end()
		signal.Stop(stops)
	}()
	return ctx, armed
}

// obeySignals waits until signals end the context of s. Before that a command changes and locks nothing, so it may be
// killed anywhere.
func (s *session) obeySignals() {
	if s.armed != nil {
		<-s.armed
	}
}
