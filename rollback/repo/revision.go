package repo

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	slashpath "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// Revisions returns the bytes of documents in a revision, by path, without those that it does not have. rev names a
// commit; "" is the index. Paths are relative to dir, a folder in the repository.
//
// The bytes are as git stores them, with line feeds where git converts line endings: cat-file --filters would convert
// them, but the sizes that it prints are those before conversion. For paths with a filter such as Git LFS, they are
// what the filter writes to the working tree.
func Revisions(ctx context.Context, dir string, env []string, rev string, paths []string) (map[string][]byte, error) {
	prefix, err := listing(ctx, dir, env, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, refusal.New("", refusal.Unknown, "not a git repository", "run this inside a git repository", err)
	}
	described := rev
	if rev == "" {
		// :NAME would do, except for a name that begins with a stage, such as 1:
		rev, described = ":0", "the index"
	} else if err := named(ctx, dir, env, rev); err != nil {
		return nil, err
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = rev + ":" + slashpath.Join(strings.TrimSuffix(string(prefix), "\n"), filepath.ToSlash(p))
	}
	args, end := []string{"cat-file", "--batch"}, "\n"
	if slices.ContainsFunc(names, func(name string) bool { return strings.ContainsAny(name, "\r\n") }) {
		args, end = append(args, "-z"), "\x00" // since git 2.38
	}
	var found map[string][]byte
	var behind []int
	questions := []func() error{
		func() error {
			out, err := gitdir.Execute(indexed(ctx, dir, env, args...), []byte(strings.Join(names, end)+end), args)
			if err == nil {
				found, err = parseBatch(out, names, paths)
			}
			return err
		},
		func() (err error) {
			behind, err = filtered(ctx, dir, env, paths)
			return err
		},
	}
	errs := make([]error, len(questions))
	parallel.Each(len(questions), len(questions), func(i int) { errs[i] = questions[i]() })
	if err = errors.Join(errs...); err == nil {
		err = smudge(ctx, dir, env, names, paths, behind, found)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s from git: %w", described, err)
	}
	return found, nil
}

// filtered returns the indices of the paths that have a filter.
func filtered(ctx context.Context, dir string, env []string, paths []string) ([]int, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	args := []string{"check-attr", "--stdin", "-z", "filter"}
	stdin := filepath.ToSlash(strings.Join(paths, "\x00")) + "\x00"
	out, err := gitdir.Execute(indexed(ctx, dir, env, args...), []byte(stdin), args)
	if err != nil {
		return nil, err
	}
	var behind []int
	fields := strings.Split(string(out), "\x00") // path, filter, value
	for i := range min(len(paths), len(fields)/3) {
		switch fields[3*i+2] {
		case "unspecified", "unset", "set":
		default:
			behind = append(behind, i)
		}
	}
	return behind, nil
}

// smudge replaces the bytes of these paths in found by what their filters write to the working tree.
func smudge(ctx context.Context, dir string, env []string, names, paths []string, some []int,
	found map[string][]byte) error {
	some = slices.DeleteFunc(some, func(i int) bool { return found[paths[i]] == nil })
	texts, errs := make([][]byte, len(some)), make([]error, len(some))
	parallel.OnAll(len(some), func(n int) {
		args := []string{"cat-file", "--filters", names[some[n]]}
		texts[n], errs[n] = gitdir.Execute(indexed(ctx, dir, env, args...), nil, args)
	})
	for n, i := range some {
		if errs[n] != nil {
			return errs[n] // a broken filter fails for all paths, so one error is enough
		}
		found[paths[i]] = texts[n]
	}
	return nil
}

// named returns an error unless rev names a commit.
func named(ctx context.Context, dir string, env []string, rev string) error {
	if _, err := listing(ctx, dir, env, "rev-parse", "--verify", "--quiet", "--end-of-options",
		rev+"^{commit}"); err != nil {
		return refusal.New("", refusal.Unknown, "Unknown revision '"+rev+"'. In a shallow clone, fetch it first.", "",
			nil)
	}
	return nil
}

