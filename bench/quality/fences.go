package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// usual is how many answers a language must have to count in the mean of languages.
const usual = 20

// A fence is one labelled fenced code block and what was inferred without the label.
type fence struct{ place, repository, label, inferred string }

// fences prints how well the languages of fenced code are inferred, one repository (a
// folder below the corpus) a line: with all labels of the documents hidden, and with
// each third of them, one third after the other.
func (b bench) fences() error {
	set, err := rules.Load(rules.FileName, []byte(`{"style": {"fenced-code-language": {"infer": true}}}`))
	if err != nil {
		return err
	}
	for _, hidden := range []hiding{{"all labels", 1}, {"each third", 3}} {
		var found []fence
		err := documents(b.corpus, func(name string, src []byte) error {
			for turn := range hidden.every {
				fences, err := hidden.fences(name, src, set, turn)
				if err != nil {
					return err
				}
				found = append(found, fences...)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if err := b.repositories(hidden.name, found); err != nil {
			return err
		}
	}
	return nil
}

// A hiding takes the labels of fences away: each, or every so many.
type hiding struct {
	name  string
	every int
}

// fences is the fences whose labels are hidden in one turn, with what is inferred for each.
func (h hiding) fences(name string, src []byte, set *rules.Set, turn int) ([]fence, error) {
	var labels []string // of all fences, "" for those that are not hidden
	var edits []source.Edit
	labelled := 0
	for _, n := range zone.Parse(name, src, markdown.DialectOf(name)).Nodes() {
		if n.Kind != markdown.FencedCode {
			continue
		}
		label := ""
		if !n.Content.Empty() {
			if labelled++; labelled%h.every == turn {
				label = language(string(src[n.Content.Start:n.Content.End]))
				edits = append(edits, source.Edit{Span: n.Content})
			}
		}
		labels = append(labels, label)
	}
	bare, err := source.Apply(src, edits)
	if err != nil {
		return nil, err
	}
	doc := zone.Parse(name, bare, markdown.DialectOf(name))
	repository, _, _ := strings.Cut(name, "/")
	var found []fence
	i := 0
	for _, n := range doc.Nodes() {
		if n.Kind != markdown.FencedCode {
			continue
		}
		if i < len(labels) && labels[i] != "" {
			at := source.Span{Start: n.Span.Start, End: n.Content.Start}
			inferred := ""
			change, err := fixers.FencedCodeLanguage.Fix(doc, set, &review.Finding{Path: name, Rule: "fenced-code-language", State: review.Located, Span: at})
			if err == nil {
				inferred = language(change.Of(name)[0].New)
			}
			found = append(found, fence{fmt.Sprintf("%s:%d", name, doc.Lines().Number(n.Span.Start)), repository, labels[i], inferred})
		}
		i++
	}
	return found, nil
}

// language is the language that an info string names. Labels that highlighters treat
// alike count as one.
func language(info string) string {
	name := strings.ToLower(strings.TrimLeft(info, "{. "))
	if end := strings.IndexAny(name, " ,{}:;(\t"); end >= 0 {
		name = name[:end]
	}
	if one, ok := aliases()[name]; ok {
		return one
	}
	return name
}

// aliases are the labels that stand for another one.
var aliases = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for _, names := range []string{
		"sh bash console zsh shell shell-session shellsession sh-session terminal language-bash",
		"js javascript mjs cjs", "ts typescript mts", "yaml yml language-yaml", "go golang", "python py pyi python3",
		"powershell ps ps1 pwsh powershell-interactive azurepowershell", "rust rs", "cpp c++ cxx cc", "ruby rb", "kotlin kt",
		"makefile make", "text txt plain plaintext output none syntax nocode", "markdown md", "csharp cs c#", "json jsonc json5",
		"bat cmd batch dos", "protobuf proto", "dockerfile docker", "objc objective-c objectivec", "diff patch",
	} {
		all := strings.Fields(names)
		for _, name := range all {
			m[name] = all[0]
		}
	}
	return m
})

// A tally is what became of some fences.
type tally struct {
	all, answered, right int
	answers, good        map[string]int // by what was inferred
	wrong                map[string]int // by label and what was inferred
}

func (t *tally) add(f fence) {
	if t.wrong == nil {
		t.answers, t.good, t.wrong = map[string]int{}, map[string]int{}, map[string]int{}
	}
	t.all++
	if f.inferred == "" {
		return
	}
	t.answered++
	t.answers[f.inferred]++
	if f.inferred == f.label {
		t.right++
		t.good[f.label]++
	} else {
		t.wrong[f.label+" → "+f.inferred]++
	}
}

// mean is the share of right answers, each usual answer weighing as much as any other.
func (t *tally) mean() (share float64, languages int) {
	for name, n := range t.answers {
		if n >= usual {
			share += float64(t.good[name]) / float64(n)
			languages++
		}
	}
	return share / float64(max(1, languages)), languages
}

func (b bench) repositories(hidden string, found []fence) error {
	tallies, sum := map[string]*tally{}, &tally{}
	for _, f := range found {
		if tallies[f.repository] == nil {
			tallies[f.repository] = &tally{}
		}
		tallies[f.repository].add(f)
		sum.add(f)
		if b.show > 0 && f.inferred != "" && f.inferred != f.label {
			fmt.Printf("%s: %s, inferred %s\n", f.place, f.label, f.inferred)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "fences, %s hidden\tn\tanswers\tright\tmean of languages\tmost frequent errors\n", hidden)
	for _, name := range append(slices.Sorted(maps.Keys(tallies)), "all") {
		t := tallies[name]
		if name == "all" {
			t = sum
		}
		if b.show > 0 {
			for _, answer := range slices.Sorted(maps.Keys(t.answers)) {
				if t.answers[answer] >= usual {
					fmt.Printf("%s: of %d answers %s, right %s\n", name, t.answers[answer], answer, share(t.good[answer], t.answers[answer]))
				}
			}
		}
		mean, languages := t.mean()
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%.1f %% of %d\t%s\n", name, t.all, share(t.answered, t.all), share(t.right, t.answered), 100*mean, languages, confused(t.wrong))
	}
	defer fmt.Println()
	return w.Flush()
}

// confused lists the most frequent errors.
func confused(wrong map[string]int) string {
	names := slices.SortedFunc(maps.Keys(wrong), func(a, b string) int { return cmp.Or(wrong[b]-wrong[a], strings.Compare(a, b)) })
	var out []string
	for _, name := range names[:min(len(names), 8)] {
		out = append(out, fmt.Sprintf("%s %d", name, wrong[name]))
	}
	return strings.Join(out, ", ")
}
