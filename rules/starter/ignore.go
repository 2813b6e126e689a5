package starter

import (
	"bytes"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// leftOut are documents that programs write, folders of other people's, and data of tests.
var leftOut = []string{
	"CHANGELOG.md", "node_modules/", "vendor/", "third_party/", "testdata/", "test-data/", "test_data/", "fixtures/",
	"__fixtures__/", "__tests__/", "/test/", "/tests/", "/spec/",
}

// ignore leaves documents out that nobody writes for readers. It returns the sentence that says so.
func (r *Result) ignore(repo Repository) string {
	var found []string
	leaveOut := func(glob string) {
		r.Draft.Ignore = append(r.Draft.Ignore, draft.Glob{Glob: glob})
		found = append(found, glob)
	}
	for _, glob := range leftOut {
		alone := rules.Set{Ignore: []string{glob}}
		if slices.ContainsFunc(repo.Documents, func(p string) bool { return alone.Ignored(p) && !r.Draft.Ignores(p) }) {
			leaveOut(glob)
		}
	}
	all, written := map[string]int{}, map[string][]string{} // the documents of each folder, and those of programs
	for _, p := range repo.Documents {
		all[path.Dir(p)]++
		if !r.Draft.Ignores(p) && generated(repo.Head(p)) {
			written[path.Dir(p)] = append(written[path.Dir(p)], p)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(written)) {
		if of := written[folder]; len(of) > 1 && len(of) == all[folder] && folder != "." {
			leaveOut("/" + folder + "/")
			continue
		}
		for _, p := range written[folder] {
			leaveOut("/" + p)
		}
	}
	if len(found) == 0 {
		return ""
	}
	if len(found) > 8 {
		found = append(found[:8], "…")
	}
	return " Left out, because programs or other people write them, or tests read them: " +
		strings.Join(found, ", ") + "."
}

// comments finds the comments of Markdown, HTML, MDX and YAML that a document begins with.
var comments = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?s)<!--.*?-->|/\*.*?\*/|(?m:^#[^\n]*$|^\[//\]:[^\n]*$)`)
})

// generated reports whether a document begins with what programs write above their output.
func generated(head []byte) bool {
	for _, comment := range comments().FindAll(bytes.ToLower(head), -1) {
		says := func(words ...string) bool {
			return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(comment, []byte(w)) })
		}
		if says("@generated") || says("generated") &&
			says("do not edit", "don't edit", "do not modify", "do not change") {
			return true
		}
	}
	return false
}
