package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// runLocate prints where each finding of a review is.
func runLocate(s *session, args []string) (int, error) {
	flags := s.newFlags("locate", "--review FILE [flags] PATH", "Say where each finding of a review is in a document.")
	var r reviewFlags
	addReviews(flags, &r, "the review `FILE` whose findings to locate; - is standard input")
	raw := &rawCommon{}
	flags.StringVar(&raw.config, "config", "", "read rules from this `FILE` instead of looking for "+rules.FileName)
	addSinks(flags, &raw.sinks, "how to print the places: json or yaml")
	flags.BoolVarP(&raw.quiet, "quiet", "q", false, "no notes: places and errors alone")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validatePrinting()
	if err != nil {
		return gate.ExitTrouble, err
	}
	if err := r.validate(); err != nil {
		return gate.ExitTrouble, err
	}
	if flags.NArg() != 1 || len(r.reviews) == 0 {
		return gate.ExitTrouble, errors.New("locate: name one document, and a review with --review")
	}
	for i, k := range c.sinks {
		switch {
		case !k.named:
			c.sinks[i].format = report.JSON
		case k.format != report.JSON && k.format != report.YAML:
			return gate.ExitTrouble, fmt.Errorf("--format %s: locate prints json or yaml", k.format)
		}
	}
	files, err := s.readReviews(c, r)
	if err != nil {
		return gate.ExitTrouble, err
	}
	opened, err := s.open(c, flags.Args())
	if err != nil || len(opened.failures) > 0 {
		return gate.ExitTrouble, err
	}
	if err := c.keep(append(opened.inputs(), append(r.reviews, c.config)...)...); err != nil {
		return gate.ExitTrouble, err
	}
	if err := s.pair(c, files, opened.docs); err != nil {
		return gate.ExitTrouble, err
	}
	out := []locate.Position{}
	for _, d := range opened.docs {
		doc := review.Parse(d.path, d.src)
		for _, r := range s.reviewsOf(r, d.path, d.src, files) {
			out = append(out, locate.Positions(doc, r.Findings)...)
		}
	}
	err = s.emit(c, func(w io.Writer, f report.Format, _ report.Style) error { return report.Encode(w, f, out) })
	if err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitClean, nil
}
