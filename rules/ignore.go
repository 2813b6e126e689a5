package rules

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Ignored reports whether a document is left out. Name is its path from the folder of the configuration, with slashes.
// The globs are those of .gitignore: one without a slash holds in every folder, ** crosses folders, and one that names
// a folder holds for everything in it.
func (s *Set) Ignored(name string) bool {
	return matchesAny(s.Ignore, name)
}

// matchesAny reports whether at least one of the patterns matches a document.
func matchesAny(globs []string, name string) bool {
	name = path.Clean(name)
	return slices.ContainsFunc(globs, func(glob string) bool { return MatchPath(glob, name) })
}

// Ignored reports whether a link's destination, as it is written, is not checked.
func (r *References) Ignored(destination string) bool {
	return slices.ContainsFunc(r.Ignore, func(glob string) bool {
		return doublestar.MatchUnvalidated(glob, destination)
	})
}

// MatchPath reports whether a glob of .gitignore leaves out a path from its folder.
func MatchPath(glob, name string) bool {
	anchored := strings.Contains(strings.TrimSuffix(glob, "/"), "/")
	pattern := strings.Trim(glob, "/")
	if !anchored {
		pattern = "**/" + pattern
	}
	if !strings.HasSuffix(glob, "/") && doublestar.MatchUnvalidated(pattern, name) {
		return true
	}
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if doublestar.MatchUnvalidated(pattern, dir) {
			return true
		}
	}
	return false
}

// checkInput refuses the glob of files that do not lie in the folder of the configuration.
func checkInput(glob string) error {
	if !fs.ValidPath(strings.TrimSuffix(glob, "/")) {
		return errors.New("name files in the folder of this file and below, as .vale.ini or styles/**")
	}
	return checkGlob(glob)
}

// checkGlob says what is wrong with a glob.
func checkGlob(glob string) error {
	switch {
	case strings.HasPrefix(glob, "!"):
		return errors.New("a glob starting with ! is not supported; list only what to leave out")
	case strings.Contains(glob, `\`) && !strings.ContainsAny(glob, `*?[{`):
		return errors.New(`write folders with "/", on Windows too`)
	case strings.Trim(glob, "/") == "":
		return errors.New("matches no file")
	case !doublestar.ValidatePattern(strings.Trim(glob, "/")):
		return errors.New("bad glob: a bracket or brace is not closed")
	}
	return nil
}
