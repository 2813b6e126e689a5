package workspace

import (
	"cmp"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// Roots gives documents the paths that hosts know them by: from the root of the repository, however they were named.
type Roots struct {
	checkout  string // where the job of a host has its checkout, links resolved; "" elsewhere
	locations Locations
	names     Names
}

// NewRoots returns the Roots of a job of GitHub or GitLab, or of any other process.
func NewRoots(getenv func(string) string) Roots {
	r := Roots{"", NewLocations(), NewNames(true)}
	if folder := cmp.Or(getenv("GITHUB_WORKSPACE"), getenv("CI_PROJECT_DIR")); folder != "" {
		r.checkout = RealPath(folder)
	}
	return r
}

// Of returns the path of a document from the root of its repository, or, outside of one, from the working directory.
// A submodule is a part of the checkout.
func (r Roots) Of(path string) string {
	if path == "" || path == "-" {
		return path
	}
	at, real := r.locations.Of(path), RealPath(path)
	if at.Top == "" {
		at.Name = r.names.Of(path)
	}
	if r.checkout != "" && (at.Top == "" || repo.Top(r.checkout) == r.checkout) {
		if rel, err := filepath.Rel(r.checkout, real); err == nil && filepath.IsLocal(rel) {
			at.Name = rel
		}
	}
	return filepath.ToSlash(at.Name)
}
