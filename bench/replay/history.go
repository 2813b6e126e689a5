package main

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"unicode/utf8"
)

// A history is one document in one small commit, with the documents that it had before.
type history struct {
	repository, commit, path string
}

// readHistory returns commits that change one to six lines of a document and add and remove as many, by chance. A
// commit that touches more than thirty documents tells the same edit again and is left out; of the others one
// document counts.
func readHistory(repository string, most int, random *rand.Rand) ([]history, error) {
	out, err := git(repository, "log", "--no-merges", "-n", "6000", "--format=@%H", "--numstat", "--diff-filter=M",
		"--", "*.md", "*.mdx")
	if err != nil {
		return nil, err
	}
	var order []string
	byCommit := map[string][]string{}
	commit := ""
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSuffix(line, "\n")
		if hash, ok := strings.CutPrefix(line, "@"); ok {
			commit = hash
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 3 || f[0] != f[1] || len(f[0]) != 1 || f[0] < "1" || f[0] > "6" || strings.Contains(f[2], "=>") ||
			strings.HasPrefix(f[2], `"`) {
			continue
		}
		if byCommit[commit] == nil {
			order = append(order, commit)
		}
		byCommit[commit] = append(byCommit[commit], f[2])
	}
	var cases []history
	for _, commit := range order {
		if paths := byCommit[commit]; len(paths) <= 30 {
			cases = append(cases, history{repository, commit, paths[random.IntN(len(paths))]})
		}
	}
	random.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
	return cases[:min(most, len(cases))], nil
}

func git(repository string, args ...string) ([]byte, error) {
	out, err := exec.Command("git", append([]string{"-C", repository}, args...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}

// before and behind return the document that the commit changed, and what it made of it.
func (h history) before() (string, bool) { return h.blob(h.commit + "^") }
func (h history) behind() (string, bool) { return h.blob(h.commit) }

// aged returns the document as it was some of its commits before the one that is replayed.
func (h history) aged(age int) (string, bool) {
	out, err := git(h.repository, "log", "--no-merges", fmt.Sprintf("-n%d", age+1), "--format=%H", h.commit+"^",
		"--", h.path)
	if commits := strings.Fields(string(out)); err == nil && len(commits) > age {
		return h.blob(commits[age])
	}
	return "", false
}

func (h history) blob(revision string) (string, bool) {
	const most = 400_000
	out, err := git(h.repository, "cat-file", "blob", revision+":"+h.path)
	return string(out), err == nil && len(out) > 0 && len(out) <= most && utf8.Valid(out)
}
