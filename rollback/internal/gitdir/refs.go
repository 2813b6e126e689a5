package gitdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// RefPrefix begins the names of the private refs of runs.
const RefPrefix = "refs/doc-iterate/"

// A RefUpdate moves one ref from a known value to another. Old is all zeros for a ref that must not exist yet.
type RefUpdate struct{ Ref, Next, Old string }

// refs changes refs through one long-lived `git update-ref --stdin`, every time in a transaction that compares the
// old value under git's own locks. While a transaction is prepared git holds those locks: HEAD can't be switched
// and the branch can't move.
type refs struct {
	git         *Git
	dir, common string // as in repository
	hooks       string
	Timeout     time.Duration // how long an answer is waited for
	c           *coprocess
	open        []RefUpdate // of the transaction that is under way
	Token       string      // a file that is there while git takes the locks of a branch; see halfWritten
}

// prestart starts the process before it is needed.
func (r *refs) prestart(ctx context.Context) { r.c, _ = r.start(ctx) }

func (r *refs) start(ctx context.Context) (*coprocess, error) {
	c, err := r.git.start(ctx, nil, "update-ref", "-m", "doc-iterate", "--stdin")
	if err == nil {
		if _, err := os.Stat(filepath.Join(r.hooks, "reference-transaction")); errors.Is(err, fs.ErrNotExist) {
			c.timeout = r.Timeout // a hook may take its time
		}
	}
	return c, err
}

// PrepareWithToken is prepare for a branch, which others lock too.
func (r *refs) PrepareWithToken(ctx context.Context, token string, u RefUpdate) error {
	r.Token = token
	if err := os.WriteFile(token, nil, 0o644); err != nil {
		return refusal.Storage("the branch can't be locked", filepath.Dir(token), err)
	}
	defer os.Remove(token)
	return r.prepare(ctx, u)
}

// prepare locks and checks the refs and asks the repository's reference-transaction hook.
func (r *refs) prepare(ctx context.Context, updates ...RefUpdate) error {
	if r.c == nil {
		c, err := r.start(ctx)
		if err != nil {
			return err
		}
		r.c = c
	}
	r.open = updates
	if err := r.ask("start\n", "start: ok"); err != nil {
		return err
	}
	var b strings.Builder
	for _, u := range updates {
		if u.Ref == "HEAD" {
			b.WriteString("option no-deref\n")
		}
		fmt.Fprintf(&b, "update %s %s %s\n", u.Ref, u.Next, u.Old)
	}
	return r.ask(b.String()+"prepare\n", "prepare: ok")
}

// Commit makes the prepared updates. Whatever git answers, only the values of the refs count.
func (r *refs) Commit(ctx context.Context, updates ...RefUpdate) error {
	err := r.ask("commit\n", "commit: ok")
	r.open = nil
	if err == nil {
		return nil
	}
	for _, u := range updates {
		if at, _ := r.git.Line(ctx, "rev-parse", "--verify", "-q", u.Ref); at != u.Next {
			return err
		}
	}
	return nil
}

// Abort gives up the prepared transaction.
func (r *refs) Abort() error {
	if r.c == nil {
		return nil
	}
	err := r.ask("abort\n", "abort: ok")
	r.open = nil
	return err
}

// Move admits the objects that are waiting, prepares and commits.
func (r *refs) Move(ctx context.Context, updates ...RefUpdate) error {
	if err := r.git.Quarantine.Migrate(); err != nil {
		return err
	}
	if err := r.prepare(ctx, updates...); err != nil {
		return err
	}
	if err := r.Commit(ctx, updates...); err != nil {
		return err
	}
	return r.git.Quarantine.Release()
}

func (r *refs) ask(words, want string) error {
	answer, err := r.c.ask(words)
	if err != nil {
		r.c = nil
		for _, u := range r.open {
			err = errors.Join(err, r.Unlock(u))
		}
		return refError(err)
	}
	if answer != want {
		_ = r.c.close()
		r.c = nil
		return fmt.Errorf("git update-ref: answered %q, not %q", answer, want)
	}
	return nil
}

// Unlock removes only the locks that a killed git process of ours left in a transaction. No other program uses a
// private ref. The lock of a branch holds the commit that only this run made.
func (r *refs) Unlock(u RefUpdate) error {
	file := filepath.Join(r.common, filepath.FromSlash(u.Ref))
	if u.Ref == "HEAD" {
		file = filepath.Join(r.dir, "HEAD")
	}
	private := strings.HasPrefix(u.Ref, RefPrefix)
	for _, path := range []string{file + ".lock", file} {
		held, err := os.ReadFile(path)
		if err != nil || !private && strings.TrimSpace(string(held)) != u.Next &&
			!r.halfWritten(path, string(held), u) {
			continue
		}
		if !private {
			if err := r.unlockHead(path); err != nil {
				return err
			}
		}
		if path == file {
			return nil
		}
		if err := os.Remove(path); err != nil {
			return refusal.New("", refusal.Disk, "the ref lock of an interrupted run can't be removed",
				"check the permissions of "+path, err)
		}
	}
	return nil
}

// halfWritten reports whether git was killed after it created a lock and before it wrote it. Such a lock does not say
// whose it is. But it was created right after the token, which exists only while git takes locks for us.
func (r *refs) halfWritten(path, held string, u RefUpdate) bool {
	lock, err := os.Stat(path)
	token, missing := os.Stat(r.Token)
	if err != nil || missing != nil || len(held) >= len(u.Next) || !strings.HasPrefix(u.Next, held) {
		return false
	}
	since := lock.ModTime().Sub(token.ModTime())
	return since >= 0 && since <= 5*time.Second
}

// unlockHead removes the lock that git takes on HEAD for its log when the branch moves that HEAD is on. It is empty, so
// it can't say whose it is. But git takes it right after it has written the lock of the branch, which is ours.
func (r *refs) unlockHead(branch string) error {
	lock := filepath.Join(r.dir, "HEAD.lock")
	first, err := os.Stat(branch)
	if err != nil {
		return nil
	}
	info, err := os.Stat(lock)
	if err != nil || info.Size() != 0 || info.ModTime().Before(first.ModTime()) ||
		info.ModTime().Sub(first.ModTime()) > time.Second {
		return nil
	}
	if err := os.Remove(lock); err != nil {
		return refusal.New("", refusal.Disk, "the lock of HEAD of an interrupted run can't be removed",
			"check the permissions of "+lock, err)
	}
	return nil
}

// refError names the reason why git wouldn't move a ref.
func refError(err error) error {
	switch {
	case Reports(err, "unknown command: start", "cannot start", "unknown option"):
		return refusal.New("", refusal.Unsafe, "this git is too old", "install git 2.30 or newer, or use --commit=none",
			err)
	case Reports(err, "aborted by hook"):
		return refusal.New("", refusal.Hook, "the reference-transaction hook rejected the update",
			"do what it asks, or use --commit=none", err)
	case Reports(err, ".lock'", "Unable to create", "unable to lock"):
		if Reports(err, "File exists") {
			return refusal.New("", refusal.Locked, "another git process has locked a ref",
				"wait for it to end; if no git is running, remove the lock file", err)
		}
		return refusal.New("", refusal.Disk, "the ref can't be written",
			"check the permissions and the free space of the repository", err)
	case Reports(err, "but expected", "reference already exists", "unable to resolve reference"):
		return refusal.New("", refusal.Moved, "the branch moved during the run", "run again", err)
	}
	return refusal.Git("git couldn't update a ref", err)
}

func (r *refs) close() {
	if r.c != nil {
		_ = r.c.close()
		r.c = nil
	}
}
