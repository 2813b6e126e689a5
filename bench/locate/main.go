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
	"bytes"
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
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func main() {
	half := flag.String("half", "test", "the documents to use: tune, test or all")
	most := flag.Int("documents", 400, "use no more documents than this")
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	only := flag.String("only", "", "the classes whose names begin so")
	show := flag.Bool("show", false, "print the cases that did not come out as they should")
	alone := flag.Bool("alone", false, "leave the simpler methods out")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: locate [-half tune|test|all] [-documents N] [-seed N] [-only CLASS] [-show] [-alone] DIR")
		os.Exit(2)
	}
	compared := methods()
	if *alone {
		compared = compared[:1]
	}
	docs, err := documents(flag.Arg(0), *half, *most)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	var rows []row
	for _, class := range classes() {
		if !strings.HasPrefix(class.name, *only) {
			continue
		}
		// A class makes the same cases whichever others are measured.
		h := fnv.New64a()
		fmt.Fprint(h, class.name)
		rng := rand.New(rand.NewPCG(*seed, h.Sum64()))
		r := row{class: class, scores: make([]score, len(compared))}
		for _, src := range docs {
			for _, c := range class.make(rng, src) {
				r.add(compared, c, *show)
			}
		}
		rows = append(rows, r)
	}
	print(len(docs), compared, rows)
	if !summary(rows) {
		os.Exit(1)
	}
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
	// others are the other issues of the review.
	others []review.Issue
	opts   locate.Options
	// truth is the place that is meant; nil where nothing may be located.
	truth *source.Span
}

// A score counts how cases came out.
type score struct{ cases, exact, near, wrong, none int }

// A row is a class with a score for each method; ours is the first.
type row struct {
	class  class
	scores []score
}

func (r *row) add(methods []method, c testCase, show bool) {
	for i, m := range methods {
		got, ok := m.find(c)
		verdict := r.scores[i].count(c, got, ok)
		if show && verdict != "" && i == 0 {
			explain(c, got, ok, verdict)
		}
	}
}

// count adds a case that came out as got and returns what is to be said against
// it.
func (s *score) count(c testCase, got source.Span, ok bool) string {
	s.cases++
	switch {
	case !ok:
		s.none++
		if c.truth != nil {
			return "not located"
		}
	case c.truth == nil:
		s.wrong++
		return "located, and nothing is there"
	case got == *c.truth:
		s.exact++
	case got.Overlaps(*c.truth):
		s.near++
		return "not exact"
	default:
		s.wrong++
		return "wrong place"
	}
	return ""
}

func explain(c testCase, got source.Span, ok bool, verdict string) {
	fmt.Printf("%s: quote %q section %q prefix %q suffix %q\n", verdict, c.issue.Place.Quote, c.issue.Place.Section, c.issue.Place.Prefix, c.issue.Place.Suffix)
	if ok {
		fmt.Printf("    got   %v %q in line %d of the document; the review says %d\n", got, c.doc[got.Start:got.End],
			source.NewLines(c.doc).Number(got.Start), c.issue.Place.From.Line)
		for _, o := range c.others {
			i := bytes.Index(c.doc, []byte(o.Place.Quote))
			fmt.Printf("    other %q %d, %d\n", o.Place.Quote, o.Place.From.Line, source.NewLines(c.doc).Number(max(0, i)))
		}
	} else {
		f := locate.Locate(zone.Parse("doc.md", c.doc, markdown.Dialect{}), []review.Issue{c.issue}, c.opts)[0]
		fmt.Printf("    state %v %s\n", f.State, f.Reason)
	}
	if c.truth != nil {
		fmt.Printf("    truth %v %q\n", *c.truth, c.doc[c.truth.Start:c.truth.End])
	}
}

func print(docs int, methods []method, rows []row) {
	fmt.Printf("%d documents\n\n", docs)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "class\tcases\t")
	for _, m := range methods {
		fmt.Fprintf(w, "%s: exact\tnear\twrong\tnone\t", m.name)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t", r.class.name, r.scores[0].cases)
		for _, s := range r.scores {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t", percent(s.exact, s.cases), percent(s.near, s.cases), percent(s.wrong, s.cases), percent(s.none, s.cases))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
}

// maxWrong is the share of cases that may be located at a wrong place where the
// reviewed revision is not at hand. Where it is, none may.
const maxWrong = 0.003

// summary adds the cases up, names the classes that miss their limits, and
// reports whether none does.
func summary(rows []row) bool {
	var with, without score
	ok := true
	miss := func(format string, args ...any) {
		ok = false
		fmt.Printf("MISSED: "+format+"\n", args...)
	}
	fmt.Println()
	for _, r := range rows {
		s, sum := r.scores[0], &without
		if r.class.most > 0 {
			if float64(s.wrong) > r.class.most*float64(s.cases) {
				miss("%s: located in %s, wanted at most %s", r.class.name, percent(s.wrong, s.cases), percent(int(1000*r.class.most), 1000))
			}
			continue
		}
		if strings.HasSuffix(r.class.name, "snapshot") {
			sum = &with
		}
		sum.cases += s.cases
		sum.wrong += s.wrong
		if share := float64(s.exact) / float64(max(1, s.cases)); share < r.class.least {
			miss("%s: located exactly in %s, wanted %s", r.class.name, percent(s.exact, s.cases), percent(int(1000*r.class.least), 1000))
		}
		if r.class.none && s.exact+s.near+s.wrong > 0 {
			miss("%s: located in %d cases, wanted none", r.class.name, s.exact+s.near+s.wrong)
		}
	}
	fmt.Printf("located at a wrong place: %d of %d cases with the reviewed revision, %d of %d (%s) without\n",
		with.wrong, with.cases, without.wrong, without.cases, percent(without.wrong, without.cases))
	if with.wrong > 0 || float64(without.wrong) > maxWrong*float64(without.cases) {
		miss("wrong places")
	}
	return ok
}

func percent(n, of int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(of))
}
