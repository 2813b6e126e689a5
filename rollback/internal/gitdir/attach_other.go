//go:build !unix

package gitdir

import "os/exec"

func detach(*exec.Cmd) {}

func attach(*exec.Cmd) {}
