package rollback

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// commitMessage runs the commit-msg hook over a message, as git commit does.
func (r *Run) commitMessage(ctx context.Context, message string) (string, error) {
	if !r.repo.HasHook("commit-msg") {
		return message, nil
	}
	path := filepath.Join(r.dir, "COMMIT_EDITMSG")
	if err := os.WriteFile(path, []byte(message), 0o644); err != nil {
		return "", refusal.New("", refusal.Disk, "the commit message can't be written",
			"check the free space of "+r.dir, err)
	}
	defer os.Remove(path)
	if err := r.repo.RunHook(ctx, "commit-msg", path); ctx.Err() != nil {
		return "", err
	} else if err != nil {
		return "", refusal.New("", refusal.Hook, "the commit-msg hook of the repository rejected the commit",
			"do what it asks, or use --commit=record", err)
	}
	changed, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("commit message: %w", err)
	}
	if len(bytes.TrimSpace(changed)) == 0 {
		return "", refusal.New("", refusal.Hook, "the commit-msg hook of the repository left an empty message",
			"fix it, or use --commit=record", nil)
	}
	return string(changed), nil
}

func (r *Run) subject(pass int) string {
	if len(r.docs) == 1 {
		return fmt.Sprintf("doc-iterate: pass %d over %s", pass, printable(r.docs[0].name()))
	}
	return fmt.Sprintf("doc-iterate: pass %d over %d documents", pass, len(r.docs))
}

func (d *document) name() string {
	if d.Rel != "" {
		return d.Rel
	}
	return d.Given
}

// printable keeps a path on one line, and what would steer a terminal out of it.
func printable(path string) string {
	if strings.ContainsFunc(path, func(c rune) bool { return c < ' ' || source.NotWritten(c) }) {
		return strconv.Quote(path)
	}
	return path
}

// withTrailers adds the trailers of a pass to a message.
func (r *Run) withTrailers(message string, pass int, verdict Verdict, base string) string {
	const trailers = "Doc-Iterate-Run: %s\nDoc-Iterate-Pass: %d\nDoc-Iterate-Verdict: %s\nDoc-Iterate-Base: %s\n"
	return fmt.Sprintf("%s\n\n"+trailers, strings.TrimSpace(message), r.id, pass, verdict, base)
}
