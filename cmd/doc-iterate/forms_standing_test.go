package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A spoken is a remark of a reviewer with what its form may carry beside it.
type spoken struct {
	path, old, want string
	line            int
	reply           string // an answer that withdraws it
	closed          bool
}

const refusal = "No, please leave this as it is."

// What a form may carry beside an open remark about the guide.
const (
	carriesReply = 1 << iota
	carriesState
	carriesDocument
)

// openRemark is to be done, and the others are not: a reply withdraws one, one is resolved, and one is about
// another document.
var (
	openRemark = spoken{path: "docs/guide.md", line: 12,
		old:  "Before you start, make sure that you recieve the invitation.",
		want: "Before you start, make sure that you receive the invitation."}
	withdrawn = spoken{path: "docs/guide.md", line: 7,
		old:  "The relay forwards events from your sensors to the archive.",
		want: "The relay sends events from your sensors to the archive.", reply: refusal}
	resolved = spoken{path: "docs/guide.md", line: 8,
		old:  "It runs on one machine, and needs no database.",
		want: "It runs on a single machine, and needs no database.", closed: true}
	anotherPage = spoken{path: "docs/other.md", line: 3, old: "It runs anywhere.", want: "It runs everywhere."}
)

type dict = map[string]any

// listed makes a review of a JSON value for each remark.
func listed(one func(spoken) any, around func([]any) any) func([]spoken) string {
	return func(all []spoken) string {
		var list []any
		for _, s := range all {
			list = append(list, one(s))
		}
		var whole any = list
		if around != nil {
			whole = around(list)
		}
		data, err := json.MarshalIndent(whole, "", " ")
		if err != nil {
			panic(err)
		}
		return string(data) + "\n"
	}
}

// written makes a review of a text for each remark.
func written(head string, one func(spoken) string) func([]spoken) string {
	return func(all []spoken) string {
		out := head
		for _, s := range all {
			out += one(s)
		}
		return out
	}
}

func under(key string, more dict) func([]any) any {
	return func(list []any) any {
		out := dict{key: list}
		for k, v := range more {
			out[k] = v
		}
		return out
	}
}

func (s spoken) suggestion() string { return "```suggestion\n" + s.want + "\n```" }
func (s spoken) hunk() string       { return "@@ -1,9 +1,9 @@\n context\n+" + s.old }
func (s spoken) edit() string       { return fmt.Sprintf("change %q to %q", s.old, s.want) }
func (s spoken) status() string {
	if s.closed {
		return "resolved"
	}
	return "open"
}

func (s spoken) replies(one func(string) any) []any {
	if s.reply == "" {
		return []any{}
	}
	return []any{one(s.reply)}
}

// pullComments are comments of GitHub's API: an answer is a comment that names another one.
func pullComments(all []spoken) (out []any) {
	for i, s := range all {
		c := dict{"id": 10 * (i + 1), "path": s.path, "line": s.line, "original_line": s.line, "side": "RIGHT",
			"body": s.suggestion(), "diff_hunk": s.hunk(),
			"pull_request_url": "https://api.github.com/repos/o/r/pulls/5"}
		out = append(out, c)
		for _, reply := range s.replies(func(r string) any { return r }) {
			out = append(out, dict{"id": 10*(i+1) + 1, "in_reply_to_id": 10 * (i + 1),
				"path": s.path, "line": s.line,
				"body": reply, "diff_hunk": s.hunk(),
				"pull_request_url": "https://api.github.com/repos/o/r/pulls/5"})
		}
	}
	return out
}

func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// row writes the cells of a row of a table in text.
func row(sep string, cells ...string) string { return strings.Join(cells, sep) + "\n" }

type standingForm struct {
	carries int
	review  func([]spoken) string
}

