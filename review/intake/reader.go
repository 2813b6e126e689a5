package intake

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// A reader turns one text into a Review and records errors and repairs.
type reader struct {
	name   string
	src    []byte
	review *Review
	errs   []error
	// portion says that another reader takes over what this one finds; failures is what that one has to place.
	portion  bool
	failures []failure
	lines    *source.Lines
	// base is where in src the JSON value that is read begins.
	base int
	// notes counts what was repaired in the same way, in the order of first use.
	notes map[string]int
	order []string
	// mute is set while no issue says what it is about.
	mute bool
	// quotes holds what the quote of the issue that is read has beside its first text.
	quotes []string
	// spare holds empty maps.
	spare []map[string]field
	// kinds holds the notes that are counted together, by what they have in common.
	kinds map[string]string
	// odd holds the fields of the issue that is read that were left out, by name.
	odd map[string]bool
	// texts holds texts of issues, to be shared.
	texts map[string]string
	// more counts the repairs of other ways than the first maxNotes.
	more int
}

// A failure is an error before it is known on which line it is.
type failure struct {
	offset int
	where  *trail
	msg    string
}

// fail records an error at an offset of the text.
func (r *reader) fail(offset int, where *trail, format string, args ...any) {
	switch {
	case r.portion && len(r.failures) <= maxErrors:
		r.failures = append(r.failures, failure{offset, where, fmt.Sprintf(format, args...)})
		return
	case r.portion:
		return
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
	r.errs = append(r.errs, &Error{r.name, p.Line, p.Column, where.String(), fmt.Sprintf(format, args...)})
}

// tooManyErrors reports whether further errors are not recorded.
func (r *reader) tooManyErrors() bool { return r.failed() > maxErrors }

// failed counts the errors that were recorded.
func (r *reader) failed() int { return len(r.errs) + len(r.failures) }

// count reads a number that is text, 0 for "". Where and name say in errors what it is.
func (r *reader) count(at int, where *trail, name, text string) (n int, ok bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		r.fail(at, where, "%s is %q; want a whole number", name, clip(text, 20))
		return 0, false
	}
	return n, true
}

// atoi returns the value of digits, which a pattern has limited to nine; 0 for "".
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// repair notes that something was read although the format does not allow it.
func (r *reader) repair(format string, args ...any) {
	r.countRepair(fmt.Sprintf(format, args...), 1)
}

// countRepair notes so many repairs of one kind.
func (r *reader) countRepair(note string, times int) {
	if r.notes == nil {
		r.notes = map[string]int{}
	}
	most := maxNotes
	if r.portion {
		most = maxNotesOfPortion // which of them are the first is not known yet
	}
	switch {
	case r.notes[note] > 0:
	case len(r.order) == most:
		r.more += times
		return
	default:
		r.order = append(r.order, note)
	}
	r.notes[note] += times
}

// leftOut notes that the value of a field was left out, and which was the first of its kind.
func (r *reader) leftOut(name, format string, args ...any) {
	if r.odd == nil {
		r.odd = map[string]bool{}
	}
	r.odd[name] = true
	kind := name + " " + format
	note, known := r.kinds[kind]
	if !known {
		note = r.noteOf(kind, fmt.Sprintf("ignored "+name+", which "+format, args...))
	}
	r.countRepair(note, 1)
}

// noteOf returns the first note of a kind: all of them count as that one.
func (r *reader) noteOf(kind, note string) string {
	if first, known := r.kinds[kind]; known {
		return first
	}
	if r.kinds == nil {
		r.kinds = map[string]string{}
	}
	r.kinds[kind] = note
	return note
}

// maxNotes is how many ways of repair are told apart, and maxNotesOfPortion how many in a portion of a long list.
const (
	maxNotes          = 50
	maxNotesOfPortion = 5000
)

// noteRepairs moves the notes into the review.
func (r *reader) noteRepairs() {
	for _, note := range r.order {
		n := r.notes[note]
		if strings.HasPrefix(note, "ignored") {
			r.review.Ignored += n
		} else {
			r.review.Read += n
		}
		if n > 1 {
			note = fmt.Sprintf("%s (%d times)", note, n)
		}
		r.review.Repaired = append(r.review.Repaired, Clean(note))
	}
	if r.more > 0 {
		r.review.Repaired = append(r.review.Repaired, fmt.Sprintf("and %d other repairs", r.more))
	}
}

// dropEmptyRemedies removes remedies that offer nothing.
func (r *reader) dropEmptyRemedies() {
	for i := range r.review.Issues {
		issue := &r.review.Issues[i]
		issue.Choices = slices.DeleteFunc(issue.Choices, func(s string) bool { return strings.TrimSpace(s) == "" })
		noChoice := issue.Remedy == review.Choose && len(issue.Choices) == 0
		if noChoice || issue.Remedy == review.Edits && len(issue.Edits) == 0 {
			issue.Remedy = review.NoRemedy
		}
	}
}

// nameIssues gives an id to every issue that has none, and makes those unique that
// are not.
func (r *reader) nameIssues() {
	issues := r.review.Issues
	taken := make(map[string]bool, len(issues))
	for i := range issues {
		taken[issues[i].ID] = true
	}
	given, made := make(map[string]int, len(issues)), map[string]int{}
	for i := range issues {
		id := issues[i].ID
		if id == "" {
			id = cmp.Or(issues[i].Rule, "issue")
			made[id]++
			issues[i].ID = freeID(taken, id, made[id])
			continue
		}
		given[id]++
		if n := given[id]; n > 1 {
			issues[i].ID = freeID(taken, id, n)
			r.repair("gave issues that share the id %q ids of their own", clip(id, 40))
		}
	}
}

// freeID returns the first of id-n, id-n+1 … that is not taken, and takes it.
func freeID(taken map[string]bool, id string, n int) string {
	for ; ; n++ {
		if name := id + "-" + strconv.Itoa(n); !taken[name] {
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
