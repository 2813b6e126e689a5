package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
)

// runLocate prints where each finding of a review is.
func runLocate(s *session, args []string) (int, error) {
	flags := s.newFlags("locate", "--review FILE [flags] PATH", "Say where each finding of a review is in a document.")
	_, validate := addFix(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	o, err := validate()
	if err != nil {
		return gate.ExitTrouble, err
	}
	if flags.NArg() != 1 || len(o.reviews) == 0 {
		return gate.ExitTrouble, errors.New("locate: name one document, and a review with --review")
	}
	files, err := s.readReviews(o)
	if err != nil {
		return gate.ExitTrouble, err
	}
	opened, err := s.open(o.common, flags.Args())
	if err != nil || len(opened.failures) > 0 {
		return gate.ExitTrouble, err
	}
	out := []locate.Position{}
	for _, d := range opened.docs {
		doc := review.Parse(d.path, d.src)
		for _, r := range s.reviewsOf(o, d.path, d.src, files) {
			out = append(out, locate.Positions(doc, r.Findings)...)
		}
	}
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return gate.ExitTrouble, err
	}
	fmt.Fprintf(s.out, "%s\n", data)
	return gate.ExitClean, nil
}
