package gitdir

import (
	"context"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// Ctrl-C reaches a hook as well as us: what it broke off is left for resume, and nobody is told that a hook refused.
func TestInterruptedProgram(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	ended := func(script string) error {
		_, err := Execute(exec.Command("sh", "-c", script), nil, []string{"sh"})
		return err
	}
	require.ErrorIs(t, interrupted(cancelled, ended("kill -INT $$")), context.Canceled)
	refused := ended("exit 1")
	require.Equal(t, refused, interrupted(cancelled, refused))
	require.NoError(t, interrupted(cancelled, nil))
}
