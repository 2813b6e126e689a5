// Package identity says which finding of a document is which, in another revision or in a record.
//
// Where both texts are at hand, Carry follows findings over the difference: headings and equal findings elsewhere play
// no part. Where only a record is at hand, such as a baseline, Keys gives each finding a fingerprint, and Assign pairs
// fingerprints.
//
// Invariants:
//   - An edit elsewhere in the document changes neither what Carry says about a finding nor the words in its Key.
//   - Assign pairs each finding with one entry of the record at most, so there are never fewer new findings than the
//     count grew.
package identity
