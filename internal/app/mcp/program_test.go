//go:build unix

package mcp

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// serverOf returns a server whose program is a script, and the folder that it serves.
func serverOf(t *testing.T, script string) (*Server, string) {
	t.Helper()
	root := t.TempDir()
	program := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\n"+script), 0o755))
	s, err := Open(root, program, "test")
	require.NoError(t, err)
	return s, root
}

// A call that is cancelled interrupts its program, which may end in good order, and leaves the server to the next
// one.
func TestCancelledCallsEndTheirProgram(t *testing.T) {
	s, root := serverOf(t, `
if [ "$1" = rules ]; then echo fine; exit; fi
trap 'echo interrupted >ended; exit 130' INT
echo started >begun
read line <never
`)
	for _, pipe := range []string{"begun", "ended", "never"} {
		require.NoError(t, syscall.Mkfifo(filepath.Join(root, pipe), 0o600))
	}
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error)
	go func() {
		_, err := s.check(ctx, checkArguments{Paths: []string{"."}})
		failed <- err
	}()
	_, err := os.ReadFile(filepath.Join(root, "begun")) // waits for the program
	require.NoError(t, err)
	waiting, stop := context.WithCancel(t.Context())
	stop()
	_, err = s.rules(waiting, rulesArguments{})
	require.ErrorIs(t, err, context.Canceled)
	cancel()
	ended, err := os.ReadFile(filepath.Join(root, "ended"))
	require.NoError(t, err)
	assert.Equal(t, "interrupted\n", string(ended))
	require.ErrorIs(t, <-failed, context.Canceled)
	said, err := s.rules(t.Context(), rulesArguments{})
	require.NoError(t, err)
	assert.Equal(t, "fine", said.Result)
}

// What a program says when it fails is told in part, on lines that steer no terminal; results that are no JSON are an
// error.
func TestProgramsThatFail(t *testing.T) {
	s, _ := serverOf(t, `
case $1 in
check) i=0; while [ $i -lt 50 ]; do printf 'line %d \033[31m\n' $i >&2; i=$((i + 1)); done; exit 2 ;;
rules) exit 3 ;;
esac
echo '{"broken'
`)
	_, err := s.check(t.Context(), checkArguments{Paths: []string{"."}})
	require.ErrorContains(t, err, "line 0 ␛[31m\n")
	assert.Contains(t, err.Error(), "and 30 lines more")
	assert.Equal(t, 21, len(strings.Split(err.Error(), "\n")))
	_, err = s.rules(t.Context(), rulesArguments{})
	require.ErrorContains(t, err, "ended with code 3")
	_, err = s.locate(t.Context(), locateArguments{Path: ".", Review: map[string]any{"issues": []any{}}})
	require.ErrorContains(t, err, "can't be read")
}

// A result keeps as much as it has room for.
func TestLimits(t *testing.T) {
	l := limited{most: 5}
	for _, text := range []string{"abc", "de", "f", "gh"} {
		n, err := l.Write([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, len(text), n)
	}
	assert.Equal(t, "abcde", l.kept.String())
	assert.True(t, l.over)
	assert.Equal(t, strings.Repeat("é", mostText/2)+"…", short(strings.Repeat("é", mostText)))
	file := filepath.Join(t.TempDir(), "diff")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("+line\n", mostDiff)), 0o600))
	diff, err := readDiff(file)
	require.NoError(t, err)
	assert.LessOrEqual(t, len(diff), mostDiff+50)
	assert.True(t, strings.HasSuffix(diff, "\n+line\n… the rest is too long\n"))
}
