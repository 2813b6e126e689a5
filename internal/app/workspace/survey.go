package workspace

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules/imports"
	"github.com/doc-iterate/doc-iterate/rules/starter"
)

// A Repository is the files from which a first configuration is made.
type Repository struct {
	Root  string   // as a path from the working directory
	paths []string // from Root, with slashes
	// Note tells of files that must not be read.
	Note    func(format string, args ...any)
	unasked unasked
}

// ListRepository lists the files of the repository that a folder lies in.
func ListRepository(
	ctx context.Context, dir string, environ []string, note func(format string, args ...any),
) (*Repository, error) {
	up, names, err := repo.RepositoryFiles(ctx, dir, environ)
	if err != nil {
		return nil, fmt.Errorf("%s: git lists no files here (%w); init looks at a working tree", dir, err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &Repository{Root: filepath.Join(dir, up), Note: note}
	for _, name := range names {
		if p, err := filepath.Rel(filepath.Join(abs, up), filepath.Join(abs, name)); err == nil {
			r.paths = append(r.paths, filepath.ToSlash(p))
		}
	}
	return r, nil
}

func (r *Repository) file(path string) string { return filepath.Join(r.Root, filepath.FromSlash(path)) }

// Configs reads the configurations of linters that can be imported. It passes over those that can't be read.
func (r *Repository) Configs() []imports.File {
	var files []imports.File
	for _, p := range starter.Configs(r.paths) {
		if data, err := r.unasked.read(r.file(p), r.Note); err == nil {
			files = append(files, imports.File{Name: p, Data: data})
		}
	}
	return files
}

// Starter returns what a first configuration is made from.
func (r *Repository) Starter() starter.Repository {
	documents := slices.DeleteFunc(slices.Clone(r.paths), func(p string) bool { return !link.IsMarkdown(p) })
	return starter.Repository{Documents: documents, Head: r.head, Measure: r.measure}
}

// head returns the first bytes of a document, where a program says that it wrote it.
func (r *Repository) head(path string) []byte {
	const enough = 2 << 10
	src, _ := r.unasked.readDocument(r.file(path), func(string, ...any) {})
	return src[:min(len(src), enough)]
}

// measure counts what each candidate judges and finds, with the reviewers that would check it.
func (r *Repository) measure(candidates []starter.Candidate, ignored func(string) bool) starter.Survey {
	docs := r.documents(ignored)
	read := func(path string) ([]byte, error) { return r.unasked.read(r.file(path), r.Note) }
	run := review.NewCorpus(docs, link.NewFiles(".", r.paths, read))
	s := starter.Survey{Documents: len(docs), Judged: judged(docs), Found: make([]int, len(candidates))}
	all := rule.All()
	for i, c := range candidates {
		of := slices.IndexFunc(all, func(r review.Reviewer) bool { return r.Rule.ID == c.ID })
		set, found := c.Rules(), make([]int, len(docs))
		parallel.OnAll(len(docs), func(j int) { found[j] = len(run.Review(docs[j], set, all[of:of+1])) })
		for _, n := range found {
			s.Found[i] += n
		}
	}
	return s
}

// documents parses the Markdown that is not ignored and that can be read, as a check does.
func (r *Repository) documents(ignored func(string) bool) []*zone.Document {
	paths := slices.DeleteFunc(slices.Clone(r.paths), func(p string) bool { return !link.IsMarkdown(p) || ignored(p) })
	dialects := NewDialects()
	parsed := make([]*zone.Document, len(paths))
	parallel.OnAll(len(paths), func(i int) {
		if src, err := r.unasked.readDocument(r.file(paths[i]), r.Note); err == nil {
			parsed[i] = zone.Parse(paths[i], src, dialects.Of(r.file(paths[i]), nil))
		}
	})
	return slices.DeleteFunc(parsed, func(d *zone.Document) bool { return d == nil })
}

// judges has what each kind of node is to the rules.
var judges = map[markdown.Kind]string{
	markdown.FencedCode: starter.Fence, markdown.Emphasis: starter.Emphasis,
	markdown.Strong: starter.Strong, markdown.OrderedList: starter.Numbered, markdown.AutoLink: starter.Address,
	markdown.Link: starter.Link,
}

// judged counts what rules judge in the documents.
func judged(docs []*zone.Document) map[string]int {
	count := map[string]int{starter.Document: len(docs)}
	for _, d := range docs {
		count[starter.Heading] += len(d.Headings())
		nodes := d.Nodes()
		for i := range nodes {
			n := &nodes[i]
			if name := judges[n.Kind]; name != "" {
				count[name]++
			}
			switch parent := nodes[n.Parent].Kind; {
			case n.Kind == markdown.ListItem && parent == markdown.BulletList:
				count[starter.Item]++
			case n.Kind == markdown.BulletList || n.Kind == markdown.OrderedList:
				if parent != markdown.ListItem {
					count[starter.List]++
				}
			case n.Kind == markdown.FencedCode && bytes.Contains(d.Code(i), []byte("$ ")):
				count[starter.Commands]++
			case n.Kind == markdown.Link && !bytes.Contains(d.Bytes(n.Span), []byte("://")):
				count[starter.Local]++
			}
		}
	}
	return count
}
