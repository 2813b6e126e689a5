package pullrequest

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A suggestion replaces the lines [first,last] of a document, counted from 1. It makes the edits of all findings
// whose lines it shares, because only one suggestion for a line can be taken over.
type suggestion struct {
	path        string // below the root of the repository
	first, last int
	text        string // the new lines, without the end of the last
	findings    []*report.Finding

	start, end int // the bytes of the old lines, without the end of the last
	edits      []source.Edit
}

// suggestionsFor returns the fixes of a document's findings as suggestions, in order, and the findings that can't be
// one: without a fix, with one that reaches into other documents, one that meets another, or one that a host would
// not make byte for byte.
func suggestionsFor(path string, src []byte, findings []*report.Finding) (made []*suggestion, left []*report.Finding) {
	slices.SortStableFunc(findings, func(a, b *report.Finding) int { return cmp.Compare(startOf(a), startOf(b)) })
	for _, f := range findings {
		edit, ok := editOf(f, src)
		if !ok {
			left = append(left, f)
			continue
		}
		s := suggestion{path: path, findings: []*report.Finding{f}, edits: []source.Edit{edit}}
		s.start = bytes.LastIndexByte(src[:edit.Start], '\n') + 1
		s.end = len(src)
		if n := bytes.IndexByte(src[edit.End:], '\n'); n >= 0 {
			s.end = edit.End + n
		}
		if n := len(made); n > 0 && s.start <= made[n-1].end {
			if !made[n-1].join(&s) {
				left = append(left, f)
			}
			continue
		}
		made = append(made, &s)
	}
	made = slices.DeleteFunc(made, func(s *suggestion) bool {
		if s.finish(src) {
			return false
		}
		left = append(left, s.findings...)
		return true
	})
	return made, left
}

func startOf(f *report.Finding) int {
	if f.Fix == nil || f.Fix.Replacement == nil {
		return -1
	}
	return f.Fix.Replacement.Start.Offset
}

// editOf returns the fix of a finding as one edit of src.
func editOf(f *report.Finding, src []byte) (source.Edit, bool) {
	if f.Fix == nil || f.Fix.Replacement == nil || f.Fix.Replacement.Path != f.Path {
		return source.Edit{}, false
	}
	r := f.Fix.Replacement
	start, end := r.Start.Offset, r.End.Offset
	if start < 0 || start > end || end > len(src) || string(src[start:end]) != r.Old || start == len(src) {
		return source.Edit{}, false
	}
	return source.Edit{Span: source.Span{Start: start, End: end}, New: r.New}, true
}

// join adds a suggestion that shares lines with s. It reports false where both edit the same text.
func (s *suggestion) join(other *suggestion) bool {
	edit, last := other.edits[0], s.edits[len(s.edits)-1]
	if slices.Contains(s.edits, edit) { // two rules want the same
		s.findings = append(s.findings, other.findings...)
		return true
	}
	if edit.Start < last.End || edit.Start == last.Start {
		return false
	}
	s.end = max(s.end, other.end)
	s.edits, s.findings = append(s.edits, edit), append(s.findings, other.findings...)
	return true
}

// finish fills in the lines. It reports false for lines that a host may not keep as they are: with carriage returns,
// or with characters that can't be seen, which nobody should take over by a click.
func (s *suggestion) finish(src []byte) bool {
	var edits []source.Edit
	for _, e := range s.edits {
		if e.End > s.end {
			return false
		}
		e.Start, e.End = e.Start-s.start, e.End-s.start
		edits = append(edits, e)
	}
	old := src[s.start:s.end]
	text, err := source.Apply(old, edits)
	if err != nil || bytes.Equal(text, old) {
		return false
	}
	s.text = string(text)
	s.first = 1 + bytes.Count(src[:s.start], []byte{'\n'})
	s.last = s.first + bytes.Count(old, []byte{'\n'})
	unseen := func(r rune) bool { return r != '\n' && r != '\t' && (wording.Hidden(r) || r == '\uFFFD') }
	return !strings.ContainsFunc(string(old), unseen) && !strings.ContainsFunc(s.text, unseen)
}
