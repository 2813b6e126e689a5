package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func defineLocate(flags *pflag.FlagSet) action {
	var r reviewFlags
	r.add(flags, "the review `FILE` whose findings to locate; - is standard input")
	var c common
	c.addConfig(flags)
	c.sinks.add(flags, "how to print the places: json or yaml")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "no notes: places and errors alone")
	flags.BoolVarP(&c.verbose, "verbose", "v", false, "list how the review was read")
	return func(s *session, args []string) (int, error) {
		if err := cmp.Or(c.validatePrinting(), r.validate()); err != nil {
			return gate.ExitTrouble, err
		}
		if len(args) != 1 || len(r.reviews) == 0 {
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
		return s.locate(&c, &r, args)
	}
}

// locate prints where each finding of the reviews is.
func (s *session) locate(c *common, r *reviewFlags, args []string) (int, error) {
	w := c.workspace(s)
	w.Asks = func(string) bool { return false }
	files, err := r.reader(s, c, args).Read(s.ctx, r.reviews)
	if err != nil {
		return gate.ExitTrouble, err
	}
	selection, err := w.Open(s.ctx, args)
	if err != nil || len(selection.Failures) > 0 {
		return gate.ExitTrouble, err
	}
	if err := c.protect(append(selection.Inputs(), append(r.reviews, c.Config)...)...); err != nil {
		return gate.ExitTrouble, err
	}
	reviewfiles.Forget(files)
	if err := reviewfiles.Pair(files, selection.Documents, false, w.Note); err != nil {
		return gate.ExitTrouble, err
	}
	locating := reviewfiles.Locating{
		Environ: s.environ, Current: r.current, Ledger: history.LedgerOf(s.ctx, s.environ, selection.Documents),
	}
	found := []locate.Position{}
	for _, d := range selection.Documents {
		src, err := d.Read()
		if err != nil {
			return gate.ExitTrouble, err
		}
		doc := zone.Parse(d.Path, src, d.Dialect)
		for _, r := range locating.Of(s.ctx, d.Path, func() *zone.Document { return doc }, files) {
			found = append(found, locate.Positions(doc, r.Findings)...)
		}
	}
	return gate.ExitClean, c.emit(s, func(w io.Writer, f report.Format, _ report.Style) error {
		return report.Encode(w, f, found)
	})
}
