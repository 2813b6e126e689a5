// Package refusal has the reasons why rollback and the packages below it refuse to do something.
package refusal

import (
	"errors"
	"io/fs"
	"strings"
)

// Reason says why a document was refused. The values are stable names for tests and reports.
type Reason string

const (
	Missing    Reason = "missing"     // no such file
	NotRegular Reason = "not-regular" // a directory, device, socket or tracked symbolic link
	// a link leads out of the repository, or the path lies in git's own directory
	Outside         Reason = "outside"
	ReadOnly        Reason = "read-only"        // the document or its directory can't be written
	Untracked       Reason = "untracked"        // git doesn't know the document
	Dirty           Reason = "dirty"            // the document differs from the index
	Staged          Reason = "staged"           // the index differs from HEAD
	PartiallyStaged Reason = "partially-staged" // both
	Unmerged        Reason = "unmerged"         // a merge left conflict stages
	Flagged         Reason = "flagged"          // skip-worktree or assume-unchanged hides the document from git
	Pointer         Reason = "pointer"          // a Git LFS pointer stands in the document's place
	Filter          Reason = "filter"           // git can't convert the document (a filter is missing or failed)
	Identity        Reason = "identity"         // git doesn't know who commits
	Signing         Reason = "signing"          // commits must be signed and can't be
	Hook            Reason = "hook"             // a hook of the repository said no
	Locked          Reason = "locked"           // another git process holds a lock
	Busy            Reason = "busy"             // another run holds this worktree
	InProgress      Reason = "in-progress"      // a merge, rebase, cherry-pick, revert or bisect isn't finished
	// git refuses the repository (safe.directory, damage, an unknown format)
	Unsafe   Reason = "unsafe"
	Moved    Reason = "moved"     // the branch or the index changed while the run was at work
	Edited   Reason = "edited"    // the document was saved by someone else while the run was at work
	Disk     Reason = "disk"      // full, failing or read-only storage
	Mixed    Reason = "mixed"     // the documents belong to different repositories
	NoneLeft Reason = "none-left" // every document was refused
	Unknown  Reason = "unknown"   // no such run, or the run can't do what was asked
)

// An Error says what was refused: it could have cost somebody's work, or it is impossible. Every document then has the
// bytes it had before the call. The command exits with 2.
type Error struct {
	Path   string // the document as the user named it; empty if the whole run is concerned
	Reason Reason
	What   string // what stands in the way
	Remedy string // what the user can do about it
	Err    error  // what git or the system said
}

// New returns an Error.
func New(path string, reason Reason, what, remedy string, err error) *Error {
	return &Error{path, reason, what, remedy, err}
}

// Git returns the Error for a failure of git without a reason of its own.
func Git(what string, err error) *Error {
	return New("", Unsafe, what, "run git status for details", err)
}

// Storage returns the Error for a failed write in dir.
func Storage(what, dir string, err error) *Error {
	return New("", Disk, what, "check the free space and the permissions of "+dir, err)
}

// NoRun returns the Error for a run that does not exist or cannot do what was asked.
func NoRun(what string) *Error { return New("", Unknown, what, "see doc-iterate log", nil) }

func (r *Error) Error() string {
	var b strings.Builder
	if r.Path != "" {
		b.WriteString(r.Path + ": ")
	}
	b.WriteString(r.What)
	if r.Err != nil {
		b.WriteString(": " + r.Err.Error())
	}
	if r.Remedy != "" {
		b.WriteString("; " + r.Remedy)
	}
	return b.String()
}

func (r *Error) Unwrap() error { return r.Err }

// ReasonOf returns the reason of an Error anywhere in err's chain, or "".
func ReasonOf(err error) Reason {
	var r *Error
	if errors.As(err, &r) {
		return r.Reason
	}
	return ""
}

// CannotOpen returns the Error for a document that could not be opened because of err.
func CannotOpen(given string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return New(given, Missing, "document not found", "check the path", nil)
	}
	return New(given, Missing, "can't be opened", "check the path and its permissions", err)
}
