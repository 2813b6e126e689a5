// Package repo answers read-only questions that commands ask of a repository: which files it has, what a revision or
// the index holds, what was renamed or staged, in which working tree a folder lies. It never writes.
//
// It asks git where git can use the repository and looks at the file system elsewhere. In a hook it asks about the
// index of the commit under way.
package repo
