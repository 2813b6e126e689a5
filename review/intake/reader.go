package intake

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// maxErrors is how many things that are wrong are reported at once.
const maxErrors = 20

// An Error is one thing that is wrong with a review.
type Error struct {
	// Name is the file or program that the review came from.
	Name string
	// Line and Column say where, both from 1; the column counts code points.
	Line, Column int
	// Where names the issue and the field, as in `issue "term-1", severity`.
	Where string
	// Msg says what is wrong and what is wanted instead.
	Msg string
}

func (e *Error) Error() string {
	where := ""
	if e.Where != "" {
		where = e.Where + ": "
	}
	return fmt.Sprintf("%s:%d:%d: %s%s", Clean(e.Name), e.Line, e.Column, where, Clean(e.Msg))
}

// A reader turns one text into a Review and keeps what goes wrong on the way.
type reader struct {
	name   string
	src    []byte
	review *Review
	errs   []error
	lines  *source.Lines
	// base is where in src the JSON value that is read begins.
	base int
	// notes counts what was repaired in the same way, in the order of first use.
	notes map[string]int
	order []string
	// more counts the repairs of other ways than the first maxNotes.
	more int
}

// fail records an error at an offset of the text.
func (r *reader) fail(offset int, where, format string, args ...any) {
	switch {
	case len(r.errs) > maxErrors:
		return
	case len(r.errs) == maxErrors:
		r.errs = append(r.errs, errors.New("and more"))
		return
	}
	if r.lines == nil {
		r.lines = source.NewLines(r.src)
	}
	p := r.lines.Point(min(r.base+offset, len(r.src)), source.CodePoint)
	r.errs = append(r.errs, &Error{r.name, p.Line, p.Column, where, fmt.Sprintf(format, args...)})
}

// repair notes that something was taken although it is not as the format has it.
func (r *reader) repair(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	if r.notes == nil {
		r.notes = map[string]int{}
	}
	switch {
	case r.notes[note] > 0:
	case len(r.order) == maxNotes:
		r.more++
		return
	default:
		r.order = append(r.order, note)
	}
	r.notes[note]++
}

// maxNotes is how many ways of repair are told apart.
const maxNotes = 50

// report moves the notes into the review.
func (r *reader) report() {
	for _, note := range r.order {
		if n := r.notes[note]; n > 1 {
			note = fmt.Sprintf("%s (%d times)", note, n)
		}
		r.review.Repaired = append(r.review.Repaired, Clean(note))
	}
	if r.more > 0 {
		r.review.Repaired = append(r.review.Repaired, fmt.Sprintf("and %d other repairs", r.more))
	}
}

// settle takes away remedies that offer nothing.
func (r *reader) settle() {
	for i := range r.review.Issues {
		issue := &r.review.Issues[i]
		issue.Choices = slices.DeleteFunc(issue.Choices, func(s string) bool { return strings.TrimSpace(s) == "" })
		if issue.Remedy == review.Choose && len(issue.Choices) == 0 || issue.Remedy == review.Edits && len(issue.Edits) == 0 {
			issue.Remedy = review.NoRemedy
		}
	}
}

// number gives an id to every issue that has none, and makes those unique that
// are not.
func (r *reader) number() {
	issues := r.review.Issues
	taken := make(map[string]bool, len(issues))
	for i := range issues {
		taken[issues[i].ID] = true
	}
	seen := make(map[string]int, len(issues))
	for i := range issues {
		id := issues[i].ID
		if id == "" {
			id = issues[i].Rule
			if id == "" {
				id = "issue"
			}
			seen[id]++
			issues[i].ID = free(taken, id, seen[id])
			continue
		}
		seen["\x00"+id]++
		if n := seen["\x00"+id]; n > 1 {
			issues[i].ID = free(taken, id, n)
			r.repair("gave issues that share the id %q ids of their own", clip(id, 40))
		}
	}
}

// free is the first of id-n, id-n+1 … that is not taken, and takes it.
func free(taken map[string]bool, id string, n int) string {
	for ; ; n++ {
		if name := fmt.Sprintf("%s-%d", id, n); !taken[name] {
			taken[name] = true
			return name
		}
	}
}

// clip shortens s to about n bytes for a message.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
