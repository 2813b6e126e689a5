//go:build !unix

package rollback

import "os"

const exchangeSeesWriters = false

func mark(int) {}

func die(bool) {
	p, _ := os.FindProcess(os.Getpid())
	_ = p.Kill()
	select {}
}
