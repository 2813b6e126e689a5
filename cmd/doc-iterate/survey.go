package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
	"github.com/doc-iterate/doc-iterate/rules/starter"
)

// A repository is the files among which init looks around.
type repository struct {
	root  string   // as a path from the working directory
	paths []string // from the root, with slashes
}

func (s *session) listRepository(dir string) (*repository, error) {
	up, names, err := rollback.RepositoryFiles(s.ctx, dir, s.environ)
	if err != nil {
		return nil, fmt.Errorf("%s: git lists no files here (%w); init looks at a working tree", dir, err)
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &repository{root: filepath.Join(dir, up)}
	for _, name := range names {
		if p, err := filepath.Rel(filepath.Join(abs, up), filepath.Join(abs, name)); err == nil {
			r.paths = append(r.paths, filepath.ToSlash(p))
		}
	}
	return r, nil
}

func (r *repository) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(r.root, filepath.FromSlash(path)))
}

// configs reads the configurations of linters that can be imported; one that
// can't be read is passed over.
func (r *repository) configs() []imports.File {
	var files []imports.File
	for _, p := range starter.Configs(r.paths) {
		if data, err := r.read(p); err == nil {
			files = append(files, imports.File{Name: p, Data: data})
		}
	}
	return files
}

// survey counts what the documents do, with the reviewers that would check it.
func (r *repository) survey() starter.Survey {
	docs := r.documents()
	run := review.NewCorpus(docs, review.NewFiles(".", r.paths, r.read))
	set := surveySet(r.paths)
	found := make([][]review.Finding, len(docs))
	parallel.OnAll(len(docs), func(i int) {
		found[i] = run.Review(docs[i], set, review.Reviewers())
	})
	s := starter.Survey{Documents: len(docs), Lists: map[byte]int{}, Paths: r.paths}
	for i, d := range docs {
		s.Headings += len(d.Headings())
		for _, n := range d.Nodes() {
			switch n.Kind {
			case review.BulletList:
				s.Lists[n.Marker]++
			case review.FencedCode:
				s.Fences++
			}
		}
		for _, f := range found[i] {
			switch f.Rule {
			case review.HeadingCase.Rule.ID:
				s.OtherCase++
			case review.FencedCodeLanguage.Rule.ID:
				s.Unnamed++
			case review.Placeholder.Rule.ID:
				s.Placeholders++
			case review.Reference.Rule.ID:
				s.DeadLinks++
			}
		}
	}
	return s
}

// documents parses the Markdown that people wrote and that can be read; what
// can't is no habit of anyone.
func (r *repository) documents() []*review.Document {
	var paths []string
	for _, p := range r.paths {
		if review.IsMarkdown(p) && !starter.Generated(p) {
			paths = append(paths, p)
		}
	}
	parsed := make([]*review.Document, len(paths))
	parallel.OnAll(len(paths), func(i int) {
		info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(paths[i])))
		if err != nil || !info.Mode().IsRegular() || gate.TooLarge(info.Size()) != nil {
			return
		}
		if src, err := r.read(paths[i]); err == nil && gate.Admit(src) == nil {
			parsed[i] = review.Parse(paths[i], src)
		}
	})
	var docs []*review.Document
	for _, d := range parsed {
		if d != nil {
			docs = append(docs, d)
		}
	}
	return docs
}

// surveySet asks for everything that init can ask for.
func surveySet(paths []string) *rules.Set {
	slug, _ := starter.SlugStyle(paths)
	set, err := rules.Load("survey", fmt.Appendf(nil,
		`{"style": {"heading-case": {}, "fenced-code-language": {}}, "placeholders": {}, "references": {"slug": %q}}`, slug))
	if err != nil {
		panic(err) // SlugStyle names none but known styles
	}
	return set
}