var standingForms = map[string]standingForm{
	"github-comments.json": {carriesReply | carriesDocument,
		func(all []spoken) string { return asJSON(pullComments(all)) }},
	"github-jq.ndjson": {carriesReply | carriesDocument, func(all []spoken) (out string) {
		for _, c := range pullComments(all) {
			out += asJSON(c) + "\n"
		}
		return out
	}},
	"github-payload.json": {carriesDocument, listed(func(s spoken) any {
		return dict{"path": s.path, "line": s.line, "side": "RIGHT", "body": s.suggestion()}
	}, under("comments", dict{"event": "COMMENT", "body": ""}))},
	"github-graphql.json": {carriesReply | carriesState | carriesDocument, listed(func(s spoken) any {
		return dict{"isResolved": s.closed, "isOutdated": false, "path": s.path, "line": s.line,
			"comments": dict{"nodes": append(
				[]any{dict{"body": s.suggestion(), "diffHunk": s.hunk()}},
				s.replies(func(r string) any { return dict{"body": r} })...)}}
	}, func(list []any) any {
		return dict{"data": dict{"repository": dict{"pullRequest": dict{"reviewThreads": dict{"nodes": list}}}}}
	})},
	"gh-pr-view.json": {carriesState | carriesDocument, listed(func(s spoken) any {
		return dict{"author": dict{"login": "ann"}, "isMinimized": s.closed, "minimizedReason": "resolved",
			"body": fmt.Sprintf("%s, line %d: %s.", s.path, s.line, s.edit())}
	}, under("comments", dict{"reviews": []any{}}))},
	"github-issue-comments.json": {carriesDocument, listed(func(s spoken) any {
		return dict{"id": s.line, "issue_url": "https://api.github.com/repos/o/r/issues/5",
			"body": fmt.Sprintf("%s, line %d: %s.", s.path, s.line, s.edit())}
	}, nil)},
	"gitlab.json": {carriesReply | carriesState | carriesDocument, listed(func(s spoken) any {
		note := dict{"id": s.line, "body": "```suggestion:-0+0\n" + s.want + "\n```", "system": false,
			"resolvable": true, "resolved": s.closed,
			"position": dict{"new_path": s.path, "old_path": s.path, "new_line": s.line,
				"position_type": "text"},
			"suggestions": []any{dict{"from_line": s.line, "to_line": s.line, "applied": false,
				"from_content": s.old + "\n", "to_content": s.want + "\n"}}}
		return dict{"id": fmt.Sprint(s.line), "notes": append([]any{note},
			s.replies(func(r string) any {
				return dict{"body": r, "system": false,
					"resolved": false}
			})...)}
	}, nil)},
	"google-docs.json": {carriesReply | carriesState, listed(func(s spoken) any {
		return dict{"kind": "drive#comment", "author": dict{"displayName": "Ann"}, "content": s.edit(),
			"resolved":          s.closed,
			"quotedFileContent": dict{"mimeType": "text/html", "value": s.old},
			"replies":           s.replies(func(r string) any { return dict{"content": r} })}
	}, under("comments", dict{"kind": "drive#commentList"}))},
	"hypothesis.json": {carriesReply | carriesDocument, func(all []spoken) string {
		var rows []any
		for i, s := range all {
			uri := "https://relay.example.com/" + strings.Replace(s.path, ".md", ".html", 1)
			target := dict{"source": uri, "selector": []any{dict{"type": "TextQuoteSelector",
				"exact": s.old}}}
			rows = append(rows, dict{"id": fmt.Sprint("h", i), "uri": uri, "text": s.edit(),
				"target": []any{target}})
			for _, r := range s.replies(func(r string) any { return r }) {
				rows = append(rows, dict{"id": fmt.Sprint("r", i), "uri": uri, "text": r,
					"references": []any{fmt.Sprint("h", i)},
					"target":     []any{dict{"source": uri}}})
			}
		}
		return asJSON(dict{"total": len(rows), "rows": rows})
	}},
	"codex.json": {carriesDocument, listed(func(s spoken) any {
		return dict{"title": "[P2] Reword", "body": s.edit(), "confidence_score": 0.9, "priority": 2,
			"code_location": dict{"absolute_file_path": "/home/ann/relay/" + s.path,
				"line_range": dict{"start": s.line, "end": s.line}}}
	}, under("findings", dict{"overall_correctness": "patch is correct"}))},
	"pr-agent.yaml": {carriesDocument, written("code_suggestions:\n", func(s spoken) string {
		return fmt.Sprintf("- relevant_file: |\n    %s\n  existing_code: |\n    %s\n"+
			"  suggestion_content: |\n    Reword.\n  improved_code: |\n    %s\n", s.path, s.old, s.want)
	})},
	"conventional.md": {carriesState | carriesDocument, written("", func(s spoken) string {
		return fmt.Sprintf("**suggestion (%s):** %s, line %d: %s.\n\n",
			map[bool]string{true: "resolved", false: "blocking"}[s.closed], s.path, s.line, s.edit())
	})},
	"blocks.md": {carriesReply | carriesDocument, written("", func(s spoken) string {
		out := fmt.Sprintf("**%s:%d** – issue: the wording.\n%s\n", s.path, s.line, s.suggestion())
		if s.reply != "" {
			out += "\n> Bob: " + s.reply + "\n"
		}
		return out + "\n"
	})},
	"review.csv": {carriesState | carriesDocument, written("File,Line,Original,Suggested,Status\n",
		func(s spoken) string {
			return row(",", s.path, fmt.Sprint(s.line), `"`+s.old+`"`, `"`+s.want+`"`, s.status())
		})},
	"review.tsv": {carriesState | carriesDocument, written("File\tLine\tOriginal\tSuggested\tStatus\n",
		func(s spoken) string {
			return row("\t", s.path, fmt.Sprint(s.line), s.old, s.want, s.status())
		})},
	"table.md": {carriesState | carriesDocument, written("| File | Line | Current | Suggested | Status |\n"+
		"| --- | --- | --- | --- | --- |\n", func(s spoken) string {
		return "| " + row(" | ", s.path, fmt.Sprint(s.line), s.old, s.want, s.status()+" |")
	})},
	"review.json": {carriesState | carriesDocument, listed(func(s spoken) any {
		return dict{"document": s.path, "status": s.status(), "location": dict{"line": s.line,
			"quote": s.old}, "new_value": s.want, "description": "Reword."}
	}, under("issues", nil))},
	"review.yaml": {carriesState | carriesDocument, written("issues:\n", func(s spoken) string {
		return fmt.Sprintf("  - document: %s\n    description: Reword.\n    status: %s\n"+
			"    location: {line: %d, quote: %q}\n    new_value: %q\n", s.path, s.status(), s.line,
			s.old, s.want)
	})},
	"list.md": {carriesReply | carriesState | carriesDocument, written("A few remarks:\n\n", func(s spoken) string {
		out := fmt.Sprintf("- [%s] %s, line %d: %s.\n", map[bool]string{true: "x",
			false: " "}[s.closed], s.path, s.line, s.edit())
		if s.reply != "" {
			out += "  - " + s.reply + "\n"
		}
		return out
	})},
	"mail.eml": {carriesReply | carriesDocument, written("From: Bob <bob@example.com>\n"+
		"To: docs@example.com\nSubject: Re: the guide\n\n", func(s spoken) string {
		said := fmt.Sprintf("%s, line %d: %s.\n\n", s.path, s.line, s.edit())
		if s.reply != "" {
			return "Ann wrote:\n> " + said + s.reply + "\n\n"
		}
		return said
	})},
	"page.txt": {carriesReply | carriesState | carriesDocument, written("", func(s spoken) string {
		out := fmt.Sprintf("%s\nComment on line R%d\n@ann\nann\n2 hours ago\nReword.\n\n"+
			"Suggested change\n%s\n%s\nCommit suggestion\n", s.path, s.line, s.old, s.want)
		if s.reply != "" {
			out += "@bob\nbob\n1 hour ago\n" + s.reply + "\n"
		}
		if s.closed {
			return out + "ann marked this conversation as resolved.\n"
		}
		return out + "Reply...\nResolve conversation\n"
	})},
	"aider.md": {carriesDocument, written("", func(s spoken) string {
		return fmt.Sprintf("%s\n```markdown\n<<<<<<< SEARCH\n%s\n=======\n%s\n>>>>>>> REPLACE\n```\n\n",
			s.path, s.old, s.want)
	})},
	"begin-patch.txt": {carriesDocument, func(all []spoken) string {
		return "*** Begin Patch\n" + written("", func(s spoken) string {
			return fmt.Sprintf("*** Update File: %s\n@@\n-%s\n+%s\n", s.path, s.old, s.want)
		})(all) + "*** End Patch\n"
	}},
	"changes.diff": {carriesDocument, written("", func(s spoken) string {
		return fmt.Sprintf("--- a/%s\n+++ b/%s\n@@ -%d +%d @@\n-%s\n+%s\n", s.path, s.path, s.line,
			s.line, s.old, s.want)
	})},
	"calls.json": {carriesDocument, listed(func(s spoken) any {
		return dict{"file_path": "/home/ann/relay/" + s.path, "old_string": s.old, "new_string": s.want}
	}, nil)},
	"files.json": {carriesDocument, listed(func(s spoken) any {
		return dict{"path": s.path, "issues": []any{dict{"line": s.line, "message": "Reword.",
			"original": s.old, "replacement": s.want}}}
	}, under("files", nil))},
	"results.sarif": {carriesState | carriesDocument, listed(func(s spoken) any {
		region := dict{"startLine": s.line, "startColumn": 1, "endLine": s.line, "endColumn": len(s.old) + 1}
		result := dict{"ruleId": "wording", "message": dict{"text": "Reword."},
			"locations": []any{
				dict{"physicalLocation": dict{"artifactLocation": dict{"uri": s.path}, "region": region}}},
			"fixes": []any{dict{"artifactChanges": []any{dict{"artifactLocation": dict{"uri": s.path},
				"replacements": []any{dict{"deletedRegion": region,
					"insertedContent": dict{"text": s.want}}}}}}}}
		if s.closed {
			result["suppressions"] = []any{dict{"kind": "external", "status": "accepted"}}
		}
		return result
	}, func(list []any) any {
		return dict{"version": "2.1.0",
			"runs": []any{dict{"tool": dict{"driver": dict{"name": "house"}}, "results": list}}}
	})},
	"diagnostics.rdjson": {carriesDocument, listed(func(s spoken) any {
		at := dict{"start": dict{"line": s.line, "column": 1}, "end": dict{"line": s.line,
			"column": len(s.old) + 1}}
		return dict{"message": "Reword.", "location": dict{"path": s.path, "range": at},
			"suggestions": []any{dict{"range": at, "text": s.want}}}
	}, under("diagnostics", dict{"source": dict{"name": "house"}}))},
}

