// Package rollback is the one place that writes to a disk or to git. It keeps everything that a run does to a
// document revocable: a snapshot before the first write, every pass (accepted or rejected) as a commit on an
// append-only private chain, accepted passes published as ordinary commits, forward reverts, and a journal from which
// a run that was killed at any instant is completed or taken back.
//
// go-git and the git program never leave it.
//
// Of this module it imports internal/parallel and internal/wording.
//
// # Invariants
//
//   - Nobody's bytes are lost: a document is only replaced if it holds the bytes the run expects, which is checked
//     after they were displaced by an atomic exchange; where it doesn't, the user's save is put back.
//   - Nothing but the documents of the run changes: no other index entry, no other path of a tree, no other ref, no
//     setting, no lock that isn't ours. There is no reset, stash, clean or checkout anywhere.
//   - A failure leaves the document, the index and the branch as they were and is a *Refusal that names the remedy.
//   - Between two journal events the run can be killed; what it had begun is completed or taken back by the next one.
//
// # What is left to whom
//
// git does everything that can hurt: it converts (line endings, ident, filters), says who commits, signs, moves refs (in
// prepared transactions, with the reference-transaction hook) and writes the index (versions, split and sparse forms,
// extensions). go-git reads history where it can open the repository. Of git's files this package writes only loose
// objects, which get their names in the repository when they are complete and on the disk; the index is renamed into place
// under git's own lock from a file that git wrote. Loose objects, and an index of a plain form, are read without git
// (direct.go), where they can only be what git would say they are.
//
// # Cost
//
// Open runs five git processes (rev-parse, config, check-attr, var, update-ref), of which update-ref stays for the whole
// run. An accepted pass runs one more, update-index; commit-tree where commits are signed, or by two persons, and
// hash-object where git converts the document. cat-file comes in, and stays, for packed objects, and ls-files for an index that is split or
// sparse. None of them looks at another file of the working tree, so the cost doesn't grow with it. docs/git.md says what
// each is for, and what they cost.
package rollback
