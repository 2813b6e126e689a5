//go:build unix

package gitdir

import (
	"os/exec"
	"syscall"
)

// detach puts a child into a process group of its own. A signal to our group (Ctrl-C, a CI runner that gives up)
// then doesn't kill a git that holds locks: it reads the end of its input, rolls back and removes them itself.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// attach undoes detach for a child that may read from the terminal.
func attach(cmd *exec.Cmd) { cmd.SysProcAttr = nil }