// TestFormsStanding has a remark that is open, one that a reply withdraws, one that is resolved and one about another
// document in every form that can carry them. The open one alone is done in the guide, what is left says why, and the
// one about another document is done there or named.
func TestFormsStanding(t *testing.T) {
	was, err := os.ReadFile(formsDir + "/guide.md")
	require.NoError(t, err)
	for name, form := range standingForms {
		t.Run(name, func(t *testing.T) {
			all, left := []spoken{openRemark}, 0
			for carried, s := range map[int]spoken{carriesReply: withdrawn, carriesState: resolved,
				carriesDocument: anotherPage} {
				if form.carries&carried != 0 {
					all = append(all, s)
					left++
				}
			}
			require.Positive(t, left)
			for _, both := range []bool{false, true} {
				if both && form.carries&carriesDocument == 0 {
					continue
				}
				guide, other, books := standing(t, string(was), name, form.review(all), both)
				assert.Contains(t, guide, openRemark.want)
				assert.Contains(t, guide, withdrawn.old)
				assert.Contains(t, guide, resolved.old)
				moved := 0
				if both && form.carries&carriesDocument != 0 {
					assert.Contains(t, other, anotherPage.want)
					moved = 1
				} else {
					assert.Contains(t, other, anotherPage.old)
				}
				assert.Equal(t, left-moved, books.asked+books.left,
					"each of them is asked about, or named as left alone")
			}
		})
	}
}

