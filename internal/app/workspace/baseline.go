package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A baselineFile is a baseline and the file that it is in. Its documents are named from the root of the repository,
// however a command names them; outside of git they are named from the folder of the file.
type baselineFile struct {
	*gate.Baseline
	file string
	root string // of the repository of the file, or its folder
}

func newBaselineFile(file string) *baselineFile {
	b := &baselineFile{file: file, root: NewLocations().Of(file).Top}
	if b.root == "" {
		b.root = filepath.Dir(RealPath(file))
	}
	return b
}

// name returns what the document at path is called in the file.
func (b *baselineFile) name(path string) string {
	real := RealPath(path)
	rel, err := filepath.Rel(b.root, real)
	if err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	if at := NewLocations().Of(path); at.Top != "" {
		return filepath.ToSlash(at.Name)
	}
	if err != nil {
		rel = real
	}
	return filepath.ToSlash(rel)
}

// exists reports whether there is a document of this name, or may be.
func (b *baselineFile) exists(name string) bool {
	_, err := os.Stat(filepath.Join(b.root, filepath.FromSlash(name)))
	return err == nil
}

// formerNames returns documents by the names that they have now. Version 0.1 named them from the working directory.
func (b *baselineFile) formerNames(documents map[string][]gate.Known) map[string][]gate.Known {
	out := make(map[string][]gate.Known, len(documents))
	for path, known := range documents {
		if _, err := os.Stat(filepath.FromSlash(path)); err == nil {
			path = b.name(filepath.FromSlash(path))
		}
		out[path] = append(out[path], known...)
	}
	return out
}

// without returns the findings of the document at path that the baseline does not have.
func (b *baselineFile) without(path string, findings []review.Finding) []review.Finding {
	if b == nil {
		return findings
	}
	return b.Filter(b.name(path), findings)
}

// asChecked returns findings of the loop with the Keys that a check gives them: the loop appends "+" to tell those of
// one Key apart.
func asChecked(findings []review.Finding) []review.Finding {
	findings = slices.Clone(findings)
	for i := range findings {
		findings[i].Key = review.Key(strings.TrimRight(string(findings[i].Key), "+"))
	}
	return findings
}

var errNoBaseline = errors.New("no such baseline")

func readBaseline(ctx context.Context, name string) (*baselineFile, error) {
	data, err := ReadFile(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; --write-baseline %[1]s makes one", name, errNoBaseline)
	}
	if err != nil {
		return nil, err
	}
	known, err := gate.ParseBaseline(name, data)
	if err != nil {
		return nil, err
	}
	b := newBaselineFile(name)
	if b.Baseline = known; known.IsFormer() {
		known.Documents = b.formerNames(known.Documents)
	}
	return b, nil
}

// WriteBaseline writes the findings of a run to the file of a baseline, and returns how many findings it knows now.
// It keeps what the file knew of rules that did not run, and of documents that were not reviewed by every reviewer
// now and are still there.
func WriteBaseline(
	ctx context.Context, name string, findings []review.Finding, reviewed map[string]bool, ran func(rule string) bool,
) (int, error) {
	old, err := readBaseline(ctx, name)
	if err != nil && !errors.Is(err, errNoBaseline) {
		return 0, fmt.Errorf("--write-baseline writes over nothing but a baseline: %w", err)
	}
	b := newBaselineFile(name)
	covered := map[string]bool{}
	for path := range reviewed {
		covered[b.name(path)] = true
	}
	return b.save(findings, old, func(document, rule string) bool {
		if !covered[document] {
			return b.exists(document)
		}
		return !ran(rule)
	})
}

// BaselineToAdd returns an error where the file is something else than a baseline. There need be none.
func BaselineToAdd(ctx context.Context, name string) error {
	if _, err := readBaseline(ctx, name); err != nil && !errors.Is(err, errNoBaseline) {
		return fmt.Errorf("--remember writes to nothing but a baseline: %w", err)
	}
	return nil
}

// AddToBaseline adds findings of the loop to the file of a baseline and returns how many findings it has then. It adds
// no finding that a check would match with one in the file.
func AddToBaseline(ctx context.Context, name string, findings []review.Finding) (int, error) {
	old, err := readBaseline(ctx, name)
	if err != nil && !errors.Is(err, errNoBaseline) {
		return 0, err
	}
	byPath := map[string][]review.Finding{}
	for _, f := range asChecked(findings) {
		byPath[f.Path] = append(byPath[f.Path], f)
	}
	findings = nil
	for path, all := range byPath {
		findings = append(findings, old.without(path, all)...)
	}
	return newBaselineFile(name).save(findings, old, func(string, string) bool { return true })
}

// save writes findings, and those of the older baseline that keep holds for, to the file. It returns how many findings
// the file knows then.
func (b *baselineFile) save(
	findings []review.Finding, old *baselineFile, keep func(document, rule string) bool,
) (n int, err error) {
	var known *gate.Baseline
	if old != nil {
		known = old.Baseline
	}
	findings = slices.Clone(findings)
	for i := range findings {
		findings[i].Path = b.name(findings[i].Path)
	}
	b.Baseline = gate.NewBaseline(findings, known, keep)
	data, err := b.Bytes()
	if err != nil {
		return 0, err
	}
	for _, known := range b.Documents {
		for _, k := range known {
			n += len(k.Keys)
		}
	}
	return n, rollback.WriteFileAtomic(b.file, data, 0o644)
}
