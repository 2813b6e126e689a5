package gitdir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// go-git builds trees and commits. It knows SHA-1 alone, and changes some identities: there git builds them.

// treeOf returns the tree that has the entries, which are in git's order.
func treeOf(entries []treeEntry) ([]byte, error) {
	t := object.Tree{Entries: make([]object.TreeEntry, len(entries))}
	for n, e := range entries {
		mode, err := filemode.New(e.Mode)
		if err != nil {
			return nil, fmt.Errorf("tree entry %s: %w", e.name, err)
		}
		t.Entries[n] = object.TreeEntry{Name: e.name, Mode: mode, Hash: plumbing.NewHash(e.ID)}
	}
	return built(t.Encode)
}

// makeTree has git store the tree that has the entries, and returns its id.
func (o *objects) makeTree(ctx context.Context, entries []treeEntry) (string, error) {
	var lines bytes.Buffer
	for _, e := range entries {
		kind := "blob"
		switch e.Mode {
		case treeMode:
			kind = "tree"
		case submoduleMode:
			kind = "commit"
		}
		fmt.Fprintf(&lines, "%s %s %s\t%s\x00", e.Mode, kind, e.ID, e.name)
	}
	out, err := o.git.Store(ctx, nil, lines.Bytes(), "mktree", "-z", "--missing")
	return string(bytes.TrimSpace(out)), err
}

// errOtherIdentity says that go-git would write an identity otherwise than git has it: a zone less than an hour west of
// Greenwich, for example.
var errOtherIdentity = errors.New("go-git changes the identity")

// commitOf returns a commit, whose parent may be "".
func commitOf(by identity, tree, parent, message string) ([]byte, error) {
	c := object.Commit{TreeHash: plumbing.NewHash(tree), Message: message}
	if parent != "" {
		c.ParentHashes = []plumbing.Hash{plumbing.NewHash(parent)}
	}
	if !identify(&c.Author, strings.TrimPrefix(by.author, "author ")) ||
		!identify(&c.Committer, strings.TrimPrefix(by.Committer, "committer ")) {
		return nil, errOtherIdentity
	}
	return built(c.Encode)
}

// identify sets who to what git says, and reports whether go-git will write the same.
func identify(who *object.Signature, said string) bool {
	var again bytes.Buffer
	who.Decode([]byte(said))
	return who.Encode(&again) == nil && again.String() == said
}

// built returns what go-git encodes.
func built(encode func(plumbing.EncodedObject) error) ([]byte, error) {
	var o plumbing.MemoryObject
	if err := encode(&o); err != nil {
		return nil, err
	}
	r, err := o.Reader()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
