// Package gitdir runs the git program and reads and writes git's own files: refs, the index, objects, attributes.
//
// git does everything that can hurt: it converts files (line endings, ident, filters), says who commits, signs, moves
// refs (in prepared transactions, with the reference-transaction hook) and writes the index in all its forms. The
// package itself writes only loose objects, which go-git builds and encodes, and renames an index that git wrote into
// place under git's own lock. Loose objects get their names in the repository when they are complete and synced. It
// reads loose objects without git if git would surely give the same bytes.
//
// Every call runs in the document's repository: variables such as GIT_DIR that would lead elsewhere are dropped.
package gitdir
