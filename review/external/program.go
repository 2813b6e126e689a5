package external

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Limits on what a program may write.
const (
	maxOutput = 64 << 20
	maxErrors = 64 << 10
)

// grace is how long after the end of a program its pipes may stay open. A child that
// left its process group may hold them.
const grace = 2 * time.Second

// documentPath returns what to put in the place of {path} or {paths}: the document's own path if that file has the
// text and the program takes the path as it is, or if the program reads the text elsewhere. Else it is the path of a
// copy. Below the copy's own folder the path is that of the document, for programs that look at the names of folders.
func documentPath(program rules.Program, dir string, request Request) (path string, remove func(), err error) {
	path, remove = request.Document, func() {}
	hasPath := func(arg string) bool {
		return strings.Contains(arg, placeholder) || strings.Contains(arg, rules.ManyPaths)
	}
	if program.Stdin == rules.StdinText || !slices.ContainsFunc(program.Command, hasPath) {
		return path, remove, nil
	}
	onDisk := path
	if !filepath.IsAbs(path) {
		onDisk = filepath.Join(dir, path)
	}
	plain := path
	if program.Format == format.Textlint.String() {
		plain = strings.Map(withoutGlob, path)
	}
	if data, err := files.Read(onDisk, int64(len(request.Text)), files.MaxNamed); err == nil &&
		string(data) == request.Text && plain == path {
		return path, remove, nil
	}
	folder, err := os.MkdirTemp("", "doc-iterate-")
	if err != nil {
		return "", remove, fmt.Errorf("copy of the document: %w", err)
	}
	remove = func() { _ = os.RemoveAll(folder) }
	below := filepath.Base(plain)
	if filepath.IsLocal(plain) {
		below = plain
	}
	copied := filepath.Join(folder, below)
	if err = os.MkdirAll(filepath.Dir(copied), 0o700); err == nil {
		err = os.WriteFile(copied, []byte(request.Text), 0o600)
	}
	if err != nil {
		remove()
		return "", func() {}, fmt.Errorf("copy of the document: %w", err)
	}
	return copied, remove, nil
}

// withoutGlob replaces what is not itself in a glob. textlint takes paths for globs, and reads nothing where none
// matches.
func withoutGlob(r rune) rune {
	if strings.ContainsRune("*?[]{}()!", r) {
		return '_'
	}
	return r
}

// isExit reports whether err is the exit status of a program that ended by itself.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.Exited()
}

// run runs a program to its end and returns its standard output and the end of its standard error.
func run(ctx context.Context, program rules.Program, dir string, paths []string, input []byte) ([]byte, string, error) {
	if len(program.Command) == 0 {
		return nil, "", errors.New("has no command")
	}
	if program.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, program.Timeout, ErrTimeout)
		defer cancel()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	args := arguments(program.Command, paths)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = environment(program.Env)
	cmd.Stdin = bytes.NewReader(input)
	stdout := &limited{max: maxOutput, full: func() { stop(ErrOutput) }}
	stderr := &tail{max: maxErrors}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = grace
	confine(cmd)
	var ended atomic.Bool
	end := cmd.Cancel
	cmd.Cancel = func() error {
		ended.Store(true)
		return end()
	}
	err := cmd.Run()
	// A program may leave a child behind that keeps the pipes open. Its answer counts,
	// even if its time is over before the wait for the pipes is.
	answered := cmd.ProcessState != nil && !ended.Load()
	if cause := context.Cause(ctx); ctx.Err() != nil && !(answered && errors.Is(cause, ErrTimeout)) {
		err = cause
	}
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return stdout.buf.Bytes(), string(stderr.buf), err
}

// stdin returns what the program reads: the request, or only the text. One that takes several paths reads nothing,
// because a request is about one document.
func stdin(program rules.Program, request Request) ([]byte, error) {
	switch {
	case program.TakesMany():
		return nil, nil
	case program.Stdin == rules.StdinText:
		return []byte(request.Text), nil
	}
	return json.Marshal(request)
}

// placeholder stands in a command for the document's path.
const placeholder = "{path}"

// arguments puts a document's path in the place of {path}. An argument with {paths} stands there once for each path. A
// path that looks like an option is made to look like a path.
func arguments(command, paths []string) []string {
	plain := make([]string, len(paths))
	for n, path := range paths {
		if plain[n] = path; strings.HasPrefix(path, "-") {
			plain[n] = "./" + path
		}
	}
	out := slices.Clone(command[:1])
	for _, arg := range command[1:] {
		if !strings.Contains(arg, rules.ManyPaths) {
			out = append(out, strings.ReplaceAll(arg, placeholder, plain[0]))
			continue
		}
		for _, path := range plain {
			out = append(out, strings.ReplaceAll(arg, rules.ManyPaths, path))
		}
	}
	return out
}

// passedOn names the variables that a program gets from our environment: those that it needs to be found, to find its
// files and to know the language. It gets no others, because they may hold secrets.
var passedOn = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES",
}

// passedPrefixes has the beginnings of further such variables.
var passedPrefixes = []string{"LC_", "XDG_"}

// environment returns the variables that are passed on and the configured ones. A configured value "$NAME" stands for
// that variable of ours, so that a key need not stand in a file.
func environment(extra map[string]string) []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		upper := strings.ToUpper(name)
		hasPrefix := func(prefix string) bool { return strings.HasPrefix(upper, prefix) }
		if slices.Contains(passedOn, upper) || slices.ContainsFunc(passedPrefixes, hasPrefix) {
			env = append(env, kv)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(extra)) {
		v := extra[k]
		if name, ok := strings.CutPrefix(v, "$"); ok {
			v = os.Getenv(name)
		}
		env = append(env, k+"="+v)
	}
	return env
}

// limited is a buffer that calls full and refuses more once max bytes are there.
type limited struct {
	buf  bytes.Buffer
	max  int
	full func()
}

func (l *limited) Write(p []byte) (int, error) {
	if l.buf.Len()+len(p) > l.max {
		l.full()
		return 0, ErrOutput
	}
	return l.buf.Write(p)
}

// tail keeps the last max bytes that are written to it.
type tail struct {
	buf []byte
	max int
}

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p...)
	if extra := len(t.buf) - t.max; extra > 0 {
		t.buf = append(t.buf[:0], t.buf[extra:]...)
	}
	return len(p), nil
}

// lastLine returns the last line of s that is not blank, cleaned.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexAny(s, "\r\n"); i >= 0 {
		s = s[i+1:]
	}
	return remark.Clean(s)
}
