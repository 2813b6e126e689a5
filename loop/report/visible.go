package report

import "github.com/doc-iterate/doc-iterate/internal/wording"

// Printable returns s as a message for people: visible, but for its line endings and
// tabs.
func Printable(s string) string { return wording.Printable(s) }

// Visible returns s as a name in a message for people, on one line.
func Visible(s string) string { return visible(s) }

// visible is wording.Visible, sooner for what needs no change.
func visible(s string) string {
	if printable(s) {
		return s
	}
	return wording.Visible(s)
}
