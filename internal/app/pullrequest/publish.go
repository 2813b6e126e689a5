package pullrequest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A Job is a run of continuous integration.
type Job struct {
	// Base is the commit that the changes are compared with, "" where there is none.
	Base string
	// Name is what other jobs of the same request don't have: comments of theirs are left alone.
	Name    string
	request request
	host    host // nil where nobody is to be told
}

// CanPublish reports whether there is a request to write to, and leave to do so was given.
func (j *Job) CanPublish() bool { return j.host != nil }

// ErrForbidden says that the token may not write to the request, as for one from a fork.
var ErrForbidden = errors.New("the token may not write comments here")

// A host is where requests are discussed.
type host interface {
	// changed returns what the request shows of each document that it changes, by path.
	changed(ctx context.Context) (map[string]changed, error)
	// same reports whether the head of the request has these bytes at a path.
	same(ctx context.Context, path string, src []byte) (bool, error)
	// comments returns the comments that earlier runs wrote.
	comments(ctx context.Context) ([]comment, error)
	// fit returns the line that a suggestion for the lines [first,last] is put at, and what follows its backticks. It
	// reports false where the host has no suggestion for so many lines.
	fit(first, last int) (line int, fence string, ok bool)
	// suggest writes comments with suggestions. It returns those that the host rejected.
	suggest(ctx context.Context, all []*placed) (rejected []*placed, err error)
	// summaryAt returns the request that writes the summary, in place of one that is there.
	summaryAt(old *comment) (method, path string)
	// suggestionAt returns the path of a comment with a suggestion.
	suggestionAt(old comment) string
	// fold hides the review, by its number, whose comments are all gone.
	fold(ctx context.Context, review int64)
	do(ctx context.Context, method, path string, in, out any) (http.Header, error)
}

// changed is what a request shows of a document.
type changed struct {
	oldPath  string
	blob     string // the id of its bytes at the head, "" where the host does not say
	hunks    []hunk
	withheld bool // there is a difference, which the host does not show, because it is large
}

// A comment is one that an earlier run wrote.
type comment struct {
	id, thread string
	text       string
	line       int  // where it is put today
	outdated   bool // its lines are no longer there
	answered   bool
	review     int64 // which it belongs to, 0 where the host has none
}

// makes reports whether the comment makes a suggestion where it belongs: equal lines of a document have equal
// suggestions.
func (c *comment) makes(p *placed) bool {
	return !c.outdated && keyOf(c.text) == p.key && c.line == p.line
}

// placed is a suggestion in the words of a host.
type placed struct {
	*suggestion
	line      int // where the host puts it
	key, text string
	file      changed
	hunk      *hunk
}

// mostSuggestions is how many suggestions a request gets. The rest is in the summary.
const mostSuggestions = 100

// Publish tells the people of a request what a report found: it suggests what lies in the changed lines, and lists
// the rest in one comment. It removes suggestions of earlier runs that nobody answered and nothing needs any more.
// The paths of the report are from the root of the repository; read returns the bytes of the document at one.
func (j *Job) Publish(ctx context.Context, r *report.Report, read func(path string) ([]byte, error)) error {
	files, err := j.host.changed(ctx)
	if err != nil {
		return err
	}
	earlier, err := j.host.comments(ctx)
	if err != nil {
		return err
	}
	earlier = slices.DeleteFunc(earlier, func(c comment) bool { return jobOf(c.text) != markOf(j.Name) })
	wanted, others, err := j.place(ctx, r, files, read)
	if err != nil {
		return err
	}
	var missing []*placed
	for i, p := range wanted {
		switch {
		case i >= mostSuggestions:
			others.add(p, "more than the host should show")
		case !slices.ContainsFunc(earlier, func(c comment) bool { return c.makes(p) }):
			missing = append(missing, p)
		}
	}
	wanted = wanted[:min(len(wanted), mostSuggestions)]
	rejected, err := j.host.suggest(ctx, missing)
	if err != nil {
		return err
	}
	for _, p := range rejected {
		others.add(p, "the host takes no suggestion there")
	}
	if err := j.tidy(ctx, earlier, wanted); err != nil {
		return err
	}
	text := summary(r, j.Name, len(wanted)-len(rejected), others)
	return j.summarize(ctx, earlier, text, len(r.Findings)+len(r.Failures) == 0)
}

// unsuggested is the findings that are no suggestion, with the reason of each.
type unsuggested map[*report.Finding]string

func (u unsuggested) add(p *placed, why string) {
	for _, f := range p.findings {
		u[f] = why
	}
}

