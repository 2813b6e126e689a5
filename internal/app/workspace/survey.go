package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/review/layout"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
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

// Survey counts what the documents do, with the reviewers that would check it.
func (r *Repository) Survey() starter.Survey {
	docs := r.documents()
	read := func(path string) ([]byte, error) { return r.unasked.read(r.file(path), r.Note) }
	run := review.NewCorpus(docs, link.NewFiles(".", r.paths, read))
	set := surveyRules()
	found := make([][]review.Finding, len(docs))
	parallel.OnAll(len(docs), func(i int) {
		found[i] = run.Review(docs[i], set, rule.All())
	})
	s := starter.Survey{Documents: len(docs), Items: map[byte]int{}, Paths: r.paths}
	var habits habit.Counts
	breaks := map[string]int{} // how many documents break a rule
	for i, d := range docs {
		broken := map[string]bool{}
		for _, f := range found[i] {
			if !broken[f.Rule] {
				broken[f.Rule] = true
				breaks[f.Rule]++
			}
		}
		habits.Add(d.Source(), true)
		for _, n := range d.Nodes() {
			if n.Kind == markdown.FencedCode {
				s.Fences++
			}
		}
		for _, f := range found[i] {
			switch f.Rule {
			case rule.FencedCodeLanguage.Rule.ID:
				s.Unnamed++
			case rule.Placeholder.Rule.ID:
				s.Placeholders++
			case rule.Reference.Rule.ID:
				s.DeadLinks++
			}
		}
	}
	for _, rule := range surveyedLayout() {
		s.Layout = append(s.Layout, starter.Kept{Rule: rule, Kept: len(docs) - breaks[rule], All: len(docs),
			What: "document"})
	}
	for _, of := range []struct {
		rule, what string
		counts     [2]int
	}{{"emphasis-style", "emphasised text", habits.Emphasis}, {"strong-style", "strong text", habits.Strong}} {
		char, n := habit.Most(of.counts)
		style := map[byte]string{'*': "asterisk", '_': "underscore"}[char]
		all := of.counts[0] + of.counts[1]
		s.Layout = append(s.Layout, starter.Kept{Rule: of.rule, Style: style, Kept: n, All: all, What: of.what})
	}
	s.Headings = habits.Headings
	s.Style, s.InStyle = habits.HeadingStyle()
	for i, n := range habits.Bullets {
		s.Items[markdown.BulletMarkers[i]] = n
	}
	return s
}

// documents parses the Markdown that people wrote and that can be read.
func (r *Repository) documents() []*zone.Document {
	var paths []string
	for _, p := range r.paths {
		if link.IsMarkdown(p) && !starter.Generated(p) {
			paths = append(paths, p)
		}
	}
	parsed := make([]*zone.Document, len(paths))
	parallel.OnAll(len(paths), func(i int) {
		if src, err := r.unasked.readDocument(r.file(paths[i]), r.Note); err == nil {
			parsed[i] = zone.Parse(paths[i], src, markdown.DialectOf(paths[i]))
		}
	})
	return slices.DeleteFunc(parsed, func(d *zone.Document) bool { return d == nil })
}

// surveyedLayout returns the layout rules that a document keeps or breaks, whatever the others do.
func surveyedLayout() (ids []string) {
	for _, r := range layout.Rules() {
		if r.ID != "emphasis-style" && r.ID != "strong-style" {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// surveyRules asks for everything that a first configuration can ask for.
func surveyRules() *rules.Set {
	var layout strings.Builder
	for _, rule := range surveyedLayout() {
		fmt.Fprintf(&layout, ", %q: {}", rule)
	}
	set, err := rules.Load("survey", fmt.Appendf(nil,
		`{"style": {"fenced-code-language": {}%s}, "placeholders": {}, "references": {}}`, layout.String()))
	if err != nil {
		panic(err) // which it isn't for
	}
	return set
}
