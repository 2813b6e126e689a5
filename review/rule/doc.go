// Package rule holds the built-in rules, one file each.
//
// The file of a rule is named after its ID. It has a [review.Reviewer]: the description of the rule with its
// documentation, and a Find function over a [review.Pass]. [All] lists the rules in the order in which reports and
// documentation list them. The rules about white space, marks and the order of headings are in package layout.
//
// Find is pure: the same document, corpus and rules give the same findings.
package rule
