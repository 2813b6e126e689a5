package pullrequest

import (
	"cmp"
	"slices"
	"strings"
)

// everything is the value of INPUT_SINCE that has a request checked as a whole.
const everything = "all"

// Arguments returns the arguments of check that the inputs of the job stand for. Paths stand behind "--", so that
// none is taken for a flag.
func (j *Job) Arguments(getenv func(string) string) []string {
	var words []string
	if failOn := getenv("INPUT_FAIL_ON"); failOn != "" {
		words = append(words, "--fail-on", failOn)
	}
	for _, format := range []string{"sarif", "html"} {
		if file := getenv("INPUT_" + strings.ToUpper(format)); file != "" {
			words = append(words, "--format", format, "--output", file)
		}
	}
	if since := cmp.Or(getenv("INPUT_SINCE"), j.Base); since != "" && since != everything {
		words = append(words, "--since", since)
	}
	for _, file := range inputLines(getenv("INPUT_REVIEW")) {
		words = append(words, "--review="+file)
	}
	words = append(append(words, inputLines(getenv("INPUT_ARGS"))...), "--")
	paths := inputLines(getenv("INPUT_PATHS"))
	if len(paths) == 0 {
		paths = []string{"."}
	}
	return append(words, paths...)
}

// NameOf returns the name of a job that has none: what it checks, from the root of the repository, and how. It is ""
// for a job that checks the whole repository.
func NameOf(getenv func(string) string, place func(string) string) string {
	var words []string
	for _, path := range slices.Concat(inputLines(getenv("INPUT_PATHS")), inputLines(getenv("INPUT_REVIEW"))) {
		words = append(words, place(path))
	}
	words = append(words, inputLines(getenv("INPUT_ARGS"))...)
	if name := strings.Join(words, " "); name != "." {
		return name
	}
	return ""
}

// inputLines returns the lines of an input that are not blank.
func inputLines(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" {
			out = append(out, line)
		}
	}
	return out
}
