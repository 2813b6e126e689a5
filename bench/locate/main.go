// Command locate measures how well findings are located: it makes cases of known
// truth from the Markdown documents below a folder, one class for each way in
// which a review can be imprecise, and prints for each class how many were
// located exactly, within or around the right place, at a wrong place, or not at
// all, beside what simpler methods make of the same cases.
//
// The documents are in two halves, by the hash of their names. What the locator's
// constants are chosen by is -half tune; what is claimed is -half test.
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func main() {
	half := flag.String("half", "test", "the documents to use: tune, test or all")
	most := flag.Int("documents", 400, "use no more documents than this")
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	show := flag.String("show", "", "print the cases of this class that did not come out as they should")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: locate [-half tune|test|all] [-documents N] [-seed N] [-show CLASS] DIR")
		os.Exit(2)
	}
	docs, err := documents(flag.Arg(0), *half, *most)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	rng := rand.New(rand.NewPCG(*seed, 0))
	var rows []row
	for _, class := range classes() {
		r := row{class: class, scores: map[string]*score{}}
		for _, src := range docs {
			for _, c := range class.make(rng, src) {
				r.add(c, *show == class.name)
			}
		}
		rows = append(rows, r)
	}
	print(len(docs), rows)
}

// documents is the contents of documents of a usual size.
func documents(dir, half string, most int) ([][]byte, error) {
	var out [][]byte
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".md") {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		h := fnv.New32a()
		fmt.Fprint(h, rel)
		n := h.Sum32()
		if half == "tune" && n%2 != 0 || half == "test" && n%2 != 1 || n/2%3 != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) > 2000 && len(data) < 100_000 && len(out) < most {
			out = append(out, data)
		}
		return err
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no Markdown documents of 2 to 100 kB", dir)
	}
	return out, err
}

// A testCase is an issue about a document and what it means.
type testCase struct {
	doc   []byte
	issue review.Issue
	opts  locate.Options
	// truth is the place that is meant; nil where nothing may be located.
	truth *source.Span
}

// A score counts how cases came out.
type score struct{ cases, exact, near, wrong, none int }

type row struct {
	class  class
	scores map[string]*score
}

func (r *row) add(c testCase, show bool) {
	for _, m := range methods() {
		s := r.scores[m.name]
		if s == nil {
			s = &score{}
			r.scores[m.name] = s
		}
		got, ok := m.find(c)
		s.cases++
		verdict := ""
		switch {
		case !ok:
			s.none++
			if c.truth != nil {
				verdict = "not located"
			}
		case c.truth == nil:
			s.wrong++
			verdict = "located, and nothing is there"
		case got == *c.truth:
			s.exact++
		case got.Overlaps(*c.truth):
			s.near++
			verdict = "not exact"
		default:
			s.wrong++
			verdict = "wrong place"
		}
		if show && verdict != "" && m.name == "doc-iterate" {
			explain(c, got, ok, verdict)
		}
	}
}

func explain(c testCase, got source.Span, ok bool, verdict string) {
	fmt.Printf("%s: quote %q section %q prefix %q suffix %q\n", verdict, c.issue.Place.Quote, c.issue.Place.Section, c.issue.Place.Prefix, c.issue.Place.Suffix)
	if ok {
		fmt.Printf("    got   %v %q\n", got, c.doc[got.Start:got.End])
	} else {
		f := locate.Locate(review.Parse("doc.md", c.doc), []review.Issue{c.issue}, c.opts)[0]
		fmt.Printf("    state %v %s\n", f.State, f.Why)
	}
	if c.truth != nil {
		fmt.Printf("    truth %v %q\n", *c.truth, c.doc[c.truth.Start:c.truth.End])
	}
}

func print(docs int, rows []row) {
	fmt.Printf("%d documents\n\n", docs)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "class\tcases\t")
	for _, m := range methods() {
		fmt.Fprintf(w, "%s: exact\tnear\twrong\tnone\t", m.name)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		ours := r.scores["doc-iterate"]
		if ours == nil {
			fmt.Fprintf(w, "%s\t0\t\n", r.class.name)
			continue
		}
		fmt.Fprintf(w, "%s\t%d\t", r.class.name, ours.cases)
		for _, m := range methods() {
			s := r.scores[m.name]
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t", percent(s.exact, s.cases), percent(s.near, s.cases), percent(s.wrong, s.cases), percent(s.none, s.cases))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}

func percent(n, of int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(of))
}
