package rollback

import (
	"errors"
	"strings"
)

// Reason says why rollback declined to touch a document. The values are stable names for tests and reports.
type Reason string

const (
	Missing         Reason = "missing"          // no such file
	NotRegular      Reason = "not-regular"      // a directory, device, socket or tracked symbolic link
	Outside         Reason = "outside"          // a link leads out of the repository, or the path lies in git's own directory
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
	Unsafe          Reason = "unsafe"           // git refuses the repository (safe.directory, damage, an unknown format)
	Moved           Reason = "moved"            // the branch or the index changed while the run was at work
	Edited          Reason = "edited"           // the document was saved by someone else while the run was at work
	Disk            Reason = "disk"             // full, failing or read-only storage
	Mixed           Reason = "mixed"            // the documents belong to different repositories
	NoneLeft        Reason = "none-left"        // every document was refused
	Unknown         Reason = "unknown"          // no such run, or the run can't do what was asked
)

// A Refusal is work that was not done: what was asked could have cost somebody's work, or can't be done at all.
// When one is returned, every document has the bytes it had before the call. The command exits with 2.
type Refusal struct {
	Path   string // the document as the user named it; empty if the whole run is concerned
	Reason Reason
	What   string // what stands in the way
	Remedy string // what the user can do about it
	Err    error  // the culprit, if it is another program's or the system's word
}

func (r *Refusal) Error() string {
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

func (r *Refusal) Unwrap() error { return r.Err }

// ReasonOf returns the reason of a Refusal anywhere in err's chain, or "".
func ReasonOf(err error) Reason {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Reason
	}
	return ""
}
