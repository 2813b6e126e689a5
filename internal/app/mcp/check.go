package mcp

import (
	"context"
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// mostFindings is how many findings a result lists. A model that needs more asks about fewer documents.
const mostFindings = 100

type checkArguments struct {
	Paths []string `json:"paths" jsonschema:"documents and folders, relative to the folder of the server or absolute below it; \".\" is all of it"`
}

type checkResult struct {
	Findings  []found  `json:"findings" jsonschema:"the first findings, by document and place"`
	Total     int      `json:"total" jsonschema:"how many findings there are, those included that are not listed"`
	Fixable   int      `json:"fixable" jsonschema:"how many of them the tool fix can resolve"`
	Documents int      `json:"documents" jsonschema:"how many documents were reviewed"`
	Failed    []failed `json:"failed,omitempty" jsonschema:"documents and configurations with which not everything could be done"`
	Notes     []string `json:"notes,omitempty" jsonschema:"other remarks of the program"`
}

// A failed is a document, or a configuration, with which not everything could be done.
type failed struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// shown returns failures as a result has them.
func shown(all []failed) []failed {
	for i := range all {
		all[i] = failed{wording.Visible(all[i].Path), forAgent(short(all[i].Message))}
	}
	return all[:min(len(all), mostFindings)]
}

// A found is a finding of a check. Lines and columns, in code points, count from 1; 0 is an unknown place.
type found struct {
	Path     string `json:"path"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Edit     *edit  `json:"edit,omitempty" jsonschema:"what a fix would write, where one edit is all of it"`
}

// An edit replaces the text old, which ends before its end column, by new.
type edit struct {
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Old       string `json:"old"`
	New       string `json:"new"`
}

// check reviews documents.
func (s *Server) check(ctx context.Context, in checkArguments) (checkResult, error) {
	const mostPaths = 1000
	if len(in.Paths) == 0 || len(in.Paths) > mostPaths {
		return checkResult{}, fmt.Errorf(`paths: name 1 to %d documents or folders; "." is all of them`, mostPaths)
	}
	args := []string{"check", "--format", "json", "--color", "never", "--shard", "1/1", "--"}
	for _, path := range in.Paths {
		arg, err := s.path(path)
		if err != nil {
			return checkResult{}, err
		}
		args = append(args, arg)
	}
	p, err := s.run(ctx, nil, args...)
	if err != nil {
		return checkResult{}, err
	}
	var report struct {
		Summary  struct{ Documents, Findings, Fixable int }
		Failures []failed
		Findings []struct {
			Path, Rule, Severity, Message string
			Start                         struct{ Line, Column int }
			Fix                           *struct {
				Replacement *struct {
					Start, End struct{ Line, Column int }
					Old, New   string
				}
			}
		}
	}
	if err := p.decode(&report); err != nil {
		return checkResult{}, err
	}
	out := checkResult{
		Findings: []found{}, Total: report.Summary.Findings, Fixable: report.Summary.Fixable,
		Documents: report.Summary.Documents, Failed: shown(report.Failures), Notes: p.notes(),
	}
	for _, f := range report.Findings[:min(len(report.Findings), mostFindings)] {
		one := found{
			Path: wording.Visible(f.Path), Line: f.Start.Line, Column: f.Start.Column,
			Rule: wording.Visible(f.Rule), Severity: f.Severity, Message: short(f.Message),
		}
		if f.Fix != nil && f.Fix.Replacement != nil {
			r := f.Fix.Replacement
			one.Edit = &edit{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column, short(r.Old), short(r.New)}
		}
		out.Findings = append(out.Findings, one)
	}
	return out, nil
}

// mostText is how many bytes of one text a result quotes.
const mostText = 2000

// short returns a text as a result has it: without characters that a terminal would obey, and not too long.
func short(text string) string {
	text = wording.Printable(text)
	if len(text) <= mostText {
		return text
	}
	end := mostText
	for end > 0 && text[end]&0xC0 == 0x80 {
		end--
	}
	return text[:end] + "…"
}
