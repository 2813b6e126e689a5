package gitdir

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// go-git's types say what a tree and a commit are. They know SHA-1 alone: the same in a repository with SHA-256 is made
// by longTreeOf and longCommitOf.

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

// longTreeOf is treeOf for ids of any length.
func longTreeOf(entries []treeEntry) ([]byte, error) {
	var b bytes.Buffer
	for _, e := range entries {
		raw, err := hex.DecodeString(e.ID)
		if err != nil {
			return nil, fmt.Errorf("tree entry %s: %w", e.name, err)
		}
		b.WriteString(e.Mode + " " + e.name + "\x00")
		b.Write(raw)
	}
	return b.Bytes(), nil
}

// longCommitOf is commitOf for ids of any length.
func longCommitOf(by identity, tree, parent, message string) []byte {
	text := "tree " + tree + "\n"
	if parent != "" {
		text += "parent " + parent + "\n"
	}
	return []byte(text + by.author + "\n" + by.Committer + "\n\n" + message)
}
