// Package findingcache keeps what was found in documents from one check to the next one of the same documents.
//
// A file of the cache belongs to one command: its key names everything that all results depend on, such as the program,
// the rules and the form of the output. For each document the file has the hash of its bytes, what its findings
// depended on beyond them (review.Uses), and the result.
//
// Invariants:
//   - A result is given back only where a review would find the same: every dependency is compared, and what can't be
//     compared has changed.
//   - A file that is damaged, or that can't be read or written, is no error: the documents are reviewed.
//   - Nothing is written outside of the folder of the cache. A file is replaced as a whole.
package findingcache
