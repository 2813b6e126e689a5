package mcp

import (
	"context"
	"fmt"
	"regexp"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

type undoArguments struct {
	Run string `json:"run,omitempty" jsonschema:"the id of the run, as the tool fix returned it; without it the last run"`
}

// undo takes a run back.
func (s *Server) undo(ctx context.Context, in undoArguments) (saidResult, error) {
	args := []string{"undo", "--within", "."}
	if in.Run != "" {
		if !regexp.MustCompile(`^[0-9]{8}T[0-9.]+Z-[0-9a-f]+$`).MatchString(in.Run) { // the program would take it for a path
			return saidResult{}, fmt.Errorf("run: %q is not the id of a run; leave it out to take the last one back",
				wording.Visible(in.Run))
		}
		args = append(args, "--", in.Run)
	}
	return s.said(ctx, args...)
}
