package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// A Selection is the documents that the arguments of a command stand for.
type Selection struct {
	Documents []Document
	// Around is documents that were named too but are not reported on: those of other shards, and those without staged
	// changes. They still count as evidence, so that a part is judged as the whole would be.
	Around   []Document
	Failures []report.Failure // what could not be read
	Stdin    *Document        // the document from standard input, nil if no argument names it
}

// Inputs returns the names of the files that were read.
func (s *Selection) Inputs() []string {
	if s.Stdin != nil {
		return nil
	}
	var names []string
	for _, d := range slices.Concat(s.Documents, s.Around) {
		names = append(names, d.Path, d.Config)
	}
	return names
}

// ErrEmptyArgument is the error of an argument such as a shell makes of a variable that isn't set. It must not stand
// for everything here.
var ErrEmptyArgument = errors.New(`an empty argument names no file or folder; "." is all that is here`)

// mostKept is how many bytes of documents a fix keeps in memory, and mostRead how many a check does, which keeps little
// else of them. More are read again when they are needed.
const mostKept, mostRead = 32 << 20, 48 << 20

// sizes returns the bytes of documents together.
func sizes(docs []Document) (sum int64) {
	for _, d := range docs {
		sum += d.Size
	}
	return sum
}

// Open finds the documents that the arguments name and reads them.
func (w *Workspace) Open(ctx context.Context, args []string) (Selection, error) {
	s, err := w.Find(ctx, args)
	if err != nil {
		return s, err
	}
	failed, small := make([]error, len(s.Documents)), sizes(s.Documents) <= mostKept
	parallel.Each(len(failed), w.Jobs, func(i int) {
		d := &s.Documents[i]
		defer parallel.In(d.Path)
		src, err := d.Read()
		if failed[i] = err; err == nil {
			failed[i] = markdown.CheckComplexity(src)
		}
		if d.Source != nil || err != nil {
			return
		}
		if small {
			d.Source = src
		} else {
			d.ReadWith(d.sameAs(src))
		}
	})
	readable := s.Documents[:0]
	for i, d := range s.Documents {
		if failed[i] != nil {
			w.Fail(&s, d.Path, failed[i])
			continue
		}
		readable = append(readable, d)
	}
	s.Documents = readable
	return s, nil
}

// Find finds the documents that the arguments name, and the rules that hold for each. It reads only standard input.
func (w *Workspace) Find(ctx context.Context, args []string) (Selection, error) {
	switch dash := slices.Contains(args, "-"); {
	case slices.Contains(args, ""):
		return Selection{}, ErrEmptyArgument
	case dash && len(args) > 1:
		return Selection{}, errors.New("- is standard input and stands alone; a file of that name is ./-")
	case dash && (w.Since != "" || w.Staged):
		return Selection{}, errors.New("--since and --staged compare files; standard input has no older revision")
	case dash && w.Evidence != "":
		return Selection{}, errors.New("--evidence is for shards of a run; standard input is one document")
	case dash:
		return w.openStdin(ctx)
	case w.StdinName != "":
		return Selection{}, errors.New("--stdin-filename names what - reads; there is no - among the paths")
	}
	var s Selection
	configs := NewConfigs(ctx, w.Config, w.Note).With(&w.Options)
	// Where some are named by relative paths, all are.
	relative := slices.ContainsFunc(args, func(arg string) bool { return !filepath.IsAbs(arg) })
	disk := disk{ctx, w, NewNames(relative), map[string]bool{}}
	found := gate.Collect(disk, args, func(path string) bool {
		file, set, _ := configs.For(path) // failRules tells of rules that can't be loaded
		return Ignores(file, set, path)
	})
	for _, f := range found.Failures {
		w.Fail(&s, f.Path, wording.WithoutPath(f.Err))
	}
	for _, path := range found.Ignored {
		w.Note("%s is ignored by the configuration", wording.Visible(path))
	}
	for _, dir := range found.Empty {
		w.Note("%s contains no Markdown documents", dir)
	}
	part, dialects := map[string]bool{}, NewDialects()
	for _, f := range gate.Part(found.Files, w.Shard) {
		part[f.Path] = true
	}
	s.Documents = make([]Document, 0, len(found.Files))
	for _, f := range found.Files {
		d := Document{Path: f.Path, Size: f.Size}
		_, d.inIndexOnly = f.Info.(indexed)
		err := gate.TooLarge(f.Size)
		if err == nil {
			d.Config, d.Rules, err = configs.For(f.Path)
		}
		d.Dialect = dialects.Of(d.Path, d.Rules)
		switch broken := configs.failed[d.Config]; {
		case err == nil && !part[f.Path]:
			s.Around = append(s.Around, d)
		case err == nil:
			s.Documents = append(s.Documents, d)
		case broken == nil && part[f.Path]:
			w.Fail(&s, f.Path, err)
		}
	}
	err := w.failRules(&s, configs)
	if err == nil {
		err = w.openEvidence(ctx, &s)
	}
	if err == nil {
		if sizes(s.Documents) <= mostRead {
			for i, d := range s.Documents {
				s.Documents[i].again = sync.OnceValues(d.Read)
			}
		}
		w.Settle(ctx, s.Documents, s.Around)
	}
	return s, err
}

