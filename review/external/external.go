// Package external runs a reviewer or fixer that is another program.
//
// The program is run without a shell. It gets a Request as JSON on its standard
// input and answers with a review, in any format of package intake, on its
// standard output. It may take its time, crash or write without end: each of
// these is an error about the program, never about the document, and none of
// them harms the run.
//
// It may import review, review/source, review/intake and rules.
package external

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the schema of a request
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Limits on what a program may write.
const (
	maxOutput = 64 << 20
	maxErrors = 64 << 10
)

// grace is how long after its death a program's pipes may stay open, held by a
// child of its own that left its process group.
const grace = 2 * time.Second

// A Request is what a program is asked.
type Request struct {
	// Document is the path of the document, as the run names it.
	Document string `json:"document"`
	// DocumentSHA256 is the hash of Text.
	DocumentSHA256 string `json:"document_sha256,omitempty"`
	// Text is the revision to review, which need not be on disk.
	Text string `json:"text"`
	// Scope names the sections that are wanted; empty means the whole document.
	Scope []string `json:"scope,omitempty"`
	// Iteration is the number of the review, from 1; MaxIterations is the number of
	// passes that the run may make.
	Iteration     int `json:"iteration"`
	MaxIterations int `json:"max_iterations,omitempty"`
	// Guidance says in words what this review should attend to.
	Guidance string `json:"guidance,omitempty"`
	// Findings is what is open so far.
	Findings []Earlier `json:"findings,omitempty"`
	// Questions is what earlier reviews left open.
	Questions []Question `json:"questions,omitempty"`
	// TokensLeft is what is left of the run's budget; 0 is no bound.
	TokensLeft int `json:"tokens_left,omitempty"`
}

// A Question is one that an earlier review left open. A program answers it with a
// question of the same id that is answered.
type Question struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Critical bool   `json:"critical,omitempty"`
}

//go:embed request.schema.json
var requestSchema string

// RequestSchema is the JSON Schema of what a program reads on its standard input.
func RequestSchema() string { return requestSchema }

// Earlier is an open finding in a Request.
type Earlier struct {
	ID       string   `json:"id"`
	Rule     string   `json:"rule,omitempty"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	State    string   `json:"state"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Section  []string `json:"section,omitempty"`
	Text     string   `json:"text,omitempty"`
	Reviewer string   `json:"reviewer,omitempty"`
}

// EarlierFindings is findings in d as a Request has them; lines and columns count
// from 1, columns in code points.
func EarlierFindings(d *review.Document, findings []review.Finding) []Earlier {
	out := make([]Earlier, 0, len(findings))
	for _, f := range findings {
		e := Earlier{ID: f.ID, Rule: f.Rule, Severity: f.Severity.String(), Message: f.Message, State: f.State.String(), Reviewer: f.Source}
		if f.State == review.Located {
			p := d.Lines().Point(f.Span.Start, 0)
			e.Line, e.Column = p.Line, p.Column
			e.Section = d.HeadingPath(f.Span.Start)
			e.Text = strings.ToValidUTF8(string(d.Bytes(f.Span)), "\uFFFD")
		}
		out = append(out, e)
	}
	return out
}

// A ToolError says what is wrong with a program, as opposed to the document that
// it was to review. Its text does not name the program; whoever shows it does, and
// knows whether it was asked as a reviewer or as a fixer.
type ToolError struct {
	// Program is its name in the configuration.
	Program string
	// Err is what went wrong.
	Err error
	// Stderr is the end of what it wrote to its standard error.
	Stderr string
}

func (e *ToolError) Error() string {
	s := e.Err.Error()
	if last := lastLine(e.Stderr); last != "" {
		s += ": " + last
	}
	return s
}

func (e *ToolError) Unwrap() error { return e.Err }

// Errors that a ToolError wraps.
var (
	ErrTimeout = errors.New("took longer than its timeout")
	ErrOutput  = errors.New("wrote more than is read")
	ErrMute    = errors.New("wrote nothing")
)

// Review asks program for a review of the document. Dir is the directory that it
// runs in and that {path} is relative to; where the document on disk is not the
// text of the request, {path} is a copy of it that is. What the program says of
// other documents is left out, and what it says of this one names no path: it may
// call the document what it likes. Linters exit with a status other than 0 when
// they find something, so the status counts only where no review was written.
// Every error but that of a cancelled context is a *ToolError.
func Review(ctx context.Context, program rules.Program, dir string, request Request) (*intake.Review, error) {
	var r *intake.Review
	err := ask(ctx, program, dir, request, func(out []byte, path string) (err error) {
		r, err = parse(program, out, path)
		return err
	})
	return r, err
}

// ask runs program and has read make something of its output; path is what the
// program saw the document at.
func ask(ctx context.Context, program rules.Program, dir string, request Request, read func(out []byte, path string) error) error {
	if request.DocumentSHA256 == "" {
		request.DocumentSHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte(request.Text)))
	}
	path, remove, err := materialise(program.Command, dir, request)
	if err != nil {
		return &ToolError{Program: program.Name, Err: err}
	}
	defer remove()
	out, stderr, err := run(ctx, program, dir, path, request)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil || len(bytes.TrimSpace(out)) > 0 && isExit(err) {
		unread := read(out, path)
		if unread == nil {
			return nil
		}
		err = errors.Join(err, unread)
	}
	return &ToolError{program.Name, err, stderr}
}

