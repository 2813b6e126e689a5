// Package layout holds the rules about white space and marks, a file each, and about the order of headings.
//
// A Rule is its documentation and a function over a Page that reports Marks. A Mark has the edits that mend it, or the
// reason why only a person can. All edits are such that the rendered page stays the same, except for the punctuation at
// the end of a heading.
//
//	page := layout.Page{Doc: doc, Rules: &set.Style.Layout, Report: …}
//	for _, rule := range layout.Rules() {
//		rule.Find(&page)
//	}
//
// Invariants:
//   - Find is pure: the same document and rules give the same marks, and a rule that is off gives none.
//   - Two rules that want the same blank line have the same edit.
//   - Code, HTML, front matter and templates are left alone.
package layout
