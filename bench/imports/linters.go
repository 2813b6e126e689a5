package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A place is where a finding is.
type place struct {
	path string
	line int
}

// found is how many findings there are at each place.
type found map[place]int

// lint returns what a linter finds, by its rules.
func lint(l linter, peers, dir, config string, documents []string) (map[string]found, error) {
	program := filepath.Join(peers, "node_modules", ".bin", string(l))
	var args []string
	switch l {
	case vale:
		program = filepath.Join(peers, "bin", "vale")
		args = []string{"--no-exit", "--output=JSON", "--config=" + config}
	case markdownlint:
		args = []string{"--config", config, "--no-globs"}
	case rumdl:
		program = filepath.Join(peers, "bin", "rumdl")
		args = []string{"check", "--no-cache", "--output-format", "json", "--config", config}
	default:
		args = []string{"-f", "json", "--config", config}
	}
	cmd := exec.Command(program, append(args, documents...)...)
	cmd.Dir = dir
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	failed := cmd.Run()
	all := map[string]found{}
	add := func(rule, path string, line int) {
		if filepath.IsAbs(path) {
			path, _ = filepath.Rel(dir, path)
		}
		if all[rule] == nil {
			all[rule] = found{}
		}
		all[rule][place{filepath.ToSlash(filepath.Clean(path)), line}]++
	}
	var err error
	switch l {
	case vale:
		var in map[string][]struct {
			Check string
			Line  int
		}
		err = json.Unmarshal(out.Bytes(), &in)
		for path, findings := range in {
			for _, f := range findings {
				add(f.Check, path, f.Line)
			}
		}
	case markdownlint:
		lines := regexp.MustCompile(`(?m)^(.+?):(\d+)(?::\d+)? (?:error |warning )?([A-Z]+\d+)/`)
		for _, m := range lines.FindAllStringSubmatch(said.String(), -1) {
			line, _ := strconv.Atoi(m[2])
			add(m[3], m[1], line)
		}
		if failed != nil && len(all) == 0 {
			err = fmt.Errorf("%s", said.Bytes())
		}
	case rumdl:
		var in []struct {
			File, Rule string
			Line       int
		}
		err = json.Unmarshal(out.Bytes(), &in)
		for _, f := range in {
			add(f.Rule, f.File, f.Line)
		}
	default:
		var in []struct {
			FilePath string
			Messages []struct {
				RuleID string
				Line   int
			}
		}
		err = json.Unmarshal(out.Bytes(), &in)
		for _, f := range in {
			for _, m := range f.Messages {
				add(m.RuleID, f.FilePath, m.Line)
			}
		}
	}
	var cause struct{ Path string }
	if err != nil && json.Unmarshal(said.Bytes(), &cause) == nil {
		if n := slices.Index(documents, cause.Path); n >= 0 { // Vale gives a run up at front matter that is no YAML
			return lint(l, peers, dir, config, slices.Delete(slices.Clone(documents), n, n+1))
		}
	}
	if err != nil {
		err = fmt.Errorf("%s: %w\n%.300s%.300s", l, err, out.Bytes(), said.Bytes())
	}
	return all, err
}

// only returns a configuration of Vale in which one rule alone is on, as the whole one has it.
func only(data []byte, rule string) []byte {
	level := "YES"
	named := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(rule) + `\s*=\s*(\w+)`)
	for _, m := range named.FindAllSubmatch(data, -1) {
		level = string(m[1])
	}
	data = regexp.MustCompile(`(?m)^[\w-]+\.[\w-]+\s*=.*$`).ReplaceAll(data, nil)
	return regexp.MustCompile(`(?m)^(BasedOnStyles\s*=).*$`).ReplaceAll(data, []byte("$1\n"+rule+" = "+level))
}

// counterpart returns the rule of a linter that one of ours is for.
func counterpart(l linter, ours string) string {
	for _, n := range rules.AllNames() {
		if n.ID == ours {
			switch number, _, _ := strings.Cut(n.Rumdl, " "); {
			case l == textlint:
				return "terminology"
			case l == rumdl && number != "":
				return number
			}
			return n.Number()
		}
	}
	return ""
}