// failRules reports the rules that can't be loaded, once each: the documents that they hold for are left out. It
// returns an error where that leaves no document.
func (w *Workspace) failRules(s *Selection, configs *Configs) error {
	files := slices.Sorted(maps.Keys(configs.failed))
	if len(s.Documents) == 0 && len(files) > 0 {
		return configs.failed[files[0]]
	}
	for _, file := range files {
		err := configs.failed[file]
		w.Warn("%v", err)
		s.Failures = append(s.Failures, report.Failure{Path: filepath.ToSlash(file), Message: err.Error()})
	}
	return nil
}

// openStdin reads the one document that - stands for. Its rules are those that hold where StdinName says it lies.
func (w *Workspace) openStdin(ctx context.Context) (Selection, error) {
	d := Document{Path: "stdin.md"}
	if w.StdinName != "" {
		d.Path = filepath.Clean(w.StdinName)
	}
	var err error
	if d.Source, err = io.ReadAll(io.LimitReader(w.Stdin, gate.MaxSize+1)); err != nil {
		return Selection{}, fmt.Errorf("standard input: %w", wording.WithoutPath(err))
	}
	if err := errors.Join(gate.Admit(d.Source), markdown.CheckComplexity(d.Source)); err != nil {
		return Selection{}, fmt.Errorf("standard input: %w", err)
	}
	if d.Config, d.Rules, err = NewConfigs(ctx, w.Config, w.Note).With(&w.Options).For(d.Path); err != nil {
		return Selection{}, err
	}
	if Ignores(d.Config, d.Rules, d.Path) {
		w.Note("%s is ignored by the configuration", d.Path)
		return Selection{Stdin: &d}, nil
	}
	d.Dialect = NewDialects().Of(d.Path, d.Rules)
	s := Selection{Documents: []Document{d}, Stdin: &d}
	w.Settle(ctx, s.Documents)
	return s, nil
}

// A disk is where documents are found.
type disk struct {
	ctx context.Context
	w   *Workspace
	Names
	indexOnly map[string]bool // the paths of files that are in the index alone
}

func (d disk) Lstat(path string) (fs.FileInfo, error) {
	if d.indexOnly[filepath.FromSlash(path)] {
		return indexed(path), nil
	}
	return os.Lstat(path)
}
func (d disk) Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }
func (d disk) Name(path string) string               { return filepath.ToSlash(d.Of(path)) }

func (d disk) Files(dir string) ([]string, error) {
	paths, unlisted, err := repo.Files(d.ctx, dir, d.w.Environ)
	if err == nil && repo.Top(dir) == "" {
		d.w.keepWalked(dir, paths)
	}
	if unlisted != "" {
		d.w.Note("%s: git can't list ignored files, so none is skipped: %s", dir, unlisted)
	}
	if d.w.FromIndex {
		for _, path := range d.w.indexOnly(d.ctx, dir) {
			paths, d.indexOnly[path] = append(paths, path), true
		}
	}
	return paths, err
}
