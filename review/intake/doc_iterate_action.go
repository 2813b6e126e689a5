package intake

import (
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// An action is what a review wants done with the quoted text.
type action uint8

const (
	replaceText action = iota
	insertBefore
	insertAfter
	deleteText
	// insertText does not say where; the words of the finding may.
	insertText
)

// actions holds what reviews call the actions.
var actions = sync.OnceValue(func() map[string]action {
	return format.Words(map[action]string{
		replaceText:  "replace replacement substitute change edit rewrite update modify fix correct reword rephrase",
		insertBefore: "insert_before prepend add_before", insertAfter: "insert_after append add_after",
		insertText: "insert insertion add", deleteText: "delete deletion remove removal cut drop omit strike",
	})
})

// act turns the replacement of an issue into what the review wants done: an insertion
// keeps the old text, a deletion leaves nothing.
func act(r *format.Reader, f format.Fields, issue *review.Issue) {
	done, _ := format.OneOf(f, "action", actions(), "replace, insert_before, insert_after or delete")
	old := replaced(issue)
	if done == deleteText {
		left, orders, sure := remark.Deletion(issue.Message, old)
		if orders && !sure {
			r.Repair("left it to a person what to delete, because the description names a part of the old text")
			issue.Remedy, issue.Want, issue.Choices = review.NoRemedy, "", nil
			return
		}
		issue.Remedy, issue.Want, issue.Choices = review.Replace, left, nil
		if old == "" && issue.Place.Form == review.NoRange {
			f.Fail("action", "has nothing to delete; give location.quote")
		}
		return
	}
	unsaid := done == insertText
	if unsaid {
		done = replaceText
	}
	if done == replaceText && issue.Remedy == review.Replace && remark.Likeness(issue.Want, old) < remark.Alike {
		if before, adds := remark.Adds(issue.Message); adds && !strings.Contains(issue.Want, old) {
			done = insertAfter
			if before {
				done = insertBefore
			}
			r.Repair("took the replacement for a text to insert, as the description asks")
		}
	}
	for i, text := range issue.Choices {
		switch done {
		case insertBefore:
			issue.Choices[i] = edits.InsertedAbove(old, text)
		case insertAfter:
			issue.Choices[i] = edits.InsertedBelow(old, text)
		}
	}
	if done == replaceText && !unsaid || issue.Remedy != review.Replace {
		return
	}
	if old == "" {
		r.Advise(issue, "new_value", issue.Want)
		issue.Remedy, issue.Want = review.NoRemedy, ""
		return
	}
	if unsaid {
		if !strings.Contains(issue.Want, old) { // otherwise it is the whole new text
			f.Fail("action", "does not say where; want insert_before or insert_after")
		}
		return
	}
	insert(r, issue, old, done == insertBefore)
}

// insert turns a text to insert into a replacement of old, unless it is that already and has old where it stays. Where
// it has old elsewhere, a person says which of the two it is.
func insert(r *format.Reader, issue *review.Issue, old string, before bool) {
	want, kept := strings.TrimSpace(issue.Want), strings.TrimSpace(old)
	places, stays, inserted := remark.WordsAt(want, kept), 0, edits.InsertedBelow
	if before {
		stays, inserted = len(want)-len(kept), edits.InsertedAbove
	}
	if kept == "" || slices.Contains(places, stays) {
		return
	}
	issue.Old = old
	if len(places) == 0 {
		issue.Want, issue.Adds = inserted(old, issue.Want), true
		return
	}
	r.Repair("'new_value' has the old text in it, so that it may be what to insert or the whole new text")
	issue.Remedy, issue.Choices = review.Choose, []string{inserted(old, issue.Want), issue.Want}
	issue.Want = ""
}
