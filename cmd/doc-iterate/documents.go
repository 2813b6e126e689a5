package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A document is one file that a command works on.
type document struct {
	path string // as the user named it, cleaned; the name that results carry
	// src is the document's bytes, nil for one that is read when it is needed.
	src  []byte
	size int64
	// info is what its file was before src was read, nil where src isn't the file's.
	info fs.FileInfo
	set  *rules.Set
	file string // where the set was read from, "" for the shipped rules
	// inbound says that nothing of the document is staged: only what the staged ones
	// did to its links counts.
	inbound bool
	// trail is what a run that is resumed kept of the document, nil otherwise.
	trail *loop.Trail
	// answers is what people answered to the questions about it.
	answers []engine.Resolution
}

// opened is what the arguments of a command stand for.
type opened struct {
	docs []document
	// around is documents that were named too and are not this run's to report on:
	// those of other shards, and those of which nothing is staged. What they say
	// still counts as evidence, so that a part is judged as the whole would be.
	around []document
	// failures is what could not be read. The others are still worked on.
	failures []report.Failure
	// stdin is the document that was read from standard input, nil where it is none
	// of the arguments.
	stdin *document
}

// inputs is the names of the files that were read.
func (o opened) inputs() []string {
	if o.stdin != nil {
		return nil
	}
	var names []string
	for _, docs := range [][]document{o.docs, o.around} {
		for _, d := range docs {
			names = append(names, d.path, d.file)
		}
	}
	return names
}

// disk is where documents are found.
type disk struct {
	s *session
	c common
	naming
	indexed map[string]bool // what is in the index alone, by path
}

