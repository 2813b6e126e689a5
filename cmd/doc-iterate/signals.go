package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// watchSignals returns a context that ends with the first signal to stop, so that the run ends in good order; a second
// signal ends the process at once.
func watchSignals() context.Context {
	ctx, end := context.WithCancel(context.Background())
	stops := make(chan os.Signal, 1)
	signal.Notify(stops, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	// Without a channel for it, a reader that goes away would kill a run half-way.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		<-stops
		end()
		signal.Stop(stops)
	}()
	return ctx
}
