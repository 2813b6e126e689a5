package pullrequest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// mostComment is how many bytes of a comment are written: GitHub takes 65,536 characters.
const mostComment = 65_000

// marker finds the mark of a comment, which is not shown: the key of a suggestion, and the mark of its job. Nothing
// that is quoted in a comment can hold one, because it stands at the start of the text.
var marker = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^<!-- doc-iterate:(?:summary|suggestion:([0-9a-f]{32}))(:[0-9a-f]{16})? -->`)
})

// keyOf returns the key of a suggestion in the text of a comment, "" where it is not one of ours.
func keyOf(text string) string {
	if m := marker().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

// jobOf returns the mark of the job in the text of one of our comments.
func jobOf(text string) string {
	if m := marker().FindStringSubmatch(text); m != nil {
		return m[2]
	}
	return ""
}

// markOf returns the mark of a job by its name.
func markOf(name string) string {
	if name == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(name))
	return ":" + hex.EncodeToString(sum[:8])
}

// comment returns the text of the comment that makes a suggestion, and the key that its mark has: what it replaces,
// and by what. fence is what the host calls a suggestion.
func (s *suggestion) comment(src []byte, job, fence string) (key, text string) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", s.path, src[s.start:s.end], s.text))
	key = hex.EncodeToString(sum[:16])
	var b strings.Builder
	b.WriteString("<!-- doc-iterate:suggestion:" + key + markOf(job) + " -->\n")
	for _, f := range s.findings {
		fmt.Fprintf(&b, "%s (%s): %s\n\n", report.InCell(f.Rule), f.Severity, report.InCell(f.Message))
	}
	marks := strings.Repeat("`", max(3, longestRun(s.text, '`')+1))
	b.WriteString(marks + fence + "\n" + s.text + "\n" + marks + "\n")
	return key, b.String()
}

// longestRun returns how many of the byte c stand side by side in s at most.
func longestRun(s string, c byte) int {
	longest, run := 0, 0
	for i := range len(s) {
		if run++; s[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}

func isSummary(text string) bool { return marker().MatchString(text) && keyOf(text) == "" }

// sameText reports whether two comments say the same: hosts change line endings, and trim.
func sameText(a, b string) bool {
	plain := func(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")) }
	return plain(a) == plain(b)
}

// summary returns the text of the comment that is kept up to date.
func summary(r *report.Report, job string, made int, others unsuggested) string {
	var b strings.Builder
	b.WriteString("<!-- doc-iterate:summary" + markOf(job) + " -->\n### doc-iterate")
	if job != "" {
		b.WriteString(": " + cell(job))
	}
	b.WriteString("\n\n")
	switch n := len(r.Findings); {
	case n == 0 && len(r.Failures) == 0:
		b.WriteString("Nothing to mend.\n")
	case made == 0:
		fmt.Fprintf(&b, "%s.\n", wording.Count(n, "finding"))
	default:
		fmt.Fprintf(&b, "%s; %s in the changed lines.\n", wording.Count(n, "finding"), wording.Count(made, "suggestion"))
	}
	rows := make([]string, 0, len(r.Failures)+len(others))
	for _, f := range r.Failures {
		rows = append(rows, fmt.Sprintf("| %s | could not be reviewed: %s | |\n", cell(f.Path), cell(f.Message)))
	}
	for _, f := range r.Weighed() {
		why, ok := others[f]
		if !ok {
			continue
		}
		at := f.Path
		if f.Start != nil {
			at = fmt.Sprintf("%s:%d", f.Path, f.Start.Line)
		}
		fix := cell(why)
		if f.Fix != nil && f.Fix.Replacement != nil {
			fix = fmt.Sprintf("%s → %s (%s)", cell(f.Fix.Replacement.Old), cell(f.Fix.Replacement.New), fix)
		}
		what := fmt.Sprintf("%s, %s: %s", cell(f.Rule), f.Severity, cell(f.Message))
		rows = append(rows, fmt.Sprintf("| %s | %s | %s |\n", cell(at), what, fix))
	}
	if len(rows) > 0 {
		b.WriteString("\n| place | finding | fix |\n| --- | --- | --- |\n")
	}
	for i, row := range rows {
		more := fmt.Sprintf("\n%s not shown.\n", wording.Count(len(rows)-i, "finding"))
		if b.Len()+len(row)+len(more) > mostComment {
			b.WriteString(more)
			break
		}
		b.WriteString(row)
	}
	return b.String()
}

// cell returns a text as a cell of a table has it: no markup, and not too long.
func cell(s string) string {
	const most = 300
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return report.InCell(s)
}
