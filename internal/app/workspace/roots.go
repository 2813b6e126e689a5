package workspace

import (
	"cmp"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// HostPaths returns what gives documents the paths that hosts know them by, however they were named: from the root of
// the repository, and outside of one from the checkout of a job, or else from the working directory. A submodule is a
// part of the checkout.
func HostPaths(getenv func(string) string) func(path string) string {
	locations, names := NewLocations(), NewNames(true)
	checkout := cmp.Or(getenv("GITHUB_WORKSPACE"), getenv("CI_PROJECT_DIR"))
	if checkout != "" {
		checkout = RealPath(checkout)
	}
	whole := checkout != "" && repo.Top(checkout) == checkout
	known := map[string]string{}
	return func(path string) string {
		if known[path] == "" {
			at := locations.Of(path)
			if at.Top == "" {
				at.Name = names.Of(path)
			}
			if whole || at.Top == "" && checkout != "" {
				if rel, err := filepath.Rel(checkout, RealPath(path)); err == nil && filepath.IsLocal(rel) {
					at.Name = rel
				}
			}
			known[path] = filepath.ToSlash(at.Name)
		}
		return known[path]
	}
}
