package gitdir

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A TrackedFile is a file of the working tree with what git knows about it.
type TrackedFile struct {
	Given      string     // the path as the user named it
	Path       string     // the absolute path, links resolved
	Rel        string     // the path in the repository, with slashes; "" outside a repository
	Mode       string     // of the tree entry: 100644 or 100755
	Raw        string     // the name of its bytes: their blob, without conversion
	CRLF       bool       // a line of the file ends in CRLF
	Pointer    bool       // the file is a Git LFS pointer
	Blob       string     // the blob in HEAD and in the index
	Conversion Conversion // how git converts the file
}

// An indexEntry is one line of `git ls-files -s -v`.
type indexEntry struct {
	Tag      byte // H, S for skip-worktree, M for unmerged; in lower case for assume-unchanged
	Mode, ID string
	stage    string
}

// git takes every argument as a path, whatever characters it has, with one exception.
const (
	literalPathspecs = "GIT_LITERAL_PATHSPECS=1"
	magicPathspecs   = "GIT_LITERAL_PATHSPECS=0"
)

// Entries returns the index entries of paths, by path. env may name another index.
func (r *Repository) Entries(ctx context.Context, env []string, paths []string) (map[string][]indexEntry, error) {
	env = append([]string{literalPathspecs}, env...)
	out, err := r.Git.runWith(ctx, env, nil,
		append([]string{"ls-files", "-z", "-s", "-v", "--full-name", "--"}, paths...)...)
	if err != nil {
		return nil, refusal.Git("git can't read the index", err)
	}
	found := map[string][]indexEntry{}
	for line := range bytes.SplitSeq(out, []byte{0}) {
		head, path, ok := strings.Cut(string(line), "\t")
		words := strings.Fields(head)
		if !ok || len(words) != 4 || words[0] == "" {
			continue
		}
		found[path] = append(found[path], indexEntry{words[0][0], words[1], words[2], words[3]})
	}
	return found, nil
}

// Inspect compares the documents with the index and with HEAD. It returns a Refusal or nil for each document. A run may
// still record a document privately if the Reason is a soft one.
func (r *Repository) Inspect(ctx context.Context, docs []*TrackedFile, hook string) ([]*refusal.Error, error) {
	paths := make([]string, len(docs))
	for i, d := range docs {
		paths[i] = d.Rel
	}
	var env []string
	if hook != "" {
		env = []string{"GIT_INDEX_FILE=" + hook}
	}
	index, err := r.query(ctx, docs, paths, env)
	if err != nil {
		return nil, err
	}
	if r.Setting("core.ignorecase", false) {
		if err := r.trueNames(ctx, docs, index, env); err != nil {
			return nil, err
		}
	}
	clean := r.unchangedConverted(ctx, docs, index)
	found := make([]*refusal.Error, len(docs))
	for i, d := range docs {
		refusal, err := r.inspectOne(ctx, d, index[d.Rel], clean[d], hook != "")
		if err != nil && !errors.As(err, &refusal) {
			return nil, err
		}
		found[i] = refusal
	}
	return found, nil
}

// query asks git everything about all documents at the same time, and starts the processes that stay for the run.
func (r *Repository) query(ctx context.Context, docs []*TrackedFile, paths, env []string) (map[string][]indexEntry,
	error) {
	var forms map[string]Conversion
	var index map[string][]indexEntry
	questions := []func() error{
		func() (err error) {
			r.Refs.prestart(ctx)
			r.Objects.looseOnly = true
			_, packed := r.CommittedEntry(ctx, r.Head.Commit, paths[0])
			if r.Objects.looseOnly = false; packed != nil {
				r.Objects.prestart(ctx)
			}
			index, err = r.Entries(ctx, env, paths)
			return err
		},
		func() (err error) {
			r.config, err = r.configure(ctx)
			return err
		},
		func() (err error) {
			forms, err = r.attributes(ctx, paths)
			return err
		},
		func() error {
			r.Committer = r.committer(ctx)
			return nil
		},
	}
	errs := make([]error, len(questions))
	parallel.Each(len(questions), len(questions), func(i int) { errs[i] = questions[i]() })
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for key := range r.config {
		if strings.HasPrefix(key, "author.") || strings.HasPrefix(key, "committer.") {
			r.Committer = identity{} // two persons
		}
	}
	r.Objects.shared = sharingOf(r.config["core.sharedrepository"])
	for _, d := range docs {
		d.Conversion = r.withSettings(forms[d.Rel])
	}
	return index, nil
}

