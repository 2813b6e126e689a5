// Command roundtrip measures what a document loses when fixers work on it again and again. In each of ten passes it
// plants known errors in the Markdown documents below a folder, and simulated fixers repair them: a perfect one, a
// noisy one, one that rewrites more than was asked, and a malicious one. Each works in three ways: it returns the
// whole file; it returns blocks to search for and to replace; it answers doc-iterate, which asks for the text of one
// place at a time. What a pass leaves is what the next one begins with.
//
// It prints, for each fixer and way, how many errors were repaired, how many places have another wrong text now, and
// how many bytes were changed outside of the places that the findings are about. It ends with 1 where doc-iterate
// changed any.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func main() {
	most := flag.Int("documents", 40, "use so many documents")
	errors := flag.Int("findings", 10, "plant up to so many errors in each, in each pass")
	passes := flag.Int("passes", 10, "so many passes")
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: roundtrip [-documents N] [-findings N] [-passes N] [-seed N] DIR")
		os.Exit(2)
	}
	docs, err := plant.Documents(flag.Arg(0), *most, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "roundtrip:", err)
		os.Exit(2)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "fixer\tway\terrors\trepaired\tother wrong text\tleft\t")
	for p := range *passes {
		fmt.Fprintf(w, "pass %d\t", p+1)
	}
	fmt.Fprintln(w, "all\t")
	good := true
	for _, f := range fixersOf() {
		for _, way := range ways() {
			t := tally{outside: make([]int, *passes)}
			for _, d := range docs {
				if err := t.run(way, f, d, *errors, *seed); err != nil {
					fmt.Fprintf(os.Stderr, "roundtrip: %s: %s, %s: %v\n", d.Name, f.name, way.name, err)
					os.Exit(2)
				}
			}
			t.print(w, f.name, way.name, len(docs))
			good = good && (!way.guarded || t.all() == 0)
		}
	}
	fmt.Printf("%d documents, %d passes, seed %d; bytes changed outside the findings, per document and pass\n\n", len(docs), *passes, *seed)
	w.Flush()
	if !good {
		os.Exit(1)
	}
}

// A tally counts what one fixer did in one way.
type tally struct {
	errors, repaired, wrong, left int
	outside                       []int // bytes, by pass
}

// run has one document go through all passes.
func (t *tally) run(way way, f fixer, d plant.Document, errors int, seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, d.Hash))
	src := d.Source
	for pass := range t.outside {
		damaged, all := planted(rng, src, errors)
		after, err := way.repair(context.Background(), rng, f, damaged, all)
		if err != nil {
			return err
		}
		if outside := t.count(pass, damaged, after, all); outside > 0 && way.guarded {
			fmt.Printf("OUTSIDE %s: pass %d, %s: %d bytes\n%s\n", d.Name, pass+1, f.name, outside, source.Unified("before", "after", damaged, after))
		}
		src = after
	}
	return nil
}

// count adds what a pass did, and returns how many bytes it changed outside the places.
func (t *tally) count(pass int, damaged, after []byte, all []place) int {
	became, outside := compare(damaged, after, all)
	t.outside[pass] += outside
	t.errors += len(all)
	for i, text := range became {
		switch text {
		case all[i].new:
			t.repaired++
		case all[i].old:
			t.left++
		default:
			t.wrong++
		}
	}
	return outside
}

// all is the bytes changed outside the findings in all passes.
func (t *tally) all() int {
	n := 0
	for _, b := range t.outside {
		n += b
	}
	return n
}

func (t *tally) print(w *tabwriter.Writer, fixer, way string, documents int) {
	row := []string{fixer, way, fmt.Sprint(t.errors)}
	for _, n := range []int{t.repaired, t.wrong, t.left} {
		row = append(row, fmt.Sprintf("%.1f%%", 100*float64(n)/float64(max(1, t.errors))))
	}
	for _, n := range append(t.outside, t.all()) {
		row = append(row, fmt.Sprintf("%.0f", float64(n)/float64(max(1, documents))))
	}
	fmt.Fprintln(w, strings.Join(row, "\t")+"\t")
}
