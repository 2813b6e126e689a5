package workspace

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A listing is the files of a repository, as paths relative to the folder that was asked about.
type listing struct {
	root  string
	paths []string
	err   error
}

// list returns the files of the repository that a folder lies in, as repo.RepositoryFiles does. It asks git once.
func (w *Workspace) list(ctx context.Context, dir string) (root string, paths []string, err error) {
	w.listing.Lock()
	defer w.listing.Unlock()
	l, ok := w.listings[dir]
	if !ok {
		if files, walked := w.walked[filepath.Clean(dir)]; walked {
			l.root, l.paths = ".", below(dir, files)
		} else {
			l.root, l.paths, l.err = repo.RepositoryFiles(ctx, dir, w.Environ)
		}
		if w.listings == nil {
			w.listings = map[string]listing{}
		}
		w.listings[dir] = l
	}
	return l.root, slices.Clone(l.paths), l.err
}

// keepWalked keeps the files below a folder outside of a repository: links are looked for among the same.
func (w *Workspace) keepWalked(dir string, files []string) {
	w.listing.Lock()
	defer w.listing.Unlock()
	if w.walked == nil {
		w.walked = map[string][]string{}
	}
	w.walked[filepath.Clean(dir)] = slices.Clone(files)
}

// below returns the paths of files below a folder, which begin with it, as paths from there.
func below(dir string, files []string) []string {
	out := make([]string, len(files))
	for i, file := range files {
		out[i] = file
		if rel, err := filepath.Rel(dir, file); err == nil {
			out[i] = rel
		}
	}
	return out
}

// Settle replaces rules that ask for what the repository does by what it does. All documents of a repository count,
// whichever of them the run is over, so that a document is judged alike in every run. Outside of a repository those of
// the run count.
func (w *Workspace) Settle(ctx context.Context, lists ...[]Document) {
	for _, docs := range lists {
		for i := range docs {
			docs[i].Rules = w.settled(ctx, &docs[i], func() []Document { return slices.Concat(lists...) })
		}
	}
}

// Settled returns the rules of a document as Settle makes them, for a document that is looked at alone.
func (w *Workspace) Settled(ctx context.Context, d Document) *rules.Set {
	return w.settled(ctx, &d, func() []Document { return []Document{d} })
}

// An asker is rules that ask for what a working tree does; of documents outside of one where top is empty.
type asker struct {
	rules *rules.Set
	top   string
}

// settled returns the rules of d with the habits of its repository or, outside of one, of the run. They are found once.
func (w *Workspace) settled(ctx context.Context, d *Document, run func() []Document) *rules.Set {
	if !d.Rules.Unsettled() {
		return d.Rules
	}
	w.settling.Lock()
	defer w.settling.Unlock()
	if w.habitual == nil {
		w.habitual, w.where = map[asker]*rules.Set{}, NewLocations()
		w.counted, w.unsettled = map[asker]habit.Counts{}, map[*rules.Set]*rules.Set{}
	}
	by := asker{d.Rules, w.where.Of(d.Path).Top}
	if w.habitual[by] == nil {
		var texts []source.Stored
		counts, given := w.habitsGiven(d)
		switch {
		case given || !w.asksConsistency():
		case by.top == "":
			texts = textsOf(run(), d.Rules)
		default:
			texts = w.habitTexts(ctx, d)
		}
		if !given {
			counts = habit.Gather(texts, w.Jobs, d.Rules.UnsettledDelimiters())
		}
		w.habitual[by] = w.habits(d.Rules, counts)
		w.counted[by], w.unsettled[w.habitual[by]] = counts, d.Rules
	}
	return w.habitual[by]
}

// asksConsistency reports whether a rule is asked that can want consistency.
func (w *Workspace) asksConsistency() bool {
	asked := []string{rule.HeadingCase.Rule.ID, rule.ListMarker.Rule.ID, "emphasis-style", "strong-style"}
	return w.Asks == nil || slices.ContainsFunc(asked, w.Asks)
}

// textsOf returns the documents that a configuration holds for, in a scattered order.
func textsOf(docs []Document, set *rules.Set) []source.Stored {
	byPath, paths := map[string]*Document{}, []string{}
	for i := range docs {
		if docs[i].Rules == set {
			byPath[docs[i].Path], paths = &docs[i], append(paths, docs[i].Path)
		}
	}
	var texts []source.Stored
	for _, path := range link.Scattered(paths) {
		texts = append(texts, byPath[path].stored())
	}
	return texts
}

// A neighbour is a document of the repository.
type neighbour struct {
	name string // from the root of the repository, with slashes
	path string // as a document of the run would be named
}

// reading returns what reads the document at a path as evidence.
func (w *Workspace) reading(path string) func() ([]byte, error) {
	return func() ([]byte, error) { return w.unasked.read(path, w.Note) }
}

