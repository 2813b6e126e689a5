package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The real program obeys a signal: what it was sent before shows that it waits for more.
func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process can't be sent these signals there")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		for _, args := range [][]string{{"fix", "-"}, {"decide"}} {
			cmd := exec.Command("doc-iterate", args...)
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			// More than a pipe holds: some of it was read when the write is over.
			_, err = in.Write(bytes.Repeat([]byte("text "), 1<<18))
			require.NoError(t, err)
			require.NoError(t, cmd.Process.Signal(signal))
			assert.Error(t, cmd.Wait())
			assert.Equal(t, 2, cmd.ProcessState.ExitCode(), "%v %v: %s", args, signal, cmd.ProcessState)
			assert.Contains(t, errs.String(), "interrupted")
			assert.Empty(t, out.String())
		}
	}
}