// place returns the suggestions that lie in the difference, by path and line, and the findings that are no suggestion.
func (j *Job) place(
	ctx context.Context, r *report.Report, files map[string]changed, read func(string) ([]byte, error),
) (wanted []*placed, others unsuggested, err error) {
	others = unsuggested{}
	byPath := map[string][]*report.Finding{}
	var order []string
	for i := range r.Findings {
		f := &r.Findings[i]
		if byPath[f.Path] == nil {
			order = append(order, f.Path)
		}
		byPath[f.Path] = append(byPath[f.Path], f)
	}
	for _, name := range order {
		findings, file := byPath[name], files[name]
		src, why, err := j.shown(ctx, file, name, read)
		if err != nil {
			return nil, nil, err
		}
		if why != "" {
			for _, f := range findings {
				others[f] = why
			}
			continue
		}
		made, left := suggestionsFor(name, src, findings)
		for _, f := range left {
			others[f] = "by hand"
			if f.Fix != nil {
				others[f] = "with doc-iterate fix"
			}
		}
		for _, s := range made {
			p := &placed{suggestion: s, file: file, hunk: showing(file.hunks, s.first, s.last)}
			line, fence, fits := j.host.fit(s.first, s.last)
			p.line = line
			p.key, p.text = s.comment(src, j.Name, fence)
			switch {
			case p.hunk == nil:
				others.add(p, outside)
			case !fits:
				others.add(p, "more lines than the host takes in a suggestion")
			case len(p.text) > mostComment:
				others.add(p, "too long for a comment")
			default:
				wanted = append(wanted, p)
			}
		}
	}
	return wanted, others, nil
}

// outside is why a finding is no suggestion that lies where a request changes nothing.
const outside = "outside of the changed lines"

// shown returns the bytes of a document whose changed lines the request shows, or why none of its findings can be a
// suggestion. What is checked out may be a merge with the base: there the head of the request may have other bytes.
func (j *Job) shown(
	ctx context.Context, file changed, name string, read func(string) ([]byte, error),
) (src []byte, why string, err error) {
	switch {
	case file.withheld:
		return nil, "the host does not show the changed lines of this document", nil
	case len(file.hunks) == 0:
		return nil, outside, nil
	}
	if src, err = read(name); err != nil {
		return nil, "", err
	}
	same := file.blob == blobID(src)
	if file.blob == "" {
		same, err = j.host.same(ctx, name, src)
	}
	if !same {
		why = "the head of the request has another text"
	}
	return src, why, err
}

// tidy removes suggestions of earlier runs that are outdated or that nothing wants any more. What somebody answered
// stays, because a conversation belongs to those who hold it. Reviews that are empty then are folded.
func (j *Job) tidy(ctx context.Context, earlier []comment, wanted []*placed) error {
	emptied, kept := map[int64]bool{}, map[int64]bool{}
	for _, c := range earlier {
		if keyOf(c.text) == "" || c.answered || slices.ContainsFunc(wanted, c.makes) {
			kept[c.review] = true
			continue
		}
		emptied[c.review] = true
		_, err := j.host.do(ctx, http.MethodDelete, j.host.suggestionAt(c), nil, nil)
		if err != nil && !hasStatus(err, http.StatusNotFound) { // else somebody was faster
			return err
		}
	}
	for _, review := range slices.Sorted(maps.Keys(emptied)) {
		if review != 0 && !kept[review] {
			j.host.fold(ctx, review)
		}
	}
	return nil
}

// summarize keeps the one comment up to date. A request with nothing to mend gets none.
func (j *Job) summarize(ctx context.Context, earlier []comment, text string, clean bool) error {
	var old *comment
	if n := slices.IndexFunc(earlier, func(c comment) bool { return isSummary(c.text) }); n >= 0 {
		old = &earlier[n]
	}
	if old == nil && clean || old != nil && sameText(old.text, text) {
		return nil
	}
	method, path := j.host.summaryAt(old)
	_, err := j.host.do(ctx, method, path, map[string]any{"body": text}, nil)
	return err
}

// Explain returns what an error of Publish means to the author of a request, and whether it is only that: a token
// without leave, as those of forks are.
func Explain(err error) (note string, harmless bool) {
	if !errors.Is(err, ErrForbidden) {
		return fmt.Sprintf("the request could not be told what was found: %v", err), false
	}
	return wording.Printable(fmt.Sprintf("no suggestions were made: %v. Requests from forks have no leave to; for "+
		"others, "+
		"give the job the permission to write to them. The annotations and this log have all findings", err)), true
}
