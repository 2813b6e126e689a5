package rollback

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func now() time.Time { return time.Now() }

// Finish publishes what a run with Squash has collected, as one commit, and returns it. message is its subject and
// body; "" is a plain one. It is "" and does nothing if nothing waits.
func (r *Run) Finish(ctx context.Context, message string) (string, error) {
	if r.last == nil {
		return "", nil
	}
	if message == "" {
		message = r.last.message
	}
	commit, err := r.publish(ctx, r.last.number, nil, r.signed(message, r.last.number, Accepted, r.last.base))
	if err == nil {
		r.last = nil
	}
	return commit, err
}

// Close ends the run and gives the working tree free for the next one. It is safe to call it twice.
func (r *Run) Close() error { return r.leave(true) }

// Suspend gives the working tree free without ending the run, so that Resume can go on with it.
func (r *Run) Suspend() error { return r.leave(false) }

func (r *Run) leave(end bool) error {
	if r.ended {
		return nil
	}
	r.ended = true
	if r.unsettled {
		r.release() // the mark stays, recovery finds the run by it
		return nil
	}
	// The end is written last: who is told that a run has ended need not look for what it left.
	err := r.folder.clear()
	if end && err == nil {
		err = r.journal.write(event{Event: eventEnd})
	}
	r.release()
	return err
}

// mark notes that a run is at work under this lock; clear takes the note away. Recovery looks for it, and so need not
// read every journal there is. The note is on the disk before anything is published (see anchor).
func (f *folder) mark(id string) error {
	// Not by rename: a mark that is cut short means that the run had not even made its folder.
	file, err := os.Create(f.markFile())
	if err != nil {
		return err
	}
	_, err = file.WriteString(id + "\n")
	return errors.Join(err, file.Close())
}

func (f *folder) markFile() string { return f.lock.Path() + markSuffix }

const markSuffix = ".run"

func (f *folder) clear() error {
	err := os.Remove(f.markFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// allMarked returns the runs that did not end, by the path of the lock each was under.
func (f *folder) allMarked() (map[string]string, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	marked := map[string]string{}
	for _, e := range entries {
		if lock, ok := strings.CutSuffix(e.Name(), markSuffix); ok && strings.HasPrefix(lock, "lock") {
			if id := markedBy(filepath.Join(f.path, e.Name())); id != "" {
				marked[filepath.Join(f.path, lock)] = id
			}
		}
	}
	return marked, nil
}

// marked returns the run that did not end, "" if the last one did.
func (f *folder) marked() string { return markedBy(f.markFile()) }

func markedBy(file string) string {
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 || !runName().MatchString(string(data[:len(data)-1])) {
		return ""
	}
	return string(data[:len(data)-1])
}
