// Command quality measures whether the fixers can be trusted, on the Markdown
// documents below a folder, and prints three tables:
//
//   - safety: every fixer with everything on, over a copy of all documents, judged by
//     cmark-gfm, which shares no code with doc-iterate; how much was fixed, and why
//     the rest was not
//   - sentence case: headings that are title-cased in a copy, and restored
//   - fenced code: labels that are hidden in a copy, and inferred
//
// It runs the program itself as its users do, and changes nothing below the folder.
// The judges are Python programs beside this one; safety needs cmark-gfm too. What
// is missing is said, and its table left out.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	only := flag.String("only", "safety,headings,fences", "the tables to print, separated by commas")
	repositories := flag.String("sentence", "MicrosoftDocs+WSL,prometheus+docs,astral-sh+ruff,rust-lang+rfcs",
		"folders whose own headings are in sentence case, separated by commas; each is a run of its own")
	show := flag.Int("show", 0, "print so many headings that were made wrong, and fences whose label was wrong")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: quality [-only safety,headings,fences] [-sentence FOLDER,…] [-show N] DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *only, *repositories, *show); err != nil {
		fmt.Fprintln(os.Stderr, "quality:", err)
		os.Exit(2)
	}
}

// A bench is what all tables need: the documents, the program, a place for copies.
type bench struct {
	corpus, program, judges, scratch string
	show                             int
}

func run(corpus, only, repositories string, show int) error {
	if entries, err := os.ReadDir(corpus); err != nil {
		return err
	} else if len(entries) == 0 {
		return fmt.Errorf("%s is empty", corpus)
	}
	scratch, err := os.MkdirTemp("", "doc-iterate-quality-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	b := bench{corpus, filepath.Join(scratch, "doc-iterate"), "bench/quality/judges", scratch, show}
	if out, err := exec.Command("go", "build", "-o", b.program, "./cmd/doc-iterate").CombinedOutput(); err != nil {
		return fmt.Errorf("go build, from the root of the repository: %w\n%s", err, out)
	}
	for _, name := range strings.Split(only, ",") {
		switch name {
		case "safety":
			err = b.safety()
		case "headings":
			err = b.headings(strings.Split(repositories, ","))
		case "fences":
			err = b.fences()
		default:
			err = fmt.Errorf("there is no table %q", name)
		}
		if missing := (*exec.Error)(nil); errors.As(err, &missing) {
			fmt.Printf("%s: left out, because %s is not installed\n\n", name, missing.Name)
		} else if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// fix runs the program over a folder, with flags. That findings are left is no
// error.
func (b bench) fix(dir string, flags ...string) ([]byte, error) {
	out, err := exec.Command(b.program, append(append([]string{"fix", "--commit=none", "--quiet", "--fail-on=never"}, flags...), dir)...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return nil, fmt.Errorf("doc-iterate fix: %w\n%s", err, failed.Stderr)
	}
	return out, err
}

// judge runs one of the judges. Exit code 1 is its verdict, not a failure.
func (b bench) judge(name string, args ...string) ([]byte, error) {
	out, err := exec.Command("python3", append([]string{filepath.Join(b.judges, name)}, args...)...).Output()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && failed.ExitCode() != 1 {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, failed.Stderr)
	} else if failed != nil {
		err = nil
	}
	return out, err
}

// copyTo makes a copy of a folder's Markdown documents, to be written to.
func copyTo(target, folder string) error {
	return documents(folder, func(name string, src []byte) error {
		path := filepath.Join(target, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, src, 0o644)
	})
}

// documents calls f for every Markdown document below a folder, in order.
func documents(folder string, f func(name string, src []byte) error) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		return f(filepath.ToSlash(name), src)
	})
}

// share prints a part as a percentage.
func share(part, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(all))
}
