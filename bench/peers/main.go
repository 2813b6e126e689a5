// Command peers feeds the fixes that other linters offer through doc-iterate and
// compares the result with that of the linter's own fixing, byte for byte.
//
// For each document, doc-iterate reviews with the linter, plans, proves and
// applies, until nothing more can be applied; the linter fixes a copy, until
// nothing changes. The table says for each linter of how many documents
//
//   - the bytes are equal;
//   - they are equal once the linter itself has made the edits that doc-iterate
//     refused;
//   - the linter's report offers nothing more that doc-iterate has not applied or
//     refused, and the linter's own fixing changes more than that: some of its
//     rules fix, and report no edit;
//   - neither is so, which would be a mistake of doc-iterate's.
//
// Every edit that was applied is also held to the range and text in the linter's
// report. Edits that are refused are counted with their reasons. With -safety they
// are made one by one and judged by that program, which prints the documents that
// a change has damaged.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
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
	bom := flag.Bool("bom", false, "put a byte order mark in front of each document")
	safety := flag.String("safety", "", "the program that judges refused edits: safety BASE NEW --json")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: peers [-documents N] [-only PEER] [-keep DIR] [-bom] [-safety PROGRAM] PEERS CORPUS")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), flag.Arg(1), *n, *only, *keep, *safety, *bom); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(dir, corpus string, n int, only, keep, safety string, bom bool) error {
	docs, err := documents(corpus, n)
	if err != nil {
		return err
	}
	if bom {
		for name, src := range docs {
			docs[name] = slices.Concat([]byte(mark), bytes.TrimPrefix(src, []byte(mark)))
		}
	}
	var all []tally
	for _, p := range peers(dir) {
		if only != "" && only != p.name {
			continue
		}
		t, err := compare(p, dir, docs, keep)
		if err == nil && safety != "" {
			err = t.judge(safety)
		}
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	print(all)
	return nil
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