// A Reply is what a fixer answers: the text to put in place of the finding that
// it was asked about, or a review whose issue brings it.
type Reply struct {
	// Text is nil where the fixer has none, or answered with a review.
	Text   *string
	Tokens int
	Review *intake.Review
}

// Rewrite asks a fixer about the one finding of the request. It answers with
// {"text": "…", "tokens": 0} or with a review. Its errors are those of Review.
func Rewrite(ctx context.Context, program rules.Program, dir string, request Request) (*Reply, error) {
	var reply Reply
	err := ask(ctx, program, dir, request, func(out []byte, path string) error {
		var plain struct {
			Text   *string
			Tokens int
		}
		if json.Unmarshal(out, &plain) == nil && plain.Text != nil {
			reply.Text, reply.Tokens = plain.Text, max(0, plain.Tokens)
			return nil
		}
		var err error
		reply.Review, err = parse(program, out, path)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &reply, nil
}

func parse(program rules.Program, out []byte, path string) (*intake.Review, error) {
	format, err := intake.ParseFormat(program.Format)
	if err != nil {
		return nil, err
	}
	r, err := intake.Parse("output of "+program.Name, out, format)
	switch {
	case err != nil && len(bytes.TrimSpace(out)) == 0:
		return nil, ErrMute
	case err != nil:
		return nil, err
	}
	if r.Reviewer.Name == "" {
		r.Reviewer.Name = program.Name
	}
	about(r, path)
	return r, nil
}

// about keeps the issues of the document that the program saw at path.
func about(r *intake.Review, path string) {
	r.Document = ""
	r.Issues = slices.DeleteFunc(r.Issues, func(issue review.Issue) bool {
		return issue.Path != "" && !intake.SamePath(issue.Path, path)
	})
	for i := range r.Issues {
		r.Issues[i].Path = ""
	}
}

// materialise returns what to put in the place of {path}: the document's own path
// if that has the text, else that of a copy in a folder of its own, below which
// the path is the same, so that a program that goes by names of folders still can.
func materialise(command []string, dir string, request Request) (path string, remove func(), err error) {
	path, remove = request.Document, func() {}
	if !slices.ContainsFunc(command, func(arg string) bool { return strings.Contains(arg, placeholder) }) {
		return path, remove, nil
	}
	onDisk := path
	if !filepath.IsAbs(path) {
		onDisk = filepath.Join(dir, path)
	}
	if data, err := os.ReadFile(onDisk); err == nil && string(data) == request.Text {
		return path, remove, nil
	}
	folder, err := os.MkdirTemp("", "doc-iterate-")
	if err != nil {
		return "", remove, fmt.Errorf("copy of the document: %w", err)
	}
	remove = func() { _ = os.RemoveAll(folder) }
	below := filepath.Base(path)
	if filepath.IsLocal(path) {
		below = path
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

// isExit reports whether err is that of a program that ended by itself.
func isExit(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.Exited()
}

func run(ctx context.Context, program rules.Program, dir, path string, request Request) ([]byte, string, error) {
	if len(program.Command) == 0 {
		return nil, "", errors.New("has no command")
	}
	input, err := json.Marshal(request)
	if err != nil {
		return nil, "", fmt.Errorf("request: %w", err)
	}
	if program.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, program.Timeout, ErrTimeout)
		defer cancel()
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	args := arguments(program.Command, path)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = environment(program.Env)
	cmd.Stdin = bytes.NewReader(input)
	stdout := &limited{max: maxOutput, full: func() { stop(ErrOutput) }}
	stderr := &tail{max: maxErrors}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = grace
	confine(cmd)
	err = cmd.Run()
	if cause := context.Cause(ctx); cause != nil && ctx.Err() != nil {
		err = cause
	}
	// A program that leaves a child behind, which keeps the pipes open, has still
	// answered.
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return stdout.buf.Bytes(), string(stderr.buf), err
}

// placeholder stands in a command for the document's path.
const placeholder = "{path}"

// arguments puts the document's path in the place of {path}. A path that looks
// like an option is made to look like a path.
func arguments(command []string, path string) []string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	out := slices.Clone(command)
	for i := range out[1:] {
		out[i+1] = strings.ReplaceAll(out[i+1], placeholder, path)
	}
	return out
}

// kept is the variables that a program gets from ours: those without which it
// would not be found, find its files or know the language. Secrets that happen to
// lie around are none of its business.
var kept = []string{
	"PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP",
	"SYSTEMROOT", "COMSPEC", "PATHEXT", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMFILES",
}

// keptFamilies is the beginnings of such variables.
var keptFamilies = []string{"LC_", "XDG_"}

// environment is the kept variables and the configured ones. A configured value
// that is "$NAME" as a whole takes over that variable of ours, so that a key need
// not stand in a file.
func environment(extra map[string]string) []string {
	var env []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		upper := strings.ToUpper(name)
		if slices.Contains(kept, upper) || slices.ContainsFunc(keptFamilies, func(f string) bool { return strings.HasPrefix(upper, f) }) {
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

// lastLine is the last line of s that is not blank, fit to be shown.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexAny(s, "\r\n"); i >= 0 {
		s = s[i+1:]
	}
	return intake.Clean(s)
}
