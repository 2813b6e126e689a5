package rollback

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// A document is one file of a run, with what git knows about it.
type document struct {
	given string      // the path as the user named it
	file  string      // the file itself, absolute, links resolved
	rel   string      // the path in the repository, with slashes; "" outside one
	mode  string      // of its tree entry: 100644 or 100755
	base  []byte      // the bytes the next pass starts from
	disk  []byte      // the bytes that stand in the working tree as far as this run knows; base, but for Squash
	blob  string      // the blob of HEAD and of the index, as git converts disk
	form  form        // how git stores it
	named [2]idOfText // the last bytes that were asked for by ID
	was   fs.FileInfo // its file when disk was read or written, nil if that isn't known
}

// idOfText is bytes of a document and the ID they go by; see Run.idOf.
type idOfText struct {
	data []byte
	id   string
}

// index is one line of `git ls-files -s -v`.
type indexEntry struct {
	tag      byte // H, or S for skip-worktree, M for unmerged; in lower case for assume-unchanged
	mode, id string
	stage    string
}

// openFile resolves and reads a document and checks what doesn't need git.
func openFile(given, dir string, l *lookup) (*document, error) {
	d, err := findFile(given, dir, l)
	if err == nil {
		err = d.load(l, Known{})
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// findFile resolves a document.
func findFile(given, dir string, l *lookup) (*document, error) {
	abs := given
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(dir, abs)
	}
	file, info, err := l.resolve(given, abs)
	if err != nil {
		return nil, err
	}
	return &document{given: given, file: file, mode: "100644", was: info}, nil
}

// load reads a document that was found.
func (d *document) load(l *lookup, known Known) error {
	info, err := d.was, error(nil)
	if info == nil {
		info, err = os.Stat(d.file)
	}
	if err != nil {
		return missing(d.given, err)
	}
	if !info.Mode().IsRegular() {
		return &Refusal{d.given, NotRegular, "is not a regular file", "name a document", nil}
	}
	if err := writable(d.file, info); err != nil {
		return &Refusal{d.given, ReadOnly, "can't be written", "make it writable (chmod u+w), or copy it", err}
	}
	if unwritable := l.canWrite(filepath.Dir(d.file)); unwritable != nil {
		return &Refusal{d.given, ReadOnly, "lies in a directory that can't be written, so that it can't be replaced safely",
			"make " + filepath.Dir(d.file) + " writable", unwritable}
	}
	d.was = info
	if info.Mode().Perm()&0o100 != 0 {
		d.mode = "100755"
	}
	if d.base = known.Bytes; !alike(known.Info, info) || int64(len(d.base)) != info.Size() {
		if d.base, err = readFile(d.file, info.Size()); err != nil {
			return missing(d.given, err)
		}
	}
	d.disk = d.base
	return nil
}

// What is named to git is a path, whatever characters it has, with one exception.
const (
	literalPathspecs = "GIT_LITERAL_PATHSPECS=1"
	magicPathspecs   = "GIT_LITERAL_PATHSPECS=0"
)

// entries returns the index entries of paths, by path. env may name another index.
func (r *repository) entries(ctx context.Context, env []string, paths []string) (map[string][]indexEntry, error) {
	if len(env) == 0 {
		if found, err := r.plainEntries(paths); err == nil {
			return found, nil
		}
	}
	env = append([]string{literalPathspecs}, env...)
	out, err := r.git.runWith(ctx, env, nil, append([]string{"ls-files", "-z", "-s", "-v", "--full-name", "--"}, paths...)...)
	if err != nil {
		return nil, &Refusal{"", Unsafe, "git can't read the index", "see what git says", err}
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

// plainEntries is entries without git, for an index and for paths that it understands.
func (r *repository) plainEntries(paths []string) (map[string][]indexEntry, error) {
	for _, path := range paths {
		if strings.ContainsFunc(path, func(c rune) bool { return c >= utf8.RuneSelf }) {
			return nil, errUnusual // git may write it in another way
		}
	}
	data, err := os.ReadFile(r.index)
	if err != nil {
		return nil, err
	}
	return parseIndex(data, len(r.zero())/2, paths)
}

// inspect compares the documents with the index and with HEAD. What it finds is a Refusal a document, or nil; one
// whose Reason is among the soft ones leaves the way of a private record open.
func (r *repository) inspect(ctx context.Context, docs []*document, hook string) ([]*Refusal, error) {
	paths := make([]string, len(docs))
	for i, d := range docs {
		paths[i] = d.rel
	}
	var env []string
	if hook != "" {
		env = []string{"GIT_INDEX_FILE=" + hook}
	}
	index, err := r.survey(ctx, docs, paths, env)
	if err != nil {
		return nil, err
	}
	if r.setting("core.ignorecase", false) {
		if err := r.trueNames(ctx, docs, index, env); err != nil {
			return nil, err
		}
	}
	clean := r.convertedAlike(ctx, docs, index)
	found := make([]*Refusal, len(docs))
	for i, d := range docs {
		refusal, err := r.inspectOne(ctx, d, index[d.rel], clean[d], hook != "")
		if err != nil && !errors.As(err, &refusal) {
			return nil, err
		}
		found[i] = refusal
	}
	return found, nil
}

// survey asks git all that is asked about all documents, at the same time, and has the processes of the run come up
// meanwhile.
func (r *repository) survey(ctx context.Context, docs []*document, paths, env []string) (map[string][]indexEntry, error) {
	var forms map[string]form
	var index map[string][]indexEntry
	questions := []func() error{
		func() (err error) {
			r.refs.warm(ctx)
			if !r.objects.reaches(r.head.commit, paths[0]) {
				r.objects.warm(ctx)
			}
			index, err = r.entries(ctx, env, paths)
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
			r.by = r.committer(ctx)
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
			r.by = identity{} // two persons
		}
	}
	r.objects.shared = sharingOf(r.config["core.sharedrepository"])
	for _, d := range docs {
		d.form = r.withSettings(forms[d.rel])
	}
	return index, nil
}

// trueNames finds the documents that the user named in another case than git knows them by, on a file system to
// which that is all the same.
func (r *repository) trueNames(ctx context.Context, docs []*document, index map[string][]indexEntry, env []string) error {
	for _, d := range docs {
		if len(index[d.rel]) > 0 {
			continue
		}
		here, err := os.Stat(d.file)
		if err != nil {
			return missing(d.given, err)
		}
		// The path may be a pattern, too: what matches is looked at.
		entries, err := r.entries(ctx, append([]string{magicPathspecs}, env...), []string{":(top,icase)" + d.rel})
		if err != nil {
			return err
		}
		for rel, e := range entries {
			file := filepath.Join(r.root, filepath.FromSlash(rel))
			if info, err := os.Stat(file); err == nil && os.SameFile(info, here) {
				d.rel, d.file, index[rel] = rel, file, e
				break
			}
		}
	}
	return nil
}

// inspectOne compares one document; converted says that it has the content of its entry once git has converted it.
func (r *repository) inspectOne(ctx context.Context, d *document, index []indexEntry, converted, hook bool) (*Refusal, error) {
	refuse := func(why Reason, what, remedy string) (*Refusal, error) {
		return &Refusal{d.given, why, what, remedy, nil}, nil
	}
	if bytes.HasPrefix(d.base, []byte("version https://git-lfs.github.com/spec/")) {
		return refuse(Pointer, "is a Git LFS pointer, the document itself isn't here", "git lfs pull")
	}
	if len(index) == 0 {
		return refuse(Untracked, "is not tracked by git", "git add and commit it first, or use --allow-dirty")
	}
	entry := index[0]
	switch {
	case len(index) > 1 || entry.stage != "0" || entry.tag == 'M':
		return refuse(Unmerged, "has merge conflicts", "resolve them and git add it first")
	case entry.mode != "100644" && entry.mode != "100755":
		return refuse(NotRegular, "is no regular file for git (mode "+entry.mode+")", "name the document itself")
	case entry.tag == 'S' || entry.tag == 's':
		return refuse(Flagged, "is hidden from git (skip-worktree or outside the sparse checkout)", "git update-index --no-skip-worktree, or git sparse-checkout add its directory")
	case entry.tag != 'H':
		return refuse(Flagged, "is hidden from git (assume-unchanged)", "git update-index --no-assume-unchanged")
	}
	same, err := r.sameContent(ctx, d, entry, converted)
	if err != nil {
		return nil, err
	}
	modeDiffers := r.setting("core.filemode", true) && d.mode != entry.mode
	d.mode, d.blob = entry.mode, entry.id
	if hook {
		if !same {
			return refuse(PartiallyStaged, "has changes that are not staged", "git add it, or use --allow-dirty")
		}
		return nil, nil
	}
	committed, err := r.committed(ctx, r.head.commit, d.rel)
	if err != nil {
		return nil, err
	}
	staged := committed.id != entry.id || committed.mode != entry.mode
	const remedy = "commit or stash it first, or use --allow-dirty (fixes are then recorded, not committed)"
	switch {
	case staged && !same:
		return refuse(PartiallyStaged, "has both staged and unstaged changes", remedy)
	case staged:
		return refuse(Staged, "has staged changes that are not committed", remedy)
	case !same:
		return refuse(Dirty, "has changes that are not committed", remedy)
	case modeDiffers:
		return refuse(Dirty, "has a changed file mode that is not committed", remedy)
	}
	return nil, nil
}

// committed returns the entry that a commit has for a path, with an empty id if it has none.
func (r *repository) committed(ctx context.Context, commit, rel string) (treeEntry, error) {
	if commit == "" {
		return treeEntry{}, nil
	}
	tree, err := r.tree(ctx, commit)
	if err != nil {
		return treeEntry{}, err
	}
	entry, err := r.objects.lookup(ctx, tree, rel)
	if err != nil {
		return treeEntry{}, &Refusal{"", Unsafe, "git can't read the tree of " + commit, "see what git says", err}
	}
	return entry, nil
}

// tree returns the id of a commit's tree.
func (r *repository) tree(ctx context.Context, commit string) (string, error) {
	kind, data, err := r.objects.read(ctx, commit)
	line, _, _ := bytes.Cut(data, []byte("\n"))
	id, ok := strings.CutPrefix(string(line), "tree ")
	if err == nil && (kind != "commit" || !ok) {
		err = errors.New("object " + commit + " is not a commit")
	}
	if err != nil {
		return "", &Refusal{"", Unsafe, "git can't read a commit", "see what git says", err}
	}
	return id, nil
}