func (d disk) Lstat(path string) (fs.FileInfo, error) {
	if d.indexed[filepath.FromSlash(path)] {
		return indexed(path), nil
	}
	return os.Lstat(path)
}
func (d disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
func (d disk) Name(path string) string               { return filepath.ToSlash(d.of(path)) }

func (d disk) Files(dir string) ([]string, error) {
	paths, unlisted, err := rollback.Files(d.s.ctx, dir, d.s.environ)
	if unlisted != "" {
		d.s.note(d.c, "%s: git does not say which files it ignores, so none is left out: %s", dir, unlisted)
	}
	if d.c.indexed {
		for _, path := range d.s.stagedAlone(dir) {
			paths, d.indexed[path] = append(paths, path), true
		}
	}
	return paths, err
}

// open reads the documents that the arguments name and finds the rules that hold
// for each. What can't be read is reported on standard error.
func (s *session) open(c common, args []string) (opened, error) {
	o, err := s.find(c, args)
	if err != nil {
		return o, err
	}
	failed := make([]error, len(o.docs))
	parallel.Each(len(failed), c.jobs, func(i int) {
		d := &o.docs[i]
		defer parallel.In(d.path)
		if d.src, failed[i] = d.read(nil); failed[i] == nil {
			failed[i] = review.Bound(d.src)
		}
	})
	kept := o.docs[:0]
	for i, d := range o.docs {
		if failed[i] != nil {
			s.fail(&o, d.path, failed[i])
			continue
		}
		kept = append(kept, d)
	}
	o.docs = kept
	return o, nil
}

// fail reports what could not be read on standard error and keeps it for results.
func (s *session) fail(o *opened, path string, err error) {
	s.fault(path, err)
	o.failures = append(o.failures, report.Failure{Path: path, Message: err.Error()})
}

// errEmptyArgument is that of a variable of the shell, say, which isn't set: it must
// not stand for all that is here.
var errEmptyArgument = errors.New(`an empty argument names no file or folder; "." is all that is here`)

// find is open without reading: only standard input is read.
func (s *session) find(c common, args []string) (opened, error) {
	configs := newConfigs(c.config)
	switch dash := slices.Contains(args, "-"); {
	case slices.Contains(args, ""):
		return opened{}, errEmptyArgument
	case dash && len(args) > 1:
		return opened{}, errors.New("- is standard input and stands alone; a file of that name is ./-")
	case dash && (c.since != "" || c.staged):
		return opened{}, errors.New("--since and --staged compare files; standard input has no older revision")
	case dash:
		return s.openStdin(c, configs)
	case c.stdinName != "":
		return opened{}, errors.New("--stdin-filename names what - reads; there is no - among the paths")
	}
	var o opened
	// Where some are named by relative paths, all are.
	relative := slices.ContainsFunc(args, func(arg string) bool { return !filepath.IsAbs(arg) })
	found := gate.Collect(disk{s, c, newNaming(relative), map[string]bool{}}, args, func(path string) bool {
		ignored, _ := configs.ignores(path) // rules that can't be loaded are told of below
		return ignored
	})
	for _, f := range found.Failures {
		s.fail(&o, f.Path, wording.WithoutPath(f.Err))
	}
	for _, path := range found.Ignored {
		s.note(c, "%s is left out: the rules ignore it", report.Visible(path))
	}
	for _, dir := range found.Empty {
		s.note(c, "%s holds no Markdown documents", dir)
	}
	part := map[string]bool{}
	for _, f := range gate.Part(found.Files, c.shard) {
		part[f.Path] = true
	}
	o.docs = make([]document, 0, len(found.Files))
	for _, f := range found.Files {
		d, err := configs.document(f)
		switch broken := configs.failed[d.file]; {
		case err == nil && !part[f.Path]:
			o.around = append(o.around, d)
		case err == nil:
			o.docs = append(o.docs, d)
		case broken == nil && part[f.Path]:
			s.fail(&o, f.Path, err)
		}
	}
	return o, s.failRules(&o, configs)
}

// failRules reports the rules that can't be loaded, once each: the documents that
// they hold for are left out. It is an error where that leaves none.
func (s *session) failRules(o *opened, configs *configs) error {
	files := slices.Sorted(maps.Keys(configs.failed))
	if len(o.docs) == 0 && len(files) > 0 {
		return configs.failed[files[0]]
	}
	for _, file := range files {
		s.say("doc-iterate", "%v", configs.failed[file])
		o.failures = append(o.failures, report.Failure{Path: filepath.ToSlash(file), Message: configs.failed[file].Error()})
	}
	return nil
}

// openStdin reads the one document that - stands for. Its rules are those that
// hold where --stdin-filename says it lies.
func (s *session) openStdin(c common, configs *configs) (opened, error) {
	d := document{path: "stdin.md"}
	if c.stdinName != "" {
		d.path = filepath.Clean(c.stdinName)
	}
	var err error
	if d.src, err = io.ReadAll(io.LimitReader(s.in, gate.MaxSize+1)); err != nil {
		return opened{}, fmt.Errorf("standard input: %w", wording.WithoutPath(err))
	}
	if err := errors.Join(gate.Admit(d.src), review.Bound(d.src)); err != nil {
		return opened{}, fmt.Errorf("standard input: %w", err)
	}
	if ignored, err := configs.ignores(d.path); err != nil {
		return opened{}, err
	} else if ignored {
		s.note(c, "%s is left out: the rules ignore it", d.path)
		return opened{stdin: &d}, nil
	}
	if d.file, err = configs.find(d.path); err != nil {
		return opened{}, err
	}
	if d.set, err = configs.load(d.file); err != nil {
		return opened{}, err
	}
	return opened{docs: []document{d}, stdin: &d}, nil
}

// document is the document at f, not read yet, with the rules that hold for it.
func (c *configs) document(f gate.File) (d document, err error) {
	d.path, d.size, d.info = f.Path, f.Size, f.Info
	if err := gate.TooLarge(f.Size); err != nil {
		return d, err
	}
	if d.file, err = c.find(f.Path); err != nil {
		return d, err
	}
	d.set, err = c.load(d.file)
	return d, err
}

// read is the bytes of d. Those of a file are put into the buffer, unless it is
// nil; they are there until the buffer is used again.
func (d *document) read(buffer *[]byte) ([]byte, error) {
	if d.src != nil {
		return d.src, nil
	}
	var own []byte
	if buffer == nil {
		buffer = &own
	}
	src, err := rollback.ReadInto(*buffer, d.path, int(d.size))
	if err != nil {
		return nil, wording.WithoutPath(err)
	}
	*buffer = src
	if err := gate.Admit(src); err != nil {
		return nil, err
	}
	return src, nil
}

// ignores reports whether the rules that hold for the document at path leave it
// out. Their globs are relative to the folder of the file that holds them.
func (c *configs) ignores(path string) (bool, error) {
	file, err := c.find(path)
	if err != nil {
		return false, err
	}
	set, err := c.load(file)
	if err != nil {
		return false, err
	}
	if len(set.Ignore) == 0 {
		return false, nil
	}
	name := path
	if abs, err := filepath.Abs(path); err == nil && file != "" {
		if root, err := filepath.Abs(filepath.Dir(file)); err == nil {
			if rel, err := filepath.Rel(root, abs); err == nil {
				name = rel
			}
		}
	}
	return set.Ignored(filepath.ToSlash(name)), nil
}

// byRules groups documents by the rules that hold for them and the repository
// they lie in, in order: they are reviewed together.
func byRules(docs []document) [][]document {
	where := newPlaces()
	return grouped(docs, func(d document) string { return d.together(where) })
}

// together is the same for documents that are reviewed together.
func (d document) together(where places) string { return d.file + "\x00" + where.of(d.path).top }

// byConfig groups documents by the rules that hold for them, in order.
func byConfig(docs []document) [][]document {
	return grouped(docs, func(d document) string { return d.file })
}

// byWorktree groups documents by the repository they lie in, in order: each has
// runs of its own.
func byWorktree(docs []document) [][]document {
	var paths []string
	for _, d := range docs {
		paths = append(paths, d.path)
	}
	tops := map[string]string{}
	for i, top := range rollback.Worktrees(paths) {
		tops[paths[i]] = top
	}
	return grouped(docs, func(d document) string { return tops[d.path] })
}

func grouped(docs []document, key func(document) string) [][]document {
	if len(docs) > 0 {
		first := key(docs[0])
		if !slices.ContainsFunc(docs[1:], func(d document) bool { return key(d) != first }) {
			return [][]document{slices.Clip(docs)} // mostly, and without a copy
		}
	}
	var groups [][]document
	index := map[string]int{}
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
