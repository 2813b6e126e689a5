// Package link knows where links lead: it parses destinations, makes the fragments of headings as web sites make them,
// and looks up the files of a repository.
//
// A Site is what links may lead to: the documents of a run and the other files of their repository. Outbound is a link
// that a document holds. A Renaming says which fragments of a document change when its headings do.
//
// Invariants:
//   - It fetches nothing and opens no file: a caller gives Files the names and a function
//     that reads.
//   - If it is not known where a link leads, nothing is reported as missing.
package link
