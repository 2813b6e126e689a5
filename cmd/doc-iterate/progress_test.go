package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Nothing is shown where nobody looks.
func TestProgressNeedsATerminal(t *testing.T) {
	var out bytes.Buffer
	s := &session{err: &out}
	shown, end := s.progress(&common{}, 9)
	assert.Nil(t, shown)
	assert.Same(t, &out, s.err)
	end()
	assert.Same(t, &out, s.err)
}
