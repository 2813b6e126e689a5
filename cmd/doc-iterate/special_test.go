//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A special is something that a clone or an archive can have in the place of a file.
type special struct {
	name string
	make func(path string) error
	says string // of one that is read
}

func specials() []special {
	link := func(to string) func(string) error {
		return func(path string) error { return os.Symlink(to, path) }
	}
	return []special{
		{"device", link("/dev/zero"), "leads out of"},
		{"standard input", link("/dev/stdin"), "leads out of"},
		{"pipe", func(path string) error { return syscall.Mkfifo(path, 0o600) }, "is a named pipe"},
		{"link to a pipe", func(path string) error {
			pipe := filepath.Join(filepath.Dir(path), "pipe")
			return errors.Join(syscall.Mkfifo(pipe, 0o600), os.Symlink("pipe", path))
		}, "is a named pipe"},
		{"socket", func(path string) error {
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
			if err == nil {
				l.SetUnlinkOnClose(false)
				err = l.Close()
			}
			return err
		}, "is a socket"},
		{"folder", func(path string) error { return os.Mkdir(path, 0o700) }, "is a folder"},
		{"link to a folder", link("/usr"), "leads out of"},
		{"huge", func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 300<<20))
		}, "is larger than"},
		{"link out", link("/etc/hosts"), "leads out of"},
		{"link to itself", func(path string) error { return os.Symlink(filepath.Base(path), path) }, "leads to itself"},
	}
}

// specialPlaces are the names that commands look for, and the commands that do. Where always is set, a command says so
// whatever stands there.
func specialPlaces() []struct {
	name     string
	always   bool
	commands []string
} {
	return []struct {
		name     string
		always   bool
		commands []string
	}{
		{"consistency-rules.json", true, []string{
			"check .", "check guide.md", "fix --commit=none guide.md", "decide in.json", "prompt guide.md", "rules --effective guide.md",
			"locate --review r.json guide.md",
		}},
		{"shared.json", true, []string{"check guide.md", "fix --dry-run guide.md"}},
		{"answers.json", true, []string{"fix --commit=none guide.md"}},
		{"b.md", false, []string{"check .", "check guide.md", "fix --commit=none guide.md", "init --dry-run"}},
		{"mkdocs.yml", false, []string{"check .", "init --dry-run"}},
		{".markdownlint.json", false, []string{"init --dry-run"}},
		{"styles/a.yml", false, []string{"rules import styles"}},
	}
}

// specialFolder makes a working tree with something special in it, and goes there.
func specialFolder(t testing.TB, name string, what special) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.Mkdir(filepath.Join(dir, "styles"), 0o700))
	for file, text := range map[string]string{
		"guide.md":     "# Guide\n\nThe whitelist, see [b](b.md#x).\n\n* a\n",
		"r.json":       `{"issues": []}`,
		"in.json":      `{"iteration_check": {"review": {"status": "approved"}}}`,
		"styles/b.yml": "extends: substitution\nswap:\n  whitelist: allowlist\n",
		"consistency-rules.json": `{"version": 1, "extends": ["./shared.json"], "references": {"severity": "warning"},
			"style": {"list-marker": {"marker": "consistent"}}}`,
		"shared.json": `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`,
	} {
		if file != name {
			require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(file)), []byte(text), 0o600))
		}
	}
	run := func(args ...string) {
		out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	run("init", "--quiet")
	require.NoError(t, what.make(filepath.Join(dir, filepath.FromSlash(name))))
	if what.name != "huge" {
		run("add", "--all")
	}
	t.Chdir(dir)
}

