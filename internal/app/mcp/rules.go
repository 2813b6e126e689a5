package mcp

import "context"

type rulesArguments struct {
	ID string `json:"id,omitempty" jsonschema:"the id of a rule, as a finding names it; without it all are listed"`
}

// rules explains rules. It refuses the words that the command takes in place of ids.
func (s *Server) rules(ctx context.Context, in rulesArguments) (saidResult, error) {
	args := []string{"rules", "--"}
	if in.ID != "" {
		args = append(args, in.ID)
	}
	return s.said(ctx, args...)
}