// Base returns the commit to compare the working tree with to see what changed since rev: the last common ancestor of
// HEAD and rev. So commits that others made on rev do not count. For HEAD it returns "" if there is no commit yet.
func Base(ctx context.Context, dir string, env []string, rev string) (string, error) {
	if rev == "HEAD" {
		if _, err := listing(ctx, dir, env, "symbolic-ref", "--quiet", "HEAD"); err == nil &&
			named(ctx, dir, env, rev) != nil {
			return "", nil
		}
	}
	if err := named(ctx, dir, env, rev); err != nil {
		return "", err
	}
	out, err := listing(ctx, dir, env, "merge-base", "--end-of-options", rev, "HEAD")
	if err != nil {
		return rev, nil // no common history, or a shallow clone
	}
	return strings.TrimSpace(string(out)), nil
}

// Renamed returns the old names, by the new ones, of the files below dir that were renamed since base: in the index,
// or, where staged is not set, in the working tree. Paths are relative to dir.
func Renamed(ctx context.Context, dir string, env []string, base string, staged bool) (map[string]string, error) {
	args := []string{"--name-status", "--diff-filter=R", "--find-renames", "--relative"}
	if staged {
		args = append(args, "--cached")
	}
	fields, err := diff(ctx, dir, env, "was renamed", append(args, base, "--")...)
	if err != nil {
		return nil, err
	}
	older := map[string]string{}
	for ; len(fields) >= 3; fields = fields[3:] { // R100, old, new
		older[fields[2]] = fields[1]
	}
	return older, nil
}

// Gone returns the files of the repository that base has and the index has not, as paths relative to dir, the top. base
// "" is HEAD, which may have no commit yet.
func Gone(ctx context.Context, dir string, env []string, base string) ([]string, error) {
	args := []string{"--cached", "--name-only", "--diff-filter=D", "--no-renames"}
	if base != "" {
		args = append(args, base)
	}
	return diff(ctx, dir, env, "is gone", append(args, "--")...)
}

// StagedFiles returns the files below dir that differ between HEAD and the index, as paths relative to dir. It leaves
// out those that the index deletes.
func StagedFiles(ctx context.Context, dir string, env []string) ([]string, error) {
	return diff(ctx, dir, env, "is staged", "--cached", "--name-only", "--diff-filter=d", "--relative", "--no-renames")
}

// diff returns the output of git diff with args. what completes the error "asking git what …".
func diff(ctx context.Context, dir string, env []string, what string, args ...string) ([]string, error) {
	out, err := indexed(ctx, dir, env, append([]string{"diff", "-z"}, args...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("asking git what %s: %w", what, err)
	}
	return split(out), nil
}

// indexed returns a git command that uses the index of the commit under way. In a hook, git names a temporary index if
// only some paths are committed. The index of another repository is ignored.
func indexed(ctx context.Context, dir string, env []string, args ...string) *exec.Cmd {
	cmd := lister(ctx, dir, env, args...)
	file := gitdir.Environ(env).Get("GIT_INDEX_FILE")
	if file == "" {
		return cmd
	}
	folder, err := filepath.Abs(filepath.Dir(file))
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	own, err2 := listing(ctx, dir, env, "rev-parse", "--absolute-git-dir")
	if err != nil || err2 != nil {
		return cmd
	}
	if gitDir, err := filepath.EvalSymlinks(strings.TrimSuffix(string(own), "\n")); err == nil && gitDir == folder {
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+filepath.Join(folder, filepath.Base(file)))
	}
	return cmd
}

// parseBatch reads the output of cat-file --batch: an object, or "missing", for each path. names are the names that git
// was asked for, which it repeats for missing objects.
func parseBatch(out []byte, names, paths []string) (map[string][]byte, error) {
	found := map[string][]byte{}
	r := bufio.NewReaderSize(bytes.NewReader(out), 64<<10) // longer than any name
	for i, p := range paths {
		missing := names[i] + " missing\n"
		if start, _ := r.Peek(len(missing)); string(start) == missing {
			_, _ = r.Discard(len(missing))
			continue
		}
		header, err := r.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("git cat-file: no answer for %s", p)
		}
		fields := strings.Fields(header)
		if len(fields) != 3 {
			return nil, fmt.Errorf("git cat-file: answer %q for %s", header, p)
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("git cat-file: answer %q for %s", header, p)
		}
		data := make([]byte, size)
		if _, err := io.ReadFull(r, data); err != nil {
			return nil, fmt.Errorf("git cat-file: %s is cut short: %w", p, err)
		}
		if _, err := r.Discard(1); err != nil { // the line feed behind the content
			return nil, fmt.Errorf("git cat-file: %s is cut short: %w", p, err)
		}
		if fields[1] == "blob" {
			found[p] = data
		}
	}
	return found, nil
}