// A signal ends a run that waits for somebody to write into a pipe that was named.
func TestInterruptedPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, syscall.Mkfifo("pipe", 0o600))
	require.NoError(t, os.WriteFile("a.md", []byte("# A\n"), 0o600))
	for _, command := range []string{
		"check --review pipe a.md", "check --config pipe a.md", "check --baseline pipe a.md", "check --evidence pipe a.md",
		"fix --review pipe a.md", "fix --answers pipe --commit=none a.md", "merge pipe", "decide pipe", "rules import pipe",
		"locate --review pipe a.md",
	} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var out, errs bytes.Buffer
		s := session{ctx: ctx, args: strings.Fields(command), environ: os.Environ(), in: &out, out: &out, err: &errs}
		assert.Equal(t, 2, s.run(), command)
		assert.Contains(t, errs.String(), "interrupted", command)
	}
}

type writerFunc func(p []byte) (int, error)

func (w writerFunc) Write(p []byte) (int, error) { return w(p) }

// The servers live, too: the editor's says what it does not read, and a tool of an agent what it could not do.
func TestSpecialFilesOfServers(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, name := range []string{"consistency-rules.json", "shared.json", "b.md", "guide.review.json", "answers.json"} {
		for _, what := range specials() {
			t.Run(name+"/"+what.name, func(t *testing.T) {
				specialFolder(t, name, what)
				dir, err := os.Getwd()
				require.NoError(t, err)
				var in, out, errs bytes.Buffer
				for _, message := range []string{
					`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {"textDocument": {"diagnostic": {}}}}}`,
					`{"jsonrpc": "2.0", "method": "initialized", "params": {}}`,
					`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file://` + dir +
						`/guide.md", "languageId": "markdown", "version": 1, "text": "The whitelist, see [b](b.md#x).\n\n* a\n"}}}`,
					`{"jsonrpc": "2.0", "id": 2, "method": "textDocument/diagnostic", "params": {"textDocument": {"uri": "file://` +
						dir + `/guide.md"}}}`,
				} {
					fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
				}
				more, end := io.Pipe() // the editor hangs up when it has its answer
				s := session{
					ctx: t.Context(), args: []string{"lsp"}, environ: os.Environ(), in: io.MultiReader(&in, more), err: &errs,
					out: writerFunc(func(p []byte) (int, error) {
						if n, _ := out.Write(p); bytes.Contains(out.Bytes(), []byte(`"id":2`)) {
							return n, end.Close()
						}
						return len(p), nil
					}),
				}
				s.run()
				if name == "consistency-rules.json" || name == "shared.json" || name == "guide.review.json" && what.name != "folder" {
					assert.Regexp(t, name+`[^"]*(`+what.says+"|lies outside of)", out.String())
				}
				assert.Contains(t, out.String(), `"id":2`)

				a := agentOf(t, dir)
				_, refusal := a.try("fix", object{"path": "guide.md", "dry_run": true})
				if name == "consistency-rules.json" || name == "shared.json" || name == "answers.json" {
					assert.Regexp(t, name+".*("+what.says+"|lies outside of)", refusal)
				} else {
					assert.Empty(t, refusal)
				}
			})
		}
	}
}

// What stands under a name that a command looks for is refused in one message, and nothing waits for it.
func TestSpecialFiles(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	cases := 0
	for _, place := range specialPlaces() {
		for _, command := range place.commands {
			for _, what := range specials() {
				cases++
				t.Run(place.name+"/"+command+"/"+what.name, func(t *testing.T) {
					specialFolder(t, place.name, what)
					never, _ := io.Pipe()
					var out, errs bytes.Buffer
					s := session{
						ctx: context.Background(), args: strings.Fields(command), environ: os.Environ(), in: never, out: &out, err: &errs,
					}
					code := s.run()
					said := 0
					for line := range strings.Lines(errs.String()) {
						if strings.Contains(line, place.name) {
							said++
							assert.Regexp(t, what.says+"|is a device|is a named pipe|lies outside of", line)
						}
					}
					if place.always {
						assert.Equal(t, 2, code, errs.String())
						assert.Equal(t, 1, said, errs.String())
					}
					assert.LessOrEqual(t, said, 1, errs.String())
				})
			}
		}
	}
	assert.GreaterOrEqual(t, cases, 130)
}