// neighbours returns the documents of the repository that d lies in, with d, without those that its configuration
// leaves out. It returns none if they can't be listed.
func (w *Workspace) neighbours(ctx context.Context, d *Document) []neighbour {
	dir := filepath.Dir(d.Path)
	root, files, _ := w.list(ctx, dir)
	names := NewNames(!filepath.IsAbs(d.Path))
	top := filepath.ToSlash(names.absolute(filepath.Join(dir, root))) + "/"
	var out []neighbour
	for _, file := range files {
		path := filepath.Join(dir, file)
		if link.IsMarkdown(path) && !Ignores(d.Config, d.Rules, path) {
			within := strings.TrimPrefix(filepath.ToSlash(names.absolute(path)), top)
			out = append(out, neighbour{within, names.Of(path)})
		}
	}
	return out
}

// habitTexts returns the documents of the repository that d lies in, without those of other people and those whose own
// rules say what d's ask for, in a scattered order.
func (w *Workspace) habitTexts(ctx context.Context, d *Document) []source.Stored {
	byName, names := map[string]neighbour{}, []string{}
	told := w.told(ctx, d)
	for _, n := range w.neighbours(ctx, d) {
		if !link.Foreign(n.name) && !told(n.path) {
			byName[n.name], names = n, append(names, n.name)
		}
	}
	var texts []source.Stored
	for _, name := range link.Scattered(names) {
		texts = append(texts, source.Stored{Path: byName[name].path, Read: w.reading(byName[name].path)})
	}
	return texts
}

// told returns a function that reports whether the rules of the document at a path say what those of d, a document of
// the same repository, ask the repository for.
func (w *Workspace) told(ctx context.Context, d *Document) func(path string) bool {
	configs := NewConfigs(ctx, w.Config, func(string, ...any) {}).With(&w.Options)
	config, err := configs.configuration(d.Config)
	dir := Absolute(filepath.Dir(d.Path))
	_, files, _ := w.list(ctx, filepath.Dir(d.Path))
	several := w.Config == "" && slices.ContainsFunc(files, func(file string) bool {
		return filepath.Base(file) == rules.FileName && filepath.Join(dir, file) != d.Config
	})
	if err != nil || !several && !config.HasOverrides() {
		return func(string) bool { return false }
	}
	return func(path string) bool {
		_, set, err := configs.For(path)
		return err == nil && set.Dictates(d.Rules)
	}
}

// OtherDocuments returns a function that lists, once, the documents of the repository that are not in a group of
// documents: how they write words is evidence too. Outside of a repository there are none.
func (w *Workspace) OtherDocuments(ctx context.Context, g Group) func() []source.Stored {
	return sync.OnceValue(func() []source.Stored { return w.otherDocuments(ctx, g) })
}

func (w *Workspace) otherDocuments(ctx context.Context, g Group) []source.Stored {
	if NewLocations().folder(filepath.Dir(g.Documents[0].Path)).Top == "" {
		return nil
	}
	inGroup := map[string]bool{}
	for _, d := range slices.Concat(g.Documents, g.Around) {
		inGroup[filepath.ToSlash(d.Path)] = true
	}
	var texts []source.Stored
	for _, n := range w.neighbours(ctx, &g.Documents[0]) {
		if path := filepath.ToSlash(n.path); !inGroup[path] {
			texts = append(texts, source.Stored{Path: path, Read: w.reading(n.path)})
		}
	}
	return texts
}

// habits returns the rules with the habits that were counted, and tells the user which rules have none.
func (w *Workspace) habits(set *rules.Set, counts habit.Counts) *rules.Set {
	out := set.Settle(counts.Habits())
	was, is := set.Style, out.Style
	var open []string
	tell := func(rule string, lost bool, n, all int, noun, does string) {
		if lost && all > 0 && w.tells(rule) {
			open = append(open, fmt.Sprintf("%s (%d%% of %s %s)", rule, 100*n/all, wording.Count(all, noun), does))
		}
	}
	style, n := counts.HeadingStyle()
	tell(rule.HeadingCase.Rule.ID, was.HeadingCase != nil && is.HeadingCase == nil, n, counts.Headings,
		"heading", "are in "+style.Description())
	marker, n := counts.Bullet()
	tell(rule.ListMarker.Rule.ID, was.ListMarker != nil && is.ListMarker == nil, n, counts.Items(),
		"list item", fmt.Sprintf("begin with %q", marker))
	char, n := habit.Most(counts.Emphasis)
	tell("emphasis-style", was.EmphasisStyle != nil &&
		is.EmphasisStyle == nil, n, counts.Emphasis[0]+counts.Emphasis[1],
		"emphasised text", fmt.Sprintf("stand between %q", char))
	char, n = habit.Most(counts.Strong)
	tell("strong-style", was.StrongStyle != nil && is.StrongStyle == nil, n, counts.Strong[0]+counts.Strong[1],
		"strong text", fmt.Sprintf("stand between %q", string([]byte{char, char})))
	if len(open) > 0 {
		w.Note("no style is settled here for %s: %s left alone; %s can name one",
			wording.List(open, len(open)), [...]string{"it is", "they are"}[min(len(open), 2)-1], rules.FileName)
	}
	return out
}

// tells reports whether the user is told of a rule that has nothing to go by.
func (w *Workspace) tells(rule string) bool { return !w.Aside && (w.Asks == nil || w.Asks(rule)) }
