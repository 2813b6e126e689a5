package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

type locateArguments struct {
	Path   string `json:"path" jsonschema:"the document, relative to the folder of the server or absolute below it"`
	Review any    `json:"review" jsonschema:"the review, as JSON: {\"issues\": [{id, description, location: {quote, section, line}, old_value, new_value}]}, or the output of a linter"`
}

type locateResult struct {
	Findings []position `json:"findings"`
	More     int        `json:"more,omitempty" jsonschema:"how many findings are not listed"`
	Notes    []string   `json:"notes,omitempty" jsonschema:"what could not be done, and other remarks"`
}

// A position is where an issue of a review is. Start and End are byte offsets; lines and columns, in code points,
// count from 1.
type position struct {
	ID         string      `json:"id"`
	State      string      `json:"state" jsonschema:"located, probable, ambiguous, region, outdated or unlocated"`
	Start      *int        `json:"start,omitempty"`
	End        *int        `json:"end,omitempty"`
	Line       int         `json:"line,omitempty"`
	Column     int         `json:"column,omitempty"`
	EndLine    int         `json:"end_line,omitempty"`
	EndColumn  int         `json:"end_column,omitempty"`
	Tier       *int        `json:"tier,omitempty"`
	Why        string      `json:"why,omitempty"`
	Candidates []candidate `json:"candidates,omitempty"`
}

type candidate struct {
	Line       int     `json:"line"`
	Column     int     `json:"column"`
	Text       string  `json:"text"`
	Similarity float64 `json:"similarity"`
}

// locate says where the issues of a review are.
func (s *Server) locate(ctx context.Context, in locateArguments) (locateResult, error) {
	path, err := s.path(in.Path)
	if err != nil {
		return locateResult{}, err
	}
	review, err := reviewBytes(in.Review)
	if err != nil {
		return locateResult{}, err
	}
	if review == nil {
		return locateResult{}, errors.New("review: give the review whose issues are to be located")
	}
	p, err := s.run(ctx, review, "locate", "--review", "-", "--", path)
	if err != nil {
		return locateResult{}, err
	}
	out := locateResult{Notes: p.notes()}
	if err := p.decode(&out.Findings); err != nil {
		return locateResult{}, err
	}
	if n := len(out.Findings); n > mostFindings {
		out.Findings, out.More = out.Findings[:mostFindings], n-mostFindings
	}
	for i := range out.Findings {
		f := &out.Findings[i]
		f.ID, f.Why = wording.Visible(f.ID), forAgent(short(f.Why))
		for j := range f.Candidates {
			f.Candidates[j].Text = short(f.Candidates[j].Text)
		}
	}
	return out, nil
}

var errEmptyReview = errors.New("review: is empty; leave it out to have the rules of the repository resolved, " +
	"or give at least one issue")

// reviewBytes returns a review for the standard input of the program, nil if none is given. Models also give JSON
// inside a string.
func reviewBytes(review any) ([]byte, error) {
	var data []byte
	switch r := review.(type) {
	case nil:
		return nil, nil
	case string:
		data = []byte(r)
		if text := strings.TrimSpace(r); text == "" || text == "{}" || text == "[]" {
			return nil, errEmptyReview
		}
	case map[string]any, []any:
		if reflect.ValueOf(r).Len() == 0 {
			return nil, errEmptyReview
		}
		var err error
		if data, err = json.Marshal(r); err != nil {
			return nil, err
		}
	default:
		return nil, errors.New("review: want a JSON object or list")
	}
	if len(data) > 8<<20 {
		return nil, errors.New("review: is larger than 8 MB; divide it, or have a person run doc-iterate on the file")
	}
	return data, nil
}