// trueNames finds git's name of documents that the user named in another letter case, on a file system that ignores
// case.
func (r *Repository) trueNames(ctx context.Context, docs []*TrackedFile, index map[string][]indexEntry,
	env []string) error {
	for _, d := range docs {
		if len(index[d.Rel]) > 0 {
			continue
		}
		here, err := os.Stat(d.Path)
		if err != nil {
			return refusal.CannotOpen(d.Given, err)
		}
		// The path may be a pattern, too: what matches is looked at.
		entries, err := r.Entries(ctx, append([]string{magicPathspecs}, env...), []string{":(top,icase)" + d.Rel})
		if err != nil {
			return err
		}
		for rel, e := range entries {
			file := filepath.Join(r.Root, filepath.FromSlash(rel))
			if info, err := os.Stat(file); err == nil && os.SameFile(info, here) {
				d.Rel, d.Path, index[rel] = rel, file, e
				break
			}
		}
	}
	return nil
}

// inspectOne compares one document. converted says that its converted content is that of its entry.
func (r *Repository) inspectOne(ctx context.Context, d *TrackedFile, index []indexEntry, converted,
	hook bool) (*refusal.Error, error) {
	refuse := func(why refusal.Reason, what, remedy string) (*refusal.Error, error) {
		return refusal.New(d.Given, why, what, remedy, nil), nil
	}
	if d.Pointer {
		return refuse(refusal.Pointer, "is a Git LFS pointer, and the document itself is not here",
			"fetch it with git lfs pull")
	}
	if len(index) == 0 {
		return refuse(refusal.Untracked, "is not tracked by git", "git add and commit it first, or use --allow-dirty")
	}
	entry := index[0]
	switch {
	case len(index) > 1 || entry.stage != "0" || entry.Tag == 'M':
		return refuse(refusal.Unmerged, "has merge conflicts", "resolve them and git add it first")
	case entry.Mode != "100644" && entry.Mode != "100755":
		return refuse(refusal.NotRegular, "is not a regular file for git (mode "+entry.Mode+")",
			"name the document itself")
	case entry.Tag == 'S' || entry.Tag == 's':
		return refuse(refusal.Flagged, "is hidden from git (skip-worktree or outside the sparse checkout)",
			"git update-index --no-skip-worktree, or git sparse-checkout add its directory")
	case entry.Tag != 'H':
		return refuse(refusal.Flagged, "is hidden from git (assume-unchanged)",
			"git update-index --no-assume-unchanged")
	}
	same, err := r.sameContent(ctx, d, entry, converted)
	if err != nil {
		return nil, err
	}
	modeDiffers := r.Setting("core.filemode", true) && d.Mode != entry.Mode
	d.Mode, d.Blob = entry.Mode, entry.ID
	if hook {
		if !same {
			return refuse(refusal.PartiallyStaged, "has changes that are not staged",
				"git add it, or use --allow-dirty")
		}
		return nil, nil
	}
	committed, err := r.CommittedEntry(ctx, r.Head.Commit, d.Rel)
	if err != nil {
		return nil, err
	}
	staged := committed.ID != entry.ID || committed.Mode != entry.Mode
	const remedy = "commit or stash it first, or use --allow-dirty (fixes are then recorded, not committed; --hook in a hook)"
	switch {
	case staged && !same:
		return refuse(refusal.PartiallyStaged, "has both staged and unstaged changes", remedy)
	case staged:
		return refuse(refusal.Staged, "has staged changes that are not committed", remedy)
	case !same:
		return refuse(refusal.Dirty, "has changes that are not committed", remedy)
	case modeDiffers:
		return refuse(refusal.Dirty, "has a changed file mode that is not committed", remedy)
	}
	return nil, nil
}

// CommittedEntry returns the entry of a path in a commit, with an empty ID if the commit has none.
func (r *Repository) CommittedEntry(ctx context.Context, commit, rel string) (treeEntry, error) {
	if commit == "" {
		return treeEntry{}, nil
	}
	tree, err := r.Tree(ctx, commit)
	if err != nil {
		return treeEntry{}, err
	}
	entry, err := r.Objects.lookup(ctx, tree, rel)
	if err != nil {
		return treeEntry{}, refusal.New("", refusal.Unsafe, "git can't read the tree of "+commit,
			"run git status for details", err)
	}
	return entry, nil
}

// Tree returns the id of a commit's tree. It reads each commit once.
func (r *Repository) Tree(ctx context.Context, commit string) (string, error) {
	if id, ok := r.Objects.treeOf[commit]; ok {
		return id, nil
	}
	kind, data, err := r.Objects.Read(ctx, commit)
	id, ok := treeOfCommit(data)
	if err == nil && (kind != "commit" || !ok) {
		err = errors.New("object " + commit + " is not a commit")
	}
	if err != nil {
		return "", refusal.Git("git can't read a commit", err)
	}
	if r.Objects.treeOf == nil {
		r.Objects.treeOf = map[string]string{}
	}
	r.Objects.treeOf[commit] = id
	return id, nil
}

// treeOfCommit returns the ID of the tree that the bytes of a commit name.
func treeOfCommit(commit []byte) (id string, ok bool) {
	line, _, _ := strings.Cut(string(commit), "\n")
	return strings.CutPrefix(line, "tree ")
}
