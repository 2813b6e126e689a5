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
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

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
	var docs []document
	if err == nil {
		docs, err = documents(flag.Arg(0), *most, *seed)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "restore:", err)
		os.Exit(2)
	}
	good := true
	for _, e := range runs {
		t := newScores(*show, *class)
		for _, d := range docs {
			rng := rand.New(rand.NewPCG(*seed, d.hash))
			src, all := plant(rng, d.src, *errors)
			if len(all) == 0 {
				continue
			}
			t.documents++
			bad := damaged{zone.Parse("guide.md", src), zone.Parse("guide.md", d.src)}
			for _, f := range formats() {
				if strings.HasPrefix(f.name, *only) {
					t.measure(e, f, d.name, bad, all, rng.Uint64())
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

// A document is one that errors are planted in.
type document struct {
	name string
	hash uint64
	src  []byte
}

// documents returns n of the documents of a usual size below a folder, in an order that the seed decides.
func documents(dir string, n int, seed uint64) ([]document, error) {
	var out []document
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		info, err := entry.Info()
		if err != nil || info.Size() < 2000 || info.Size() > 60_000 {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		h := fnv.New64a()
		fmt.Fprint(h, seed, filepath.ToSlash(rel))
		out = append(out, document{name: path, hash: h.Sum64()})
		return nil
	})
	slices.SortFunc(out, func(a, b document) int {
		if a.hash < b.hash {
			return -1
		}
		return 1
	})
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no Markdown documents of 2 to 60 kB", dir)
	}
	out = out[:min(n, len(out))]
	for i := range out {
		if out[i].src, err = os.ReadFile(out[i].name); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(out, func(d document) bool { return !utf8.Valid(d.src) }), err
}
