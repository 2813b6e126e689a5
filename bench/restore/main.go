// Command restore measures whether reviews are resolved as they were meant. It plants known errors in the Markdown
// documents below a folder, writes reviews of them in the formats that people, language models and linters use, has
// doc-iterate resolve each review, with the shipped rules and without, and compares the bytes with those before the
// errors.
//
// It prints how many errors were restored to the byte or left, and the reasons for those, by class and by format. A
// place that has another text now is a wrong edit; an error that stands there and is reported as fixed is a false
// "fixed"; a change anywhere else was not asked for. Any of the three ends it with 1.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func main() {
	most := flag.Int("documents", 300, "use so many documents")
	errors := flag.Int("findings", 10, "plant up to so many errors in each")
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	which := flag.String("rules", "both", "on: the shipped rules; off: none; both")
	only := flag.String("format", "", "the formats whose names begin so")
	class := flag.String("class", "", "show errors of the classes whose names begin so alone, with -show")
	show := flag.Int("show", 0, "print so many errors that are left")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: restore [-documents N] [-findings N] [-seed N] [-rules on|off|both] [-format NAME]"+
			" [-show N] [-class NAME] DIR")
		os.Exit(2)
	}
	runs, err := engines(*which)
	var docs []plant.Document
	if err == nil {
		docs, err = plant.Documents(flag.Arg(0), *most, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "restore:", err)
		os.Exit(2)
	}
	good := true
	for _, e := range runs {
		t := newScores(*show, *class)
		for _, d := range docs {
			rng := rand.New(rand.NewPCG(*seed, d.Hash))
			src, all := plant.Errors(rng, d.Source, *errors)
			if len(all) == 0 {
				continue
			}
			t.documents++
			bad := damaged{zone.Parse("guide.md", src, markdown.Dialect{}), zone.Parse("guide.md", d.Source, markdown.Dialect{})}
			for _, f := range formats() {
				if strings.HasPrefix(f.name, *only) {
					t.measure(e, f, d.Name, bad, all, rng.Uint64())
				}
			}
		}
		fmt.Printf("%s, %d documents, seed %d\n\n", e.name, t.documents, *seed)
		good = t.print() && good
	}
	if !good {
		os.Exit(1)
	}
}
