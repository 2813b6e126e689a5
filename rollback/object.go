package rollback

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// blobID returns the id git gives to data as it stands, without any conversion.
func blobID(algorithm string, data []byte) string {
	header := "blob " + strconv.Itoa(len(data)) + "\x00"
	if algorithm == "sha256" {
		h := sha256.New()
		io.WriteString(h, header)
		h.Write(data)
		return hex.EncodeToString(h.Sum(nil))
	}
	h := sha1.New()
	io.WriteString(h, header)
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// objects reads and builds objects through long-lived git processes. git writes them, not go-git: git syncs
// what it writes, keeps the modes of a shared repository, and knows every object format.
type objects struct {
	git   *git
	cat   *conversation          // cat-file --batch
	trees *conversation          // mktree --batch
	blobs *conversation          // hash-object --stdin-paths
	known map[string][]treeEntry // trees that were read, by id; they never change
}

var errAbsent = errors.New("no such object")

// warm starts the processes before they are needed, so that they come up while something else is done. One that
// doesn't start is started again, and its error reported, when it is needed.
func (o *objects) warm(ctx context.Context) {
	o.cat, _ = o.startCat(ctx)
	o.trees, _ = o.startTrees(ctx)
	o.blobs, _ = o.startBlobs(ctx)
}

func (o *objects) startBlobs(ctx context.Context) (*conversation, error) {
	return o.git.converse(ctx, o.git.incoming.environ(), "hash-object", "-w", "--no-filters", "--stdin-paths")
}

// writeBlob stores data as it stands.
func (o *objects) writeBlob(ctx context.Context, data []byte) (id string, err error) {
	if o.blobs == nil {
		if o.blobs, err = o.startBlobs(ctx); err != nil {
			return "", err
		}
	}
	// git reads a file, so that one process can store many blobs; the input alone could hold only one.
	path := filepath.Join(o.git.incoming.dir, "blob")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return "", err
	}
	id, err = o.blobs.ask(cQuoted(path) + "\n")
	if err != nil {
		o.blobs = nil
	}
	return id, err
}

func (o *objects) startCat(ctx context.Context) (*conversation, error) {
	return o.git.converse(ctx, nil, "cat-file", "--batch")
}

// --missing lets a partial clone keep the blobs it never fetched.
func (o *objects) startTrees(ctx context.Context) (*conversation, error) {
	return o.git.converse(ctx, o.git.incoming.environ(), "mktree", "--batch", "--missing", "-z")
}

// read returns the type and the content of the object that rev names.
func (o *objects) read(ctx context.Context, rev string) (kind string, data []byte, err error) {
	if o.cat == nil {
		if o.cat, err = o.startCat(ctx); err != nil {
			return "", nil, err
		}
	}
	head, err := o.cat.ask(rev + "\n")
	if err != nil {
		o.cat = nil
		return "", nil, err
	}
	words := strings.Fields(head)
	if len(words) != 3 {
		return "", nil, fmt.Errorf("object %s: %w", rev, errAbsent)
	}
	size, err := strconv.Atoi(words[2])
	if err != nil {
		return "", nil, fmt.Errorf("object %s: git cat-file answered %q", rev, head)
	}
	data = make([]byte, size+1)
	if _, err := io.ReadFull(o.cat.out, data); err != nil {
		err = o.cat.died(err)
		o.cat = nil
		return "", nil, err
	}
	return words[1], data[:size], nil
}

// A treeEntry is one line of a tree.
type treeEntry struct{ mode, name, id string }

func (e treeEntry) isTree() bool { return e.mode == "40000" }