// standing fixes the guide by a review, alone or with the other document, and returns both.
func standing(t *testing.T, was, name, review string, both bool) (guide, other string, o outcome) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "docs"), 0o755))
	files := map[string]string{"docs/guide.md": was, "docs/other.md": "# Other\n\nIt runs anywhere.\n",
		name: review}
	for path, text := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, path), []byte(text), 0o644))
	}
	var out, errs bytes.Buffer
	t.Chdir(dir)
	s := session{
		ctx: t.Context(), in: strings.NewReader(""), out: &out, err: &errs,
		args: []string{"fix", "--review", name, "--commit=none", "--format=json", "docs/guide.md"},
		environ: append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, ".state"),
			"GIT_CEILING_DIRECTORIES="+filepath.Dir(dir)),
	}
	if strings.HasSuffix(name, ".sarif") || strings.HasSuffix(name, ".rdjson") { // which quote nothing
		s.args = append(s.args, "--review-is-current")
	}
	if both {
		s.args = append(s.args, "docs/other.md")
	}
	require.NotEqual(t, 2, s.run(), errs.String())
	type counted struct {
		Result struct {
			Remaining int `json:"issues_remaining"`
			Counts    struct {
				Out int `json:"out_of_scope"`
			}
		} `json:"iteration_result"`
	}
	decoder := json.NewDecoder(&out)
	for decoder.More() {
		var c counted
		require.NoError(t, decoder.Decode(&c), errs.String())
		o.asked, o.left = o.asked+c.Result.Remaining, o.left+c.Result.Counts.Out
	}
	text := func(path string) string {
		data, err := os.ReadFile(filepath.Join(dir, path))
		require.NoError(t, err)
		return string(data)
	}
	return text("docs/guide.md"), text("docs/other.md"), o
}
