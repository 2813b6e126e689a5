package format

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
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
	return fmt.Sprintf("%s:%d:%d: %s%s", remark.Clean(e.Name), e.Line, e.Column, where, remark.Clean(e.Msg))
}

// A Reader turns one text into a Review and records errors and repairs.
type Reader struct {
	Name   string
	Src    []byte
	Review *Review
	Errs   []error
	Lines  *source.Lines
	// base is where in src the JSON value that is read begins.
	Base int
	// Origin is the line of the text that a part which was turned into another form stood in, 0 for a text as it is.
	Origin int
	// notes counts what was repaired in the same way, in the order of first use.
	notes map[string]int
	order []string
	// mute is set while no issue says what it is about.
	Mute bool
	// quotes holds the further texts of the quote of the issue that is read.
	Quotes []string
	// kinds holds the notes that are counted together, by what they have in common.
	kinds map[string]string
	// odd holds the fields of the issue that is read that were left out, by name.
	Odd map[string]bool
	// more counts the repairs of other ways than the first maxNotes.
	more int
}

// Fail records an error at an offset of the text.
func (r *Reader) Fail(offset int, where *trail, format string, args ...any) {
	if r.TooManyErrors() {
		return
	}
	if len(r.Errs) == maxErrors {
		r.Errs = append(r.Errs, errors.New("and more"))
		return
	}
	if r.Lines == nil {
		r.Lines = source.NewLines(r.Src)
	}
	p := r.Lines.Point(min(r.Base+offset, len(r.Src)), source.CodePoint)
	r.Errs = append(r.Errs, &Error{r.Name, p.Line, p.Column, where.String(), fmt.Sprintf(format, args...)})
}

// TooManyErrors reports whether further errors are not recorded.
func (r *Reader) TooManyErrors() bool { return len(r.Errs) > maxErrors }

// count reads a number that is text, 0 for "". Where and name say in errors what it is.
func (r *Reader) count(at int, where *trail, name, text string) (n int, ok bool) {
	if text == "" {
		return 0, true
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		r.Fail(at, where, "%s is %q; want a whole number", name, Clip(text, 20))
		return 0, false
	}
	return n, true
}

// Atoi returns the value of digits, which a pattern has limited to nine; 0 for "".
func Atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// Repair notes that something was read although the format does not allow it.
func (r *Reader) Repair(format string, args ...any) {
	note := fmt.Sprintf(format, args...)
	switch {
	case r.notes[note] > 0:
	case len(r.order) == maxNotes:
		r.more++
		return
	default:
		r.order = append(r.order, note)
	}
	if r.notes == nil {
		r.notes = map[string]int{}
	}
	r.notes[note]++
}

// leftOut notes that the value of a field was left out, and which was the first of its kind.
func (r *Reader) leftOut(name, format string, args ...any) {
	if r.Odd == nil {
		r.Odd = map[string]bool{}
	}
	r.Odd[name] = true
	kind := name + " " + format
	note, known := r.kinds[kind]
	if !known {
		if r.kinds == nil {
			r.kinds = map[string]string{}
		}
		note = fmt.Sprintf("ignored "+name+", which "+format, args...)
		r.kinds[kind] = note
	}
	r.Repair("%s", note)
}

// maxNotes is how many ways of repair are told apart.
const maxNotes = 50

// NoteRepairs moves the notes into the review.
func (r *Reader) NoteRepairs() {
	for _, note := range r.order {
		n := r.notes[note]
		if strings.HasPrefix(note, "ignored") {
			r.Review.Ignored += n
		} else {
			r.Review.Read += n
		}
		if n > 1 {
			note = fmt.Sprintf("%s (%d times)", note, n)
		}
		r.Review.Repaired = append(r.Review.Repaired, remark.Clean(note))
	}
	if r.more > 0 {
		r.Review.Repaired = append(r.Review.Repaired, fmt.Sprintf("and %d other repairs", r.more))
	}
}

// At names a line of the review.
func (r *Reader) At(line int) string { return fmt.Sprintf("%s:%d", remark.Clean(r.Name), line) }

// OffsetOf returns the offset of a line of the text, from 1.
func (r *Reader) OffsetOf(line int) int {
	at := 0
	for ; line > 1; line-- {
		at += bytes.IndexByte(r.Src[at:], '\n') + 1
	}
	return at
}

// LineOf returns the line of an offset of the text, from 1.
func (r *Reader) LineOf(offset int) int {
	if r.Origin > 0 {
		return r.Origin
	}
	return 1 + bytes.Count(r.Src[:min(r.Base+offset, len(r.Src))], []byte("\n"))
}

// Missed adds a part of the review that was not understood: a finding without a place that has its words.
func (r *Reader) Missed(line int, words string) {
	said := remark.Clean(Clip(words, 300))
	r.Add(review.Issue{
		Message: "A remark was not understood: " + said, Severity: rules.Warning, Confidence: 1, Standing: review.NotUnderstood,
		Why: r.At(line),
	})
}

// DropEmptyRemedies removes remedies that offer nothing.
func (r *Reader) DropEmptyRemedies() {
	for i := range r.Review.Issues {
		issue := &r.Review.Issues[i]
		issue.Choices = slices.DeleteFunc(issue.Choices, func(s string) bool { return strings.TrimSpace(s) == "" })
		noChoice := issue.Remedy == review.Choose && len(issue.Choices) == 0
		if noChoice || issue.Remedy == review.Edits && len(issue.Edits) == 0 {
			issue.Remedy = review.NoRemedy
		}
	}
}

// NameIssues gives an id to every issue that has none, and makes those unique that are not.
func (r *Reader) NameIssues() {
	issues := r.Review.Issues
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
			r.Repair("gave issues that share the id %q ids of their own", Clip(id, 40))
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

// Clip shortens s to about n bytes for a message.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
