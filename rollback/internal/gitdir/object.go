package gitdir

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// BlobID returns the id git gives to data as it stands, without any conversion.
func BlobID(algorithm string, data []byte) string { return objectID(algorithm, "blob", data) }

// objectID returns the id of an object.
func objectID(algorithm, kind string, data []byte) string {
	h := sha1.New()
	if algorithm == "sha256" {
		h = sha256.New()
	}
	io.WriteString(h, kind+" "+strconv.Itoa(len(data))+"\x00")
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// objects reads objects through a git process that stays, and builds those that need nothing of git; see write.
type objects struct {
	git        *Git
	store      string    // the repository's own objects
	algorithm  string    // sha1 or sha256
	replaces   sync.Once // guards mayReplace
	mayReplace bool
	looseOnly  bool // read answers errAbsent instead of asking git
	shared     sharing
	cat        *coprocess             // cat-file --batch
	trees      map[string][]treeEntry // trees that were read or written, by id; they never change
	treeOf     map[string]string      // the tree of each commit that was read, by id
	text       bytes.Buffer
}

var errAbsent = errors.New("no such object")

// prestart starts the process before it is needed, so that it starts while other work is done. If it fails, it is
// started again when it is needed, and then the error is reported.
func (o *objects) prestart(ctx context.Context) { o.cat, _ = o.startCat(ctx) }

func (o *objects) startCat(ctx context.Context) (*coprocess, error) {
	return o.git.start(ctx, nil, "cat-file", "--batch")
}

// Read returns the type and the content of the object that rev names.
func (o *objects) Read(ctx context.Context, rev string) (kind string, data []byte, err error) {
	if kind, data, ok := o.readLoose(rev); ok {
		return kind, data, nil
	}
	if o.looseOnly {
		return "", nil, errAbsent
	}
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
		err = o.cat.failure(err)
		o.cat = nil
		return "", nil, err
	}
	return words[1], data[:size], nil
}

// A treeEntry is one line of a tree.
type treeEntry struct{ Mode, name, ID string }

// The modes of entries that are not files.
const (
	treeMode      = "40000"
	submoduleMode = "160000"
)

func (e treeEntry) isTree() bool { return e.Mode == treeMode }

// readTree returns the entries of a tree, which the caller must not change.
func (o *objects) readTree(ctx context.Context, rev string) ([]treeEntry, error) {
	if entries, ok := o.trees[rev]; ok {
		return entries, nil
	}
	kind, data, err := o.Read(ctx, rev)
	if err != nil {
		return nil, err
	}
	if kind != "tree" {
		return nil, fmt.Errorf("object %s: a tree was expected, not a %s", rev, kind)
	}
	entries, err := parseTree(rev, data)
	if err == nil {
		o.cacheTree(rev, entries)
	}
	return entries, err
}

func (o *objects) cacheTree(tree string, entries []treeEntry) {
	if o.trees == nil {
		o.trees = map[string][]treeEntry{}
	}
	o.trees[tree] = entries
}

// ForgetTrees drops the cached trees: those that no ref came to need may be removed from the repository.
func (o *objects) ForgetTrees() { o.trees = nil }

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
	return entryAt(tree, rel, func(id string) ([]treeEntry, error) { return o.readTree(ctx, id) })
}

// entryAt is lookup with a given function that reads trees.
func entryAt(tree, rel string, read func(id string) ([]treeEntry, error)) (entry treeEntry, err error) {
	for part := range strings.SplitSeq(rel, "/") {
		entries, err := read(tree)
		i := slices.IndexFunc(entries, func(e treeEntry) bool { return e.name == part })
		if err != nil || i < 0 {
			return treeEntry{}, err
		}
		entry = entries[i]
		tree = entry.ID
	}
	return entry, nil
}

// A TreeFile is a file to be put into a tree.
type TreeFile struct{ Path, Mode, ID string }

// ReplaceFiles returns the tree that results from putting leaves into base, which may be "" for an empty tree. It keeps
// every other entry of base as it is.
func (o *objects) ReplaceFiles(ctx context.Context, base string, leaves []TreeFile) (string, error) {
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
	below := map[string][]TreeFile{}
	for _, l := range leaves {
		dir, rest, nested := strings.Cut(l.Path, "/")
		if nested {
			below[dir] = append(below[dir], TreeFile{Path: rest, Mode: l.Mode, ID: l.ID})
			continue
		}
		put(treeEntry{l.Mode, l.Path, l.ID})
	}
	for dir, leaves := range below {
		sub := ""
		if i, ok := at[dir]; ok && entries[i].isTree() {
			sub = entries[i].ID
		}
		id, err := o.ReplaceFiles(ctx, sub, leaves)
		if err != nil {
			return "", fmt.Errorf("tree %s: %w", dir, err)
		}
		put(treeEntry{treeMode, dir, id})
	}
	return o.writeTree(ctx, entries)
}

func (o *objects) close() {
	if o.cat != nil {
		_ = o.cat.close()
		o.cat = nil
	}
}
