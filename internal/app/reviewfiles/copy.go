package reviewfiles

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// copied returns a review that is a copy of the only document, as it should be, as the difference that it is: so it
// says the same when a run is resumed. It returns other reviews as they are. A copy is named as one, or has most lines
// of the document. Words may stand around it where it is in a fence.
func (r Reader) copied(name string, data []byte) ([]byte, error) {
	named := r.Format == format.Copy
	switch {
	case named && len(r.Documents) != 1:
		return nil, fmt.Errorf("%s: a copy is of one document; name that alone", name)
	case !named && (r.Format != format.Auto || len(r.Documents) != 1):
		return data, nil
	}
	doc, err := workspace.ReadUnasked(r.Documents[0])
	if err != nil {
		if named {
			return nil, err
		}
		return data, nil // the document is read once more, and there its error is said
	}
	doc, text := source.WithLineFeeds(doc), string(source.WithLineFeeds(data))
	if !named && len(changeMark().FindAllString(text, -1)) > len(changeMark().FindAll(doc, -1)) {
		return data, nil // a copy with its changes marked is read as such
	}
	before, after := "", ""
	start, end := fenceAround(text)
	if end > start && (named || isCopy(string(doc), text[start:end])) && !shares(string(doc), text[:start]) {
		before, text, after = text[:start], text[start:end], text[end:]
		before = before[:strings.LastIndex(before[:start-1], "\n")+1]
		after = after[strings.IndexByte(after+"\n", '\n'):]
	} else if !named && !isCopy(string(doc), text) {
		return data, nil
	}
	text = strings.TrimSpace(text) + "\n"
	if front := frontMatter(string(doc)); front != "" && frontMatter(text) == "" {
		text = front + text // models leave it out
	}
	if err := whole(name, string(doc), text); err != nil {
		return nil, err
	}
	shown := filepath.ToSlash(r.Documents[0])
	diff := source.Unified("a/"+shown, "b/"+shown, append(bytes.TrimRight(doc, "\n"), '\n'), []byte(text))
	if diff == "" && named {
		return []byte(`{"issues": []}`), nil
	}
	if diff == "" {
		return nil, fmt.Errorf("%s: is the document as it stands; name its review, or add --review-format copy", name)
	}
	if before+after != "" {
		diff = before + "~~~~~~diff\n" + diff + "~~~~~~\n" + after
	}
	return []byte(diff), nil
}

// changeMark matches the marks of CriticMarkup, HTML and pandoc for what changes.
var changeMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\{(?:\+\+|--|~~|>>|==)|<(?:ins|del)\b|\]\{\.(?:insertion|deletion|comment-start)`)
})

var fenceMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("(?m)^(?:`{3,}|~{3,})[a-z]*[ \t]*$") })

// fenceAround returns what stands between the first fence of a text and the last one.
func fenceAround(text string) (start, end int) {
	all := fenceMark().FindAllStringIndex(text, -1)
	if len(all) < 2 {
		return 0, 0
	}
	return all[0][1] + 1, all[len(all)-1][0]
}

// isCopy reports whether two texts have most of their lines in common.
func isCopy(doc, text string) bool {
	const least = 3
	has := map[string]bool{}
	lines := func(s string) (out []string) {
		for line := range strings.Lines(s) {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
		return out
	}
	own := lines(doc)
	for _, line := range own {
		has[line] = true
	}
	same, all := 0, lines(text)
	for _, line := range all {
		if has[line] {
			same++
		}
	}
	return same >= least && 2*same > len(all) && 2*same > len(own)
}

// shares reports whether one of the lines with words that stand in front of a fence stands in the document, too.
func shares(doc, before string) bool {
	for line := range strings.Lines(doc) {
		if words := strings.TrimSpace(line); len(words) > len("````markdown") && strings.Contains(before, line) {
			return true
		}
	}
	return false
}

// frontMatter returns the front matter of a document with its marks.
func frontMatter(doc string) string {
	rest, ok := strings.CutPrefix(doc, "---\n")
	if i := strings.Index(rest, "\n---\n"); ok && i >= 0 {
		return doc[:len("---\n")+i+len("\n---\n")] + "\n"
	}
	return ""
}

// leftOut matches a line that stands for lines that a copy does not repeat.
var leftOut = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(?:\.\.\.|…)|^\W*(?:(?:the )?(?:rest|remainder)\b.*)?\b(?:unchanged|as before|stays the same)\W*$`)
})

// whole says what is wrong with a copy that lacks parts of the document.
func whole(name, doc, text string) error {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if leftOut().MatchString(strings.TrimSpace(line)) && !strings.Contains(doc, line) {
			return fmt.Errorf("%s:%d: stands for lines that the copy leaves out; give all of the document", name,
				number)
		}
	}
	const most = 3
	edits := source.Between([]byte(strings.TrimRight(doc, "\n")+"\n"), []byte(text))
	if n := len(edits); n > 0 && edits[n-1].End == len(strings.TrimRight(doc, "\n"))+1 && edits[n-1].New == "" &&
		strings.Count(doc[edits[n-1].Start:], "\n") > most {
		return fmt.Errorf("%s:%d: ends before the document does, so that it may be cut off; give all of it", name,
			number)
	}
	return nil
}
