package mcp

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

type fixArguments struct {
	Path   string `json:"path" jsonschema:"the document or folder, relative to the folder of the server or absolute below it"`
	Review any    `json:"review,omitempty" jsonschema:"the review, as JSON: {\"issues\": [{id, description, location: {quote, section, line}, old_value, new_value}]}, or the output of a linter; without it the rules of the repository are used"`
	DryRun *bool  `json:"dry_run,omitempty" jsonschema:"true, the default: return the difference and write nothing"`
	Commit string `json:"commit,omitempty" jsonschema:"where the edits go unless it is a dry run: none (the default) is the documents alone, branch makes a commit on the current branch, record keeps the passes in a private ref of git"`
}

type fixResult struct {
	Diff   string `json:"diff" jsonschema:"what changed, or would change, as a unified difference"`
	Fixed  int    `json:"fixed" jsonschema:"how many findings were resolved, or would be"`
	Left   []left `json:"left" jsonschema:"the findings that are not resolved, the first ones of many"`
	More   int    `json:"more,omitempty" jsonschema:"how many of what is left is not listed"`
	DryRun bool   `json:"dry_run" jsonschema:"whether nothing was written"`
	Run    string `json:"run,omitempty" jsonschema:"the id of the run, for the tool undo"`
	// Questions are those about the document as a whole.
	Questions []question `json:"questions,omitempty" jsonschema:"questions about a document as a whole"`
	Failed    []failed   `json:"failed,omitempty" jsonschema:"documents and configurations with which not everything could be done"`
	Notes     []string   `json:"notes,omitempty" jsonschema:"other remarks of the program"`
}

// A left is a finding that is not resolved. Its line counts from 1; 0 is an unknown place.
type left struct {
	ID       string    `json:"id"`
	Reason   string    `json:"reason"`
	Message  string    `json:"message,omitempty"`
	Document string    `json:"document"`
	Line     int       `json:"line,omitempty"`
	Question *question `json:"question,omitempty" jsonschema:"a question for the user, to be answered with the tool answer"`
}

type question struct {
	ID      string   `json:"id"`
	Text    string   `json:"text"`
	Choices []choice `json:"choices"`
}

type choice struct {
	Number    int    `json:"number"`
	Label     string `json:"label"`
	NeedsText bool   `json:"needs_text,omitempty" jsonschema:"whether the answer has to give a text, too"`
}

// mostDiff is how many bytes of a difference a result has.
const mostDiff = 64 << 10

// fix resolves findings.
func (s *Server) fix(ctx context.Context, in fixArguments) (fixResult, error) {
	path, err := s.path(in.Path)
	if err != nil {
		return fixResult{}, err
	}
	review, err := reviewBytes(in.Review)
	if err != nil {
		return fixResult{}, err
	}
	args := []string{"fix", "--color", "never", "--shard", "1/1", "--format", "json", "--format", "diff"}
	dry := in.DryRun == nil || *in.DryRun
	switch commit := cmp.Or(in.Commit, "none"); {
	case commit != "none" && commit != "branch" && commit != "record":
		return fixResult{}, fmt.Errorf("commit: %q is none of none, branch and record", wording.Visible(commit))
	case dry:
		args = append(args, "--dry-run")
	default:
		args = append(args, "--commit", commit)
	}
	if review != nil {
		args = append(args, "--review", "-")
	}
	scratch, err := os.MkdirTemp("", "doc-iterate-")
	if err != nil {
		return fixResult{}, err
	}
	defer os.RemoveAll(scratch)
	file := filepath.Join(scratch, "diff")
	args = append(args, "--output", file, "--", path)
	p, err := s.run(ctx, review, args...)
	if err != nil {
		return fixResult{}, err
	}
	out := fixResult{DryRun: dry, Notes: p.notes(), Left: []left{}}
	if err := out.add(&p); err != nil {
		return fixResult{}, err
	}
	if dry && in.Commit != "" && in.Commit != "none" {
		out.Notes = append(out.Notes, "nothing was committed: this was a dry run; set dry_run to false to commit")
	}
	out.Diff, err = readDiff(file)
	return out, err
}

// add adds what the program printed about a run.
func (r *fixResult) add(p *printed) error {
	type jsonQuestion struct {
		ID, Finding, Document, Text string
		Choices                     []choice
	}
	var report struct {
		Result struct {
			Run      string
			Sums     struct{ Fixed int }
			Left     []jsonLeft     `json:"remaining_issues"`
			Asked    []jsonQuestion `json:"questions"`
			Failures []failed
		} `json:"iteration_result"`
	}
	if err := p.decode(&report); err != nil {
		return err
	}
	r.Run, r.Fixed, r.Failed = report.Result.Run, report.Result.Sums.Fixed, shown(report.Result.Failures)
	type place struct{ document, finding string }
	asked := map[place]*question{}
	for _, q := range report.Result.Asked {
		one := question{q.ID, short(q.Text), q.Choices}
		for i := range one.Choices {
			one.Choices[i].Label = short(one.Choices[i].Label)
		}
		if q.Finding == "" {
			r.Questions = append(r.Questions, one)
			continue
		}
		asked[place{q.Document, q.Finding}] = &one
	}
	for i, f := range report.Result.Left {
		if i == mostFindings {
			r.More = len(report.Result.Left) - i
			break
		}
		id := cmp.Or(f.ID, f.Key)
		r.Left = append(r.Left, left{
			ID: wording.Visible(id), Reason: forAgent(short(cmp.Or(f.Reason, f.Status))), Message: short(f.Description),
			Document: wording.Visible(f.Document), Line: f.Start.Line, Question: asked[place{f.Document, id}],
		})
	}
	return nil
}

// A jsonLeft is a finding that is left, as the program prints it.
type jsonLeft struct {
	ID, Key, Reason, Status, Description, Document string
	Start                                          struct{ Line int }
}

// readDiff returns the difference that the program wrote to a file, up to the last whole line that fits.
func readDiff(file string) (string, error) {
	data, err := files.Read(file, 0, mostOutput)
	diff := string(data)
	if len(diff) > mostDiff {
		diff = diff[:strings.LastIndexByte(diff[:mostDiff], '\n')+1] + "… the rest is too long\n"
	}
	return wording.Printable(diff), err
}
