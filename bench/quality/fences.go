package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// usual is how many fences a language must have to count.
const usual = 30

// A fence is one labelled fenced code block and what was inferred without the label.
type fence struct{ place, label, inferred string }

// fences prints how well the languages of fenced code are inferred: all labels of a
// document are hidden, and each is asked for. Half of the repositories (the folders
// below the corpus) are those that the fixer's figures may be chosen by; the other
// half tells how good they are.
func (b bench) fences() error {
	halves := map[string][]fence{}
	set, err := rules.Load(rules.FileName, []byte(`{"style": {"fenced-code-language": {"infer": true}}}`))
	if err != nil {
		return err
	}
	err = documents(b.corpus, func(name string, src []byte) error {
		repository, _, _ := strings.Cut(name, "/")
		half := halfOf(repository)
		found, err := hidden(name, src, set)
		halves[half] = append(halves[half], found...)
		return err
	})
	if err != nil {
		return err
	}
	for _, half := range []string{"tune", "test"} {
		if err := b.languages(half, halves[half]); err != nil {
			return err
		}
	}
	return nil
}

// halfOf puts a repository into one half, whatever others there are.
func halfOf(repository string) string {
	h := fnv.New32a()
	fmt.Fprint(h, repository)
	if h.Sum32()/7%2 == 0 {
		return "tune"
	}
	return "test"
}

// hidden is the labelled fences of a document, with what is inferred for each when
// no fence has a label.
func hidden(name string, src []byte, set *rules.Set) ([]fence, error) {
	var labels []string
	var edits []source.Edit
	for _, n := range zone.Parse(name, src).Nodes() {
		if n.Kind != markdown.FencedCode {
			continue
		}
		label := ""
		if !n.Content.Empty() {
			label = language(string(src[n.Content.Start:n.Content.End]))
			edits = append(edits, source.Edit{Span: n.Content})
		}
		labels = append(labels, label)
	}
	bare, err := source.Apply(src, edits)
	if err != nil {
		return nil, err
	}
	doc := zone.Parse(name, bare)
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
			found = append(found, fence{fmt.Sprintf("%s:%d", name, doc.Lines().Number(n.Span.Start)), labels[i], inferred})
		}
		i++
	}
	return found, nil
}

// language is the language that an info string names. Shells count as one, and so do
// the dialects of JavaScript.
func language(info string) string {
	name := strings.ToLower(strings.TrimLeft(info, "{. "))
	if end := strings.IndexAny(name, " ,{}:;(\t"); end >= 0 {
		name = name[:end]
	}
	if one, ok := aliases[name]; ok {
		return one
	}
	return name
}

var aliases = map[string]string{
	"bash": "sh", "shell": "sh", "console": "sh", "zsh": "sh", "shell-session": "sh", "shellsession": "sh", "terminal": "sh",
	"javascript": "js", "jsx": "js", "ts": "js", "tsx": "js", "typescript": "js", "mjs": "js", "cjs": "js", "mts": "js",
	"c++": "cpp", "cc": "cpp", "cs": "csharp", "c#": "csharp", "docker": "dockerfile", "golang": "go", "patch": "diff",
	"objective-c": "objc", "objectivec": "objc", "py": "python", "python3": "python", "pycon": "python", "pyi": "python", "rs": "rust", "yml": "yaml", "jsonc": "json", "json5": "json",
	"txt": "text", "plain": "text", "plaintext": "text", "none": "text", "output": "text",
}

// noLanguage are labels that say what is done with code, and not what language it
// is in, as far as highlighters know. They are shown, but are no part of the means.
var noLanguage = map[string]bool{"text": true, "snapshot": true, "fiddle": true, "openmetrics-add-eof": true}

// A tally is what became of the fences with one label.
type tally struct {
	all, answered, right int
	wrong                map[string]int // by what was inferred
}

func (b bench) languages(half string, found []fence) error {
	tallies := map[string]*tally{}
	answers, good := map[string]int{}, map[string]int{}
	for _, f := range found {
		t := tallies[f.label]
		if t == nil {
			t = &tally{wrong: map[string]int{}}
			tallies[f.label] = t
		}
		t.all++
		if f.inferred == "" {
			continue
		}
		t.answered++
		answers[f.inferred]++
		if f.inferred == f.label {
			t.right++
			good[f.label]++
			continue
		}
		t.wrong[f.inferred]++
		if b.show > 0 {
			fmt.Printf("%s: %s, inferred %s\n", f.place, f.label, f.inferred)
		}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "fences, %s half\tn\tanswers\tright\tanswers that are right\tinstead\n", half)
	names := slices.SortedFunc(maps.Keys(tallies), func(a, b string) int {
		return cmp.Or(tallies[b].all-tallies[a].all, strings.Compare(a, b))
	})
	var sum struct {
		languages, precise     int
		answers, right, answer float64
	}
	for _, name := range names {
		t := tallies[name]
		if t.all < usual {
			continue
		}
		if noLanguage[name] {
			fmt.Fprintf(w, "(%s)\t%d\t%s\t\t\t%s\n", name, t.all, share(t.answered, t.all), confused(t.wrong))
			continue
		}
		sum.languages++
		sum.answers += float64(t.answered) / float64(t.all)
		if t.answered > 0 {
			sum.precise++
			sum.right += float64(t.right) / float64(t.answered)
			sum.answer += float64(good[name]) / float64(max(1, answers[name]))
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\n", name, t.all, share(t.answered, t.all), share(t.right, t.answered), share(good[name], answers[name]), confused(t.wrong))
	}
	fmt.Fprintf(w, "mean of %d languages\t\t%.1f %%\t%.1f %%\t%.1f %%\t\n", sum.languages, 100*sum.answers/float64(max(1, sum.languages)),
		100*sum.right/float64(max(1, sum.precise)), 100*sum.answer/float64(max(1, sum.precise)))
	defer fmt.Println()
	return w.Flush()
}

// confused lists what was inferred wrongly, the most frequent first.
func confused(wrong map[string]int) string {
	names := slices.SortedFunc(maps.Keys(wrong), func(a, b string) int { return cmp.Or(wrong[b]-wrong[a], strings.Compare(a, b)) })
	var out []string
	for _, name := range names {
		out = append(out, fmt.Sprintf("%s %d", name, wrong[name]))
	}
	return strings.Join(out, ", ")
}
