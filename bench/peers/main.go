// Command peers feeds the fixes that other linters offer through doc-iterate and
// compares the result with that of the linter's own fixing, byte for byte.
//
// For each document, doc-iterate reviews with the linter, plans, proves and
// applies, until nothing more can be applied; the linter fixes a copy. Edits that
// doc-iterate refuses are counted with their reasons; with them, the comparison is
// with what the linter makes of doc-iterate's result: it must be what it makes of
// the original.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A peer is a linter that fixes.
type peer struct {
	name string
	// review and fix are its commands; the document's path is put behind fix.
	review, fix []string
	// config is files that it needs beside the document.
	config map[string]string
}

func peers(dir string) []peer {
	bin := func(name string) string { return filepath.Join(dir, "node_modules", ".bin", name) }
	markdownlint := `const [name] = process.argv.slice(1);
Promise.all([import("markdownlint/promise"), import("fs")]).then(async ([m, fs]) =>
  console.log(JSON.stringify(await m.lint({files: [name], config: {default: true}}))));`
	return []peer{
		{
			"rumdl",
			[]string{filepath.Join(dir, "bin", "rumdl"), "check", "--no-cache", "--output-format", "json", "{path}"},
			[]string{filepath.Join(dir, "bin", "rumdl"), "check", "--no-cache", "--fix"},
			nil,
		},
		{
			"markdownlint",
			[]string{"node", "--input-type=commonjs", "-e", markdownlint, "{path}"},
			[]string{bin("markdownlint-cli2"), "--fix"},
			nil,
		},
		{
			"textlint",
			[]string{bin("textlint"), "-f", "json", "{path}"},
			[]string{bin("textlint"), "--fix"},
			map[string]string{".textlintrc.json": `{"rules": {"terminology": true}}`},
		},
	}
}

func main() {
	n := flag.Int("documents", 50, "how many documents")
	only := flag.String("only", "", "this peer alone")
	keep := flag.String("keep", "", "write documents that differ to this folder")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: peers [-documents N] [-only PEER] [-keep DIR] PEERS CORPUS")
		os.Exit(2)
	}
	docs, err := documents(flag.Arg(1), *n)
	if err == nil {
		for _, p := range peers(flag.Arg(0)) {
			if *only == "" || *only == p.name {
				if err = compare(p, flag.Arg(0), docs, *keep); err != nil {
					break
				}
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// documents is n documents below dir, chosen by the hash of their names.
func documents(dir string, n int) (map[string][]byte, error) {
	type named struct {
		hash uint32
		path string
	}
	var all []named
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, ".md") {
			h := fnv.New32a()
			fmt.Fprint(h, strings.TrimPrefix(path, dir))
			all = append(all, named{h.Sum32(), path})
		}
		return err
	})
	slices.SortFunc(all, func(a, b named) int { return int(a.hash>>1) - int(b.hash>>1) })
	out := map[string][]byte{}
	for _, d := range all {
		data, readErr := os.ReadFile(d.path)
		if readErr == nil && len(data) > 500 && len(data) < 60_000 && len(out) < n {
			out[strings.TrimPrefix(d.path, dir)] = data
		}
	}
	return out, err
}

// A tally is what came of one peer's fixes.
type tally struct {
	equal, differ int
	applied       int
	refused       map[string]int
}

func compare(p peer, dir string, docs map[string][]byte, keep string) error {
	t := tally{refused: map[string]int{}}
	names := make([]string, 0, len(docs))
	for name := range docs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		src := docs[name]
		want, err := own(p, dir, src)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.name, name, err)
		}
		got, applied, refused, err := through(p, dir, src)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", p.name, name, err)
		}
		t.applied += applied
		for reason, n := range refused {
			t.refused[reason] += n
		}
		result := got
		if len(refused) > 0 {
			if result, err = own(p, dir, got); err != nil {
				return err
			}
		}
		if bytes.Equal(result, want) {
			t.equal++
			continue
		}
		t.differ++
		fmt.Printf("%s: %s differs (%d applied, refused %v)\n", p.name, name, applied, refused)
		if keep != "" {
			base := filepath.Join(keep, p.name+strings.ReplaceAll(name, "/", "+"))
			_ = os.WriteFile(base+".was", src, 0o644)
			_ = os.WriteFile(base+".theirs", want, 0o644)
			_ = os.WriteFile(base+".ours", result, 0o644)
		}
	}
	total := t.applied
	for _, n := range t.refused {
		total += n
	}
	fmt.Printf("%s: %d documents equal, %d differ; %d edits, %d applied\n", p.name, t.equal, t.differ, total, t.applied)
	for reason, n := range t.refused {
		fmt.Printf("    %d refused: %s\n", n, reason)
	}
	return nil
}

// workspace is a folder with the document and what the peer needs beside it.
func workspace(p peer, dir string, src []byte) (string, error) {
	work, err := os.MkdirTemp("", "peers-")
	if err != nil {
		return "", err
	}
	for name, text := range p.config {
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	if err := os.Symlink(filepath.Join(dir, "node_modules"), filepath.Join(work, "node_modules")); err != nil {
		return "", err
	}
	return work, os.WriteFile(filepath.Join(work, "doc.md"), src, 0o600)
}

// own is what the peer's own fixing makes of src.
func own(p peer, dir string, src []byte) ([]byte, error) {
	work, err := workspace(p, dir, src)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	// Until nothing changes: a fix may make room for another one.
	for before := src; ; {
		cmd := exec.Command(p.fix[0], append(slices.Clone(p.fix[1:]), "doc.md")...)
		cmd.Dir = work
		_ = cmd.Run() // linters exit with 1 when something is left
		after, err := os.ReadFile(filepath.Join(work, "doc.md"))
		if err != nil || bytes.Equal(after, before) {
			return after, err
		}
		before = after
	}
}

// through is what doc-iterate makes of src with the peer's fixes, how many it
// applied, and why it refused others in the end.
func through(p peer, dir string, src []byte) ([]byte, int, map[string]int, error) {
	applied := 0
	for range 20 {
		work, err := workspace(p, dir, src)
		if err != nil {
			return nil, 0, nil, err
		}
		program := rules.Program{Name: p.name, Command: p.review, Format: p.name, Timeout: time.Minute}
		r, err := external.Review(context.Background(), program, work, external.Request{Document: "doc.md", Text: string(src)})
		os.RemoveAll(work)
		if err != nil {
			return nil, 0, nil, err
		}
		d := review.Parse("doc.md", src)
		findings := locate.Locate(d, r.Issues, locate.Options{Reviewer: p.name, ReviewIsCurrent: true})
		refused := map[string]int{}
		findings = slices.DeleteFunc(findings, func(f review.Finding) bool {
			if f.Remedy == review.NoRemedy && strings.HasPrefix(f.Why, locate.BadEdit) {
				refused[f.Why]++
			}
			return f.Remedy != review.Edits
		})
		in := fixers.Input{Docs: map[string]*review.Document{"doc.md": d}, Set: &rules.Set{}, Findings: findings}
		after, plan := fixers.Prove(in, fixers.Build(in))
		for _, s := range plan.Skipped {
			refused[fmt.Sprintf("%s %s: %s", s.Finding.Rule, s.Reason, s.Detail)]++
		}
		if len(plan.Applied) == 0 {
			return src, applied, refused, nil
		}
		applied += len(plan.Applied)
		src = after["doc.md"].Source()
	}
	return nil, 0, nil, fmt.Errorf("the fixes never come to an end")
}