// readTree returns the entries of a tree, which the caller must not change.
func (o *objects) readTree(ctx context.Context, rev string) ([]treeEntry, error) {
	if entries, ok := o.known[rev]; ok {
		return entries, nil
	}
	kind, data, err := o.read(ctx, rev)
	if err != nil {
		return nil, err
	}
	if kind != "tree" {
		return nil, fmt.Errorf("object %s: a tree was expected, not a %s", rev, kind)
	}
	entries, err := parseTree(rev, data)
	if err == nil {
		if o.known == nil {
			o.known = map[string][]treeEntry{}
		}
		o.known[rev] = entries
	}
	return entries, err
}

// parseTree reads the raw form of the tree whose id is id.
func parseTree(id string, data []byte) ([]treeEntry, error) {
	width := sha1.Size
	if len(id) == 2*sha256.Size {
		width = sha256.Size
	}
	var entries []treeEntry
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, spaced := strings.Cut(string(head), " ")
		if !ok || !spaced || len(rest) < width {
			return nil, fmt.Errorf("object %s: broken tree", id)
		}
		entries = append(entries, treeEntry{mode, name, hex.EncodeToString(rest[:width])})
		data = rest[width:]
	}
	return entries, nil
}

// lookup returns the entry at a path of a tree. Its id is "" if there is none.
func (o *objects) lookup(ctx context.Context, tree, rel string) (treeEntry, error) {
	var entry treeEntry
	for part := range strings.SplitSeq(rel, "/") {
		entries, err := o.readTree(ctx, tree)
		if err != nil {
			return treeEntry{}, err
		}
		i := slices.IndexFunc(entries, func(e treeEntry) bool { return e.name == part })
		if i < 0 {
			return treeEntry{}, nil
		}
		entry = entries[i]
		tree = entry.id
	}
	return entry, nil
}

// A leaf is a file to be put into a tree.
type leaf struct{ path, mode, id string }

// graft returns the tree that results from putting leaves into base, which may be "" for an empty tree. Every
// other entry of base, whatever it is, is carried over as it stands.
func (o *objects) graft(ctx context.Context, base string, leaves []leaf) (string, error) {
	var entries []treeEntry
	if base != "" {
		var err error
		if entries, err = o.readTree(ctx, base); err != nil {
			return "", err
		}
	}
	entries = slices.Clone(entries)
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		at[e.name] = i
	}
	put := func(e treeEntry) {
		if i, ok := at[e.name]; ok {
			entries[i] = e
			return
		}
		at[e.name] = len(entries)
		entries = append(entries, e)
	}
	below := map[string][]leaf{}
	for _, l := range leaves {
		dir, rest, nested := strings.Cut(l.path, "/")
		if nested {
			below[dir] = append(below[dir], leaf{rest, l.mode, l.id})
			continue
		}
		put(treeEntry{l.mode, l.path, l.id})
	}
	for dir, leaves := range below {
		sub := ""
		if i, ok := at[dir]; ok && entries[i].isTree() {
			sub = entries[i].id
		}
		id, err := o.graft(ctx, sub, leaves)
		if err != nil {
			return "", fmt.Errorf("tree %s: %w", dir, err)
		}
		put(treeEntry{"40000", dir, id})
	}
	return o.writeTree(ctx, entries)
}

// writeTree stores a tree.
func (o *objects) writeTree(ctx context.Context, entries []treeEntry) (string, error) {
	if o.trees == nil {
		c, err := o.startTrees(ctx)
		if err != nil {
			return "", err
		}
		o.trees = c
	}
	var b strings.Builder
	for _, e := range entries {
		kind := "blob"
		switch e.mode {
		case "40000":
			kind = "tree"
		case "160000":
			kind = "commit"
		}
		fmt.Fprintf(&b, "%s %s %s\t%s\x00", e.mode, kind, e.id, e.name)
	}
	id, err := o.trees.ask(b.String() + "\x00")
	if err != nil {
		o.trees = nil
	}
	return id, err
}

func (o *objects) close() {
	for _, c := range []*conversation{o.cat, o.trees, o.blobs} {
		if c != nil {
			_ = c.close()
		}
	}
	o.cat, o.trees, o.blobs = nil, nil, nil
}
