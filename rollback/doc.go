// Package rollback keeps everything that a run does to a document revocable: a snapshot before the first write, every
// pass (accepted or rejected) as a commit on an append-only private chain, accepted passes published as ordinary
// commits, forward reverts, and a journal from which a run that was killed at any instant is completed or taken back.
//
// Nothing but rollback and the packages below it writes to a disk or to git; go-git and the git program never leave
// them. internal/gitdir runs git and reads and writes git's files, internal/disk replaces files atomically,
// internal/state has the lock of a working tree and the folders of runs, internal/backup what a run without git keeps,
// internal/refusal names the reasons for doing nothing, repo answers read-only questions, userfile has the files of the
// user.
//
// # Invariants
//
//   - No bytes are lost: a document is only replaced if it holds the bytes that the run expects. This is checked
//     after an atomic exchange has displaced them. If it holds others, the user's save is put back.
//   - Nothing but the documents of the run changes: no other index entry, no other path of a tree, no other ref, no
//     setting, no lock that isn't ours. There is no reset, stash, clean or checkout anywhere.
//   - A failure leaves the document, the index and the branch as they were and is a *Refusal that names the remedy.
//   - Between two journal events the run can be killed; what it had begun is completed or taken back by the next one.
//
// # Cost
//
// Open runs six git processes: rev-parse, config, check-attr, ls-files, var and update-ref. Update-ref stays for the
// whole run. An accepted pass runs one more, update-index. docs/git.md says when others run. None of them looks at
// another file of the working tree, so the cost doesn't grow with it.
package rollback
