package rollback

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	slashpath "path"
	"path/filepath"
	"strconv"
	"strings"
)

// Revisions is the bytes that documents have in a revision, by path; those that
// it doesn't hold are left out. rev is anything that names a commit, or "" for
// the index. Paths are relative to dir, the folder in which to look for the
// repository. The bytes are as git stores them: line endings that git converts
// are line feeds. (cat-file --filters would convert them, but then the sizes that
// it prints are those from before.)
func Revisions(ctx context.Context, dir string, env []string, rev string, paths []string) (map[string][]byte, error) {
	prefix, err := listing(ctx, dir, env, "rev-parse", "--show-prefix")
	if err != nil {
		return nil, &Refusal{Reason: Unknown, What: "there is no git repository here", Remedy: "run this inside of one", Err: err}
	}
	if rev != "" {
		if _, err := listing(ctx, dir, env, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
			return nil, &Refusal{Reason: Unknown, What: rev + " names no commit here", Remedy: "name a commit, a branch or a tag"}
		}
	}
	var names bytes.Buffer
	for _, p := range paths {
		fmt.Fprintf(&names, "%s:%s\x00", rev, slashpath.Join(strings.TrimSuffix(string(prefix), "\n"), filepath.ToSlash(p)))
	}
	cmd := exec.CommandContext(ctx, "git", "cat-file", "--batch", "-z")
	cmd.Dir, cmd.Env, cmd.Stdin = dir, environ(env).forGit(), &names
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("reading %s from git: %w", describeRevision(rev), err)
	}
	return parseBatch(out, paths)
}

func describeRevision(rev string) string {
	if rev == "" {
		return "the index"
	}
	return rev
}

// parseBatch reads what cat-file --batch answers, one object or none a path.
func parseBatch(out []byte, paths []string) (map[string][]byte, error) {
	found := map[string][]byte{}
	r := bufio.NewReader(bytes.NewReader(out))
	for _, p := range paths {
		header, err := r.ReadString('\n')
		if err != nil {
			return nil, fmt.Errorf("git cat-file: no answer for %s", p)
		}
		if strings.HasSuffix(header, " missing\n") {
			continue
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

// StagedFiles is the files below dir that differ between HEAD and the index, as
// paths relative to dir; those that the index deletes are left out.
func StagedFiles(ctx context.Context, dir string, env []string) ([]string, error) {
	out, err := listing(ctx, dir, env, "diff", "--cached", "--name-only", "--diff-filter=d", "--relative", "--no-renames", "-z")
	if err != nil {
		return nil, fmt.Errorf("asking git what is staged: %w", err)
	}
	return split(out), nil
}
