//go:build !unix

package interactive

import "os"

// notifyResumed does nothing: no program is stopped here.
func notifyResumed(chan<- os.Signal) {}
