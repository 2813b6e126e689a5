//go:build !linux && !darwin

package memory

import "bytes"

// paged keeps bytes in Go's memory where files can't be mapped as they are on Unix.
type paged struct{}

func (paged) keep(b []byte) []byte { return bytes.Clone(b) }
func (paged) release()             {}
