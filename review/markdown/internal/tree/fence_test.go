package tree

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFence(t *testing.T) {
	for line, want := range map[string]Fence{
		"```":        {'`', 3},
		"````go x\n": {'`', 4},
		"~~~ a`b":    {'~', 3},
		"``":         {},
		"``` a`b":    {},
		"--- a":      {},
		"":           {},
	} {
		assert.Equal(t, want, OpeningFence([]byte(line)), "%q", line)
	}
	fence := Fence{'`', 4}
	for line, want := range map[string]bool{
		"````": true, "````` \t\r\n": true, "```": false, "````go": false, "~~~~": false, "": false, " ````": false,
	} {
		assert.Equal(t, want, fence.ClosedBy([]byte(line)), "%q", line)
	}
}
