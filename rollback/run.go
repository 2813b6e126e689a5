package rollback

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
	"github.com/doc-iterate/doc-iterate/rollback/internal/state"
)

// Mode says where the passes of a run go.
type Mode string

const (
	ModeAuto   Mode = ""       // ModeBranch where it can be, else what the documents and the environment allow
	ModeBranch Mode = "branch" // the private chain, the working tree and a commit on the current branch
	ModeRecord Mode = "record" // the private chain and the working tree
	ModeNone   Mode = "none"   // the working tree alone, with backups in the state folder; no git writes
)

// Verdict is what the loop decided about a pass.
type Verdict string

const (
	Accepted Verdict = "accepted"
	Rejected Verdict = "rejected"
)

// Options say what a run is to work on, and how.
type Options struct {
	Paths      []string      // the documents as the user named them; relative to Dir
	Dir        string        // the working directory; "" is the process's
	Mode       Mode          //
	AllowDirty bool          // works on documents that are not clean too; their passes are recorded, not committed
	Squash     bool          // one commit at the end of the run (Finish) instead of one a pass
	Environ    []string      // the environment the command was started in, as os.Environ returns it
	Wait       time.Duration // how long to wait for another run on the same working tree; 0 is 30 s
	Notice     func(string)  // gets messages that the user did not ask for but should know; may be nil

	// Refused, if it is set, gets the refusal of every document that can't be worked on, and the run goes on without
	// that document. Otherwise Open returns the first refusal.
	Refused func(*refusal.Error)

	expect  map[string]string   // the raw blobs that the documents must have, by path
	restore func(string) string // the command that is printed if one hasn't
	undoes  string              // the run that this one takes back
	step    func(string)        // tests stop the process at these points
	answers time.Duration       // how long answers of git are waited for; 0 is answerTime
}

// A Pass is the result of one round of the loop over the documents.
type Pass struct {
	Number   int
	Verdict  Verdict
	Contents map[string][]byte // the bytes of the documents that changed, by the path in Options.Paths
	Message  string            // of the commit: a subject and perhaps a body, without trailers; "" is a plain one
}

// A Run is one run over documents of one working tree, which it has locked until Close. Its methods are not for
// use by several goroutines at once.
type Run struct {
	id          string
	mode        Mode
	squash      bool
	undoes      string
	docs        []*document
	byPath      map[string]*document
	repo        *gitdir.Repository // nil outside a repository
	env         gitdir.Environ
	state       *state.Folder
	dir         string // the run's own folder
	journal     *journal
	chain       string                // the last commit of the private chain
	pending     map[int]*recordedPass // accepted passes that are not published yet
	published   bool
	notice      func(string)
	step        func(string)
	namesSynced bool // see syncNames
	ended       bool
	publishing  bool                // a publication is journaled and its outcome is not
	stored      map[string]struct{} // raw blobs that the repository is known to have
	converted   map[string]string   // what git makes of bytes, by path and raw blob
	last        *recordedPass       // the last pass that waits for Finish
}

// ID is the name of the run, the last part of its private ref.
func (r *Run) ID() string { return r.id }

// Mode is where the passes go, after all automatic choices.
func (r *Run) Mode() Mode { return r.mode }

// Ref is the private ref of the run, "" in ModeNone.
func (r *Run) Ref() string {
	if r.mode == ModeNone {
		return ""
	}
	return gitdir.RefPrefix + r.id
}

// Published reports whether a pass of this run has reached the documents.
func (r *Run) Published() bool { return r.published }

// Documents returns the paths of the run's documents: those in Options.Paths that were not left out.
func (r *Run) Documents() []string {
	paths := make([]string, len(r.docs))
	for i, d := range r.docs {
		paths[i] = d.Given
	}
	return paths
}

// Read returns the bytes of the document at one of Options.Paths: those of the snapshot or of the last published pass.
// A pass must start from them. It returns nil for a path that is not in Documents, and a Refusal where another program
// saved the document.
func (r *Run) Read(path string) ([]byte, error) {
	if d := r.byPath[path]; d != nil {
		return r.bytes(d)
	}
	return nil, nil
}

// at tells tests where a run is.
func (r *Run) at(point string) {
	if r.step != nil {
		r.step(point)
	}
}

// SaveState stores a file of the run's own (what it was begun with, the loop's state) in its folder. A process that is
// killed meanwhile leaves the old file. It does not wait for the disk: after a power cut the run may not be able to go
// on, but no document loses anything. name is a plain file name.
func (r *Run) SaveState(name string, data io.Reader) error {
	path, err := r.stateFile(name)
	if err != nil {
		return err
	}
	return disk.ReplaceFile(path, data)
}

// AppendState adds the lines that write writes to a file of the run's own. It does not wait for the disk either. name
// is a plain file name.
func (r *Run) AppendState(name string, write func(io.Writer) error) error {
	path, err := r.stateFile(name)
	if err != nil {
		return err
	}
	return disk.AppendLines(path, write)
}

// stateFile is the path of a file of the run's own.
func (r *Run) stateFile(name string) (string, error) {
	if name != filepath.Base(name) || strings.HasPrefix(name, ".") || name == "journal" || name == "content" {
		return "", fmt.Errorf("state %q: not a plain file name", name)
	}
	return filepath.Join(r.dir, name), nil
}

// OpenState opens what SaveState or AppendState stored, for reading.
func (r *Run) OpenState(name string) (*os.File, error) {
	return os.Open(filepath.Join(r.dir, filepath.Base(name)))
}

// LoadState returns what SaveState or AppendState stored; the error is fs.ErrNotExist if it stored nothing.
func (r *Run) LoadState(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(r.dir, filepath.Base(name)))
}
