package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile is text that steers terminals, hides what stands behind it, or begins a line of its own.
const hostile = "h\x1b]0;t\x07\x1b[2J\u009b8m\u202eevil\u2066\x7f\b\v\u2028\r\n::error::x ##[group]y\u0085z"

// controls returns the characters of a text that a terminal would obey or hide.
func controls(s string) string {
	var out []string
	for _, r := range s {
		switch {
		case r == '\n', r == '\t':
		case r < 0x20, r >= 0x7F && r < 0xA0, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x2028, r == 0x2029, r == utf8.RuneError:
			out = append(out, fmt.Sprintf("%U", r))
		}
	}
	return strings.Join(out, " ")
}

// carriers are the parts of a review that may bring such text. Each makes a review with it.
func carriers() map[string]any {
	type object = map[string]any
	good := func() object {
		return object{"id": "a", "severity": "warning", "description": "Typo.", "location": object{"line": 3, "quote": "Start teh relay first."},
			"old_value": "teh", "new_value": "the"}
	}
	out := map[string]any{}
	for _, key := range []string{"id", "rule", "description", "severity", "category", "old_value", "new_value", "source", "confidence", "action", "line", "x" + hostile} {
		issue := good()
		issue[key] = hostile
		out["issue "+key] = object{"issues": []any{issue}}
	}
	for _, key := range []string{"quote", "section", "prefix", "suffix", "line", "column", "column_unit", "document"} {
		issue := good()
		issue["location"].(object)[key] = hostile
		out["location "+key] = object{"issues": []any{issue}}
	}
	for _, key := range []string{"feedback", "verdict", "document", "document_sha256", "quality_score", "reviewer", "x" + hostile} {
		out["review "+key] = object{key: hostile, "issues": []any{good()}}
	}
	citing, choosing := good(), good()
	citing["citations"] = []string{hostile}
	delete(choosing, "new_value")
	choosing["choices"] = []string{hostile, "the"}
	out["citations"], out["choices"] = object{"issues": []any{citing}}, object{"issues": []any{choosing}}
	out["reviewer name"] = object{"reviewer": object{"name": hostile, "version": hostile}, "issues": []any{good()}}
	out["coverage"] = object{"coverage": object{"sections": []string{hostile}}, "issues": []any{good()}}
	out["question"] = object{"questions": []any{object{"id": hostile, "text": hostile, "critical": true}}, "issues": []any{good()}}
	region := object{"startLine": 3, "startColumn": 7, "endLine": 3, "endColumn": 10}
	out["SARIF"] = object{"version": "2.1.0", "runs": []any{object{
		"tool": object{"driver": object{"name": hostile, "version": hostile}}, "results": []any{object{
			"ruleId": hostile, "level": hostile, "message": object{"text": hostile}, "locations": []any{object{"physicalLocation": object{
				"artifactLocation": object{"uri": "guide.md"}, "region": region,
			}}},
		}},
	}}}
	out["Vale"] = object{"guide.md": []any{object{"Check": hostile, "Message": hostile, "Match": "teh", "Line": 3, "Span": []int{7, 9},
		"Severity": hostile, "Action": object{"Name": "replace", "Params": []string{hostile}}}}}
	out["markdownlint"] = []any{object{"fileName": "guide.md", "lineNumber": 3, "ruleNames": []string{hostile}, "ruleDescription": hostile,
		"errorDetail": hostile, "errorContext": hostile, "fixInfo": object{"editColumn": 7, "deleteCount": 3, "insertText": hostile}}}
	out["ESLint"] = []any{object{"filePath": hostile, "messages": []any{object{"ruleId": hostile, "message": hostile, "line": 3, "column": 7, "severity": 1}}}}
	out["LSP"] = object{"uri": "file:///" + hostile, "diagnostics": []any{object{"message": hostile, "source": hostile, "code": hostile,
		"range": object{"start": object{"line": 2, "character": 6}, "end": object{"line": 2, "character": 9}}}}}
	out["GitHub"] = []any{object{"path": "guide.md", "line": 3, "body": hostile + "\n```suggestion\n" + hostile + "\n```\n", "user": object{"login": hostile}, "diff_hunk": "@@ -1,3 +1,3 @@\n Start teh relay first."}}
	return out
}

// TestControlCharacters: nothing that a review says reaches the terminal, a document or a commit with characters that
// steer or hide, in any format.
func TestControlCharacters(t *testing.T) {
	reached := 0
	before := "# Guide\n\nStart teh relay first.\n\nKeep the queue small.\n"
	for name, review := range carriers() {
		t.Run(strings.ToValidUTF8(strings.Map(func(r rune) rune {
			if r < ' ' || r > '~' {
				return -1
			}
			return r
		}, name), ""), func(t *testing.T) {
			t.Chdir(t.TempDir())
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			data, err := json.Marshal(review)
			require.NoError(t, err)
			write(t, "review.json", string(data))
			write(t, "guide.md", before)
			write(t, "consistency-rules.json", `{"version": 1}`)
			git := func(args ...string) string {
				out, err := exec.Command("git", args...).CombinedOutput()
				require.NoError(t, err, "%s", out)
				return string(out)
			}
			git("init", "--quiet")
			git("config", "user.name", "A Writer")
			git("config", "user.email", "w@example.com")
			git("add", ".")
			git("commit", "--quiet", "--message", "Start")
			shown := false
			says := func(args ...string) {
				out, _ := output(t, args...)
				shown = shown || strings.Contains(out, "evil")
				assert.Empty(t, controls(out), "%v: %q", args, out)
			}
			for _, format := range []string{"text", "markdown", "html", "json", "yaml", "sarif", "rdjson", "rdjsonl", "github", "gitlab", "junit", "checkstyle", "diff"} {
				says("check", "--review", "review.json", "--review-is-current", "--format", format, "guide.md")
				says("fix", "--dry-run", "--review", "review.json", "--review-is-current", "--format", format, "guide.md")
			}
			says("locate", "--review", "review.json", "guide.md")
			says("fix", "-v", "--review", "review.json", "--review-is-current", "guide.md")
			says("status", "guide.md")
			says("status", "--format", "json", "guide.md")
			says("log")
			says("undo")
			if shown {
				reached++
			}
			assert.Empty(t, controls(contents(t, "guide.md")), "%q", contents(t, "guide.md"))
			assert.Empty(t, controls(git("log", "--all", "--format=%B%an%D")))
			state, err := filepath.Glob("answers*")
			require.NoError(t, err)
			for _, path := range state {
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				assert.Empty(t, controls(string(data)))
			}
		})
	}
	assert.Greater(t, reached, len(carriers())/2, "too few of them are shown at all")
}
