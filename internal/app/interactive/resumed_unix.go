//go:build unix

package interactive

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResumed has c told when the program goes on after a stop, as by fg.
func notifyResumed(c chan<- os.Signal) { signal.Notify(c, syscall.SIGCONT) }
