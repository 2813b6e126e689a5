package link

import (
	slashpath "path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Generated reports whether git ignores a path that no file has, or the page at it: a build makes the file, or fetches
// it.
func (f *Files) Generated(path string) bool {
	path = f.fromRoot(path)
	generated := false
	for _, list := range f.ignoring() {
		name, below := strings.CutPrefix(path, list.folder)
		if !below {
			continue
		}
		for _, glob := range list.globs {
			glob, kept := strings.CutPrefix(glob, "!")
			if rules.MatchPath(glob, name) || rules.MatchPath(glob, name+".md") {
				generated = !kept
			}
		}
	}
	return generated
}

// An ignoreList has the globs of one .gitignore. Its folder is a path from the root that ends in a slash, or "".
type ignoreList struct {
	folder string
	globs  []string
}

// ignoreLists reads the lists of the repository, that of a folder before those below it.
func (f *Files) ignoreLists() (out []ignoreList) {
	for _, path := range f.Named(".gitignore") {
		text, err := f.Text(path)
		if err != nil {
			continue
		}
		globs := strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' })
		globs = slices.DeleteFunc(globs, func(s string) bool { return s[0] == '#' || strings.TrimSpace(s) == "" })
		folder := strings.TrimPrefix(slashpath.Dir(f.fromRoot(path))+"/", "./")
		out = append(out, ignoreList{folder, globs})
	}
	slices.SortStableFunc(out, func(a, b ignoreList) int {
		return strings.Count(a.folder, "/") - strings.Count(b.folder, "/")
	})
	return out
}
