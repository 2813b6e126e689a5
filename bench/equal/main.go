// Command equal shows whether a change of the program changed what it says or does. It runs a program over the Markdown
// documents below a folder with three configurations, one and two jobs, and several formats, and compares the hash of
// each output with the one that a file holds. Run ids, times and the version are the same in each run.
//
//	equal -golden bin/equal/corpus.txt -keep bin/equal/now bin/doc-iterate CORPUS
//
// Where the golden file does not exist, or with -record, it is written. The outputs stay below the folder -keep, so that
// two of them can be compared with diff. It ends with 1 where an output differs, and 2 where it could not run.
package main

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

//go:embed rules
var configurations embed.FS

// sets is the configurations by name. No file is the rules that the program ships.
var sets = []struct{ name, file string }{
	{"shipped", ""}, {"four", "rules/four.json"}, {"every", "rules/every.json"},
}

// runs is the commands, each with the flags behind it. The last one writes the documents, whose bytes are an output too.
var runs = []struct {
	name string
	args []string
}{
	{"check.txt", []string{"check", "--no-progress", "."}},
	{"check.json", []string{"check", "--no-progress", "--format=json", "."}},
	{"check.sarif", []string{"check", "--no-progress", "--format=sarif", "."}},
	{"fix.diff", []string{"fix", "--no-progress", "--diff", "."}},
	{"fix.json", []string{"fix", "--no-progress", "--commit=none", "--format=json", "."}},
}

// volatile is what differs between two runs of one program, with what stands for it. Only lines with the sign are
// searched: the outputs have hundreds of megabytes.
var volatile = []struct {
	sign    string
	pattern *regexp.Regexp
	with    string
}{
	{"Z-", regexp.MustCompile(`\b\d{8}T\d{6}(\.\d+)?Z-[0-9a-f]+\b`), "RUN"},
	{"T", regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`), "TIME"},
	{"_ms\":", regexp.MustCompile(`"(duration_ms|elapsed_ms)": ?[\d.]+`), `"$1": 0`},
	{`s":`, regexp.MustCompile(`"seconds": ?[\d.]+`), `"seconds": 0`},
	{`elapsed":`, regexp.MustCompile(`"elapsed": ?[\d.]+`), `"elapsed": 0`},
}

func main() {
	golden := flag.String("golden", "", "the file with the hashes")
	record := flag.Bool("record", false, "write the file anew")
	keep := flag.String("keep", "", "the folder that outputs are written to")
	only := flag.String("only", "", "the configurations to run, separated by commas; all by default")
	flag.Parse()
	if flag.NArg() != 2 || *golden == "" {
		fmt.Fprintln(os.Stderr, "usage: equal -golden FILE [-record] [-keep DIR] [-only NAMES] PROGRAM CORPUS")
		os.Exit(2)
	}
	equal, err := compare(flag.Arg(0), flag.Arg(1), *golden, *keep, *only, *record)
	if err != nil {
		fmt.Fprintln(os.Stderr, "equal:", err)
		os.Exit(2)
	}
	if !equal {
		os.Exit(1)
	}
}

func compare(program, corpus, golden, keep, only string, record bool) (bool, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return false, err
	}
	want, err := readHashes(golden)
	if errors.Is(err, fs.ErrNotExist) {
		record = true
	} else if err != nil {
		return false, err
	}
	equal := true
	var lines []string
	for _, set := range sets {
		if only != "" && !slices.Contains(strings.Split(only, ","), set.name) {
			continue
		}
		for _, jobs := range []string{"1", "2"} {
			outputs, err := runAll(program, corpus, set.file, jobs)
			if err != nil {
				return false, fmt.Errorf("%s, %s jobs: %w", set.name, jobs, err)
			}
			for _, o := range outputs {
				name := set.name + "-" + jobs + "-" + o.name
				hash := sha256.Sum256(o.bytes)
				sum := hex.EncodeToString(hash[:])
				lines = append(lines, sum+"  "+name)
				if keep != "" {
					if err := write(filepath.Join(keep, name), o.bytes); err != nil {
						return false, err
					}
				}
				if !record && want[name] != sum {
					equal = false
					fmt.Println("differs:", name)
				}
			}
		}
	}
	if record {
		return true, write(golden, []byte(strings.Join(lines, "\n")+"\n"))
	}
	if equal {
		fmt.Printf("%d outputs are equal\n", len(lines))
	}
	return equal, nil
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

func readHashes(path string) (map[string]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for line := range strings.Lines(string(content)) {
		if sum, name, ok := strings.Cut(strings.TrimSpace(line), "  "); ok {
			hashes[name] = sum
		}
	}
	return hashes, nil
}

type output struct {
	name  string
	bytes []byte
}

// runAll runs all commands on a copy of the documents, and returns what they print and leave.
func runAll(program, corpus, configuration, jobs string) (outputs []output, err error) {
	scratch, err := os.MkdirTemp("", "doc-iterate-equal-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	documents := filepath.Join(scratch, "documents")
	if err := copyDocuments(corpus, documents); err != nil {
		return nil, err
	}
	if configuration != "" {
		content, err := configurations.ReadFile(configuration)
		if err == nil {
			err = os.WriteFile(filepath.Join(documents, "consistency-rules.json"), content, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, run := range runs {
		cmd := exec.Command(program, append(run.args, "--jobs="+jobs)...)
		cmd.Dir = documents
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+scratch, "XDG_STATE_HOME="+scratch, "GIT_CEILING_DIRECTORIES="+scratch)
		var out, notes bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &notes
		var ended *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &ended) {
			return nil, err
		}
		fmt.Fprintf(&out, "exit %d\n%s", cmd.ProcessState.ExitCode(), notes.Bytes())
		outputs = append(outputs, output{run.name, normalize(out.Bytes(), scratch)})
	}
	hashes, err := hashTree(documents)
	return append(outputs, output{"written.txt", hashes}), err
}

func normalize(out []byte, scratch string) []byte {
	normal := make([]byte, 0, len(out))
	for line := range bytes.Lines(bytes.ReplaceAll(out, []byte(scratch), []byte("SCRATCH"))) {
		for _, v := range volatile {
			if bytes.Contains(line, []byte(v.sign)) && bytes.ContainsAny(line, "0123456789") {
				line = v.pattern.ReplaceAll(line, []byte(v.with))
			}
		}
		normal = append(normal, line...)
	}
	return normal
}

// copyDocuments copies the Markdown documents below a folder.
func copyDocuments(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".git" {
			return fs.SkipDir
		}
		switch filepath.Ext(path) {
		case ".md", ".markdown", ".mdx":
		default:
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		return write(filepath.Join(to, relative), content)
	})
}

// hashTree returns a line for each file: its hash and its path.
func hashTree(folder string) ([]byte, error) {
	var out bytes.Buffer
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(content), strings.TrimPrefix(path, folder+"/"))
		return nil
	})
	return out.Bytes(), err
}
