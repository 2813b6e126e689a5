package workspace

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Document is one file that a command works on.
type Document struct {
	Path   string // as the user named it, cleaned; the name that results carry
	Source []byte // nil for a document that is read when it is needed
	// again reads the document where Source is nil; nil reads the file, whatever it has by now.
	again  func() ([]byte, error)
	Size   int64
	Rules  *rules.Set
	Config string // the file that Rules come from, "" for the shipped rules
	// inIndexOnly says that the index of git has the document, and the working tree has no file for it.
	inIndexOnly bool
	// Dialect is what the document is read by.
	Dialect markdown.Dialect
	// LinksOnly says that nothing of the document is staged: only links that the staged documents broke count.
	LinksOnly bool
}

// Read returns the bytes of d.
func (d *Document) Read() ([]byte, error) {
	switch {
	case d.Source != nil:
		return d.Source, nil
	case d.again != nil:
		return d.again()
	}
	src, err := files.Read(d.Path, d.Size, gate.MaxSize)
	if err != nil {
		return nil, wording.WithoutPath(err)
	}
	if err := gate.Admit(src); err != nil {
		return nil, err
	}
	return src, nil
}

// Text returns the bytes of d, nil where they can't be read.
func (d *Document) Text() []byte { return d.stored().Bytes() }

// ReadWith has d read by a function, whenever nobody has its bytes any more. It must return the same ones every time.
func (d *Document) ReadWith(read func() ([]byte, error)) {
	d.Source, d.again = nil, source.Again(d.Path, read).Read
}

// sameAs returns a function that reads d, and refuses other bytes than src.
func (d *Document) sameAs(src []byte) func() ([]byte, error) {
	file, sum := Document{Path: d.Path, Size: d.Size}, sha256.Sum256(src)
	return func() ([]byte, error) {
		src, err := file.Read()
		if err == nil && sha256.Sum256(src) != sum {
			err = errors.New("another program saved it during the run")
		}
		if err != nil {
			return nil, &rollback.Refusal{Path: file.Path, What: "can't be read again", Remedy: "run again", Err: err}
		}
		return src, nil
	}
}

func (d *Document) stored() source.Stored { return source.Stored{Path: d.Path, Read: d.Read} }

// A Group is documents that are reviewed together, and the documents around them that are evidence only.
type Group struct {
	Documents, Around []Document
	// the rest of the repository, as Workspace.OtherDocuments says; nil is nothing
	Others func() []source.Stored
}

// All returns the documents of the group and those around them, by path.
func (g Group) All() []Document {
	byPath := func(a, b Document) int { return strings.Compare(a.Path, b.Path) }
	if len(g.Around) == 0 && slices.IsSortedFunc(g.Documents, byPath) {
		return g.Documents
	}
	all := slices.Concat(g.Documents, g.Around)
	slices.SortFunc(all, byPath)
	return all
}

// Texts returns documents as they are read.
func Texts(docs []Document) []source.Stored {
	texts := make([]source.Stored, len(docs))
	for i := range docs {
		texts[i] = docs[i].stored()
	}
	return texts
}

// DialectsOf returns the dialects of documents by their paths.
func DialectsOf(docs []Document) map[string]markdown.Dialect {
	out := make(map[string]markdown.Dialect, len(docs))
	for i := range docs {
		out[docs[i].Path] = docs[i].Dialect
	}
	return out
}

// ByRules groups documents by their rules and their repository, in order.
func ByRules(docs, around []Document) []Group {
	where := NewLocations()
	type rulesAndTree struct {
		rules *rules.Set
		top   string
	}
	key := func(d Document) rulesAndTree { return rulesAndTree{d.Rules, where.Of(d.Path).Top} }
	others := map[rulesAndTree][]Document{}
	for _, d := range around {
		k := key(d)
		others[k] = append(others[k], d)
	}
	var out []Group
	for _, group := range grouped(docs, key) {
		out = append(out, Group{Documents: group, Around: others[key(group[0])]})
	}
	return out
}

// A runOptions is what the documents of a run share, in addition to their working tree.
type runOptions struct {
	config      string // where it has more than rules: programs, or documents that are left out
	iteration   rules.Iteration
	convergence rules.Convergence
}

func runOptionsOf(d Document) runOptions {
	o := runOptions{iteration: d.Rules.Iteration, convergence: d.Rules.Convergence}
	if len(d.Rules.Reviewers)+len(d.Rules.Fixers)+len(d.Rules.Ignore) > 0 {
		o.config = d.Config
	}
	return o
}

// ByRun groups documents into runs: by their options, and within that by working tree, in order.
func ByRun(docs []Document) [][]Document {
	var out [][]Document
	for _, group := range grouped(docs, runOptionsOf) {
		paths := Paths(group)
		tops := map[string]string{}
		for i, top := range repo.Worktrees(paths) {
			tops[paths[i]] = top
		}
		out = append(out, grouped(group, func(d Document) string { return tops[d.Path] })...)
	}
	return out
}

// Paths returns the paths of documents.
func Paths(docs []Document) []string {
	paths := make([]string, len(docs))
	for i, d := range docs {
		paths[i] = d.Path
	}
	return paths
}

// SetsOf returns the rules, by their paths, of the documents that have others than the first.
func SetsOf(docs []Document) map[string]*rules.Set {
	sets := map[string]*rules.Set{}
	for _, d := range docs {
		if d.Rules != docs[0].Rules {
			sets[d.Path] = d.Rules
		}
	}
	return sets
}

func grouped[K comparable](docs []Document, key func(Document) K) [][]Document {
	if len(docs) > 0 {
		first := key(docs[0])
		if !slices.ContainsFunc(docs[1:], func(d Document) bool { return key(d) != first }) {
			return [][]Document{slices.Clip(docs)} // the usual case, without a copy
		}
	}
	var groups [][]Document
	index := map[K]int{}
	for _, d := range docs {
		k := key(d)
		i, ok := index[k]
		if !ok {
			i = len(groups)
			index[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	return groups
}

// Reviewed returns the documents that are looked at for more than their links.
func Reviewed(docs []Document) []source.Stored {
	var out []source.Stored
	for i := range docs {
		if !docs[i].LinksOnly {
			out = append(out, docs[i].stored())
		}
	}
	return out
}
