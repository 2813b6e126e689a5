package main

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/bench/plant"
)

// A score counts how errors came out.
type score struct {
	errors, restored, left, wrong, falsely int
	reasons                                map[string]int
}

func (s *score) add(f fate, v verdict) {
	s.errors++
	switch f {
	case restored:
		s.restored++
		return
	case wrong:
		s.wrong++
		return
	case left:
		s.left++
	}
	if v.fixed {
		s.falsely++
	}
	if s.reasons == nil {
		s.reasons = map[string]int{}
	}
	reason, _, _ := strings.Cut(v.reason, " on line ")
	s.reasons[reason]++
}

// scores has a score for each class and each format.
type scores struct {
	documents        int
	show             int
	class            string
	all              score
	classes, formats map[string]*score
	cells            map[[2]string]*score
	unasked, refused int
}

func newScores(show int, class string) *scores {
	return &scores{
		show: show, class: class, classes: map[string]*score{}, formats: map[string]*score{}, cells: map[[2]string]*score{},
	}
}

// measure has one review of a damaged document resolved, and counts.
func (t *scores) measure(e engine, f form, name string, d damaged, all []plant.Error, seed uint64) {
	var reviewed []plant.Error
	for _, x := range all {
		if f.takes(x) {
			reviewed = append(reviewed, x)
		}
	}
	if len(reviewed) == 0 {
		return
	}
	text := f.write(rand.New(rand.NewPCG(seed, 0)), d, reviewed)
	got, err := e.fix(d.Source(), text, f.current)
	if err != nil {
		t.refused++
		reason, _, _ := strings.Cut(err.Error(), "\n")
		if t.show > 0 {
			fmt.Printf("%s: %s: refused: %v\n", name, f.name, err)
		}
		got = repaired{after: d.Source(), verdicts: make([]verdict, len(reviewed))}
		for i := range got.verdicts {
			got.verdicts[i].reason = "review refused: " + reason
		}
	}
	if len(got.verdicts) != len(reviewed) {
		fmt.Printf("%s: %s: %d findings are read of %d\n", name, f.name, len(got.verdicts), len(reviewed))
		t.unasked++
		return
	}
	became, apart, diff := fates(d.Source(), got.after, reviewed, got.verdicts)
	if apart {
		t.unasked++
	}
	if diff != "" {
		fmt.Printf("OTHERWISE %s: %s, asked for: %v, rules %v\n%s\n", name, f.name, !apart, got.raised, diff)
	}
	for i, x := range reviewed {
		v := got.verdicts[i]
		for _, s := range []*score{&t.all, entry(t.classes, x.Class), entry(t.formats, f.name), entry(t.cells, [2]string{x.Class, f.name})} {
			s.add(became[i], v)
		}
		falsely := became[i] == left && v.fixed
		switch {
		case became[i] == wrong:
			fmt.Printf("WRONG ")
		case falsely:
			fmt.Printf("FALSE ")
		case became[i] == left && t.show > 0 && strings.HasPrefix(x.Class, t.class):
			t.show--
		default:
			continue
		}
		line := plant.Line(d.Source(), x.Span)
		fmt.Printf("%s:%d: %s, %s: %q for %q: %s\n    %q\n", name, d.Lines().Number(x.Span.Start), f.name, x.Class, x.Old,
			x.New, v.reason, d.Source()[line.Start:line.End])
	}
}

func entry[K comparable](m map[K]*score, key K) *score {
	if m[key] == nil {
		m[key] = &score{}
	}
	return m[key]
}

// print writes the table, and reports whether nothing was wrong.
func (t *scores) print() bool {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, s *score) {
		fmt.Fprintf(w, "%s\t%d\t%s\t%d\t%d\t%d\t%s\t\n", name, s.errors, percent(s.restored, s.errors), s.left, s.wrong,
			s.falsely, mostly(s.reasons))
	}
	head := func(what string) {
		fmt.Fprintf(w, "%s\terrors\trestored\tleft\twrong\tfalsely fixed\tmostly\t\n", what)
	}
	head("class")
	for _, c := range plant.Classes() {
		row(c, entry(t.classes, c))
	}
	head("format")
	for _, f := range formats() {
		row(f.name, entry(t.formats, f.name))
	}
	row("all", &t.all)
	w.Flush()
	t.printCells()
	fmt.Println("\nleft, by reason:")
	for _, reason := range byCount(t.all.reasons) {
		fmt.Printf("%7d  %s\n", t.all.reasons[reason], reason)
	}
	fmt.Printf("\ndocuments with a byte changed that no finding asked for: %d; reviews refused: %d\n\n", t.unasked, t.refused)
	return t.unasked == 0 && t.all.wrong == 0 && t.all.falsely == 0
}

// printCells writes the share that is restored for each class in each format.
func (t *scores) printCells() {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\nrestored\t")
	for _, f := range formats() {
		fmt.Fprintf(w, "%s\t", strings.ReplaceAll(f.name, ", ", ","))
	}
	fmt.Fprintln(w)
	for _, c := range plant.Classes() {
		fmt.Fprintf(w, "%s\t", c)
		for _, f := range formats() {
			s := entry(t.cells, [2]string{c, f.name})
			fmt.Fprintf(w, "%s\t", percent(s.restored, s.errors))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}

func byCount(m map[string]int) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
}

// mostly names the two most frequent reasons.
func mostly(m map[string]int) string {
	names := byCount(m)
	var out []string
	for _, name := range names[:min(2, len(names))] {
		short, _, _ := strings.Cut(name, "; ")
		out = append(out, fmt.Sprintf("%d %.50s", m[name], short))
	}
	return strings.Join(out, ", ")
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}
