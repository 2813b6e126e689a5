//go:build unix

package external

import (
	"os/exec"
	"syscall"
)

// confine gives the program a process group of its own and has the whole group
// killed when its time is over, so that no child of it lives on.
func confine(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
