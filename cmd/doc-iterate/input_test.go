package main

import (
	"bytes"
	"context"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/files"
)

// A signal ends a run that waits for somebody to type.
func TestInterruptedInput(t *testing.T) {
	for _, args := range [][]string{{"check", "-"}, {"fix", "-"}, {"decide"}, {"fix", "--review", "-", "a.md"}} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		never, _ := io.Pipe()
		var out, errs bytes.Buffer
		s := session{ctx: ctx, args: args, in: files.Interruptible(ctx, never), out: &out, err: &errs}
		assert.Equal(t, 2, s.run(), "%v", args)
		assert.Contains(t, errs.String(), "interrupted")
		assert.Empty(t, out.String())
	}
}

func TestInterruptibleReads(t *testing.T) {
	text := bytes.Repeat([]byte("text "), 100_000)
	got, err := io.ReadAll(files.Interruptible(t.Context(), bytes.NewReader(text)))
	assert.NoError(t, err)
	assert.Equal(t, text, got)
}
